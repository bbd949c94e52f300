import { AUTHORIZATION_FILTERS, AUTHORIZATIONS, PARTNER_TYPES, type PartnerFileSearch, type PartnerType } from '@seriatim/schema'
import { useMemo } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { useStateOptions } from '../../../shell/use-states.ts'
import { type FilterField, useFilters } from '../../../ui/form/use-filters.ts'
import { useQueryState } from '../../../ui/form/use-query-state.ts'
import type { Sort } from '../../../ui/table/data-table-head.tsx'
import { usePageLimit } from '../../../ui/table/use-page-limit.ts'

type Name = 'name' | 'gln' | 'city' | 'state' | 'type' | 'authorized' | 'day' | 'deactivated'

const types = Object.entries(PARTNER_TYPES).map(([value, label]) => ({ value, label }))

const answers = Object.entries(AUTHORIZATION_FILTERS).map(([value, label]) => ({ value, label }))
const SORTS = ['name', 'added', 'authorization'] as const

/** Search and sort order of the list, stored in the URL. */
export function usePartnerFilters() {
  const states = useStateOptions('Any')
  const fields: readonly FilterField<Name>[] = [
    { kind: 'text', name: 'name', label: 'Name', keep: true },
    { kind: 'text', name: 'gln', label: 'GLN' },
    { kind: 'text', name: 'city', label: 'City' },
    { kind: 'choice', name: 'state', label: 'State', options: states },
    { kind: 'choice', name: 'type', label: 'Type', options: [{ value: '', label: 'Any' }, ...types] },
    { kind: 'choice', name: 'authorized', label: 'Authorized?', options: [{ value: '', label: 'Any' }, ...answers] },
    { kind: 'day', name: 'day', label: 'As of' },
    { kind: 'check', name: 'deactivated', label: 'Only deactivated partners', chip: ['Partners', 'deactivated'], advanced: true },
  ]
  const filters = useFilters(fields)
  const [query, setQuery] = useQueryState()
  const key = SORTS.find((one) => one === query.sort) ?? 'name'
  const direction = query.order === 'desc' ? ('desc' as const) : ('asc' as const)
  const sort = { key, direction }
  // The first click on a column sorts from A, or from the worst authorization.
  const setSort = (next: Sort) =>
    setQuery({
      sort: next.key === 'name' ? undefined : next.key,
      order: next.key !== key || next.direction === 'asc' ? undefined : 'desc',
    })
  const { name, gln, city, state, type, authorized, day, deactivated } = filters.values
  const search: PartnerFileSearch = useMemo(
    () => ({
      name,
      gln,
      city,
      stateId: Number(state) || 0,
      type: (type in PARTNER_TYPES ? type : '') as PartnerType | '', // `in` checks the value but does not narrow its type
      authorization: AUTHORIZATIONS.find((one) => one === authorized) ?? '',
      day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '',
      ...(deactivated ? { deactivated: true } : {}),
      sort: key,
      sortOrder: direction,
    }),
    [name, gln, city, state, type, authorized, day, deactivated, key, direction],
  )
  return { filters, search, sort, setSort, isNarrowed: Object.values(filters.values).some((value) => value !== '') }
}

export function usePartners(search: PartnerFileSearch) {
  return trpc.tradingPartner.readManyTradingpartnersSearch.useInfiniteQuery(
    { ...search, ...usePageLimit() },
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    },
  )
}
