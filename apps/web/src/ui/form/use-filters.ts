import { type KeyboardEvent, useMemo } from 'react'
import { useQueryState } from './use-query-state.ts'

/** Value that means "no filter" in the URL; if the parameter is absent, the default applies. */
const ANY = 'any'

interface Place {
  /** Puts the field behind "Advanced search options" instead of in the row. */
  advanced?: boolean
}

/** A field of a list's search. Its name is that of the URL parameter; its value is always text, and an empty text means no filter. */
export type FilterField<Name extends string> = Place &
  (
    | {
        kind: 'text'
        name: Name
        label: string
        placeholder?: string
        /** Keeps the field in the filter row on phones, where the row hides the other fields. */
        keep?: boolean
        /** Narrow, for values of a few characters. */
        short?: boolean
        onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
      }
    /** The start and the end of a date range, shown as one chip. */
    | {
        kind: 'days'
        from: Name
        to: Name
        label: string
        labels?: readonly [string, string]
        words?: (from: string, to: string) => string
      }
    | {
        kind: 'choice'
        name: Name
        label: string
        options: readonly { value: string; label: string }[]
        /** Whether the list shows no chip for this filter when the filter is set. */
        silent?: boolean
        /** Hides the field when there is nothing to choose. */
        hidden?: boolean
        /** Keeps the field in the filter row on phones, where the row hides the other fields. */
        keep?: boolean
      }
    /** One day. */
    | { kind: 'day'; name: Name; label: string }
    | { kind: 'check'; name: Name; label: string; chip: readonly [label: string, value: string] }
  )

export type FilterValues<Name extends string> = Record<Name, string>

export interface Filters<Name extends string> {
  fields: readonly FilterField<Name>[]
  values: FilterValues<Name>
  set: (change: Partial<FilterValues<Name>>) => void
  /** Whether every filter has its default value. */
  isUsual: boolean
  clear: () => void
}

const collectNames = <Name extends string>(field: FilterField<Name>): readonly Name[] =>
  field.kind === 'days' ? [field.from, field.to] : [field.name]

/** State of a list's filters, stored in the URL. `usual` contains the default values, which the URL omits. */
export function useFilters<Name extends string>(
  fields: readonly FilterField<Name>[],
  usual: Partial<FilterValues<Name>> = {},
): Filters<Name> {
  const [query, setQuery] = useQueryState()
  const names = fields.flatMap(collectNames)
  const pickUsual = (name: Name): string => usual[name] ?? ''
  const read = (name: Name): string => (query[name] === ANY ? '' : (query[name] ?? pickUsual(name)))
  const written = JSON.stringify(names.map((name) => [name, read(name)]))
  const values = useMemo(() => Object.fromEntries(JSON.parse(written)) as FilterValues<Name>, [written]) // the line above wrote this JSON
  const set = (change: Partial<FilterValues<Name>>) => {
    const next = { ...values, ...change }
    setQuery(Object.fromEntries(names.map((name) => [name, next[name] === pickUsual(name) ? undefined : next[name] || ANY])))
  }
  const isUsual = names.every((name) => values[name] === pickUsual(name))
  const clear = () => set(Object.fromEntries(names.map((name) => [name, pickUsual(name)])) as FilterValues<Name>) // Object.fromEntries() loses the names of the fields
  return { fields, values, set, isUsual, clear }
}
