import { describe, expect, test } from 'vitest'
import { createCustomer, inviteAgain } from '../../src/operate/new-customer.service.ts'
import { codeFor } from '../auth/steps.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { mark } from '../make.ts'
import { linkTo, NEW_PASSWORD } from './steps.ts'

const t = useTestDb()
const c = useCustomer(t)
const passwords = { newPassword: NEW_PASSWORD, repeatNewPassword: NEW_PASSWORD }

const create = async (emailAddress = `owner.${mark()}@mail.tst`) => {
  const moment = { now: t.clock.now(), origin: 'http://localhost:3000' }
  const customer = {
    name: 'Bay Pharmacy',
    emailAddress,
    firstName: 'Dana',
    lastName: 'Ruiz',
    locationName: 'Bay Street',
    timeZone: 'America/New_York',
  }
  return { emailAddress, customerId: await createCustomer(t.deps, moment, customer) }
}
const mailTo = async (emailAddress: string) => (await t.mailbox.list(emailAddress))[0]

describe('a new customer', () => {
  test('[USER-020] gets an invitation that names the person and the pharmacy and contains no password', async () => {
    const { emailAddress, customerId } = await create()
    const invitation = await linkTo(t, emailAddress)
    const mail = await mailTo(emailAddress)
    expect(mail?.subject).toBe('Bay Pharmacy is ready in Seriatim')
    expect(mail?.text).toContain('Hello Dana,')
    expect(mail?.text).toContain('Bay Pharmacy is ready')
    expect(mail?.text).toContain(`http://localhost:3000/invitation#${customerId}-`)
    expect(mail?.text).not.toMatch(/temporary password/i)
    expect(await t.anonymous().invitation.openOne({ invitation })).toMatchObject({
      firstName: 'Dana',
      customerName: 'Bay Pharmacy',
      invitedBy: null,
      locations: ['Bay Street'],
    })
  })

  test('gets an invitation link, with which its customer admin can sign in and then finds the first steps', async () => {
    const { emailAddress } = await create()
    const visitor = t.visitor()
    await visitor.call.invitation.takeOne({ invitation: await linkTo(t, emailAddress), ...passwords })
    await visitor.call.auth.updateOneTotp({ totp: await codeFor(t, { emailAddress, userId: 0, loginId: 0 }) })
    const me = await visitor.call.user.readOneById()
    expect(me.customer.adminId).toBe(me.id)
    expect(await visitor.call.customer.readFirstSteps()).toEqual({ isHidden: false, done: [] })
    expect(await visitor.call.subscription.readStanding()).toMatchObject({ isActive: false, graceUntil: expect.any(String) })
  })

  test('is refused if the address already has a login', async () => {
    expect((await create(c.admin.emailAddress)).customerId).toBeUndefined()
  })

  test('can get a new link until the admin has joined, and the new link invalidates the earlier one', async () => {
    const { emailAddress, customerId = 0 } = await create()
    const first = await linkTo(t, emailAddress)
    const moment = { now: t.clock.now(), origin: 'http://localhost:3000' }
    expect(await inviteAgain(t.deps, moment, customerId)).toBe(emailAddress)
    const again = await linkTo(t, emailAddress)
    await expect(t.anonymous().invitation.openOne({ invitation: first })).rejects.toThrow(/no longer works/)
    await t.anonymous().invitation.takeOne({ invitation: again, ...passwords })
    expect(await inviteAgain(t.deps, moment, customerId)).toBeUndefined()
    expect(await inviteAgain(t.deps, moment, customerId + 1000)).toBeUndefined()
  })
})
