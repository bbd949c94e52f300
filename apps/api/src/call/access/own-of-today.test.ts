import { describe, expect, test } from 'vitest'
import { collectPermissions, type Session } from './access.ts'
import { mayTakeBack } from './undo-right.ts'

const session = (isAdmin: boolean, now = '2026-03-11T03:30:00Z'): Session => ({
  customerId: 1,
  userId: 7,
  scope: 'some',
  locationIds: [1],
  sessionId: 1,
  loginId: 1,
  firstName: 'S',
  lastName: 'T',
  emailAddress: 's@mail.tst',
  isCustomerAdmin: false,
  permissions: collectPermissions({ isCustomerAdmin: false, locations: [{ locationId: 1, isAdmin }] }),
  timeZone: 'Pacific/Honolulu',
  clockHours: 24,
  now: new Date(now),
})
/** An entry made on March 10 in New York, the day on which the default session makes its calls (at 23:30 there). */
const made = { createdById: 7, createdAt: new Date('2026-03-10T14:00:00Z'), locationId: 1, timeZone: 'America/New_York' }

describe('permission to undo entries and delete attachments', () => {
  test.each([
    ['a user’s own entry of today', false, made, { may: true, needsReason: false }],
    ['a user’s own entry of yesterday', false, { ...made, createdAt: new Date('2026-03-10T03:59:00Z') }, { may: false, needsReason: true }],
    ['another user’s entry', false, { ...made, createdById: 8 }, { may: false, needsReason: true }],
    ['nobody’s', false, { ...made, createdById: null }, { may: false, needsReason: true }],
    ['a user’s own entry at a location they can no longer access', false, { ...made, locationId: 2 }, { may: false, needsReason: false }],
    ['another user’s entry, as an admin of its location', true, { ...made, createdById: 8 }, { may: true, needsReason: true }],
    ['an admin’s own entry of today', true, made, { may: true, needsReason: false }],
    [
      'another user’s entry, as an admin of another location',
      true,
      { ...made, createdById: 8, locationId: 2 },
      { may: false, needsReason: true },
    ],
  ])('depends on the person, the day and the entry: %s', (_what, isAdmin, what, expected) => {
    expect(mayTakeBack(session(isAdmin), what)).toEqual(expected)
  })

  test('expires for a user’s own entries at midnight in the location’s time zone, regardless of the caller’s time zone', () => {
    expect(mayTakeBack(session(false, '2026-03-11T04:01:00Z'), made)).toEqual({ may: false, needsReason: true })
  })
})
