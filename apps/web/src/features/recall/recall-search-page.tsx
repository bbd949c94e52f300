import { Box, Button, Group, TextInput } from '@mantine/core'
import { RECALL_PAGE_SIZE } from '@seriatim/schema'
import { type FormEvent, useState } from 'react'
import { saidOr } from '../../api/query-client.ts'
import { type Inputs, type Outputs, trpc } from '../../api/trpc.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateField, stopAtUnread } from '../../ui/date-field.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatAmount } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Sub } from '../../ui/text.tsx'
import { keepSearch, keptSearch, type RecallFields } from './kept-search.ts'
import { Mono } from './mono.tsx'
import { Pager } from './pager.tsx'
import { RecallGate } from './recall-gate.tsx'
import { describeCompared } from './recall-words.ts'

type Row = Outputs['recall']['readManySearch'][number]
type Input = Inputs['recall']['readManySearch']

const columns: readonly Column<Row>[] = [
  { key: 'name', label: 'Med Name', link: true, card: 'title', cell: (row) => row.title },
  { key: 'manufacturer', label: 'Manufacturer', card: 'line', cell: (row) => row.manufacturer },
  {
    key: 'ndcs',
    label: 'NDC(s)',
    card: 'line',
    // A recall may name a hundred: the line breaks between them.
    cell: (row) => (
      <>
        <Mono wraps>{collectNdcs(row) || '–'}</Mono>
        {notCompared(row)}
      </>
    ),
  },
]

/** Nothing of ours was found because nothing could be compared. */
const notCompared = ({ recallCodes }: Row) =>
  describeCompared(recallCodes) === 'nothing' && <Sub>Could not be compared with your packages</Sub>

const collectNdcs = ({ recallCodes }: Row) => [...new Set(recallCodes.map(({ ndcWithDashes }) => ndcWithDashes))].filter(Boolean).join(', ')

/** A lot without a letter or a digit is none. */
function nothingWords(filter: RecallFields | undefined): string {
  const lot = filter?.lotNumber?.trim()
  return lot && !/[\p{L}\p{N}]/u.test(lot) ? 'Type at least one letter or digit of the lot number.' : 'No recall matches this search.'
}

/** Those that name the lot stand first. */
const chooseBand = ({ namesLot }: Row) =>
  namesLot
    ? { key: 'named', words: null }
    : {
        key: 'all',
        words: (
          <>
            <b>All lots</b> These recalls do not name this lot. They recall all lots of a product.
          </>
        ),
      }

/** Nothing of it goes stale by itself: recalls come once a week, and a search is made on purpose. */
const ONLY_ASKED = { refetchOnMount: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/** Every recall there is, whether it names anything of ours or not. */
export default function RecallSearchPage() {
  return <RecallGate title="All Recalls">{() => <RecallSearch />}</RecallGate>
}

function RecallSearch() {
  const utils = trpc.useUtils()
  const [fields, setFields] = useState<RecallFields>(keptSearch().fields)
  const [isAdvanced, setAdvanced] = useState(Boolean(fields.dateReceivedStart || fields.dateReceivedEnd))
  const [search, setSearch] = useState<{ filter: RecallFields; page: number } | undefined>(keptSearch().search)
  const [run, setRun] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false })
  const makeInput = (filter: RecallFields, pageNumber: number): Input => ({ ...filter, pageNumber, pageSize: RECALL_PAGE_SIZE })
  const input = makeInput(search?.filter ?? {}, search?.page ?? 1)
  // Page 1 runs on the button or Enter only; the others when they are chosen.
  const found = trpc.recall.readManySearch.useQuery(input, { ...ONLY_ASKED, enabled: (search?.page ?? 1) > 1 })
  const rows = search ? found.data : undefined
  const counted = trpc.recall.readManySearchcount.useQuery(makeInput(search?.filter ?? {}, 1), {
    ...ONLY_ASKED,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: search !== undefined && (rows?.length ?? 0) > 0,
  })
  const change = (next: RecallFields) => {
    setFields(next)
    keepSearch({ fields: next, search })
  }
  const go = (next: { filter: RecallFields; page: number }) => {
    setSearch(next)
    keepSearch({ fields, search: next })
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!run.isBusy && !stopAtUnread(event.currentTarget)) void begin(fields)
  }
  const toggle = () => {
    if (isAdvanced) change({ ...fields, dateReceivedStart: '', dateReceivedEnd: '' })
    setAdvanced(!isAdvanced)
  }
  const isBusy = run.isBusy || found.isFetching
  const text = (name: 'manufacturer' | 'medName' | 'ndc' | 'lotNumber', label: string) => (
    <TextInput
      label={label}
      flex="1 1 180px"
      autoComplete="off"
      spellCheck={false}
      value={fields[name] ?? ''}
      onChange={(event) => change({ ...fields, [name]: event.currentTarget.value })}
    />
  )
  const error = run.error ?? found.error
  const totalRows = counted.data?.totalRows ?? 0
  return (
    <Page
      title="All Recalls"
      full
      crumbs={[
        { label: 'Home', href: '/' },
        { label: 'Recalls', href: '/recalls' },
      ]}
      lede="Every recall the FDA has published, including those that do not affect you."
    >
      <search>
        <form aria-label="All Recalls" onSubmit={submit}>
          <Group gap="sm" align="flex-end">
            {text('manufacturer', 'Manufacturer Name')}
            {text('medName', 'Med Name')}
            {text('ndc', 'NDC')}
            {text('lotNumber', 'Lot Number')}
            {isAdvanced && (
              <Group gap="sm">
                <DateField
                  label="Date Recalled Range Start"
                  value={fields.dateReceivedStart ?? ''}
                  onChange={(day) => change({ ...fields, dateReceivedStart: day })}
                />
                <DateField
                  label="End date"
                  value={fields.dateReceivedEnd ?? ''}
                  onChange={(day) => change({ ...fields, dateReceivedEnd: day })}
                />
              </Group>
            )}
            <Group gap="xs">
              <Button type="submit" variant="filled" disabled={isBusy} loading={run.isBusy}>
                Search All Recalls
              </Button>
              <Button variant="subtle" aria-expanded={isAdvanced} onClick={toggle}>
                {isAdvanced ? 'Hide advanced options' : 'Show advanced options'}
              </Button>
            </Group>
          </Group>
        </form>
      </search>
      <Box component="p" mih={20} my="sm" c="var(--ink-2)" role="status">
        {isBusy
          ? 'Searching…'
          : rows && (rows.length > 0 ? totalRows > 0 && formatAmount(totalRows, 'recall') : nothingWords(search?.filter))}
      </Box>
      {error && !isBusy ? (
        <ErrorState
          what={saidOr(error, 'The recalls could not be searched.')}
          meaning="They are safe; this page just cannot reach the server."
          retrying={isBusy}
          onRetry={() => void (search && search.page > 1 ? found.refetch() : begin(fields))}
        />
      ) : (
        search &&
        (isBusy || (rows?.length ?? 0) > 0) && (
          <DataTable<Row>
            label="Recalls"
            tall
            columns={columns}
            rows={isBusy && !rows ? undefined : rows}
            rowKey={(row) => row.id}
            rowHref={(row) => `/recalls/detail/${row.id}`}
            {...(search.filter.lotNumber?.trim() ? { band: chooseBand } : {})}
          />
        )
      )}
      {search && totalRows > 0 && (
        <Pager page={search.page} pages={Math.ceil(totalRows / RECALL_PAGE_SIZE)} disabled={isBusy} onChange={choose} />
      )}
    </Page>
  )
}
