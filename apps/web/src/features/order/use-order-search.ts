import { useMemo } from 'react'
import type { Inputs } from '../../api/trpc.ts'
import { trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { addDays, dayOf, weekStart } from '../../ui/format.ts'
import { useQueryState } from '../../ui/use-query-state.ts'

/** In the address: no limit on this side. Absent means the default. */
const ANY = 'any'

/** The search as the screen shows it; empty text is no filter. */
export interface OrderFilters {
  senderName: string
  purchaseOrderNumber: string
  from: string
  to: string
  /** 0 is any. */
  locationId: number
  open: boolean
  voided: boolean
}

function defaultRange(now = new Date()): { from: string; to: string } {
  const to = dayOf(now)
  return { from: weekStart(to), to }
}

/** The search in the address bar: the current week and the header's location until somebody says otherwise. */
export function useOrderFilters() {
  const [query, setQuery] = useQueryState()
  const scope = useLocationScope()
  const usual = defaultRange()
  const edge = (value: string | undefined, otherwise: string) => (value === ANY ? '' : (value ?? otherwise))
  const filters: OrderFilters = {
    senderName: query.sender ?? '',
    purchaseOrderNumber: query.po ?? '',
    from: edge(query.from, usual.from),
    to: edge(query.to, usual.to),
    locationId: query.location === undefined ? scope.id : Number(query.location) || 0,
    open: query.open === '1',
    voided: query.voided === '1',
  }
  const setFilters = (change: Partial<OrderFilters>) => {
    const next = { ...filters, ...change }
    setQuery({
      sender: next.senderName,
      po: next.purchaseOrderNumber,
      from: next.from === usual.from ? undefined : next.from || ANY,
      to: next.to === usual.to ? undefined : next.to || ANY,
      location: next.locationId === scope.id ? undefined : String(next.locationId),
      open: next.open ? '1' : undefined,
      voided: next.voided ? '1' : undefined,
    })
  }
  const isThisWeek = filters.from === usual.from && filters.to === usual.to
  const searchLast90Days = () => setFilters({ from: addDays(usual.to, -90), to: usual.to })
  return { filters, setFilters, isThisWeek, searchLast90Days, locations: scope.locations }
}

type Search = Inputs['order']['readManySearch']

export function useOrders(filters: OrderFilters) {
  const { senderName, purchaseOrderNumber, from, to, locationId, open, voided } = filters
  const search: Search = useMemo(
    () => ({
      senderName,
      purchaseOrderNumber,
      docDateStart: from,
      docDateEnd: to,
      customerLocationId: locationId,
      ...(open ? { open } : {}),
      ...(voided ? { voided } : {}),
    }),
    [senderName, purchaseOrderNumber, from, to, locationId, open, voided],
  )
  const orders = trpc.order.readManySearch.useInfiniteQuery(search, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    meta: { quiet: true },
  })
  const totals = trpc.order.readTotals.useQuery(search, { meta: { quiet: true } })
  return { orders, totals: totals.data, rows: orders.data?.pages.flatMap((page) => page.items) }
}
