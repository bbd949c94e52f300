import type { AccessChange, AccessLevel } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import type { TestLocation } from '../make.ts'
import { inviteBy, joinBy } from './steps.ts'

const t = useTestDb()
const c = useCustomer(t)

const readAccess = async (userId: number) =>
  Object.fromEntries(
    (await t.as(c.admin).user.readOtherById({ userId })).userCustomerLocations.map((one) => [
      one.customerLocation.name,
      one.isAdmin ? 'admin' : 'user',
    ]),
  )

describe('access to locations', () => {
  test('[USER-007 USER-008 USER-009 USER-010] can be granted, raised to admin, lowered to user again and removed, each with a trail entry', async () => {
    const { userId } = c.staff
    const at = { userId, customerLocationId: c.branch.id }
    const calls = t.as(c.admin).userLocation
    await calls.createOne(at)
    expect(await readAccess(userId)).toEqual({ Main: 'user', Branch: 'user' })
    expect((await calls.updateOneToggleadmin(at)).isAdmin).toBe(true)
    expect(await readAccess(userId)).toEqual({ Main: 'user', Branch: 'admin' })
    await calls.updateOneToggleadmin(at)
    expect(await readAccess(userId)).toEqual({ Main: 'user', Branch: 'user' })
    await calls.deleteOne(at)
    expect(await readAccess(userId)).toEqual({ Main: 'user' })
    const lines = await t.query<{ action: string }>(`select action from audit where customer_id = $1 and subject_id = $2 order by id`, [
      c.customerId,
      userId,
    ])
    expect(lines.map(({ action }) => action)).toEqual(['access.grant', 'access.makeAdmin', 'access.revokeAdmin', 'access.remove'])
  })

  test('stays the same, and nothing is recorded, if a change has no effect', async () => {
    const at = { userId: c.elsewhere.userId, customerLocationId: c.branch.id, to: true }
    expect((await t.as(c.admin).userLocation.updateOneToggleadmin(at)).isAdmin).toBe(true)
    expect(await t.query('select from audit where customer_id = $1', [c.customerId])).toEqual([])
  })

  test('[ROLE-015 ROLE-016 ROLE-021] can be granted and removed by a location admin at administered locations only', async () => {
    const lead = t.as(c.lead).userLocation
    const at = { userId: c.elsewhere.userId, customerLocationId: c.main.id }
    await lead.createOne(at)
    await expect(lead.createOne(at)).rejects.toMatchObject({ code: 'CONFLICT' })
    await lead.deleteOne(at)
    const branch = { userId: c.staff.userId, customerLocationId: c.branch.id }
    for (const call of [lead.createOne, lead.updateOneToggleadmin, lead.deleteOne])
      await expect(call(branch)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(t.as(c.staff).userLocation.createOne(at)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('[ROLE-017] can be edited only by the customer admin after a location admin has made the user an admin', async () => {
    const at = { userId: c.staff.userId, customerLocationId: c.main.id }
    const lead = t.as(c.lead).userLocation
    await lead.updateOneToggleadmin(at)
    for (const call of [lead.updateOneToggleadmin, lead.deleteOne]) await expect(call(at)).rejects.toThrow(/only the customer admin/)
    await t.as(c.admin).userLocation.updateOneToggleadmin(at)
    expect(await readAccess(c.staff.userId)).toEqual({ Main: 'user' })
  })

  test('cannot be edited by the users themselves, and nobody can edit the customer admin’s access', async () => {
    const self = { userId: c.lead.userId, customerLocationId: c.main.id }
    await expect(t.as(c.lead).userLocation.updateOneToggleadmin(self)).rejects.toThrow(/your own access/)
    const admin = { userId: c.admin.userId, customerLocationId: c.main.id }
    for (const who of [c.lead, c.admin])
      await expect(t.as(who).userLocation.deleteOne(admin)).rejects.toThrow(/every location and all permissions/)
    await expect(t.as(c.admin).user.updateToggleisactive({ userId: c.admin.userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('can be removed from the last admin of a location only after a confirmation', async () => {
    const own = await joinBy(t, c.admin, [c.branch.id])
    const at = { userId: own.userId, customerLocationId: c.branch.id }
    const calls = t.as(c.admin).userLocation
    // First takes the admin role from everybody at the branch, including the customer admin's own entry.
    await t.query('update user_location set is_admin = false where customer_id = $1 and location_id = $2', [c.customerId, c.branch.id])
    await calls.updateOneToggleadmin({ ...at, to: true })
    for (const call of [calls.updateOneToggleadmin, calls.deleteOne]) await expect(call(at)).rejects.toThrow(/Nobody else administers/)
    await expect(t.as(c.admin).user.updateToggleisactive({ userId: own.userId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await calls.deleteOne({ ...at, leaveWithoutAdmin: true })
    expect(await readAccess(own.userId)).toEqual({})
  })

  test('can be changed for many people at once, all or nothing, with a single confirmation if locations would lose their last admin', async () => {
    const save = (changes: AccessChange[], leaveWithoutAdmin?: boolean) =>
      t.as(c.admin).userLocation.updateMany({ changes, ...(leaveWithoutAdmin ? { leaveWithoutAdmin } : {}) })
    const change = (user: TestUser, place: TestLocation, from: AccessLevel, to: AccessLevel) => ({
      userId: user.userId,
      customerLocationId: place.id,
      from,
      to,
    })
    const good = [change(c.staff, c.branch, 'none', 'admin'), change(c.lead, c.branch, 'user', 'none')]
    const stale = change(c.colleague, c.main, 'admin', 'user')
    await expect(save([...good, stale])).rejects.toThrow(/Someone else changed access/)
    expect(await readAccess(c.staff.userId)).toEqual({ Main: 'user' })
    await save(good)
    expect([await readAccess(c.staff.userId), await readAccess(c.lead.userId)]).toEqual([
      { Main: 'user', Branch: 'admin' },
      { Main: 'admin' },
    ])
    await t.query('update user_location set is_admin = false where customer_id = $1 and user_id = $2', [c.customerId, c.admin.userId])
    const none = [change(c.staff, c.branch, 'admin', 'none'), change(c.elsewhere, c.branch, 'admin', 'user')]
    await expect(save(none)).rejects.toMatchObject({ code: 'CONFLICT' })
    await save(none, true)
    await expect(save([change(c.admin, c.main, 'user', 'none')])).rejects.toThrow(/every location and all permissions/)
    await expect(t.as(c.lead).userLocation.updateMany({ changes: good })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('[USER-018] is, like email addresses, shown to a location admin only at the admin’s own locations; names are shown for everybody', async () => {
    const nowhere = await joinBy(t, c.admin, [])
    const seen = await t.as(c.elsewhere).user.readAllByCustomerid()
    const of = (userId: number) => seen.find(({ id }) => id === userId)
    expect(of(c.staff.userId)).toMatchObject({
      firstName: 'Staff',
      middleName: null,
      lastName: 'Tester',
      title: null,
      isActive: true,
      customerId: c.customerId,
      customer: { adminId: c.admin.userId },
      userContacts: [],
      userCustomerLocations: [],
    })
    expect(of(c.lead.userId)).toMatchObject({
      userContacts: [{ type: 'EMAIL', contactInfo: c.lead.emailAddress }],
      userCustomerLocations: [{ customerLocationId: c.branch.id, isAdmin: false, customerLocation: { name: 'Branch' } }],
    })
    expect(of(nowhere.userId)?.userContacts).toEqual([])
    const all = await t.as(c.admin).user.readAllByCustomerid()
    expect(all.find(({ id }) => id === c.lead.userId)?.userCustomerLocations).toHaveLength(2)
  })

  test('is managed on the person’s page, which offers the permitted actions and shows sign-in data only to people who can manage the person', async () => {
    await t.signIn(c.staff)
    const page = await t.as(c.lead).user.readOnePerson({ userId: c.staff.userId })
    expect(page.may).toEqual(['deactivate', 'resetApp'])
    expect(page.locations).toMatchObject([{ name: 'Main', access: 'user', may: ['remove', 'makeAdmin'], isLastAdmin: false }])
    expect(page.signIn).toMatchObject({ secondFactor: 'email', accessTokens: [] })
    expect(page.signIn?.devices.length).toBeGreaterThan(0)
    expect(page.lately).toBeNull()
    const other = await t.as(c.elsewhere).user.readOnePerson({ userId: c.staff.userId })
    expect([other.may, other.signIn, other.lately, other.locations.map(({ name }) => name)]).toEqual([[], null, null, ['Branch']])
    // Another location's admin learns neither the person's access elsewhere nor the date on which the person joined.
    expect([other.joinedAt, other.locations.map(({ access }) => access), other.user.userCustomerLocations]).toEqual([null, ['none'], []])
    await t.as(c.admin).userLocation.createOne({ userId: c.staff.userId, customerLocationId: c.branch.id })
    await t.as(c.admin).userLocation.deleteOne({ userId: c.staff.userId, customerLocationId: c.branch.id })
    const whole = await t.as(c.admin).user.readOnePerson({ userId: c.staff.userId })
    expect(whole.locations.find(({ name }) => name === 'Branch')).toMatchObject({ access: 'none', until: t.clock.now().toISOString() })
    expect(whole.lately?.map(({ what }) => what)).toEqual([])
    expect((await t.as(c.admin).user.readOnePerson({ userId: c.admin.userId })).lately?.[0]?.what).toBe('Access to a location removed')
  })

  test('[REST-084] can be read for a location, as a list of everybody who has access to it', async () => {
    const entries = await t.as(c.lead).userLocation.readAllByCustomerlocationid({ customerLocationId: c.main.id })
    expect(entries.map((one) => [one.userId, one.isAdmin]).sort()).toEqual(
      [
        [c.admin.userId, true],
        [c.lead.userId, true],
        [c.staff.userId, false],
        [c.colleague.userId, false],
      ].sort(),
    )
    const { user } = await inviteBy(t, c.lead)
    expect(user.userCustomerLocations).toMatchObject([{ customerLocationId: c.main.id, isAdmin: false }])
  })
})
