import { isDigits } from './characters.ts'
import { findLastDay, pair } from './linters/dates.ts'
import { failure, type Result, success } from './result.ts'

export type Gs1DateError = 'not_six_digits' | 'no_such_date'

/**
 * Reads the six-digit date of AIs 11, 13, 15, 16 and 17.
 *
 * @param digits YYMMDD. Day `00` means the last day of that month.
 * @param currentYear four-digit year at the moment of scanning; picks the century, so that the result is never more than 49 years before or 50 years
 * after it.
 * @returns calendar date `YYYY-MM-DD`, without time or zone; `not_six_digits` if the text is not six ASCII digits, `no_such_date` for month 13, 30
 * February and the like. Never throws.
 * @see GS1 General Specifications, section 7.12, "Determination of century in dates", and the definition of AI (17).
 */
export function parseGs1Date(digits: string, currentYear: number): Result<string, Gs1DateError> {
  if (digits.length !== 6 || !isDigits(digits)) return failure('not_six_digits')
  const date = calendarDate(digits, currentYear)
  return date === null ? failure('no_such_date') : success(date)
}

/** Like `parseGs1Date`, for text that is known to be six digits. */
export function calendarDate(digits: string, currentYear: number): string | null {
  const shortYear = pair(digits, 0)
  const month = pair(digits, 2)
  const distance = shortYear - (currentYear % 100)
  const century = Math.trunc(currentYear / 100) + (distance >= 51 ? -1 : distance <= -50 ? 1 : 0)
  const year = century * 100 + shortYear
  const lastDay = findLastDay(year, month)
  const day = pair(digits, 4)
  if (lastDay === 0 || day > lastDay) return null
  return `${year}-${digits.slice(2, 4)}-${day === 0 ? lastDay : digits.slice(4)}`
}
