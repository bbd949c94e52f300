import { parseGs1Date } from '@seriatim/gs1'

/** `isMonth`: the user typed only a month, so `day` is the last day of that month. */
export type DateText = { ok: true; day: string; isMonth: boolean } | { ok: false; sentence: string }

interface DateRules {
  /** Accepts a month for an expiration date: `MM/YYYY`, `MM/YY`. */
  expiry?: boolean
  /** The current year. It resolves the century of a two-digit year by the rule for dates on GS1 labels. */
  currentYear: number
}

const FULL_YEAR = [/^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/, /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/]
const SHORT_YEAR = [/^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d\d)$/, /^(?<month>\d\d)(?<day>\d\d)(?<year>\d\d)$/]
const MONTH = /^(?<month>\d{1,2})\/(?<year>\d{4}|\d\d)$/
/** A year outside this range is a typo. */
const YEARS = { first: 1900, last: 2199 }

/**
 * Reads a date as Americans write it: `M/D/YYYY`, `M/D/YY` (with or without leading zeros), `MMDDYY`, `YYYY-MM-DD`, and with `expiry` a month.
 * Anything else is rejected; no text is read as a day other than the one written. A two-digit year is at most 49 years in the past and 50 in the
 * future.
 * @returns the day as `YYYY-MM-DD`, or a sentence for the field.
 * @see GS1 General Specifications, section 7.12, "Determination of century in dates"
 */
export function readDate(text: string, { expiry = false, currentYear }: DateRules): DateText {
  const written = text.trim()
  const month = expiry ? MONTH.exec(written)?.groups : undefined
  const parts = month ?? [...FULL_YEAR, ...SHORT_YEAR].map((form) => form.exec(written)?.groups).find(Boolean)
  if (!parts) return refuse(expiry)
  const { year = '', month: inYear = '', day: inMonth = '' } = parts
  const day = calendarDay({ year, month: inYear.padStart(2, '0'), day: inMonth === '' ? '' : inMonth.padStart(2, '0') }, currentYear)
  return day === undefined ? refuse(expiry, written) : { ok: true, day, isMonth: month !== undefined }
}

function refuse(expiry: boolean, noSuch?: string): DateText {
  const form = expiry ? 'Write the date as MM/DD/YYYY, or as MM/YYYY for a month.' : 'Write the date as MM/DD/YYYY.'
  return { ok: false, sentence: noSuch ? `There is no ${noSuch}. ${form}` : form }
}

/** The day as `YYYY-MM-DD`; an empty `day` means the last day of the month. Undefined if the calendar has no such day. */
function calendarDay({ year, month, day }: { year: string; month: string; day: string }, currentYear: number): string | undefined {
  if (day === '00') return undefined
  const isShort = year.length === 2
  // `parseGs1Date` takes a two-digit year and derives the century from the year in its second argument. For a four-digit year that argument is the
  // year itself, so its century is kept.
  const read = parseGs1Date(`${year.slice(-2)}${month}${day || '00'}`, isShort ? currentYear : Number(year))
  const isFar = !isShort && (Number(year) < YEARS.first || Number(year) > YEARS.last)
  return read.ok && !isFar ? read.value : undefined
}

export const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Formats `YYYY-MM-DD` for the screen. */
export const writeDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** Reads dates separated by commas, semicolons or line breaks; one invalid date rejects all of them. */
export function readDates(text: string, rules: DateRules): { ok: true; days: string; isMonth: boolean } | { ok: false; sentence: string } {
  const read = text
    .split(/[,;\n]/)
    .filter((one) => one.trim() !== '')
    .map((one) => readDate(one, rules))
  const days: string[] = []
  for (const one of read) {
    if (!one.ok) return one
    if (!days.includes(one.day)) days.push(one.day)
  }
  return { ok: true, days: days.join(', '), isMonth: read.some((one) => one.ok && one.isMonth) }
}

/** Whether a value has the form that `readDates` returns. */
export const areDays = (value: string) => value.split(', ').every(isDay)

export const writeDays = (days: string) => days.split(', ').map(writeDay).join(', ')
