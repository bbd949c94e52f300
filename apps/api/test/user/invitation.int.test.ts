import { newInvitation } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { tidyJob } from '../../src/domains/all.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { codeFor } from '../auth/steps.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { mark, newCustomer } from '../make.ts'
import { inviteBy, linkTo, NEW_PASSWORD } from './steps.ts'

const DAY = 86_400_000
const passwords = { newPassword: NEW_PASSWORD, repeatNewPassword: NEW_PASSWORD }

const t = useTestDb()
const c = useCustomer(t)

const open = (invitation: string) => t.anonymous().invitation.openOne({ invitation })
const take = (invitation: string) => t.anonymous().invitation.takeOne({ invitation, ...passwords })
const over = /no longer works/

describe('an invitation', () => {
  test('stays on record when the cleanup job deletes its email after a month', async () => {
    const { user } = await inviteBy(t, c.lead)
    await t.runJobs()
    await t.query(`update mail set created_at = now() - interval '31 days' where customer_id = $1`, [c.customerId])
    await tidyJob.run({}, t.deps as unknown as JobContext) // the scheduled job needs only the program's dependencies
    expect(await t.query('select 1 from mail where customer_id = $1', [c.customerId])).toEqual([])
    expect(await t.as(c.admin).user.readOnePerson({ userId: user.id })).toMatchObject({ invited: { mail: null } })
  })

  test('accepts a single address, and removes separators around it', () => {
    const invited = (emailAddress: string) => newInvitation.safeParse({ emailAddress, firstName: 'A', lastName: 'B' }).data?.emailAddress
    expect(['a@b.com', 'a@b.com;', '; a@b.com'].map(invited)).toEqual(['a@b.com', 'a@b.com', 'a@b.com'])
    expect(invited('a@b.com; c@b.com')).toBeUndefined()
  })

  test('still shows when the person first signed in, even after that session is deleted', async () => {
    const { user, emailAddress, invitation } = await inviteBy(t, c.lead)
    const visitor = t.visitor()
    await visitor.call.invitation.takeOne({ invitation, ...passwords })
    await visitor.call.auth.updateOneTotp({ totp: await codeFor(t, { emailAddress, userId: 0, loginId: 0 }) })
    await t.query('delete from session where login_id = (select id from login where email_address = $1)', [emailAddress])
    const { signIn } = await t.as(c.admin).user.readOnePerson({ userId: user.id })
    expect(signIn?.lastAt).toEqual(expect.any(String))
  })

  test('[USER-019 USER-020 USER-002] is an email with a link to a page that shows the inviter and asks for a password and then for the emailed code', async () => {
    const { user, emailAddress, invitation } = await inviteBy(t, c.lead)
    expect(user).toMatchObject({ status: 'invited', isActive: true, title: 'Technician', firstName: 'Nia', lastName: 'New' })
    expect(await open(invitation)).toMatchObject({
      firstName: 'Nia',
      emailAddress,
      customerName: c.name,
      invitedBy: { firstName: 'Lead' },
      locations: ['Main'],
    })
    const visitor = t.visitor()
    const { step } = await visitor.call.invitation.takeOne({ invitation, ...passwords })
    expect(step).toBe('totp')
    await expect(visitor.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await visitor.call.auth.updateOneTotp({ totp: await codeFor(t, { emailAddress, userId: 0, loginId: 0 }) })
    expect(await visitor.call.user.readOneById()).toMatchObject({
      emailAddress,
      userCustomerLocations: [{ customerLocationId: c.main.id, isAdmin: false }],
    })
    expect((await t.as(c.lead).user.readOtherById({ userId: user.id })).status).toBe('active')
    const actions = await t.query<{ action: string }>(`select action from audit where customer_id = $1 and subject_id = $2 order by id`, [
      c.customerId,
      user.id,
    ])
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['user.invite', 'user.join']))
  })

  test('works once within seven days; resending or withdrawing the invitation invalidates its earlier link', async () => {
    const first = await inviteBy(t, c.lead)
    t.clock.advance(7 * DAY - 1)
    await open(first.invitation)
    t.clock.advance(1)
    await expect(open(first.invitation)).rejects.toThrow(over)
    expect((await t.as(c.lead).user.readOtherById({ userId: first.user.id })).status).toBe('expired')
    await t.as(c.lead).user.updateOneInvitation({ userId: first.user.id })
    const again = await linkTo(t, first.emailAddress)
    expect(again).not.toBe(first.invitation)
    await expect(open(first.invitation)).rejects.toThrow(over)
    await take(again)
    await expect(take(again)).rejects.toThrow(over)
    const other = await inviteBy(t, c.lead)
    await t.as(c.lead).user.deleteOneInvitation({ userId: other.user.id })
    await expect(open(other.invitation)).rejects.toThrow(over)
    await expect(open(`${c.customerId}-${'x'.repeat(43)}`)).rejects.toThrow(over)
    await expect(open(`999999-${other.invitation.slice(other.invitation.indexOf('-') + 1)}`)).rejects.toThrow()
  })

  test('frees its seat and address once it is withdrawn, and the person is no longer listed', async () => {
    const { user, emailAddress } = await inviteBy(t, c.admin)
    const { active } = await t.as(c.admin).user.readSeats()
    await t.as(c.admin).user.deleteOneInvitation({ userId: user.id })
    expect((await t.as(c.admin).user.readSeats()).active).toBe(active - 1)
    expect((await t.as(c.admin).user.readAllByCustomerid()).map(({ id }) => id)).not.toContain(user.id)
    await t.as(c.admin).user.createOne({ emailAddress, firstName: 'Nia', lastName: 'New' })
  })

  test('is refused for an address already used by this customer; for another customer’s address, the response is the usual one, but the link cannot be used', async () => {
    const { customer: _, ...answer } = await t
      .as(c.admin)
      .user.createOne({ emailAddress: `a.${mark()}@mail.tst`, firstName: 'A', lastName: 'B' })
    const foreign = await newCustomer(t)
    const known = await t.as(c.admin).user.createOne({ emailAddress: foreign.staff.emailAddress, firstName: 'A', lastName: 'B' })
    expect({ ...known, id: 0, customer: 0, userContacts: 0 }).toEqual({ ...answer, id: 0, customer: 0, userContacts: 0 })
    const invitation = await linkTo(t, foreign.staff.emailAddress)
    await expect(open(invitation)).rejects.toThrow(/another organization/)
    await expect(take(invitation)).rejects.toThrow(/another organization/)
    const own = { emailAddress: c.staff.emailAddress.toUpperCase(), firstName: 'A', lastName: 'B' }
    await expect(t.as(c.admin).user.createOne(own)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('by a location admin is limited to their locations; other users cannot invite', async () => {
    const person = () => ({ emailAddress: `b.${mark()}@mail.tst`, firstName: 'A', lastName: 'B' })
    await expect(t.as(c.lead).user.createOne(person())).rejects.toThrow(/at least one location/)
    const branch = { ...person(), customerLocationIds: [c.branch.id] }
    await expect(t.as(c.lead).user.createOne(branch)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const both = { ...person(), customerLocationIds: [c.main.id, c.branch.id] }
    await expect(t.as(c.lead).user.createOne(both)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(t.as(c.staff).user.createOne({ ...person(), customerLocationIds: [c.main.id] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('stays valid if a weak password is refused', async () => {
    const { invitation } = await inviteBy(t, c.admin)
    const weak = { invitation, newPassword: 'weak', repeatNewPassword: 'weak' }
    await expect(t.anonymous().invitation.takeOne(weak)).rejects.toThrow(/breaks a rule/)
    const differ = { invitation, newPassword: NEW_PASSWORD, repeatNewPassword: 'Other-1!aa' }
    await expect(t.anonymous().invitation.takeOne(differ)).rejects.toThrow('Passwords Do Not Match')
    await take(invitation)
  })

  test('keeps its secret out of the sent email’s record, and does not store it in plain text in the invitation itself', async () => {
    const { emailAddress, invitation } = await inviteBy(t, c.admin)
    const rows = await t.query<{ body: string | null; sealed: Buffer | null }>(
      'select body, sealed_body as sealed from mail where customer_id = $1 and to_addresses = $2',
      [c.customerId, [emailAddress]],
    )
    expect(rows).toEqual([{ body: null, sealed: null }])
    const kept = await t.query(`select from invitation where encode(token_hash, 'escape') like '%' || $1 || '%'`, [invitation])
    expect(kept).toEqual([])
  })
})
