import { expect, test } from 'vitest'
import { MOST_ATTEMPTS, nextAttempt } from './retry.rules.ts'

const now = new Date('2026-11-27T10:00:00Z')
const minutes = (at: Date | null) => at && (at.getTime() - now.getTime()) / 60_000

test('The delay grows with each attempt, and there is no further attempt after the last allowed one', () => {
  expect([1, 2, 3, 4].map((attempts) => minutes(nextAttempt(attempts, undefined, now, 0.5)))).toEqual([1, 5, 30, 120])
  expect(nextAttempt(MOST_ATTEMPTS, undefined, now, 0.5)).toBeNull()
})

test('A receiver may ask for a longer delay, which is limited to a day', () => {
  expect(minutes(nextAttempt(1, '600', now, 0.5))).toBe(10)
  expect(minutes(nextAttempt(1, '9999999', now, 0.5))).toBe(24 * 60)
  expect(minutes(nextAttempt(1, 'soon', now, 0.5))).toBe(1)
})
