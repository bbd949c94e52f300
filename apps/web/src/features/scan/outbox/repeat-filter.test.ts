import { expect, test } from 'vitest'
import { makeRepeatFilter } from './repeat-filter.ts'

test('the scanner reports a code again only after the code has been out of view for 2 s', () => {
  const isNew = makeRepeatFilter(2000)
  expect(isNew('A', 0)).toBe(true)
  expect(isNew('A', 1500)).toBe(false)
  expect(isNew('B', 1600)).toBe(true)
  expect(isNew('A', 3000)).toBe(false)
  expect(isNew('A', 5000)).toBe(true)
})
