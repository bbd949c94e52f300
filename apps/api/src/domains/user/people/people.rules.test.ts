import { type PersonAction, personAction } from '@seriatim/schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionsAt, actionsFor, findLastAdmin, findRefusal, hasSeat, type PersonFacts } from './people.rules.ts'

const MAIN = 1
const BRANCH = 2
const person = (id: number, access: Record<number, 'admin' | 'user'>, more: Partial<PersonFacts> = {}): PersonFacts => ({
  id,
  isActive: true,
  hasJoined: true,
  isCustomerAdmin: false,
  access: Object.entries(access).map(([locationId, role]) => ({ locationId: Number(locationId), isAdmin: role === 'admin' })),
  ...more,
})
const owner = person(1, {}, { isCustomerAdmin: true })
const lead = person(2, { [MAIN]: 'admin', [BRANCH]: 'user' })
const staff = person(3, { [MAIN]: 'user' })
const both = person(4, { [MAIN]: 'user', [BRANCH]: 'user' })
const fellow = person(5, { [MAIN]: 'admin' })
const elsewhere = person(6, { [BRANCH]: 'user' })
const nowhere = person(7, {})
const gone = { ...staff, id: 8, isActive: false }
const invited = { ...staff, id: 9, hasJoined: false }

describe('permissions to manage people', () => {
  test('[ROLE-010 ROLE-011 ROLE-012 ROLE-014] let the customer admin appoint and revoke admins, remove access, and deactivate and reactivate people', () => {
    expect(actionsAt(owner, staff, MAIN)).toEqual(['remove', 'makeAdmin'])
    expect(actionsAt(owner, fellow, MAIN)).toEqual(['remove', 'revokeAdmin'])
    expect(actionsAt(owner, staff, BRANCH)).toEqual(['grant'])
    expect(actionsFor(owner, staff)).toContain('deactivate')
    expect(actionsFor(owner, gone)).toContain('reactivate')
  })

  test('[ROLE-016 ROLE-017] let a location admin give access at administered locations to people who have none there, but not edit a fellow admin', () => {
    expect(actionsAt(lead, elsewhere, MAIN)).toEqual(['grant'])
    expect(actionsAt(lead, elsewhere, BRANCH)).toEqual([])
    expect(actionsAt(lead, staff, BRANCH)).toEqual([])
    expect(findRefusal('grant', lead, staff, MAIN)).toBe('access_exists')
    expect(actionsAt(lead, staff, MAIN)).toEqual(['remove', 'makeAdmin'])
    expect(actionsAt(lead, fellow, MAIN)).toEqual([])
    expect(findRefusal('revokeAdmin', lead, fellow, MAIN)).toBe('user_admin_here')
    expect(findRefusal('grant', lead, nowhere, MAIN)).toBe('user_without_location')
  })

  test('[ROLE-018] let a user be deactivated by the customer admin or by an admin of all the user’s locations, but let nobody deactivate themselves', () => {
    expect(actionsFor(owner, both)).toContain('deactivate')
    expect(actionsFor(lead, staff)).toContain('deactivate')
    expect(actionsFor(lead, both)).toEqual([])
    expect(actionsFor(lead, nowhere)).toEqual([])
    expect(actionsFor(lead, lead)).toEqual([])
    expect(actionsFor(owner, owner)).toEqual([])
    expect(findRefusal('deactivate', lead, owner)).toBe('user_is_customer_admin')
  })

  test('allow resending or withdrawing an invitation, but not deactivating the person who was invited', () => {
    expect(actionsFor(owner, invited)).toEqual(['resend', 'withdraw'])
    expect(actionsFor(owner, staff)).toEqual(['deactivate', 'resetApp'])
    expect(findRefusal('grant', owner, gone, BRANCH)).toBe('user_is_deactivated')
  })

  test('report a location if one of its admins leaves and it has no other active admin', () => {
    expect(findLastAdmin(lead, [owner, lead, staff])).toEqual([MAIN])
    expect(findLastAdmin(lead, [owner, lead, fellow])).toEqual([])
    expect(findLastAdmin(lead, [owner, lead, { ...fellow, isActive: false }])).toEqual([MAIN])
    expect(findLastAdmin(lead, [owner, lead, { ...fellow, hasJoined: false }])).toEqual([MAIN])
    expect(findLastAdmin(lead, [owner, lead], [BRANCH])).toEqual([])
  })

  test('[USER-015 USER-016] allow one more user as long as fewer people are active than the plan allows', () => {
    expect([hasSeat(2, 1), hasSeat(2, 2), hasSeat(1, 2), hasSeat(0, 0), hasSeat('unlimited', 9999)]).toEqual([
      true,
      false,
      false,
      false,
      true,
    ])
  })

  const standing = (id: number) =>
    fc.record({
      id: fc.constant(id),
      isActive: fc.boolean(),
      hasJoined: fc.boolean(),
      isCustomerAdmin: fc.boolean(),
      access: fc.uniqueArray(fc.record({ locationId: fc.integer({ min: 1, max: 4 }), isAdmin: fc.boolean() }), {
        selector: ({ locationId }) => locationId,
      }),
    })

  test('[ROLE-015 ROLE-021] let a location admin manage access only at administered locations, and the customer admin everywhere', () => {
    const actions = fc.constantFrom<PersonAction>(...personAction.options)
    fc.assert(
      fc.property(standing(1), standing(2), actions, fc.integer({ min: 1, max: 4 }), (actor, target, one, place) => {
        if (findRefusal(one, actor, target, place) !== undefined) return
        expect(actor.isActive && !target.isCustomerAdmin).toBe(true)
        if (actor.isCustomerAdmin) return
        const administers = (id: number) => actor.access.some(({ locationId, isAdmin }) => isAdmin && locationId === id)
        const isAtLocation = ['grant', 'remove', 'makeAdmin', 'revokeAdmin'].includes(one)
        expect(isAtLocation ? administers(place) : target.access.every(({ locationId }) => administers(locationId))).toBe(true)
      }),
    )
  })

  test('let nobody manage their own access', () => {
    fc.assert(
      fc.property(
        standing(1),
        fc.constantFrom<PersonAction>(...personAction.options),
        fc.integer({ min: 1, max: 4 }),
        (self, one, place) => {
          expect(findRefusal(one, self, self, place)).toBeDefined()
        },
      ),
    )
  })
})
