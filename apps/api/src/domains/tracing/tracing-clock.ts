import { readAnswerDays, TARGET_MS, type TracingAsker, type TracingBasis } from '@seriatim/schema'
import { toDay, toInstant, wallClock } from '../../core/day.ts'
import { addBusinessDays, isBusinessDay } from '../exception/ticket/business-days.rules.ts'

/** Reasons for which section 582(d)(1)(D) sets a time. */
const LEGAL_BASES: readonly TracingBasis[] = ['recall', 'suspect', 'illegitimate', 'inspection']

interface Received {
  receivedAt: Date
  /** Of the location that is asked. */
  timeZone: string
}

interface Asked extends Received {
  asker: TracingAsker
  basis: TracingBasis
}

/** 24 hours after the request came, on any day. */
export const targetOf = ({ receivedAt }: Pick<Received, 'receivedAt'>): Date => new Date(receivedAt.getTime() + TARGET_MS)

/**
 * The end of the legal time, at the time of day at which the request came: business days in the location's zone, without federal holidays. Null if
 * the law sets no time for this reason or this asker.
 */
export function legalDueOf({ receivedAt, timeZone, asker, basis }: Asked): Date | null {
  if (asker === 'other' || !LEGAL_BASES.includes(basis)) return null
  const day = toDay(receivedAt, timeZone)
  const days = readAnswerDays(day)
  if (days === null) return null
  const time = wallClock(timeZone)(receivedAt).slice(-5)
  return toInstant(addBusinessDays(day, days), time, timeZone)
}

export interface DayOff {
  day: string
  name: string
}

/** The days between receipt and the legal end that do not count, each with its name; a weekend is one entry for each day. */
export function daysOffOf({ receivedAt, timeZone }: Received, dueAt: Date): DayOff[] {
  const last = toDay(dueAt, timeZone)
  const off: DayOff[] = []
  for (let day = nextDay(toDay(receivedAt, timeZone)); day < last; day = nextDay(day))
    if (!isBusinessDay(day)) off.push({ day, name: nameDayOff(day) })
  return off
}

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)
const nextDay = (day: string) => new Date(asDate(day).getTime() + 86_400_000).toISOString().slice(0, 10)

/** Federal holidays by the month of the day on which they are observed. */
const HOLIDAYS: Record<string, (date: number) => string> = {
  '01': (date) => (date <= 2 ? 'New Year’s Day' : 'Martin Luther King Jr. Day'),
  '02': () => 'Presidents’ Day',
  '05': () => 'Memorial Day',
  '06': () => 'Juneteenth',
  '07': () => 'Independence Day',
  '09': () => 'Labor Day',
  '10': () => 'Columbus Day',
  '11': (date) => (date <= 12 ? 'Veterans Day' : 'Thanksgiving'),
  '12': (date) => (date === 31 ? 'New Year’s Day' : 'Christmas'),
}

/** `2026-11-26` -> `Thanksgiving`. */
export function nameDayOff(day: string): string {
  const weekday = asDate(day).getUTCDay()
  if (weekday === 0) return 'Sunday'
  if (weekday === 6) return 'Saturday'
  return HOLIDAYS[day.slice(5, 7)]?.(Number(day.slice(8))) ?? 'Federal holiday'
}
