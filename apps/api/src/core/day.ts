import { parseGs1Date } from '@seriatim/gs1'
import { Temporal } from 'temporal-polyfill'

export { DAY_MS, HOUR_MS, MINUTE_MS } from '@seriatim/schema'

/** The instant at which a calendar day begins in a zone (decision 23). `2026-03-08`, `America/New_York` -> 2026-03-08T05:00:00Z. */
export function startOfDay(day: string, timeZone: string): Date {
  return toInstant(day, '00:00', timeZone)
}

/** The instant at which a wall clock in a zone shows this day and time, `HH:mm`. A time skipped by a clock change becomes the time one hour later. */
export function toInstant(day: string, time: string, timeZone: string): Date {
  return new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds)
}

/** The end of a range whose last day is `day`: the instant at which the next day begins. */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), timeZone)
}

/** Returns the instant this many months later in the UTC calendar. If that month is too short to have the day, returns its last day. */
export function addMonths(at: Date, months: number): Date {
  const later = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('UTC').add({ months })
  return new Date(later.epochMilliseconds)
}

/**
 * Formatters by time zone. They are cached, because building one is slow and nearly every call needs the current day in the caller's time zone. The
 * cache stays small, because a caller's time zone must be a known name.
 */
const CALENDARS = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export function toDay(at: Date, timeZone: string): string {
  let calendar = CALENDARS.get(timeZone)
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    CALENDARS.set(timeZone, calendar)
  }
  return calendar.format(at)
}

/**
 * Formats instants as a wall clock in a zone shows them, `YYYY-MM-DD HH:mm`, which sorts as text. Reuse the formatter, because building one is slow.
 */
export function wallClock(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (at) => format.format(at)
}

/**
 * Reads a day as people and spreadsheets write it: `3/1/2026`, `3/1/26`, with or without leading zeros, or `2026-03-01`. A two-digit year is at most
 * 49 years back or 50 ahead. Undefined for anything else, and for a day that does not exist.
 */
export function readWrittenDay(text: string, currentYear: number): string | undefined {
  const parts =
    /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}|\d\d)$/.exec(text)?.groups ??
    /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/.exec(text)?.groups
  const { year = '', month = '', day = '' } = parts ?? {}
  if (Number(day) === 0) return undefined
  // `parseGs1Date` rejects days that do not exist. It reads a two-digit year and picks the century that is closest to its second argument, so passing
  // a four-digit year there selects that year's own century.
  const read = parseGs1Date(
    `${year.slice(-2)}${month.padStart(2, '0')}${day.padStart(2, '0')}`,
    year.length === 2 ? currentYear : Number(year),
  )
  return read.ok ? read.value : undefined
}
