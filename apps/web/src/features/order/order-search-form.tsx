import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { Outputs } from '../../api/trpc.ts'
import { DateField } from '../../ui/date-field.tsx'
import { type Chip, FilterBar } from '../../ui/filter-bar.tsx'
import { formatDay, formatLongDate } from '../../ui/format.ts'
import type { OrderFilters } from './use-order-search.ts'

interface OrderSearchFormProps {
  filters: OrderFilters
  onSearch: (filters: Partial<OrderFilters>) => void
  isThisWeek: boolean
  locations: Outputs['location']['readAllByUserid']
  count: ReactNode
  sheetOpened: boolean
  onSheetClose: () => void
}

export function OrderSearchForm(props: OrderSearchFormProps) {
  const { filters, onSearch, locations } = props
  const [draft, setDraft] = useState(filters)
  const { senderName, purchaseOrderNumber, from, to, locationId, open, voided } = filters
  useEffect(
    () => setDraft({ senderName, purchaseOrderNumber, from, to, locationId, open, voided }),
    [senderName, purchaseOrderNumber, from, to, locationId, open, voided],
  )
  const change = (part: Partial<OrderFilters>) => setDraft((before) => ({ ...before, ...part }))
  const places = [{ value: '0', label: 'Any' }, ...locations.map((place) => ({ value: String(place.id), label: place.name }))]
  return (
    <FilterBar
      label="Orders"
      onSubmit={() => onSearch({ ...draft, senderName: draft.senderName.trim(), purchaseOrderNumber: draft.purchaseOrderNumber.trim() })}
      chips={chipsOf(props)}
      count={props.count}
      sheetOpened={props.sheetOpened}
      onSheetClose={props.onSheetClose}
      advanced={
        <>
          <NativeSelect
            label="Location"
            data={places}
            value={String(draft.locationId)}
            onChange={(event) => change({ locationId: Number(event.currentTarget.value) })}
          />
          <Checkbox
            className="filters-check"
            label="Only orders with something left to receive"
            checked={draft.open}
            onChange={(event) => change({ open: event.currentTarget.checked })}
          />
          <Checkbox
            className="filters-check"
            label="Voided orders instead"
            checked={draft.voided}
            onChange={(event) => change({ voided: event.currentTarget.checked })}
          />
        </>
      }
    >
      <TextInput
        label="Sender"
        placeholder="Any"
        value={draft.senderName}
        onChange={(event) => change({ senderName: event.currentTarget.value })}
        className="field--keep"
      />
      <TextInput
        label="PO number"
        placeholder="Any"
        value={draft.purchaseOrderNumber}
        onChange={(event) => change({ purchaseOrderNumber: event.currentTarget.value })}
      />
      <DateField label="From" value={draft.from} onChange={(day) => change({ from: day })} className="field--s" />
      <DateField label="To" value={draft.to} onChange={(day) => change({ to: day })} className="field--s" />
    </FilterBar>
  )
}

function rangeWords({ from, to }: OrderFilters, isThisWeek: boolean): string {
  if (isThisWeek) return from === to ? `today, ${formatDay(to)}` : `this week, ${formatDay(from)} to ${formatDay(to)}`
  if (from && to) return `${formatLongDate(from)} to ${formatLongDate(to)}`
  return from ? `since ${formatLongDate(from)}` : `until ${formatLongDate(to)}`
}

function chipsOf({ filters, onSearch, isThisWeek, locations }: OrderSearchFormProps): Chip[] {
  const chips: Chip[] = []
  const add = (key: string, label: string, value: string, cleared: Partial<OrderFilters>) =>
    chips.push({ key, label, value, onRemove: () => onSearch(cleared) })
  if (filters.from || filters.to) add('range', 'Received', rangeWords(filters, isThisWeek), { from: '', to: '' })
  if (filters.senderName) add('sender', 'Sender', filters.senderName, { senderName: '' })
  if (filters.purchaseOrderNumber) add('po', 'PO number', filters.purchaseOrderNumber, { purchaseOrderNumber: '' })
  const place = locations.find((one) => one.id === filters.locationId)
  if (place && locations.length > 1) add('location', 'Location', place.name, { locationId: 0 })
  if (filters.open) add('open', 'Orders', 'with something left', { open: false })
  if (filters.voided) add('voided', 'Orders', 'voided', { voided: false })
  return chips
}
