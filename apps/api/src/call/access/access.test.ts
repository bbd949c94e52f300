import { describe, expect, test } from 'vitest'
import { type AccessFacts, administers, collectPermissions, may, must, type Session } from './access.ts'

const makeSession = (standing: AccessFacts): Session => ({
  sessionId: 1,
  loginId: 1,
  userId: 1,
  customerId: 1,
  firstName: 'Sam',
  lastName: 'Tran',
  emailAddress: 'sam@mail.tst',
  isCustomerAdmin: standing.isCustomerAdmin,
  scope: standing.isCustomerAdmin ? 'all' : 'some',
  locationIds: standing.locations.map((location) => location.locationId),
  permissions: collectPermissions(standing),
  timeZone: 'UTC',
  clockHours: 24,
  now: new Date(0),
})
const admin = makeSession({ isCustomerAdmin: true, locations: [] })
const lead = makeSession({
  isCustomerAdmin: false,
  locations: [
    { locationId: 1, isAdmin: true },
    { locationId: 2, isAdmin: false },
  ],
})
const staff = makeSession({ isCustomerAdmin: false, locations: [{ locationId: 2, isAdmin: false }] })
const nobody = makeSession({ isCustomerAdmin: false, locations: [] })

describe('permissions', () => {
  test('[ROLE-003] are all granted to the customer admin everywhere, even in calls without a location', () => {
    for (const permission of admin.permissions.keys()) for (const place of [1, 99, null]) expect(may(admin, permission, place)).toBe(true)
  })

  test('[ROLE-004] let a location admin do more than other users only at the locations that this admin administers', () => {
    expect([1, 2, 3, null].map((place) => may(lead, 'order:receive', place))).toEqual([true, true, false, false])
    expect([1, 2, 3, null].map((place) => may(lead, 'order:settle', place))).toEqual([true, false, false, false])
    expect([administers(lead, 1), administers(lead, 2)]).toEqual([true, false])
  })

  test('let other users do daily work at their own locations', () => {
    expect([1, 2].map((place) => may(staff, 'order:upload', place))).toEqual([false, true])
    expect(staff.permissions.has('order:settle')).toBe(false)
  })

  test('let a user without locations write only their own settings', () => {
    expect([...nobody.permissions.keys()].sort()).toEqual([
      'location:read',
      'partner:read',
      'regime:read',
      'scorecard:read',
      'settings:write',
      'sop:read',
      'subscription:list',
      'user:readSelf',
    ])
  })

  test('refuse a user who does not have the required permission', () => {
    expect(() => must(staff, 'order:receive', 1)).toThrow('You do not have the right to do this.')
    expect(() => must(staff, 'order:receive', 2)).not.toThrow()
  })
})
