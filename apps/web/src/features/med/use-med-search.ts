import { useMemo } from 'react'
import { type Inputs, type Outputs, trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { useDraft } from '../../ui/form/filter-fields.tsx'
import { type FilterField, type Filters, useFilters } from '../../ui/form/use-filters.ts'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import type { Sort } from '../../ui/table/data-table-head.tsx'
import { usePageLimit } from '../../ui/table/use-page-limit.ts'
import { toast } from '../../ui/toast/toast.ts'
import { isScannedText, readSerialScan } from '../scan/serial-scan.ts'
import { useScanField } from '../scan/use-scan-field.ts'

export type MedRow = Outputs['med']['readManyBySearch']['items'][number]
type Search = Inputs['med']['readManyBySearch']
type SortKey = NonNullable<Search['sort']>

/** Names of the filters, which are also the names of the URL's parameters. The header's search sets these parameters, too. */
type Name = 'serialNumber' | 'ndc' | 'medName' | 'manufacturerName' | 'lotNumber' | 'location' | 'startDate' | 'endDate'

const sortKeys: readonly string[] = ['date', 'serialNumber', 'lotNumber', 'expirationDate'] satisfies SortKey[]
const isSortKey = (key: string | undefined): key is SortKey => key !== undefined && sortKeys.includes(key)

/** The filters of the med search, kept in the URL. A scan in the serial number field is split into the fields it contains. */
export function useMedFilters() {
  const { locations } = useLocationScope()
  const places = locations.map((place) => ({ value: String(place.id), label: place.name }))
  const fields: readonly FilterField<Name>[] = [
    {
      kind: 'text',
      name: 'serialNumber',
      label: 'Serial number',
      placeholder: 'Scan or type',
      keep: true,
      onKeyDown: (event) => onKeyDown(event),
    },
    { kind: 'text', name: 'ndc', label: 'NDC', short: true },
    { kind: 'text', name: 'medName', label: 'Med name' },
    { kind: 'text', name: 'manufacturerName', label: 'Manufacturer' },
    { kind: 'text', name: 'lotNumber', label: 'Lot number', short: true },
    {
      kind: 'choice',
      name: 'location',
      label: 'Location',
      advanced: true,
      hidden: places.length < 2,
      options: [{ value: '', label: 'Any' }, ...places],
    },
    { kind: 'days', from: 'startDate', to: 'endDate', label: 'Date', labels: ['Start date', 'End date'], advanced: true },
  ]
  const filters = useFilters(fields)
  const { draft, onSearch, onKeyDown } = useScanSearch(filters)
  return { filters, draft, onSearch }
}

function useScanSearch(filters: Filters<Name>) {
  const draft = useDraft(filters)
  const search = (whole: Filters<Name>['values']) => {
    if (!isScannedText(whole.serialNumber)) return filters.set(whole)
    const scan = readSerialScan(whole.serialNumber)
    if (scan.ok) {
      const { gtin: _gtin, expirationDate: _expirationDate, ...found } = scan.fields
      // Normally a changed URL fills the fields. A second scan of the same package doesn't change the URL, so the fields are filled here.
      for (const [name, text] of Object.entries(found)) draft.change(name as keyof typeof found, text) // Object.entries returns the object's own field names.
      return filters.set({ ...whole, ...found })
    }
    toast.attention(scan.message, { seconds: 10, detail: scan.detail })
    draft.change('serialNumber', '')
  }
  // Once a long text in the serial number field has stopped changing, it counts as a complete scan, and the search starts at once.
  const { onKeyDown } = useScanField({
    value: draft.draft.serialNumber,
    settled: filters.values.serialNumber,
    onWrite: (serialNumber) => draft.change('serialNumber', serialNumber),
    onScan: (serialNumber) => search({ ...draft.trimmed(), serialNumber }),
  })
  return { draft, onSearch: () => search(draft.trimmed()), onKeyDown }
}

/** Sort order in the URL; default: newest first. */
export function useMedSort() {
  const [query, setQuery] = useQueryState()
  const sort = {
    key: isSortKey(query.sort) ? query.sort : ('date' as const),
    direction: query.order === 'asc' ? ('asc' as const) : ('desc' as const),
  }
  const setSort = ({ key, direction }: Sort) => {
    // A column that was not sorted before starts ascending. The date, and a column that is already sorted, take the direction that the table
    // requests.
    const next = key === sort.key || key === 'date' ? direction : 'asc'
    setQuery({ sort: key === 'date' ? undefined : key, order: next === 'desc' ? undefined : next })
  }
  return { sort, setSort }
}

export function useMeds({ location = '', ...texts }: Filters<Name>['values'], { key, direction }: ReturnType<typeof useMedSort>['sort']) {
  const written = JSON.stringify(texts)
  const search: Search = useMemo(
    () => ({
      ...(JSON.parse(written) as typeof texts), // the line above wrote such texts as JSON
      customerLocationId: Number(location) || 0,
      sort: key,
      sortOrder: direction,
    }),
    [written, location, key, direction],
  )
  const meds = trpc.med.readManyBySearch.useInfiniteQuery(
    { ...search, ...usePageLimit() },
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    },
  )
  return { search, meds, rows: meds.data?.pages.flatMap((page) => page.items) }
}
