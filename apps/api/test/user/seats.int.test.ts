import { describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { mark, newCustomer, type TestCustomer } from '../make.ts'

const t = useTestDb()

const invite = (c: TestCustomer) => t.as(c.admin).user.createOne({ emailAddress: `seat.${mark()}@mail.tst`, firstName: 'A', lastName: 'B' })
const seats = (c: TestCustomer) => t.as(c.admin).user.readSeats()

describe('seats', () => {
  test('[USER-003 USER-015 USER-017 ROLE-024] are as many as the subscriptions allow in total; each invitation uses one, and nobody can be invited when none is free', async () => {
    const c = await newCustomer(t, {
      subscriptions: [
        ['basic', 4],
        ['additional-user-monthly', 2],
        ['nrac-monthly-subscription', 5],
      ],
    })
    expect(await seats(c)).toMatchObject({ allowed: 6, active: 5, invited: 0, left: 1, isSubscribed: true })
    const { id } = await invite(c)
    expect(await seats(c)).toMatchObject({ active: 6, invited: 1, left: 0 })
    await expect(invite(c)).rejects.toThrow(/allows no more users/)
    await t.as(c.admin).user.deleteOneInvitation({ userId: id })
    await invite(c)
  })

  test('[USER-016] limit reactivation too: a user can be reactivated only while a seat is free', async () => {
    const c = await newCustomer(t, { subscriptions: [['basic', 5]] })
    const toggle = (to: boolean) => t.as(c.admin).user.updateToggleisactive({ userId: c.staff.userId, to })
    await toggle(false)
    await invite(c)
    await expect(toggle(true)).rejects.toMatchObject({ code: 'CONFLICT' })
    await toggle(false)
    const [entry] = await t.query<{ active: boolean }>('select is_active as active from login where id = $1', [c.staff.loginId])
    expect(entry?.active).toBe(false)
  })

  test('are unlimited with an unlimited plan', async () => {
    const c = await newCustomer(t, { subscriptions: [['enterprise', 1]] })
    await invite(c)
    expect(await seats(c)).toMatchObject({ allowed: 'unlimited', left: null })
  })

  test('are available without a subscription during the grace period, and afterwards existing users keep their seats', async () => {
    const c = await newCustomer(t, { subscriptions: [] })
    await invite(c)
    expect((await seats(c)).isSubscribed).toBe(false)
    t.clock.advance(31 * 86_400_000)
    await expect(invite(c)).rejects.toThrow(/No subscription is active/)
    expect((await seats(c)).active).toBe(6)
  })
})
