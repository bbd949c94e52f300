import { describe, expect, test } from 'vitest'
import { checkDigit, groupCode, hasValidCheckDigit, parseGs1Date } from '../src/index.ts'

describe('the GS1 date parser', () => {
  test.each([
    ['280731', 2026, '2028-07-31'],
    ['240200', 2026, '2024-02-29'],
    ['250200', 2026, '2025-02-28'],
    ['760101', 2026, '2076-01-01'],
    ['770101', 2026, '1977-01-01'],
    ['000229', 2099, '2100-02-29'],
  ])('reads %s, scanned in %i, as %s if that day exists', (digits, year, date) => {
    const result = parseGs1Date(digits, year)
    expect(result).toEqual(date === '2100-02-29' ? { ok: false, error: 'no_such_date' } : { ok: true, value: date })
  })

  test('explains the error of an invalid date', () => {
    expect(parseGs1Date('281301', 2026)).toEqual({ ok: false, error: 'no_such_date' })
    expect(parseGs1Date('280230', 2026)).toEqual({ ok: false, error: 'no_such_date' })
    expect(parseGs1Date('28073', 2026)).toEqual({ ok: false, error: 'not_six_digits' })
  })
})

describe('the grouping of codes', () => {
  test('splits a code into readable groups', () => {
    expect(groupCode('gtin', '00301162001165')).toEqual(['0', '03', '01162', '00116', '5'])
    expect(groupCode('gln', '0614141123452')).toEqual(['0614', '1411', '2345', '2'])
    expect(groupCode('sscc', '106141412345678908')).toEqual(['106', '141', '412', '345', '678', '908'])
    expect(groupCode('serial', '10000083546563')).toEqual(['1000', '0083', '5465', '63'])
    expect(groupCode('gtin', '123')).toEqual(['123'])
    expect(groupCode('lot', '')).toEqual([])
  })
})

describe('check digits', () => {
  test('match the GS1 General Specifications', () => {
    expect(checkDigit('629104150021')).toBe(3)
    expect(checkDigit('37610425002123456')).toBe(9)
    expect(checkDigit('12x')).toBeNaN()
    expect(checkDigit('')).toBeNaN()
    expect(hasValidCheckDigit('6291041500213')).toBe(true)
    expect(hasValidCheckDigit('6291041500214')).toBe(false)
    expect(hasValidCheckDigit('0')).toBe(false)
  })
})
