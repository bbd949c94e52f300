import { useMemo } from 'react'
import { type Inputs, type Outputs, trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import type { Sort } from '../../ui/data-table-head.tsx'
import { useQueryState } from '../../ui/use-query-state.ts'

export type MedRow = Outputs['med']['readManyBySearch']['items'][number]
type Search = Inputs['med']['readManyBySearch']
type SortKey = NonNullable<Search['sort']>

/** The search as the screen shows it; empty text is no filter. The names are those of the address, which the box in the header writes too. */
export interface MedFilters {
  serialNumber: string
  ndc: string
  medName: string
  manufacturerName: string
  lotNumber: string
  startDate: string
  endDate: string
  /** 0 is any. */
  locationId: number
}

export const noFilters: MedFilters = {
  serialNumber: '',
  ndc: '',
  medName: '',
  manufacturerName: '',
  lotNumber: '',
  startDate: '',
  endDate: '',
  locationId: 0,
}

const sortKeys: readonly string[] = ['date', 'serialNumber', 'lotNumber', 'expirationDate'] satisfies SortKey[]
const isSortKey = (key: string | undefined): key is SortKey => key !== undefined && sortKeys.includes(key)

/** The search in the address bar; newest first until somebody says otherwise. */
export function useMedFilters() {
  const [query, setQuery] = useQueryState()
  const { locations } = useLocationScope()
  const filters: MedFilters = {
    serialNumber: query.serialNumber ?? '',
    ndc: query.ndc ?? '',
    medName: query.medName ?? '',
    manufacturerName: query.manufacturerName ?? '',
    lotNumber: query.lotNumber ?? '',
    startDate: query.startDate ?? '',
    endDate: query.endDate ?? '',
    locationId: Number(query.location) || 0,
  }
  const sort = {
    key: isSortKey(query.sort) ? query.sort : ('date' as const),
    direction: query.order === 'asc' ? ('asc' as const) : ('desc' as const),
  }
  const setFilters = (change: Partial<MedFilters>) => {
    const { locationId, ...texts } = { ...filters, ...change }
    setQuery({ ...texts, location: locationId === 0 ? undefined : String(locationId) })
  }
  const setSort = ({ key, direction }: Sort) => {
    // Another column begins at its beginning, the dates at the newest.
    const next = key === sort.key || key === 'date' ? direction : 'asc'
    setQuery({ sort: key === 'date' ? undefined : key, order: next === 'desc' ? undefined : next })
  }
  return { filters, setFilters, sort, setSort, locations }
}

export function useMeds(filters: MedFilters, sort: { key: SortKey; direction: 'asc' | 'desc' }) {
  const { locationId, serialNumber, ndc, medName, manufacturerName, lotNumber, startDate, endDate } = filters
  const { key, direction } = sort
  const search: Search = useMemo(
    () => ({
      serialNumber,
      ndc,
      medName,
      manufacturerName,
      lotNumber,
      startDate,
      endDate,
      customerLocationId: locationId,
      sort: key,
      sortOrder: direction,
    }),
    [serialNumber, ndc, medName, manufacturerName, lotNumber, startDate, endDate, locationId, key, direction],
  )
  const meds = trpc.med.readManyBySearch.useInfiniteQuery(search, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  return { search, meds, rows: meds.data?.pages.flatMap((page) => page.items) }
}
