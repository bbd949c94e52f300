import { type LintProblem, nonDigit, problem } from './problem.ts'

const MONTH_LENGTHS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Last day of a month, 1 to 12, in the Gregorian calendar. */
export function findLastDay(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return leap ? 29 : (MONTH_LENGTHS[month] ?? 0)
}

/**
 * Checks a date of the form YYMMDD whose day may be 00. @see GS1 General Specifications, section 3.4, AI (11) to (17): day 00 means that only the
 * month is known.
 */
export function yymmd0(text: string): LintProblem | null {
  return date(text, 2, true)
}

export function yymmdd(text: string): LintProblem | null {
  return date(text, 2, false)
}

export function yyyymmd0(text: string): LintProblem | null {
  return date(text, 4, true)
}

export function yyyymmdd(text: string): LintProblem | null {
  return date(text, 4, false)
}

/** Hours 00 to 23. */
export function hh(text: string): LintProblem | null {
  return sexagesimal(text, 'HOUR', '23')
}

export function mi(text: string): LintProblem | null {
  return sexagesimal(text, 'MINUTE', '59')
}

export function ss(text: string): LintProblem | null {
  return sexagesimal(text, 'SECOND', '59')
}

export function hhmi(text: string): LintProblem | null {
  if (text.length !== 4) return problem(`HOUR_WITH_MINUTE_TOO_${text.length < 4 ? 'SHORT' : 'LONG'}`, 0, text.length)
  const badHour = hh(text.slice(0, 2))
  if (badHour !== null) return badHour
  const badMinute = mi(text.slice(2))
  return badMinute === null ? null : { ...badMinute, at: badMinute.at + 2 }
}

/** Checks a date. The century of YY matters only for 29 February of year 00, which is valid because 2000 was a leap year. */
function date(text: string, yearDigits: 2 | 4, dayZero: boolean): LintProblem | null {
  const length = yearDigits + 4
  if (text.length !== length) return problem(`DATE_TOO_${text.length < length ? 'SHORT' : 'LONG'}`, 0, text.length)
  const bad = nonDigit(text)
  if (bad !== null) return bad
  const year = yearDigits === 2 ? 2000 + pair(text, 0) : 100 * pair(text, 0) + pair(text, 2)
  const month = pair(text, yearDigits)
  const day = pair(text, yearDigits + 2)
  if (month < 1 || month > 12) return problem('ILLEGAL_MONTH', yearDigits, 2)
  if (day > findLastDay(year, month) || (day === 0 && !dayZero)) return problem('ILLEGAL_DAY', yearDigits + 2, 2)
  return null
}

/** Value of the two digits at `at`. */
export function pair(digits: string, at: number): number {
  return digits.charCodeAt(at) * 10 + digits.charCodeAt(at + 1) - 528
}

function sexagesimal(text: string, name: string, greatest: string): LintProblem | null {
  if (text.length !== 2) return problem(`${name}_TOO_${text.length < 2 ? 'SHORT' : 'LONG'}`, 0, text.length)
  return nonDigit(text) ?? (text > greatest ? problem(`ILLEGAL_${name}`, 0, 2) : null)
}
