import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { PASSWORD } from '../make.ts'

const t = useTestDb()
const c = useCustomer(t)

const ask = (from: TestUser, to: TestUser, password = PASSWORD) => t.as(from).user.createOneHandOver({ userId: to.userId, password })
const take = (by: TestUser, password = PASSWORD) => t.as(by).user.updateOneHandOver({ password })
const adminId = async () => (await t.as(c.staff).customer.readOneByUserId()).adminId

describe('the role of customer admin', () => {
  test('[ROLE-003] is handed over with the passwords of both people, can be handed back, and leaves the former customer admin as an admin of every location', async () => {
    await expect(ask(c.admin, c.lead, 'wrong')).rejects.toThrow('The password is incorrect.')
    await ask(c.admin, c.lead)
    expect(await adminId()).toBe(c.admin.userId)
    expect(await t.as(c.lead).user.readHandOver()).toMatchObject({ from: { id: c.admin.userId }, to: { id: c.lead.userId } })
    expect(await t.as(c.staff).user.readHandOver()).toBeNull()
    await t.runJobs()
    expect((await t.mailbox.list(c.lead.emailAddress))[0]?.text).toContain('/handover')
    await expect(take(c.lead, 'wrong')).rejects.toThrow('The password is incorrect.')
    await expect(take(c.staff)).rejects.toThrow(/no longer open/)
    await take(c.lead)
    expect(await adminId()).toBe(c.lead.userId)
    const before = await t.as(c.lead).user.readOtherById({ userId: c.admin.userId })
    expect(before.userCustomerLocations.map(({ isAdmin }) => isAdmin)).toEqual([true, true])
    await expect(ask(c.admin, c.staff)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(t.as(c.admin).user.updateToggleisactive({ userId: c.lead.userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await ask(c.lead, c.admin)
    await take(c.admin)
    expect(await adminId()).toBe(c.admin.userId)
    const lines = await t.query(`select from audit where customer_id = $1 and action = 'customer.handOver'`, [c.customerId])
    expect(lines).toHaveLength(2)
  })

  test('is offered to one person at a time; the offer can be withdrawn or declined and expires after seven days', async () => {
    await ask(c.admin, c.lead)
    await expect(ask(c.admin, c.staff)).rejects.toThrow(/already asked/)
    await expect(t.as(c.staff).user.deleteOneHandOver()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await t.as(c.lead).user.deleteOneHandOver()
    await expect(take(c.lead)).rejects.toThrow(/no longer open/)
    await ask(c.admin, c.staff)
    await t.as(c.admin).user.deleteOneHandOver()
    await ask(c.admin, c.staff)
    t.clock.advance(7 * 86_400_000)
    await expect(take(c.staff)).rejects.toThrow(/no longer open/)
    await ask(c.admin, c.lead)
    await t.as(c.admin).user.updateToggleisactive({ userId: c.lead.userId, to: false, leaveWithoutAdmin: true })
    expect(await t.as(c.admin).user.readHandOver()).toBeNull()
    const { items } = await t.as(c.admin).audit.readManyBySearch({ kind: 'user', limit: 20 })
    const ended = items.filter(({ action }) => action === 'customer.handOverEnded').map(({ facts }) => facts[0]?.value)
    expect(ended).toEqual(['they were deactivated', 'withdrawn', 'declined'])
    await expect(ask(c.admin, c.lead)).rejects.toThrow(/Only another active user/)
    expect(await adminId()).toBe(c.admin.userId)
  })
})
