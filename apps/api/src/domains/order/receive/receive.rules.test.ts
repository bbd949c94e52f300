import { describe, expect, test } from 'vitest'
import { parseRanges, pickSscc } from './receive.rules.ts'

describe('line ranges', () => {
  test.each([
    ['{}', []],
    ['{[0,3)}', [[0, 2]]],
    [
      '{[0,3),[7,8)}',
      [
        [0, 2],
        [7, 7],
      ],
    ],
  ])('are parsed from PostgreSQL’s %s', (text, ranges) => expect(parseRanges(text)).toEqual(ranges))
})

describe('an SSCC as written by callers', () => {
  test.each([
    ['003888800000000017', '003888800000000017'],
    ['00003888800000000017', '003888800000000017'],
    ['(00)003888800000000017', '003888800000000017'],
    ['(00) 0038888 0000000001 7', '003888800000000017'],
  ])('is recognized in %s', (text, sscc) => expect(pickSscc(text)).toBe(sscc))

  test.each(['', 'X', '0038888000000000', '0000388880000000001'])('is not recognized in “%s”', (text) =>
    expect(pickSscc(text)).toBeUndefined(),
  )
})
