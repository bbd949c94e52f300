import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBusinessDays, businessDaysBetween, isBusinessDay, listFederalHolidays } from './business-days.rules.ts'

describe('federal holidays', () => {
  test('in 2026 are the eleven listed by the Office of Personnel Management', () =>
    expect(listFederalHolidays(2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]))

  test.each([
    ['Christmas of 2022 on a Sunday is observed on Monday', '2022-12-26'],
    ['New Year of 2022 on a Saturday is observed in 2021', '2021-12-31'],
    ['Independence Day of 2027 on a Sunday is observed on Monday', '2027-07-05'],
    ['Memorial Day of 2021 is on the last day of May', '2021-05-31'],
    ['Juneteenth of 2027 on a Saturday is observed on Friday', '2027-06-18'],
  ])('%s', (_, day) => expect(isBusinessDay(day)).toBe(false))

  test('include Juneteenth since 2021', () => {
    expect(listFederalHolidays(2020)).not.toContain('2020-06-19')
    expect(listFederalHolidays(2021)).toContain('2021-06-18')
  })

  test('are never observed on a weekend, and there are ten to twelve of them each year', () => {
    for (let year = 2021; year < 2100; year += 1) {
      const days = listFederalHolidays(year)
      expect(days.length).toBeGreaterThanOrEqual(10)
      expect(days.length).toBeLessThanOrEqual(12)
      for (const day of days) expect([0, 6]).not.toContain(new Date(`${day}T00:00:00Z`).getUTCDay())
    }
  })
})

describe('business days', () => {
  test.each([
    ['2026-09-16', 3, '2026-09-21'],
    ['2026-09-18', 1, '2026-09-21'],
    ['2026-09-19', 1, '2026-09-21'],
    ['2026-09-20', 0, '2026-09-20'],
    // Spans Thanksgiving and the weekend after it.
    ['2026-11-24', 3, '2026-11-30'],
    ['2026-07-02', 1, '2026-07-06'],
  ])('%s plus %i is %s', (from, amount, to) => expect(addBusinessDays(from, amount)).toBe(to))

  test('are counted as n from a day to its nth business day, and as a negative number from the later day to the earlier one', () => {
    const day = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 60 }), (from, amount) => {
        const to = addBusinessDays(from, amount)
        expect(businessDaysBetween(from, to)).toBe(amount)
        expect(businessDaysBetween(to, from)).toBeLessThan(0)
        expect(isBusinessDay(to)).toBe(true)
      }),
    )
    expect(businessDaysBetween('2026-09-21', '2026-09-20')).toBe(-1)
  })
})
