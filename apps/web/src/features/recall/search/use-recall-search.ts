import { RECALL_PAGE_SIZE } from '@seriatim/schema'
import { useState } from 'react'
import { type Inputs, trpc } from '../../../api/trpc.ts'
import { getLastSearch, type RecallFields, setLastSearch } from './last-search.ts'

type Input = Inputs['recall']['readManySearch']

/** Search results are never fetched again automatically: recalls arrive only once a week, and people search deliberately. */
const ONLY_ASKED = { refetchOnMount: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

const makeInput = (filter: RecallFields, pageNumber: number): Input => ({ ...filter, pageNumber, pageSize: RECALL_PAGE_SIZE })

/** The typed fields, the last search, and its results. */
export function useRecallSearch() {
  const utils = trpc.useUtils()
  const [fields, setFields] = useState<RecallFields>(getLastSearch().fields)
  const [search, setSearch] = useState<{ filter: RecallFields; page: number } | undefined>(getLastSearch().search)
  const [run, setRun] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false })
  const input = makeInput(search?.filter ?? {}, search?.page ?? 1)
  // Page 1 is loaded only when the user presses the button or Enter. This query loads the other pages as soon as the user selects them.
  const found = trpc.recall.readManySearch.useQuery(input, { ...ONLY_ASKED, enabled: (search?.page ?? 1) > 1 })
  const rows = search ? found.data : undefined
  const counted = trpc.recall.readManySearchcount.useQuery(makeInput(search?.filter ?? {}, 1), {
    ...ONLY_ASKED,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: search !== undefined && (rows?.length ?? 0) > 0,
  })
  const change = (next: RecallFields) => {
    setFields(next)
    setLastSearch({ fields: next, search })
  }
  const go = (next: { filter: RecallFields; page: number }) => {
    setSearch(next)
    setLastSearch({ fields, search: next })
  }
  const begin = async (filter: RecallFields) => {
    setRun({ isBusy: true })
    go({ filter, page: 1 })
    try {
      await utils.recall.readManySearch.fetch(makeInput(filter, 1), { staleTime: 0 })
      setRun({ isBusy: false })
    } catch (error) {
      setRun({ isBusy: false, error })
    }
  }
  const choose = (page: number) => {
    if (!search) return
    const { filter } = search
    if (page === 1 && !utils.recall.readManySearch.getData(makeInput(filter, 1))) void begin(filter)
    else go({ filter, page })
  }
  return {
    fields,
    change,
    search,
    rows,
    totalRows: counted.data?.totalRows ?? 0,
    /** Whether a new search is loading its first page. */
    isRunning: run.isBusy,
    isBusy: run.isBusy || found.isFetching,
    error: run.error ?? found.error,
    /** Starts a search with the values that are typed into the fields. */
    begin: () => void begin(fields),
    choose,
    retry: () => void (search && search.page > 1 ? found.refetch() : begin(fields)),
  }
}
