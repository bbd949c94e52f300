import { expect, test } from 'vitest'
import { coversAll, standingOf } from './standing.rules.ts'

const at = new Date('2026-11-24T14:10:00Z')
const none = { direction: 'in' as const, acknowledgedAt: null, answeredAt: null, coveredAt: null, endedAt: null }

test('a request is first new, then open once it is acknowledged, partly answered, answered, and finally closed', () => {
  expect(standingOf(none)).toBe('new')
  expect(standingOf({ ...none, acknowledgedAt: at })).toBe('open')
  expect(standingOf({ ...none, answeredAt: at })).toBe('partly')
  expect(standingOf({ ...none, answeredAt: at, coveredAt: at })).toBe('answered')
  expect(standingOf({ ...none, answeredAt: at, coveredAt: at, endedAt: at })).toBe('closed')
})

test('a request that we sent is open until the partner answers', () => {
  expect(standingOf({ ...none, direction: 'out' })).toBe('open')
  expect(standingOf({ ...none, direction: 'out', answeredAt: at })).toBe('answered')
})

test('a request is covered by several partial answers together, or by one full answer', () => {
  expect(coversAll([[1, 2], [3]], 3)).toBe(true)
  expect(coversAll([[1, 2], [2]], 3)).toBe(false)
  expect(coversAll([[1], [1, 2, 3]], 3)).toBe(true)
  expect(coversAll([[1, 2, 3]], 4)).toBe(false)
  expect(coversAll([[]], 0)).toBe(false)
  expect(coversAll([], 1)).toBe(false)
})
