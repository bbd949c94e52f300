import { beforeEach, describe, expect, test } from 'vitest'
import { enterCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import { lockPeople } from '../../src/domains/user/people/people.queries.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { inviteBy, joinBy, NEW_PASSWORD } from './steps.ts'

const t = useTestDb({ poolSize: 8 })
let c: TestCustomer
beforeEach(async () => {
  c = await newCustomer(t)
})

/**
 * Runs these calls at the same time: holds the customer's lock until each of them waits in its own transaction, so that all have begun before any has
 * written.
 */
async function atOnce(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  let answers: Promise<PromiseSettledResult<unknown>[]> | undefined
  await withSystem(t.deps.system, async (tx) => {
    await lockPeople(await enterCustomer(tx, { customerId: c.customerId, userId: null, scope: 'all', locationIds: [] }))
    answers = Promise.allSettled(calls.map((call) => call()))
    await expect.poll(() => t.countWaiting(/no key update/), { timeout: 30_000 }).toBe(calls.length)
  })
  return ((await answers) ?? []).map((one) => (one.status === 'fulfilled' ? 'done' : String((one.reason as Error).message)))
}

describe('concurrent changes to people', () => {
  test('by two admins to the same person are made in turn, and the second change sees the result of the first', async () => {
    const at = { userId: c.staff.userId, customerLocationId: c.main.id }
    const outcome = await atOnce(
      () => t.as(c.admin).userLocation.updateOneToggleadmin({ ...at, to: true }),
      () => t.as(c.lead).userLocation.deleteOne(at),
    )
    // Whichever call runs first, the other must fail: after the removal, there is no access to promote; after the promotion, the location admin may
    // no longer edit that person.
    expect(outcome.filter((one) => one === 'done')).toHaveLength(1)
    expect(outcome.find((one) => one !== 'done')).toMatch(/has no access|only the customer admin/)
  })

  test('require a confirmation for one of two calls that together would leave a location without an admin', async () => {
    const [one, two] = [await joinBy(t, c.admin, [c.branch.id]), await joinBy(t, c.admin, [c.branch.id])]
    await t.query('update user_location set is_admin = user_id = any($2) where customer_id = $1 and location_id = $3', [
      c.customerId,
      [one.userId, two.userId],
      c.branch.id,
    ])
    const revoke = (userId: number) => () =>
      t.as(c.admin).userLocation.updateOneToggleadmin({ userId, customerLocationId: c.branch.id, to: false })
    const outcome = await atOnce(revoke(one.userId), revoke(two.userId))
    expect(outcome.sort()).toEqual([expect.stringMatching(/Nobody else administers/), 'done'])
  })

  test('accept an admin’s call if it comes before the admin’s access is revoked, and refuse it if it comes after', async () => {
    const at = { userId: c.lead.userId, customerLocationId: c.main.id }
    const grant = { userId: c.elsewhere.userId, customerLocationId: c.main.id }
    const outcome = await atOnce(
      () => t.as(c.admin).userLocation.updateOneToggleadmin({ ...at, to: false }),
      () => t.as(c.lead).userLocation.createOne(grant),
    )
    const [left] = await t.query<{ n: number }>('select count(*)::int as n from user_location where customer_id = $1 and user_id = $2', [
      c.customerId,
      c.elsewhere.userId,
    ])
    // Either the grant came before the revocation and gave access, or it was refused and gave none.
    expect([outcome[1], left?.n]).toEqual(outcome[1] === 'done' ? ['done', 2] : [expect.stringMatching(/do not have the right/), 1])
    await expect(t.as(c.lead).userLocation.createOne({ ...grant, userId: c.colleague.userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('leave one admin active when two admins deactivate each other', async () => {
    const [one, two] = [await joinBy(t, c.admin, [c.main.id]), await joinBy(t, c.admin, [c.main.id])]
    for (const { userId } of [one, two])
      await t.as(c.admin).userLocation.updateOneToggleadmin({ userId, customerLocationId: c.main.id, to: true })
    const outcome = await atOnce(
      () => t.as(one).user.updateToggleisactive({ userId: two.userId, to: false }),
      () => t.as(two).user.updateToggleisactive({ userId: one.userId, to: false }),
    )
    expect(outcome.sort()).toEqual(['Not Authenticated', 'done'])
  })

  test('never grant location access to a deactivated user: the grant either precedes the deactivation or is refused', async () => {
    const outcome = await atOnce(
      () => t.as(c.admin).user.updateToggleisactive({ userId: c.staff.userId, to: false }),
      () => t.as(c.elsewhere).userLocation.createOne({ userId: c.staff.userId, customerLocationId: c.branch.id }),
    )
    expect(outcome[0]).toBe('done')
    expect(outcome[1]).toMatch(/^done$|is deactivated/)
    const lines = await t.query<{ action: string }>(`select action from audit where customer_id = $1 and subject_id = $2 order by id`, [
      c.customerId,
      c.staff.userId,
    ])
    const granted = outcome[1] === 'done'
    expect(lines.map(({ action }) => action)).toEqual(granted ? ['access.grant', 'user.deactivate'] : ['user.deactivate'])
  })

  test('show a message to the second of two admins who change one person’s access to one location', async () => {
    const change = (to: 'none' | 'admin') => ({
      changes: [{ userId: c.staff.userId, customerLocationId: c.main.id, from: 'user' as const, to }],
    })
    const save = (to: 'none' | 'admin') => () => t.as(c.admin).userLocation.updateMany(change(to))
    expect((await atOnce(save('none'), save('admin'))).sort()).toEqual([expect.stringMatching(/Someone else changed access/), 'done'])
  })

  test('let two people accept the same invitation only once', async () => {
    const { invitation, emailAddress } = await inviteBy(t, c.admin)
    const take = () => t.anonymous().invitation.takeOne({ invitation, newPassword: NEW_PASSWORD, repeatNewPassword: NEW_PASSWORD })
    const outcome = await atOnce(take, take)
    expect(outcome.sort()).toEqual([expect.stringMatching(/no longer works/), 'done'])
    expect(await t.query('select from login where email_address = $1', [emailAddress])).toHaveLength(1)
  })

  test('[USER-015] give the last seat to only one person if two are invited at once, or one is invited while another is reactivated', async () => {
    c = await newCustomer(t, { subscriptions: [['basic', 6]] })
    const person = (name: string) => ({ emailAddress: `${name}.${c.customerId}@mail.tst`, firstName: 'A', lastName: 'B' })
    const invite = (name: string) => () => t.as(c.admin).user.createOne(person(name))
    const full = expect.stringMatching(/allows no more users/)
    expect((await atOnce(invite('one'), invite('two'))).sort()).toEqual([full, 'done'])
    const toggle = (to: boolean) => t.as(c.admin).user.updateToggleisactive({ userId: c.staff.userId, to })
    await toggle(false)
    expect((await atOnce(invite('three'), () => toggle(true))).sort()).toEqual([full, 'done'])
    expect(await t.as(c.admin).user.readSeats()).toMatchObject({ allowed: 6, active: 6, left: 0 })
  })

  test('invite an address only once, even if two people invite it', async () => {
    const person = { emailAddress: `twice.${c.customerId}@mail.tst`, firstName: 'A', lastName: 'B', customerLocationIds: [c.main.id] }
    const outcome = await atOnce(
      () => t.as(c.admin).user.createOne(person),
      () => t.as(c.lead).user.createOne(person),
    )
    expect(outcome.sort()).toEqual([expect.stringMatching(/already one of your users/), 'done'])
  })
})
