import { useMemo, useRef, useState } from 'react'
import type { PartActions } from '../part/partner-parts.tsx'

/** Keeps a list of a new partner, such as its addresses or contacts, on the page until the form is sent. */
export function useListKeeper<Value>(begin: readonly Value[]) {
  const [first] = useState(() => begin.map((value, at) => ({ key: at + 1, value })))
  const next = useRef(first.length + 1)
  const [entries, setEntries] = useState<readonly { key: number; value: Value }[]>(first)
  const keeper: PartActions<Value> = useMemo(
    () => ({
      async add(value) {
        const key = next.current
        next.current += 1
        setEntries((before) => [...before, { key, value }])
      },
      async change(key, value) {
        setEntries((before) => before.map((entry) => (entry.key === key ? { key, value } : entry)))
      },
      async remove(key) {
        setEntries((before) => before.filter((entry) => entry.key !== key))
      },
    }),
    [],
  )
  return { entries, keeper, values: entries.map((entry) => entry.value), isChanged: entries !== first }
}
