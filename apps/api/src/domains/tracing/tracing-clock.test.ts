import { describe, expect, test } from 'vitest'
import { nameDayOff } from '../exception/ticket/business-days.rules.ts'
import { daysOffOf, legalDueOf, renewLegalDue, statedDayOf, targetOf } from './tracing-clock.ts'

const NEW_YORK = 'America/New_York'
const asked = (receivedAt: string, more: Partial<Parameters<typeof legalDueOf>[0]> = {}) => ({
  receivedAt: new Date(receivedAt),
  timeZone: NEW_YORK,
  asker: 'fda' as const,
  basis: 'recall' as const,
  ...more,
})
const due = (...args: Parameters<typeof asked>) => legalDueOf(asked(...args))?.toISOString()

describe('the clocks of a tracing request', () => {
  test('set our own target to 24 hours after receipt, even on a weekend or when daylight saving time begins or ends', () => {
    expect(targetOf(asked('2026-10-31T18:00:00Z')).toISOString()).toBe('2026-11-01T18:00:00.000Z')
  })

  test('set the legal deadline to two business days after receipt, at the same time of day', () => {
    expect(due('2026-11-23T19:20:00Z')).toBe('2026-11-25T19:20:00.000Z')
  })

  test('skip Thanksgiving and the weekend', () => {
    expect(due('2026-11-24T14:10:00Z')).toBe('2026-11-27T14:10:00.000Z')
    expect(due('2026-11-25T14:10:00Z')).toBe('2026-11-30T14:10:00.000Z')
    const request = asked('2026-11-25T14:10:00Z')
    expect(daysOffOf(request, new Date('2026-11-30T14:10:00Z'))).toEqual([
      { day: '2026-11-26', name: 'Thanksgiving' },
      { day: '2026-11-28', name: 'Saturday' },
      { day: '2026-11-29', name: 'Sunday' },
    ])
  })

  test('treat a Saturday holiday as observed on Friday, and a Sunday holiday as observed on Monday', () => {
    // July 4, 2026 is a Saturday; July 4, 2027 is a Sunday.
    expect(due('2026-07-01T14:00:00Z')).toBe('2026-07-06T14:00:00.000Z')
    expect(due('2027-07-02T14:00:00Z')).toBe('2027-07-07T14:00:00.000Z')
    expect(nameDayOff('2026-07-03')).toBe('Independence Day')
    // January 1, 2028 is a Saturday, so the holiday is observed in the year before.
    expect(nameDayOff('2027-12-31')).toBe('New Year’s Day')
  })

  test('count days in the location’s time zone, and keep the time of day when daylight saving time begins or ends', () => {
    // This moment is Monday, 11 PM, in New York, but already Tuesday in UTC.
    expect(due('2026-11-24T04:00:00Z')).toBe('2026-11-26T04:00:00.000Z')
    expect(due('2026-11-24T04:00:00Z', { timeZone: 'UTC' })).toBe('2026-11-27T04:00:00.000Z')
    // The request arrived on the Friday before the clocks go back: 10 AM is an hour later in UTC afterwards.
    expect(due('2026-10-30T14:00:00Z')).toBe('2026-11-03T15:00:00.000Z')
  })

  test('start on the next business day if the request arrives on a weekend', () => {
    expect(due('2026-11-21T15:00:00Z')).toBe('2026-11-24T15:00:00.000Z')
  })

  test('set no legal deadline for an audit, for a requester who is neither an official nor a partner, or before the rule took effect', () => {
    expect(due('2026-11-23T15:00:00Z', { basis: 'audit' })).toBeUndefined()
    expect(due('2026-11-23T15:00:00Z', { asker: 'other' })).toBeUndefined()
    expect(due('2015-06-30T15:00:00Z')).toBeUndefined()
  })
})

describe('a correction', () => {
  const later = '2026-11-24T14:10:00Z'

  test('of the time of receipt moves the legal deadline of a request that has one; an audit request still has none', () => {
    const before = { ...asked('2026-11-23T19:20:00Z'), legalDueAt: new Date('2026-11-25T19:20:00Z') }
    expect(renewLegalDue(before, asked(later))?.toISOString()).toBe('2026-11-27T14:10:00.000Z')
    const audit = { basis: 'audit' as const }
    expect(renewLegalDue({ ...asked(later, audit), legalDueAt: null }, asked('2026-11-23T19:20:00Z', audit))).toBeNull()
  })

  test('of an emailed request from an unknown requester keeps the deadline for officials, unless the requester type or the reason changes', () => {
    const unknown = { asker: 'other' as const, basis: 'other' as const }
    const before = { ...asked('2026-11-23T19:20:00Z', unknown), legalDueAt: new Date('2026-11-25T19:20:00Z') }
    expect(renewLegalDue(before, asked(later, unknown))?.toISOString()).toBe('2026-11-27T14:10:00.000Z')
    expect(renewLegalDue(before, asked(later, { asker: 'other', basis: 'audit' }))).toBeNull()
  })
})

test('the day by which an answer is requested is the last day before the stored deadline, which is midnight in the location’s time zone', () => {
  expect(statedDayOf({ statedDueAt: new Date('2026-11-26T05:00:00Z'), timeZone: NEW_YORK })).toBe('2026-11-25')
  expect(statedDayOf({ statedDueAt: null, timeZone: NEW_YORK })).toBeNull()
})
