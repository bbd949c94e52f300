import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../harness.ts'
import { newCustomer, PASSWORD, type TestCustomer } from '../make.ts'
import { restOf } from '../rest/client.ts'
import { inviteBy } from './steps.ts'

let t: TestDb
let c: TestCustomer
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())
beforeEach(async () => {
  c = await newCustomer(t)
})

const toggle = (to?: boolean) => t.as(c.admin).user.updateToggleisactive({ userId: c.staff.userId, ...(to === undefined ? {} : { to }) })

describe('a deactivated user', () => {
  test('[ROLE-025 USER-014] is out at once: session, access token and sign-in; what they did stays; reactivated, they sign in again', async () => {
    const app = await t.app()
    const visitor = t.visitor({ token: await t.signIn(c.staff) })
    const { accessToken } = await visitor.call.auth.createOneAccessToken({ name: 'till', days: 30, password: PASSWORD })
    const program = restOf(app, accessToken)
    expect((await program.get('/user/read/one/by/id')).status).toBe(200)
    expect((await toggle()).isActive).toBe(false)
    await expect(visitor.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await program.get('/user/read/one/by/id')).status).toBe(401)
    const signIn = () => t.visitor().call.auth.createOneToken({ emailAddress: c.staff.emailAddress, password: PASSWORD })
    await expect(signIn()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const rows = await t.look('select from access_token where login_id = $1 and revoked_at is null', [c.staff.loginId])
    expect(rows).toEqual([])
    expect((await toggle()).isActive).toBe(true)
    await signIn()
    await expect(visitor.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await program.get('/user/read/one/by/id')).status).toBe(401)
  })

  test('keeps locations for the day of their return, and is given none meanwhile', async () => {
    await toggle(false)
    const at = { userId: c.staff.userId, customerLocationId: c.branch.id }
    await expect(t.as(c.admin).userLocation.createOne(at)).rejects.toThrow(/deactivated/)
    expect(await toggle(true)).toMatchObject({ userCustomerLocations: [{ customerLocationId: c.main.id }] })
  })

  test('[ROLE-014 ROLE-018] is made so by the customer admin or by who administers all their locations, and by nobody else', async () => {
    const by = (who: TestCustomer['staff'], userId: number) => t.as(who).user.updateToggleisactive({ userId })
    await expect(by(c.colleague, c.staff.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(by(c.elsewhere, c.staff.userId)).rejects.toThrow(/all of whose locations/)
    await expect(by(c.lead, c.lead.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await t.as(c.admin).userLocation.createOne({ userId: c.staff.userId, customerLocationId: c.branch.id })
    await expect(by(c.lead, c.staff.userId)).rejects.toThrow(/all of whose locations/)
    expect((await by(c.lead, c.colleague.userId)).isActive).toBe(false)
    expect((await by(c.lead, c.colleague.userId)).isActive).toBe(true)
  })

  test('is not one who was invited: that is withdrawn', async () => {
    const { user } = await inviteBy(t, c.admin)
    await expect(t.as(c.admin).user.updateToggleisactive({ userId: user.id })).rejects.toThrow(/Withdraw the invitation/)
  })
})
