import { DAY_MS } from './span.ts'

/** A subscription that Enterprise replaces. */
export interface Replaced {
  product: string
  display: string
  quantity: number
  /** Price of one period for all units, before tax. */
  subtotalCents: number
  period: 'month' | 'year'
  /** Time up to which the subscription is paid: its next charge or, if it is canceled, its end. null for a trial or if a payment is overdue. */
  paidUntil: Date | null
}

export interface CreditLine {
  product: string
  display: string
  quantity: number
  subtotalCents: number
  paidUntil: Date | null
  daysLeft: number
  daysInPeriod: number
  period: 'month' | 'year'
  creditCents: number
}

export interface Proration {
  lines: CreditLine[]
  /** Sum of the lines, capped at the price of the first month. */
  creditCents: number
  /** Price of Enterprise per month, for all units. */
  monthlyCents: number
  firstMonthCents: number
  /** The credit as a percentage of the monthly price, at most 100, with the fewest decimals that yield the exact credit in cents. */
  percent: number
}

/** Rounds to whole cents, half up: the only rounding rule for computed amounts. */
const roundCents = (cents: number) => Math.floor(cents + 0.5 + 1e-9)

const countDays = (at: Date) => Math.floor(at.getTime() / DAY_MS)

/** Number of days in the month or year of `at` (UTC). */
function daysIn(period: 'month' | 'year', at: Date): number {
  const year = at.getUTCFullYear()
  const from = period === 'year' ? Date.UTC(year, 0) : Date.UTC(year, at.getUTCMonth())
  const to = period === 'year' ? Date.UTC(year + 1, 0) : Date.UTC(year, at.getUTCMonth() + 1)
  return (to - from) / DAY_MS
}

/**
 * Computes the first month's price when a customer upgrades from Basic to Enterprise (BILL-027 … BILL-029, decision 35). Each Basic subscription
 * gives a credit for the time that is paid but unused. The unused share is the number of calendar days (UTC) from today to the next charge, divided
 * by the number of days in the current month, or in the year for a yearly subscription. Each credit is rounded to a cent, half up. The sum of the
 * credits is deducted from the price, but never more than the price.
 */
export function prorate(replaced: readonly Replaced[], enterprise: { priceCents: number; quantity: number }, now: Date): Proration {
  const lines = replaced.map(({ product, display, quantity, subtotalCents, period, paidUntil }): CreditLine => {
    const daysInPeriod = daysIn(period, now)
    const daysLeft = paidUntil ? Math.min(daysInPeriod, Math.max(0, countDays(paidUntil) - countDays(now))) : 0
    const creditCents = roundCents((daysLeft * subtotalCents) / daysInPeriod)
    return { product, display, quantity, subtotalCents, paidUntil, daysLeft, daysInPeriod, period, creditCents }
  })
  const monthlyCents = enterprise.priceCents * enterprise.quantity
  const sum = lines.reduce((total, line) => total + line.creditCents, 0)
  const creditCents = Math.min(sum, monthlyCents)
  return {
    lines,
    creditCents,
    monthlyCents,
    firstMonthCents: monthlyCents - creditCents,
    percent: computePercent(creditCents, monthlyCents),
  }
}

/**
 * Returns the discount in percent that deducts exactly `creditCents`, with as few decimals as possible. The payment provider supports no discounts in
 * cents.
 */
export function computePercent(creditCents: number, ofCents: number): number {
  if (creditCents <= 0 || ofCents <= 0) return 0
  if (creditCents >= ofCents) return 100
  const exact = (creditCents / ofCents) * 100
  for (let decimals = 2; decimals < 10; decimals += 1) {
    const percent = Number(exact.toFixed(decimals))
    if (roundCents((ofCents * (100 - percent)) / 100) === ofCents - creditCents) return percent
  }
  return exact
}
