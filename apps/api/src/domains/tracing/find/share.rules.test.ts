import { describe, expect, test } from 'vitest'
import { shareOf } from './share.rules.ts'

describe('the limits of a search', () => {
  test('let a request for a few lots list up to 500 packages and count up to 10,000 for each lot', () => {
    expect(shareOf({ serials: 0, groups: 0 })).toEqual({ ofSerial: 50, listed: 500, counted: 10_000 })
    expect(shareOf({ serials: 1000, groups: 40 })).toEqual({ ofSerial: 50, listed: 500, counted: 10_000 })
  })

  test('cap what a request for 10,000 items lists and counts, whatever the items are', () => {
    for (const groups of [1, 50, 100, 3000, 10_000]) {
      const { listed, counted } = shareOf({ serials: 10_000 - groups, groups })
      expect(listed * groups, String(groups)).toBeLessThanOrEqual(20_000)
      expect(counted * groups, String(groups)).toBeLessThanOrEqual(1_000_000)
    }
    expect(shareOf({ serials: 10_000, groups: 0 }).ofSerial * 10_000).toBe(50_000)
  })
})
