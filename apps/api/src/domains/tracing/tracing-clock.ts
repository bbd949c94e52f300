import { readAnswerDays, TARGET_MS, type TracingAsker, type TracingBasis } from '@seriatim/schema'
import { toDay, toInstant, wallClock } from '../../core/day.ts'
import { addBusinessDays, nameDayOff, nextDay } from '../exception/ticket/business-days.rules.ts'

/** Reasons for which section 582(d)(1)(D) sets a deadline. */
const LEGAL_BASES: readonly TracingBasis[] = ['recall', 'suspect', 'illegitimate', 'inspection']

interface Received {
  receivedAt: Date
  /** The time zone of the location that is asked. */
  timeZone: string
}

interface Asked extends Received {
  asker: TracingAsker
  basis: TracingBasis
}

/** 24 hours after the request was received, on any day of the week. */
export const targetOf = ({ receivedAt }: Pick<Received, 'receivedAt'>): Date => new Date(receivedAt.getTime() + TARGET_MS)

/**
 * The legal deadline, at the time of day at which the request was received: business days in the location's time zone, without federal holidays. Null
 * if the law sets no deadline for this reason or this asker.
 */
export function legalDueOf({ receivedAt, timeZone, asker, basis }: Asked): Date | null {
  // An official who states no reason may have a legal one.
  const mayBeLegal = LEGAL_BASES.includes(basis) || (basis === 'other' && asker !== 'partner')
  if (asker === 'other' || !mayBeLegal) return null
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

/** The days between receipt and the legal deadline that do not count, each with its name; a weekend is one entry for each day. */
export function daysOffOf({ receivedAt, timeZone }: Received, dueAt: Date): DayOff[] {
  const last = toDay(dueAt, timeZone)
  const off: DayOff[] = []
  for (let day = nextDay(toDay(receivedAt, timeZone)); day < last; day = nextDay(day)) {
    const name = nameDayOff(day)
    if (name !== undefined) off.push({ day, name })
  }
  return off
}
