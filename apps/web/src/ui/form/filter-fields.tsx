import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { DateField } from '../field/date-field.tsx'
import { formatLongDate } from '../text/format.ts'
import css from './filter-bar.module.css'
import type { Chip } from './filter-bar.tsx'
import type { FilterField, Filters, FilterValues } from './use-filters.ts'

/** Values that are typed but not searched for yet. */
export interface Draft<Name extends string> {
  draft: FilterValues<Name>
  change: (name: Name, value: string) => void
  trimmed: () => FilterValues<Name>
}

/** The filter values being edited. Whenever the URL changes, its values overwrite this draft. */
export function useDraft<Name extends string>({ values }: Filters<Name>): Draft<Name> {
  const [draft, setDraft] = useState(values)
  useEffect(() => setDraft(values), [values])
  const change = (name: Name, value: string) => setDraft((before) => ({ ...before, [name]: value }))
  const trimmed = () => Object.fromEntries(Object.entries<string>(draft).map(([name, value]) => [name, value.trim()])) as typeof draft // Object.fromEntries() loses the names of the fields
  return { draft, change, trimmed }
}

interface FilterFieldsProps<Name extends string> {
  fields: readonly FilterField<Name>[]
  draft: FilterValues<Name>
  onChange: (name: Name, value: string) => void
}

const pickClass = (field: { keep?: boolean; short?: boolean }) =>
  [css.field, field.keep && css.keep, field.short && css.short].filter(Boolean).join(' ')
const day = pickClass({ short: true })

export function FilterFields<Name extends string>({ fields, draft, onChange }: FilterFieldsProps<Name>) {
  return fields.map((field) => {
    if (field.kind === 'days') {
      const [from, to] = field.labels ?? ['From', 'To']
      return [
        <DateField key={field.from} label={from} value={draft[field.from]} onChange={(day) => onChange(field.from, day)} className={day} />,
        <DateField
          key={field.to}
          label={to}
          value={draft[field.to]}
          notBefore={draft[field.from]}
          onChange={(day) => onChange(field.to, day)}
          className={day}
        />,
      ]
    }
    const { name, label } = field
    if (field.kind === 'day')
      return <DateField key={name} label={label} value={draft[name]} onChange={(value) => onChange(name, value)} className={day} />
    if (field.kind === 'check') {
      return (
        <Checkbox
          key={name}
          py={8}
          label={label}
          checked={draft[name] === '1'}
          onChange={(event) => onChange(name, event.currentTarget.checked ? '1' : '')}
        />
      )
    }
    if (field.kind === 'choice') {
      return field.hidden ? null : (
        <NativeSelect
          key={name}
          label={label}
          data={[...field.options]}
          value={draft[name]}
          onChange={(event) => onChange(name, event.currentTarget.value)}
          className={pickClass(field)}
        />
      )
    }
    return (
      <TextInput
        key={name}
        label={label}
        placeholder={field.placeholder ?? 'Any'}
        autoComplete="off"
        spellCheck={false}
        value={draft[name]}
        onChange={(event) => onChange(name, event.currentTarget.value)}
        className={pickClass(field)}
        onKeyDown={field.onKeyDown}
      />
    )
  })
}

/** The days of a filter in words: "since Sep 1, 2026". */
export function dayWords(from: string, to: string): string {
  if (from && to) return `${formatLongDate(from)} to ${formatLongDate(to)}`
  return from ? `since ${formatLongDate(from)}` : `until ${formatLongDate(to)}`
}

/** A removable chip for each search condition; dates come first because they limit all others. */
export function makeChips<Name extends string>({ fields, values, set }: Filters<Name>): Chip[] {
  const chip = (names: readonly Name[], label: string, value: string): Chip => ({
    key: names.join(),
    label,
    value,
    // the keys are `names`, but Object.fromEntries() types them as string
    onRemove: () => set(Object.fromEntries(names.map((name) => [name, ''])) as Partial<FilterValues<Name>>),
  })
  const inOrder = [...fields].sort((a, b) => Number(b.kind === 'days') - Number(a.kind === 'days'))
  return inOrder.flatMap((field) => {
    if (field.kind === 'days') {
      const [from, to] = [values[field.from], values[field.to]]
      return from || to ? [chip([field.from, field.to], field.label, (field.words ?? dayWords)(from, to))] : []
    }
    const value = values[field.name]
    if (value === '') return []
    if (field.kind === 'check') return [chip([field.name], ...field.chip)]
    if (field.kind === 'day') return [chip([field.name], field.label, formatLongDate(value))]
    if (field.kind === 'text') return [chip([field.name], field.label, value)]
    const chosen = field.options.find((one) => one.value === value)
    return chosen && !field.silent ? [chip([field.name], field.label, chosen.label)] : []
  })
}
