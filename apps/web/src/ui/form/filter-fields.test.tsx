import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { makeChips } from './filter-fields.tsx'
import { type FilterField, useFilters } from './use-filters.ts'

type Name = 'sender' | 'from' | 'to' | 'open'
const fields: readonly FilterField<Name>[] = [
  { kind: 'text', name: 'sender', label: 'Sender' },
  { kind: 'days', from: 'from', to: 'to', label: 'Received', words: (from, to) => `${from} to ${to}` },
  { kind: 'check', name: 'open', label: 'Only open', chip: ['Orders', 'open'] },
]
const usual = { from: '2026-11-01', to: '2026-11-07' }

function search(path: string) {
  const { hook, searchHook, history = [] } = memoryLocation({ path, record: true })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router hook={hook} searchHook={searchHook}>
      {children}
    </Router>
  )
  const { result } = renderHook(() => useFilters(fields, usual), { wrapper })
  return { result, history }
}

test('the filter fields start with their defaults unless the URL has other values', () => {
  expect(search('/orders').result.current.values).toEqual({ ...usual, sender: '', open: '' })
  expect(search('/orders?from=any&sender=North').result.current.values).toEqual({ from: '', to: usual.to, sender: 'North', open: '' })
})

test('the filter fields write a value into the URL only if it is not the default, and “any” if the user cleared a field that has a default', () => {
  const { result, history } = search('/orders?other=1')
  act(() => result.current.set({ sender: 'North', from: '' }))
  expect(history.at(-1)).toBe('/orders?other=1&sender=North&from=any')
  act(() => result.current.set({ sender: '', from: usual.from }))
  expect(history.at(-1)).toBe('/orders?other=1')
})

test('the filter fields show a removable chip for each filter; the chip of the date range comes first', () => {
  const { result, history } = search('/orders?sender=North&open=1')
  const chips = makeChips(result.current)
  expect(chips.map(({ label, value }) => `${label} ${value}`)).toEqual(['Received 2026-11-01 to 2026-11-07', 'Sender North', 'Orders open'])
  act(() => chips[0]?.onRemove())
  expect(history.at(-1)).toBe('/orders?sender=North&open=1&from=any&to=any')
})
