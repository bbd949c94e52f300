import { DAY_MS } from '../../../core/day.ts'

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)
const asDay = (date: Date) => date.toISOString().slice(0, 10)
const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day))

const MONDAY = 1
const THURSDAY = 4

/** The nth weekday of a month, counting from 1. */
function nth(year: number, month: number, weekday: number, n: number): Date {
  const first = utc(year, month, 1).getUTCDay()
  return utc(year, month, 1 + ((weekday - first + 7) % 7) + (n - 1) * 7)
}

/** The last Monday of May is seven days before the first Monday of June. */
const memorialDay = (year: number) => new Date(nth(year, 6, MONDAY, 1).getTime() - 7 * DAY_MS)

/** A fixed-date holiday that falls on a Saturday is observed on Friday, on a Sunday on Monday. */
function observed(date: Date): Date {
  const shift = date.getUTCDay() === 6 ? -1 : date.getUTCDay() === 0 ? 1 : 0
  return new Date(date.getTime() + shift * DAY_MS)
}

/**
 * Federal holidays of a year on the days they are observed, as `YYYY-MM-DD`. A New Year's Day on a Saturday is observed in the previous year and so
 * is missing here.
 *
 * @see 5 U.S.C. 6103; Juneteenth since 2021.
 */
export function listFederalHolidays(year: number): string[] {
  const fixed = [utc(year, 1, 1), ...(year >= 2021 ? [utc(year, 6, 19)] : []), utc(year, 7, 4), utc(year, 11, 11), utc(year, 12, 25)]
  const moving = [
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    memorialDay(year),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    nth(year, 11, THURSDAY, 4),
  ]
  const nextNewYear = observed(utc(year + 1, 1, 1))
  const days = [...fixed.map(observed), ...moving, nextNewYear].map(asDay)
  return [...new Set(days)].filter((day) => day.startsWith(String(year))).sort()
}

/** Cache by year. */
const HOLIDAYS = new Map<number, ReadonlySet<string>>()

export function isBusinessDay(day: string): boolean {
  const date = asDate(day)
  if (date.getUTCDay() === 0 || date.getUTCDay() === 6) return false
  const year = date.getUTCFullYear()
  const holidays = HOLIDAYS.get(year) ?? new Set(listFederalHolidays(year))
  HOLIDAYS.set(year, holidays)
  return !holidays.has(day)
}

const nextDay = (day: string) => asDay(new Date(asDate(day).getTime() + DAY_MS))

/** Adds business days to a day. `2026-09-16`, 3 -> `2026-09-21`. */
export function addBusinessDays(day: string, amount: number): string {
  let at = day
  for (let left = amount; left > 0; ) {
    at = nextDay(at)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}

/** Number of business days between two days; negative if `to` is before `from`. */
export function businessDaysBetween(from: string, to: string): number {
  if (to < from) return -businessDaysBetween(to, from) || -1
  let days = 0
  for (let at = from; at < to; ) {
    at = nextDay(at)
    if (isBusinessDay(at)) days += 1
  }
  return days
}
