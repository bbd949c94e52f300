import { expect, test } from 'vitest'
import { makeOncePer } from './once-per.ts'

test('the scanner reports each code at most once in 2 s, and a code that stays in view only once', () => {
  const isNew = makeOncePer(2000)
  expect(isNew('A', 0)).toBe(true)
  expect(isNew('A', 1500)).toBe(false)
  expect(isNew('B', 1600)).toBe(true)
  expect(isNew('A', 3000)).toBe(false)
  expect(isNew('A', 5000)).toBe(true)
})
