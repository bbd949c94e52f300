import { expect, test } from 'vitest'
import { shareOf, shareOfValue } from './limit-share.ts'

test('The share of packages sent is computed from the dispensed packages once their number is entered, and from the received packages until then', () => {
  expect(shareOf({ sent: 5, received: 100, dispensed: null })).toBe(5)
  expect(shareOf({ sent: 5, received: 100, dispensed: 45 })).toBe(10)
  expect(shareOf({ sent: 0, received: 0, dispensed: null })).toBeNull()
})

test('the share by value is not computed until the value of the dispensed packages is entered', () => {
  expect(shareOfValue({ sentCents: 500, dispensedCents: null })).toBeNull()
  expect(shareOfValue({ sentCents: 500, dispensedCents: 9500 })).toBe(5)
})
