import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computePercent, prorate, type Replaced } from './proration.ts'

const at = (day: string) => new Date(`${day}T15:00:00Z`)
const basic = (subtotalCents: number, paidUntil: string | null, quantity = 1, period: Replaced['period'] = 'month'): Replaced => ({
  product: 'basic',
  display: 'Basic',
  quantity,
  subtotalCents,
  period,
  paidUntil: paidUntil === null ? null : at(paidUntil),
})

/** Each case was computed by hand: [today, Basic subscriptions, Enterprise's price and quantity, credit of each, first month]. */
const CASES: [string, Replaced[], number, number, number[], number][] = [
  // Credits: 12/30 of 118.00 = 47.20, 18/30 of 118.00 = 70.80, 25/30 of 59.00 = 49.1666…
  [
    '2026-09-16',
    [basic(11_800, '2026-09-28', 2), basic(11_800, '2026-10-04', 2), basic(5900, '2026-10-11')],
    14_900,
    5,
    [4720, 7080, 4917],
    57_783,
  ],
  // The plan was bought today, so every day until the next charge is unused. The days are divided by the length of the current month.
  ['2026-01-31', [basic(5900, '2026-02-28')], 14_900, 1, [5329], 9571], // 28/31 of 59.00 = 53.290…
  ['2026-03-01', [basic(5900, '2026-04-01')], 14_900, 1, [5900], 9000], // 31/31
  // A February of 28 days gives a credit of 14/28 of 59.00; in a leap year, it is 14/29 of 59.00 = 28.4827…
  ['2027-02-14', [basic(5900, '2027-02-28')], 14_900, 1, [2950], 11_950],
  ['2028-02-14', [basic(5900, '2028-02-28')], 14_900, 1, [2848], 12_052],
  // 30 days left in a 28-day month count as the whole month.
  ['2027-02-01', [basic(5900, '2027-03-03')], 14_900, 1, [5900], 9000],
  // Nothing is left to credit, because the next charge is due today, is overdue, or does not exist (no paid period).
  ['2026-09-16', [basic(5900, '2026-09-16'), basic(5900, '2026-09-10'), basic(5900, null)], 14_900, 1, [0, 0, 0], 14_900],
  // A credit of half a cent, 15/30 of 0.01, rounds up to one cent.
  ['2026-09-15', [basic(1, '2026-09-30')], 100, 1, [1], 99],
  // A credit above the first month's price makes that month free and has no other effect.
  ['2026-09-16', [basic(90_000, '2026-10-16', 9)], 10_000, 2, [90_000], 0],
  // Yearly subscription: 100 of 365 days remain, and 100/365 of 590.00 = 161.6438…
  ['2026-09-16', [basic(59_000, '2026-12-25', 1, 'year')], 14_900, 2, [16_164], 13_636],
]

describe('the upgrade to Enterprise', () => {
  test.each(CASES)(
    '[BILL-027 BILL-028] has the credits and the first month’s price that were worked out by hand: on %s, case %#',
    (today, replaced, priceCents, quantity, credits, firstMonthCents) => {
      const worked = prorate(replaced, { priceCents, quantity }, at(today))
      expect(worked.lines.map((line) => line.creditCents)).toEqual(credits)
      expect(worked.firstMonthCents).toBe(firstMonthCents)
      expect(worked.monthlyCents).toBe(priceCents * quantity)
      expect(worked.creditCents + worked.firstMonthCents).toBe(worked.monthlyCents)
    },
  )

  test('counts calendar days in UTC, regardless of the hour', () => {
    const late = prorate(
      [{ ...basic(3000, '2026-09-28'), paidUntil: new Date('2026-09-28T00:00:00Z') }],
      { priceCents: 9900, quantity: 1 },
      new Date('2026-09-16T23:59:59Z'),
    )
    expect(late.lines[0]).toMatchObject({ daysLeft: 12, daysInPeriod: 30, creditCents: 1200 })
  })

  const amount = fc.integer({ min: 0, max: 5_000_000 })
  const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
  const some = fc.array(
    fc.record({
      subtotalCents: amount,
      paidUntil: fc.option(day),
      period: fc.constantFrom<Replaced['period']>('month', 'year'),
      quantity: fc.integer({ min: 1, max: 50 }),
    }),
    { maxLength: 8 },
  )

  test('[BILL-027 BILL-028 BILL-029] never credits more than was paid or more than the new price, and uses a discount percentage that yields the credit to the cent', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 60 }), day, (list, priceCents, quantity, now) => {
        const replaced = list.map((one) => ({ product: 'basic', display: 'Basic', ...one }))
        const { lines, creditCents, monthlyCents, firstMonthCents, percent } = prorate(replaced, { priceCents, quantity }, now)
        for (const line of lines) {
          expect(Number.isInteger(line.creditCents)).toBe(true)
          expect(line.creditCents).toBeGreaterThanOrEqual(0)
          expect(line.creditCents).toBeLessThanOrEqual(line.subtotalCents)
          expect(line.daysLeft).toBeLessThanOrEqual(line.daysInPeriod)
        }
        expect(creditCents).toBeGreaterThanOrEqual(0)
        expect(creditCents).toBeLessThanOrEqual(monthlyCents)
        expect(firstMonthCents).toBe(monthlyCents - creditCents)
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
        expect(Math.round((monthlyCents * (100 - percent)) / 100 + 1e-9)).toBe(firstMonthCents)
      }),
      { numRuns: 500 },
    )
  })

  test('has a credit that never grows from one day to the next in the same month', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 27 }), (list, date) => {
        const replaced = list.map((one) => ({ product: 'basic', display: 'Basic', ...one }))
        const on = (days: number) => prorate(replaced, { priceCents: 9900, quantity: 3 }, new Date(Date.UTC(2026, 6, days))).creditCents
        expect(on(date + 1)).toBeLessThanOrEqual(on(date))
      }),
    )
  })

  test('has a discount percentage with two decimals, or with more decimals if the amounts require them', () => {
    expect(computePercent(4720, 10_000)).toBe(47.2)
    expect(computePercent(16_717, 74_500)).toBe(22.439)
    expect([computePercent(0, 100), computePercent(200, 100), computePercent(5, 0)]).toEqual([0, 100, 0])
  })
})
