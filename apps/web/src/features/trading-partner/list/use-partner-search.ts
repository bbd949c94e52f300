import { PARTNER_TYPES, type PartnerType } from '@seriatim/schema'
import { useMemo } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { useStateOptions } from '../../../shell/use-states.ts'
import { type FilterField, useFilters } from '../../../ui/form/use-filters.ts'
import { useQueryState } from '../../../ui/form/use-query-state.ts'
import type { Sort } from '../../../ui/table/data-table-head.tsx'
import { usePageLimit } from '../../../ui/table/use-page-limit.ts'

type Name = 'name' | 'gln' | 'city' | 'state' | 'type' | 'deactivated'

const types = Object.entries(PARTNER_TYPES).map(([value, label]) => ({ value, label }))

/** Search and sort order of the list, in the address. */
export function usePartnerFilters() {
  const states = useStateOptions('Any')
  const fields: readonly FilterField<Name>[] = [
    { kind: 'text', name: 'name', label: 'Name', keep: true },
    { kind: 'text', name: 'gln', label: 'GLN' },
    { kind: 'text', name: 'city', label: 'City' },
    { kind: 'choice', name: 'state', label: 'State', options: states },
    { kind: 'choice', name: 'type', label: 'Type', options: [{ value: '', label: 'Any' }, ...types] },
    { kind: 'check', name: 'deactivated', label: 'Only deactivated partners', chip: ['Partners', 'deactivated'], advanced: true },
  ]
  const filters = useFilters(fields)
  const [query, setQuery] = useQueryState()
  const sort: Sort = { key: query.sort === 'added' ? 'added' : 'name', direction: query.order === 'desc' ? 'desc' : 'asc' }
  const setSort = ({ key, direction }: Sort) =>
    setQuery({ sort: key === 'name' ? undefined : key, order: direction === 'asc' ? undefined : direction })
  return { filters, sort, setSort, isNarrowed: Object.values(filters.values).some((value) => value !== '') }
}

export function usePartners({ name, gln, city, state, type, deactivated }: Record<Name, string>, sort: Sort) {
  const search = useMemo(
    () => ({
      name,
      gln,
      city,
      stateId: Number(state) || 0,
      type: (type in PARTNER_TYPES ? type : '') as PartnerType | '', // checked in the same expression
      ...(deactivated ? { deactivated: true } : {}),
      sort: sort.key === 'added' ? ('added' as const) : ('name' as const),
      sortOrder: sort.direction,
    }),
    [name, gln, city, state, type, deactivated, sort.key, sort.direction],
  )
  return trpc.tradingPartner.readManyTradingpartnersSearch.useInfiniteQuery(
    { ...search, ...usePageLimit() },
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    },
  )
}
