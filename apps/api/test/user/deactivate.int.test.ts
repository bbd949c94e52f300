import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createCaller } from '../../src/call/trpc.ts'
import { sealUpload } from '../../src/domains/file/upload-seal.ts'
import { createContext } from '../../src/http/make-context.ts'
import { appRouter } from '../../src/router.ts'
import { enrollApp } from '../auth/steps.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, PASSWORD, type TestCustomer } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'
import { inviteBy } from './steps.ts'

const t = useTestDb()
const c = useCustomer(t)

const toggle = (to?: boolean) => t.as(c.admin).user.updateToggleisactive({ userId: c.staff.userId, ...(to === undefined ? {} : { to }) })

describe('a deactivated user', () => {
  test('[ROLE-025 USER-014] loses session, access tokens and sign-in at once, keeps all records, and can sign in after reactivation', async () => {
    const app = await t.app()
    const visitor = t.visitor({ token: await t.signIn(c.staff) })
    const { accessToken } = await visitor.call.auth.createOneAccessToken({ name: 'till', days: 30, password: PASSWORD })
    const program = makeRestClient(app, accessToken)
    expect((await program.get('/user/read/one/by/id')).status).toBe(200)
    expect((await toggle()).isActive).toBe(false)
    await expect(visitor.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await program.get('/user/read/one/by/id')).status).toBe(401)
    const signIn = () => t.visitor().call.auth.createOneToken({ emailAddress: c.staff.emailAddress, password: PASSWORD })
    await expect(signIn()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const rows = await t.query('select from access_token where login_id = $1 and revoked_at is null', [c.staff.loginId])
    expect(rows).toEqual([])
    expect((await toggle()).isActive).toBe(true)
    await signIn()
    await expect(visitor.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await program.get('/user/read/one/by/id')).status).toBe(401)
  })

  test('gets the same locations back when reactivated, but cannot be given another location while deactivated', async () => {
    await toggle(false)
    const at = { userId: c.staff.userId, customerLocationId: c.branch.id }
    await expect(t.as(c.admin).userLocation.createOne(at)).rejects.toThrow(/deactivated/)
    expect(await toggle(true)).toMatchObject({ userCustomerLocations: [{ customerLocationId: c.main.id }] })
  })

  test('[ROLE-014 ROLE-018] can only have been deactivated by the customer admin, or by an admin of all locations to which the user has access', async () => {
    const by = (who: TestCustomer['staff'], userId: number) => t.as(who).user.updateToggleisactive({ userId })
    await expect(by(c.colleague, c.staff.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(by(c.elsewhere, c.staff.userId)).rejects.toThrow(/all of this user’s locations/)
    await expect(by(c.lead, c.lead.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await t.as(c.admin).userLocation.createOne({ userId: c.staff.userId, customerLocationId: c.branch.id })
    await expect(by(c.lead, c.staff.userId)).rejects.toThrow(/all of this user’s locations/)
    expect((await by(c.lead, c.colleague.userId)).isActive).toBe(false)
    expect((await by(c.lead, c.colleague.userId)).isActive).toBe(true)
  })

  test('cannot continue a download in progress, but a file that is still arriving is stored, and its audit entry mentions the deactivation', async () => {
    const order = await addOrder(c)
    const stream = await t.as(c.staff).order.readAllMedsByDocumentid({ documentId: order.id })
    const stored = await t.deps.storage.put(c.customerId, Readable.from([Buffer.from(documentFor(c))]))
    const seal = sealUpload(t.deps.secrets, { customerId: c.customerId, userId: c.staff.userId }, 'order', stored.sha256)
    // A call gets its context before its file has arrived completely.
    const context = await createContext(t.deps, {
      token: await t.signIn(c.staff),
      address: '127.0.0.1',
      userAgent: undefined,
      timeZone: undefined,
      isBackground: false,
      requestId: 'slow',
      issueToken() {},
    })
    await toggle(false)
    await expect(stream.next()).rejects.toThrow('Not Authenticated')
    const slow = createCaller(appRouter)(context)
    const { uploadId } = await slow.file.uploadOrder({ wait: false, filename: 'late.xml', contentType: 'application/xml', ...stored, seal })
    await t.runJobs()
    expect((await t.as(c.admin).file.readOneUpload({ uploadId })).status).toBe('imported')
    const [line] = await t.query<{ detail: { isUploaderGone?: boolean } }>(
      `select detail from audit where customer_id = $1 and action = 'order.upload' and subject_id = $2`,
      [c.customerId, uploadId],
    )
    expect(line?.detail.isUploaderGone).toBe(true)
  })

  test('is removed from other people’s lists of report recipients', async () => {
    await t.as(c.lead).user.readOneById()
    await t.as(c.lead).settings.updateOthersettings({ suspectMedEmailAddress: `board@mail.tst; ${c.staff.emailAddress.toUpperCase()}` })
    await toggle(false)
    expect((await t.as(c.lead).user.readOneById()).suspectMedEmailAddress).toBe('board@mail.tst')
    const lines = await t.query(
      `select subject, subject_id::int as id, detail from audit where customer_id = $1 and action = 'user.copiesStopped'`,
      [c.customerId],
    )
    const before = `board@mail.tst; ${c.staff.emailAddress.toUpperCase()}`
    expect(lines).toEqual([
      { subject: 'user', id: c.lead.userId, detail: { field: 'suspectMedEmailAddress', before, after: 'board@mail.tst' } },
    ])
  })

  test('no longer receives copies of the organization’s reports, and the trail records that', async () => {
    await t.as(c.admin).settings.updateRegulator({ regulatorEmailAddress: `${c.staff.emailAddress}; board@state.example` })
    await toggle(false)
    expect(await t.as(c.admin).settings.readRegulator()).toEqual({ regulatorEmailAddress: 'board@state.example' })
    const { items } = await t.as(c.admin).audit.readManyBySearch({ kind: 'customer', limit: 1 })
    expect(items).toMatchObject([{ action: 'user.copiesStopped', facts: [{ before: expect.stringContaining(c.staff.emailAddress) }] }])
  })

  test('must have joined first: an open invitation is withdrawn instead', async () => {
    const { user } = await inviteBy(t, c.admin)
    await expect(t.as(c.admin).user.updateToggleisactive({ userId: user.id })).rejects.toThrow(/Withdraw the invitation/)
  })
})

describe('a lost authenticator', () => {
  test('can be removed by an admin, who confirms with their own password; the user is notified and gets codes by email', async () => {
    await enrollApp(t, c.staff)
    const input = { userId: c.staff.userId, password: PASSWORD }
    await expect(t.as(c.elsewhere).user.deleteOneApp(input)).rejects.toThrow(/all of this user’s locations/)
    await expect(t.as(c.lead).user.deleteOneApp({ ...input, password: 'wrong' })).rejects.toThrow('The password is incorrect.')
    await expect(t.as(c.lead).user.deleteOneApp({ userId: c.colleague.userId, password: PASSWORD })).rejects.toThrow(/No authenticator/)
    const open = t.visitor({ token: await t.signIn(c.staff) })
    // Only the customer admin may remove a fellow admin's authenticator.
    await t.as(c.admin).userLocation.updateOneToggleadmin({ userId: c.staff.userId, customerLocationId: c.main.id, to: true })
    await expect(t.as(c.lead).user.deleteOneApp(input)).rejects.toThrow(/only the customer admin/)
    await t.as(c.admin).userLocation.updateOneToggleadmin({ userId: c.staff.userId, customerLocationId: c.main.id, to: false })
    await t.as(c.lead).user.deleteOneApp(input)
    await expect(open.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await t.runJobs()
    const [mail] = await t.mailbox.list(c.staff.emailAddress)
    expect(mail?.text).toMatch(/^Lead Tester removed the authenticator app/)
    const visitor = t.visitor()
    const { delivery } = await visitor.call.auth.createOneToken({ emailAddress: c.staff.emailAddress, password: PASSWORD })
    expect(delivery).toBe('email')
    expect(await t.query('select from recovery_code where login_id = $1', [c.staff.loginId])).toEqual([])
    const lines = await t.query(`select from audit where customer_id = $1 and action = 'user.appReset' and subject_id = $2`, [
      c.customerId,
      c.staff.userId,
    ])
    expect(lines).toHaveLength(1)
  })

  test('cannot be removed with an access token', async () => {
    const { accessToken } = await t.as(c.lead).auth.createOneAccessToken({ name: 'till', days: 30, password: PASSWORD })
    const context = await createContext(t.deps, {
      token: accessToken,
      takesAccessToken: true,
      address: '127.0.0.1',
      userAgent: undefined,
      timeZone: undefined,
      isBackground: false,
      requestId: 'program',
      issueToken() {},
    })
    const program = createCaller(appRouter)(context)
    await expect(program.user.deleteOneApp({ userId: c.staff.userId, password: PASSWORD })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
