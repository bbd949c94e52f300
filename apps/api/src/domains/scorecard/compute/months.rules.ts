import { startOfDay } from '../../../core/day.ts'

/** A calendar month `YYYY-MM`, and a span of time that contains it in every time zone. */
export interface MonthSpan {
  month: string
  from: Date
  /** Exclusive. */
  to: Date
  /** Time zone for files without a location. */
  timeZone: string
}

/**
 * Scorecards cover this many months, and later changes can cause these months to be computed again. Older months are left alone, because the records
 * of their orders may have been removed.
 */
export const RETAINED_MONTHS = 24

/** `2026-01`, -1 -> `2025-12`. */
export function addToMonth(month: string, amount: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const months = year * 12 + number - 1 + amount
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The `amount` months that end with `last`, oldest first. */
export const listMonths = (last: string, amount: number): string[] =>
  Array.from({ length: amount }, (_, index) => addToMonth(last, index + 1 - amount))

/**
 * A span that contains the month in every time zone. It begins when the month begins in the time zone furthest ahead of UTC, and ends when the month
 * ends in the one furthest behind. @param timeZone for files without a location.
 */
export function spanOfMonth(month: string, timeZone: string): MonthSpan {
  // Despite its plus sign, Etc/GMT+12 is 12 hours behind UTC: POSIX writes offsets with the opposite sign.
  return {
    month,
    from: startOfDay(`${month}-01`, 'Pacific/Kiritimati'),
    to: startOfDay(`${addToMonth(month, 1)}-01`, 'Etc/GMT+12'),
    timeZone,
  }
}
