import { useMemo } from 'react'
import type { Inputs } from '../../api/trpc.ts'
import { trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { dayWords } from '../../ui/form/filter-fields.tsx'
import { type FilterField, useFilters } from '../../ui/form/use-filters.ts'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { usePageLimit } from '../../ui/table/use-page-limit.ts'
import { addDays, formatDay, localDay, weekStart } from '../../ui/text/format.ts'

type Name = 'sender' | 'partner' | 'po' | 'from' | 'to' | 'location' | 'open' | 'voided'

function usualRange(now = new Date()): { from: string; to: string } {
  const to = localDay(now)
  return { from: weekStart(to), to }
}

function rangeWords(from: string, to: string): string {
  const usual = usualRange()
  if (from === usual.from && to === usual.to)
    return from === to ? `today, ${formatDay(to)}` : `this week, ${formatDay(from)} to ${formatDay(to)}`
  return dayWords(from, to)
}

/** Filters of the order search; default: the current week and the header's location. */
export function useOrderFilters() {
  const { id, locations } = useLocationScope()
  const [query] = useQueryState()
  const partners = usePartnerOption(query.partner ?? '')
  const places = locations.map((place) => ({ value: String(place.id), label: place.name }))
  const fields: readonly FilterField<Name>[] = [
    { kind: 'text', name: 'sender', label: 'Sender', keep: true },
    // This filter is set only from a partner's page. The search shows no field for it, just a chip that removes it.
    { kind: 'choice', name: 'partner', label: 'Trading partner', options: [{ value: '', label: 'Any' }, ...partners], hidden: true },
    { kind: 'text', name: 'po', label: 'PO number' },
    { kind: 'days', from: 'from', to: 'to', label: 'Received', words: rangeWords },
    {
      kind: 'choice',
      name: 'location',
      label: 'Location',
      advanced: true,
      options: [{ value: '', label: 'Any' }, ...places],
      silent: places.length < 2,
    },
    {
      kind: 'check',
      name: 'open',
      label: 'Only orders with something left to receive',
      chip: ['Orders', 'with something left'],
      advanced: true,
    },
    { kind: 'check', name: 'voided', label: 'Show voided orders instead', chip: ['Orders', 'voided'], advanced: true },
  ]
  const usual = { ...usualRange(), ...(id > 0 ? { location: String(id) } : {}) }
  const filters = useFilters(fields, usual)
  const searchLast90Days = () => filters.set({ from: addDays(usual.to, -90), to: usual.to })
  return { filters, searchLast90Days }
}

/** The partner in the URL as the option of its filter; empty if the URL contains no partner. */
function usePartnerOption(value: string): { value: string; label: string }[] {
  const id = /^\d{1,15}$/.test(value) ? Number(value) : 0
  const { data } = trpc.tradingPartner.readOneTradingpartnerById.useQuery({ id }, { enabled: id > 0 })
  return id > 0 ? [{ value, label: data?.name ?? 'One partner' }] : []
}

type Search = Inputs['order']['readManySearch']

export function useOrders({ sender, partner, po, from, to, location, open, voided }: Record<Name, string>) {
  const search: Search = useMemo(
    () => ({
      senderName: sender,
      purchaseOrderNumber: po,
      docDateStart: from,
      docDateEnd: to,
      customerLocationId: Number(location) || 0,
      ...(partner ? { tradingPartnerId: Number(partner) || 0 } : {}),
      ...(open ? { open: true } : {}),
      ...(voided ? { voided: true } : {}),
    }),
    [sender, partner, po, from, to, location, open, voided],
  )
  const orders = trpc.order.readManySearch.useInfiniteQuery(
    { ...search, ...usePageLimit() },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  )
  const totals = trpc.order.readTotals.useQuery(search)
  return { search, orders, totals: totals.data }
}
