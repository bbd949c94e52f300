import { readAnswerDays, TARGET_MS, type TracingAsker, type TracingBasis } from '@seriatim/schema'
import { MINUTE_MS, toDay, toInstant, wallClock } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { addBusinessDays, nameDayOff, nextDay } from '../exception/ticket/business-days.rules.ts'
import { tracingErrors } from './tracing.facts.ts'

/** Reasons for which section 582(d)(1)(D) sets a deadline. */
const LEGAL_BASES: readonly TracingBasis[] = ['recall', 'suspect', 'illegitimate', 'inspection']

interface Received {
  receivedAt: Date
  /** Time zone of the location to which the request is addressed. */
  timeZone: string
}

interface ClockFacts extends Received {
  asker: TracingAsker
  basis: TracingBasis
}

/** The requester type and reason assumed for an email's deadline until a person has read the email. */
export const PRESUMED = { asker: 'fda', basis: 'recall' } as const

/** Tolerance for other systems whose clocks run fast. */
const AHEAD_MS = 5 * MINUTE_MS

/** @throws AppError tracing_ahead: a request cannot be received after it was recorded. */
export function expectReceivedBefore(receivedAt: Date, recordedAt: Date): void {
  if (receivedAt.getTime() > recordedAt.getTime() + AHEAD_MS)
    throw new AppError(tracingErrors.tracing_ahead, { facts: { field: 'receivedAt' } })
}

/** 24 hours after the request was received, on any day of the week. */
export const targetOf = ({ receivedAt }: Pick<Received, 'receivedAt'>): Date => new Date(receivedAt.getTime() + TARGET_MS)

/**
 * The legal deadline. It counts business days in the location's time zone, without federal holidays, and ends at the time of day at which the request
 * was received. Null if the law sets no deadline for this reason or this asker.
 */
export function legalDueOf({ receivedAt, timeZone, asker, basis }: ClockFacts): Date | null {
  // An official who states `other` as the reason may still ask on a legal basis.
  const mayBeLegal = LEGAL_BASES.includes(basis) || (basis === 'other' && asker !== 'partner')
  if (asker === 'other' || !mayBeLegal) return null
  const day = toDay(receivedAt, timeZone)
  const days = readAnswerDays(day)
  if (days === null) return null
  const time = wallClock(timeZone)(receivedAt).slice(-5)
  return toInstant(addBusinessDays(day, days), time, timeZone)
}

/**
 * Computes the legal deadline after a correction. A request that came by email is presumed to come from an official (`PRESUMED`) until a person
 * corrects its requester type or reason.
 */
export function renewLegalDue(before: ClockFacts & { legalDueAt: Date | null }, after: ClockFacts): Date | null {
  const isSameReason = before.asker === after.asker && before.basis === after.basis
  const isPresumed = isSameReason && before.legalDueAt !== null && legalDueOf(before) === null
  return legalDueOf(isPresumed ? { ...after, ...PRESUMED } : after)
}

/**
 * The last day on which the asker wants the answer, in the request's time zone. The database stores the instant at which the following day begins.
 */
export const statedDayOf = ({ statedDueAt, timeZone }: { statedDueAt: Date | null; timeZone: string }): string | null =>
  statedDueAt && toDay(new Date(statedDueAt.getTime() - 1), timeZone)

export interface DayOff {
  day: string
  name: string
}

/** The days between receipt and the legal deadline that do not count, each with its name; a weekend has an entry for each of its two days. */
export function daysOffOf({ receivedAt, timeZone }: Received, dueAt: Date): DayOff[] {
  const last = toDay(dueAt, timeZone)
  const off: DayOff[] = []
  for (let day = nextDay(toDay(receivedAt, timeZone)); day < last; day = nextDay(day)) {
    const name = nameDayOff(day)
    if (name !== undefined) off.push({ day, name })
  }
  return off
}
