import { DAY_MS } from '../../../core/day.ts'

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)
const asDay = (date: Date) => date.toISOString().slice(0, 10)
const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day))

const MONDAY = 1
const THURSDAY = 4

/** Finds the nth day of a month with this weekday, counting from 1. */
function nth(year: number, month: number, weekday: number, n: number): Date {
  const first = utc(year, month, 1).getUTCDay()
  return utc(year, month, 1 + ((weekday - first + 7) % 7) + (n - 1) * 7)
}

/** The last Monday of May is seven days before the first Monday of June. */
const memorialDay = (year: number) => new Date(nth(year, 6, MONDAY, 1).getTime() - 7 * DAY_MS)

/** A fixed-date holiday that falls on a Saturday is observed on the Friday before, and one that falls on a Sunday on the Monday after. */
function observed(date: Date): Date {
  const shift = date.getUTCDay() === 6 ? -1 : date.getUTCDay() === 0 ? 1 : 0
  return new Date(date.getTime() + shift * DAY_MS)
}

/** Federal holidays of a year on the days they are observed, with their names. */
function nameHolidays(year: number): [day: string, name: string][] {
  const fixed: [Date, string][] = [
    [utc(year, 1, 1), 'New Year’s Day'],
    ...(year >= 2021 ? [[utc(year, 6, 19), 'Juneteenth'] as [Date, string]] : []),
    [utc(year, 7, 4), 'Independence Day'],
    [utc(year, 11, 11), 'Veterans Day'],
    [utc(year, 12, 25), 'Christmas'],
    [utc(year + 1, 1, 1), 'New Year’s Day'],
  ]
  const moving: [Date, string][] = [
    [nth(year, 1, MONDAY, 3), 'Martin Luther King Jr. Day'],
    [nth(year, 2, MONDAY, 3), 'Presidents’ Day'],
    [memorialDay(year), 'Memorial Day'],
    [nth(year, 9, MONDAY, 1), 'Labor Day'],
    [nth(year, 10, MONDAY, 2), 'Columbus Day'],
    [nth(year, 11, THURSDAY, 4), 'Thanksgiving'],
  ]
  return [...fixed.map(([date, name]): [Date, string] => [observed(date), name]), ...moving]
    .map(([date, name]): [string, string] => [asDay(date), name])
    .filter(([day]) => day.startsWith(String(year)))
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Federal holidays of a year on the days they are observed, as `YYYY-MM-DD`. A New Year's Day on a Saturday is observed in the previous year and so
 * is missing here.
 *
 * @see 5 U.S.C. 6103; Juneteenth since 2021.
 */
export const listFederalHolidays = (year: number): string[] => [...holidaysOf(year).keys()]

/** Federal holidays by year, cached. */
const HOLIDAYS = new Map<number, ReadonlyMap<string, string>>()

function holidaysOf(year: number): ReadonlyMap<string, string> {
  const holidays = HOLIDAYS.get(year) ?? new Map(nameHolidays(year))
  HOLIDAYS.set(year, holidays)
  return holidays
}

/** The reason why a day is not a business day: `Saturday`, `Sunday` or the holiday's name; undefined for a business day. */
export function nameDayOff(day: string): string | undefined {
  const date = asDate(day)
  if (date.getUTCDay() === 0) return 'Sunday'
  if (date.getUTCDay() === 6) return 'Saturday'
  return holidaysOf(date.getUTCFullYear()).get(day)
}

export const isBusinessDay = (day: string): boolean => nameDayOff(day) === undefined

export const nextDay = (day: string) => asDay(new Date(asDate(day).getTime() + DAY_MS))

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
