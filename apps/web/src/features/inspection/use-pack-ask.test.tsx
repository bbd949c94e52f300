import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useOwnFigures } from './use-pack-ask.ts'

test('dispensed figures are dropped from the balance when the period changes, because they were added up for the earlier period', () => {
  const year = { from: '2026-01-01', to: '2026-12-31' }
  const { result, rerender } = renderHook(useOwnFigures, { initialProps: year })
  const figures = { report: null, lines: [{ ndc: '00071015523', opening: null, dispensed: 40 }] }
  act(() => result.current[1](figures))
  expect(result.current[0]).toEqual(figures)
  rerender({ ...year, from: '2026-10-01' })
  expect(result.current[0].lines).toEqual([])
  rerender(year)
  expect(result.current[0]).toEqual(figures)
})
