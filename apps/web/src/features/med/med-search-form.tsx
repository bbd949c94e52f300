import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { Outputs } from '../../api/trpc.ts'
import { DateField } from '../../ui/date-field.tsx'
import { type Chip, FilterBar } from '../../ui/filter-bar.tsx'
import { formatLongDate } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { looksScanned, readSerialScan } from '../scan/serial-scan.ts'
import { useScanField } from '../scan/use-scan-field.ts'
import type { MedFilters } from './use-med-search.ts'

interface MedSearchFormProps {
  filters: MedFilters
  onSearch: (filters: Partial<MedFilters>) => void
  locations: Outputs['location']['readAllByUserid']
  count: ReactNode
  aside: ReactNode
  sheetOpened: boolean
  onSheetClose: () => void
}

type TextName = 'serialNumber' | 'ndc' | 'medName' | 'manufacturerName' | 'lotNumber'

export function MedSearchForm(props: MedSearchFormProps) {
  const { filters, onSearch, locations } = props
  const [draft, setDraft] = useState(filters)
  const written = JSON.stringify(filters)
  useEffect(() => setDraft(JSON.parse(written) as MedFilters), [written]) // as it was written in the line above
  const change = (part: Partial<MedFilters>) => setDraft((before) => ({ ...before, ...part }))

  /** The fields with a scan in the serial field taken apart; undefined, and said, when it cannot be. */
  const takenApart = (whole: MedFilters): MedFilters | undefined => {
    if (!looksScanned(whole.serialNumber)) return whole
    const scan = readSerialScan(whole.serialNumber)
    if (scan.ok) return { ...whole, ...scan.fields }
    toast.attention(scan.message, { seconds: 10, ...(scan.detail ? { detail: scan.detail } : {}) })
    change({ serialNumber: '' })
    return undefined
  }
  const search = (whole: MedFilters) => {
    const next = takenApart(whole)
    if (!next) return
    setDraft(next)
    onSearch(trimmed(next))
  }
  // What stands still and is long is a whole scan, and is searched for at once.
  const { onKeyDown } = useScanField({
    value: draft.serialNumber,
    settled: filters.serialNumber,
    onWrite: (serialNumber) => change({ serialNumber }),
    onScan: (serialNumber) => search({ ...draft, serialNumber }),
  })
  const text = (name: TextName, label: string, className: string, placeholder = 'Any') => (
    <TextInput
      label={label}
      placeholder={placeholder}
      className={className}
      autoComplete="off"
      spellCheck={false}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...(name === 'serialNumber' ? { onKeyDown } : {})}
    />
  )
  const places = [{ value: '0', label: 'Any' }, ...locations.map((place) => ({ value: String(place.id), label: place.name }))]
  return (
    <FilterBar
      label="Pedigrees"
      onSubmit={() => search(draft)}
      chips={chipsOf(props)}
      count={props.count}
      aside={props.aside}
      sheetOpened={props.sheetOpened}
      onSheetClose={props.onSheetClose}
      advancedLabel="Advanced Search Options"
      advanced={
        <>
          {locations.length > 1 && (
            <NativeSelect
              label="Location"
              data={places}
              value={String(draft.locationId)}
              onChange={(event) => change({ locationId: Number(event.currentTarget.value) })}
            />
          )}
          <DateField label="Start date" value={draft.startDate} onChange={(day) => change({ startDate: day })} className="field--s" />
          <DateField label="End date" value={draft.endDate} onChange={(day) => change({ endDate: day })} className="field--s" />
        </>
      }
    >
      {text('serialNumber', 'Serial number', 'field--keep', 'Scan or type')}
      {text('ndc', 'NDC', 'field--s')}
      {text('medName', 'Med name', 'field--m')}
      {text('manufacturerName', 'Manufacturer', 'field--m')}
      {text('lotNumber', 'Lot number', 'field--s')}
    </FilterBar>
  )
}

function trimmed(filters: MedFilters): MedFilters {
  const { serialNumber, ndc, medName, manufacturerName, lotNumber } = filters
  return {
    ...filters,
    serialNumber: serialNumber.trim(),
    ndc: ndc.trim(),
    medName: medName.trim(),
    manufacturerName: manufacturerName.trim(),
    lotNumber: lotNumber.trim(),
  }
}

const labels: readonly [TextName, string][] = [
  ['serialNumber', 'Serial number'],
  ['ndc', 'NDC'],
  ['medName', 'Med name'],
  ['manufacturerName', 'Manufacturer'],
  ['lotNumber', 'Lot number'],
]

function chipsOf({ filters, onSearch, locations }: MedSearchFormProps): Chip[] {
  const { startDate, endDate, locationId } = filters
  const chips: Chip[] = labels
    .filter(([name]) => filters[name] !== '')
    .map(([name, label]) => ({ key: name, label, value: filters[name], onRemove: () => onSearch({ [name]: '' }) }))
  if (startDate || endDate) {
    const value =
      startDate && endDate
        ? `${formatLongDate(startDate)} to ${formatLongDate(endDate)}`
        : startDate
          ? `since ${formatLongDate(startDate)}`
          : `until ${formatLongDate(endDate)}`
    chips.push({ key: 'dates', label: 'Date', value, onRemove: () => onSearch({ startDate: '', endDate: '' }) })
  }
  const place = locations.find((one) => one.id === locationId)
  if (place) chips.push({ key: 'location', label: 'Location', value: place.name, onRemove: () => onSearch({ locationId: 0 }) })
  return chips
}
