import { EXCEPTION_ERROR_TYPES } from '@seriatim/schema'
import { useEffect, useEffectEvent } from 'react'
import type { Inputs, Outputs } from '../../api/trpc.ts'
import { trpc } from '../../api/trpc.ts'
import { useDraft } from '../../ui/form/filter-fields.tsx'
import { type FilterField, useFilters } from '../../ui/form/use-filters.ts'
import { usePageLimit } from '../../ui/table/use-page-limit.ts'

export type ExceptionRow = Outputs['documentException']['readManyByFilters']['items'][number]
export type Correction = Outputs['documentException']['readOneCorrection']
export type Ticket = Outputs['documentException']['readOneById']

/** Tickets are refetched after a change, otherwise after five minutes. */
export const STALE = { staleTime: 300_000 }
/** Pause in typing after which the search runs, in milliseconds. */
const DEBOUNCE_MS = 500

export type Name = 'sender' | 'recipient' | 'startDate' | 'endDate' | 'status' | 'errorType' | 'view' | 'gln'

const option = (value: string, label = value) => ({ value, label })

const fields: readonly FilterField<Name>[] = [
  { kind: 'text', name: 'sender', label: 'Sender', keep: true },
  { kind: 'text', name: 'recipient', label: 'Recipient' },
  { kind: 'days', from: 'startDate', to: 'endDate', label: 'Created', labels: ['Start date', 'End date'] },
  {
    kind: 'choice',
    name: 'status',
    label: 'Error Status',
    options: [option('', 'All'), option('OPEN', 'Open'), option('CLOSED', 'Closed')],
  },
  {
    kind: 'choice',
    name: 'errorType',
    label: 'Error Type',
    options: [option('', 'All'), ...EXCEPTION_ERROR_TYPES.map((type) => option(type))],
  },
  { kind: 'choice', name: 'view', label: 'View', options: [], hidden: true, silent: true },
  { kind: 'choice', name: 'gln', label: 'Partner', options: [], hidden: true, silent: true },
]

/** Manages the search of tickets. A changed field takes effect after half a second, without a button. */
export function useExceptionFilters() {
  const filters = useFilters(fields)
  const draft = useDraft(filters)
  const typed = JSON.stringify(draft.trimmed())
  const isSearched = useEffectEvent((values: string) => values === JSON.stringify(filters.values))
  const search = useEffectEvent(() => filters.set(draft.trimmed()))
  useEffect(() => {
    if (isSearched(typed)) return
    const timer = setTimeout(() => search(), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { filters, draft }
}

type Search = Inputs['documentException']['readManyByFilters']

export function makeSearch({ sender, recipient, startDate, endDate, status, errorType, view, gln }: Record<Name, string>): Search {
  const which: Pick<Search, 'view'> = view === 'mine' || view === 'overdue' ? { view } : {}
  return { sender, recipient, startDate, endDate, status, errorType, senderGln: gln, ...which }
}

export function useExceptions(values: Record<Name, string>) {
  const search = makeSearch(values)
  const tickets = trpc.documentException.readManyByFilters.useInfiniteQuery(
    { ...search, ...usePageLimit() },
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      ...STALE,
    },
  )
  const totals = trpc.documentException.readTotals.useQuery(search, STALE)
  return { tickets, totals: totals.data }
}
