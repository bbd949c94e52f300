import { beforeEach, describe, expect, test } from 'vitest'
import { tokenHash } from '../../src/core/secrets.ts'
import { querySystem } from '../../src/db/system-tx.ts'
import { findCaller } from '../../src/domains/auth/auth.queries.ts'
import { findSession } from '../../src/domains/auth/session/session.service.ts'
import { countStatements } from '../count-statements.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { PASSWORD } from '../make.ts'
import { HOUR, MINUTE, SECOND, signInWithCode } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t)
let user: TestUser
beforeEach(() => {
  user = customer.staff
})

const isSignedIn = (token: string | null, isBackground = false): Promise<boolean> =>
  t
    .visitor({ token: token ?? '', isBackground })
    .call.user.readOneById()
    .then(
      () => true,
      () => false,
    )

describe('a token', () => {
  test('[REST-008] is replaced by a refresh; the old token stays valid for sixty seconds for other tabs', async () => {
    const visitor = t.visitor({ token: await t.signIn(user) })
    const old = visitor.token
    expect(await visitor.call.auth.updateOneToken()).toMatchObject({ step: 'signedIn', user: { id: user.userId } })
    expect(visitor.token).not.toBe(old)
    t.clock.advance(59 * SECOND)
    expect(await isSignedIn(old)).toBe(true)
    expect(await isSignedIn(visitor.token)).toBe(true)
    t.clock.advance(2 * SECOND)
    expect(await isSignedIn(old)).toBe(false)
    expect(await isSignedIn(visitor.token)).toBe(true)
  })

  test('that was just replaced can be refreshed in a second tab without signing out the first tab', async () => {
    const first = t.visitor({ token: await t.signIn(user) })
    const second = t.visitor({ token: first.token ?? '' })
    await first.call.auth.updateOneToken()
    expect(await second.call.auth.updateOneToken()).toMatchObject({ step: 'signedIn' })
    expect(await isSignedIn(first.token)).toBe(true)
  })

  test('is issued again to a page that lost the first response, so a page reloaded twice in a row stays signed in', async () => {
    const old = await t.signIn(user)
    await t.visitor({ token: old }).call.auth.updateOneToken()
    const reloaded = t.visitor({ token: old })
    await reloaded.call.auth.updateOneToken()
    t.clock.advance(61 * SECOND)
    expect(await isSignedIn(old)).toBe(false)
    expect(await isSignedIn(reloaded.token)).toBe(true)
  })

  test('refreshed by four tabs at once becomes one new token, which is valid in all of them', async () => {
    const old = await t.signIn(user)
    const tabs = [1, 2, 3, 4].map(() => t.visitor({ token: old }))
    await Promise.all(tabs.map((tab) => tab.call.auth.updateOneToken()))
    const given = [...new Set(tabs.map((tab) => tab.token))]
    expect(given).toEqual([expect.not.stringMatching(old)])
    expect(await isSignedIn(given[0] ?? null)).toBe(true)
  })

  test('used by sixty concurrent calls is looked up twice: once for the first call, and once for the calls that arrived in the meantime', async () => {
    const token = await t.signIn(user)
    const ask = () => findSession(t.deps, token, { now: t.clock.now(), timeZone: 'America/New_York', isBackground: false })
    await ask() // records the activity
    await t.deps.calls.idle()
    const found: unknown[] = []
    const sent = await countStatements(async () => {
      found.push(...(await Promise.all(Array.from({ length: 60 }, ask))))
    })
    expect(sent).toBe(2)
    expect(found).toHaveLength(60)
    for (const one of found) expect(one).toMatchObject({ session: { userId: user.userId } })
  })

  test('is invalid for every later call once its session ends, even if an earlier lookup is still running', async () => {
    const token = await t.signIn(user)
    const ask = () => findSession(t.deps, token, { now: t.clock.now(), timeZone: 'America/New_York', isBackground: false })
    const hash = tokenHash(token)
    const row = await querySystem(t.deps.system, (db) => findCaller(db, hash, { now: t.clock.now(), idleSince: new Date(0) }))
    // This session lookup stays open until the test ends it, and then returns the row from before the sign-out.
    const { promise: looking, resolve: end } = Promise.withResolvers<typeof row>()
    const before = t.deps.sharedQueries.session.ask(`false ${hash.toString('hex')}`, () => looking)
    const after = [ask(), ask()]
    await t.visitor({ token, isBackground: true }).call.auth.deleteOneToken()
    end(row)
    expect(await before).toMatchObject({ userId: user.userId })
    expect(await Promise.all(after)).toEqual([null, null])
  })

  test('is stored only as a hash', async () => {
    const token = await t.signIn(user)
    const rows = await t.query<{ text: string }>('select session::text as text from session where login_id = $1', [user.loginId])
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(token)
    expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'))
  })

  test('[REST-004] that was never issued is not accepted', async () => {
    for (const token of ['', 'x', 'A'.repeat(43)])
      await expect(t.visitor({ token }).call.auth.updateOneToken()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('a session ends', () => {
  test('after thirty minutes without a call', async () => {
    const token = await t.signIn(user)
    t.clock.advance(29 * MINUTE)
    expect(await isSignedIn(token)).toBe(true)
    t.clock.advance(29 * MINUTE)
    expect(await isSignedIn(token)).toBe(true)
    t.clock.advance(30 * MINUTE)
    expect(await isSignedIn(token)).toBe(false)
  })

  test('even if a page keeps polling, because background calls do not count as activity', async () => {
    const token = await t.signIn(user)
    for (let minutes = 0; minutes < 25; minutes += 5) {
      t.clock.advance(5 * MINUTE)
      expect(await isSignedIn(token, true)).toBe(true)
    }
    t.clock.advance(6 * MINUTE)
    expect(await isSignedIn(token)).toBe(false)
  })

  test('twelve hours after it began, however busy it was', async () => {
    const visitor = await signInWithCode(t, user)
    for (let spent = 0; spent < 12 * HOUR - 20 * MINUTE; spent += 20 * MINUTE) {
      t.clock.advance(20 * MINUTE)
      await visitor.call.auth.updateOneToken()
    }
    expect(await isSignedIn(visitor.token)).toBe(true)
    t.clock.advance(20 * MINUTE)
    expect(await isSignedIn(visitor.token)).toBe(false)
  })

  test('at the idle or total limit that the server announced', async () => {
    const visitor = await signInWithCode(t, user)
    const answer = await visitor.call.auth.updateOneToken()
    expect(Date.parse(answer.idleExpiresAt) - t.clock.now().getTime()).toBe(30 * MINUTE)
    expect(Date.parse(answer.expiresAt) - t.clock.now().getTime()).toBe(12 * HOUR)
  })

  test('when its user signs out, while the user’s other sessions continue', async () => {
    const [here, there] = [await t.signIn(user), await t.signIn(user)]
    const visitor = t.visitor({ token: here })
    await visitor.call.auth.deleteOneToken()
    expect(visitor.token).toBeNull()
    expect(await isSignedIn(here)).toBe(false)
    expect(await isSignedIn(there)).toBe(true)
  })

  test('on every device when the user asks for that, and the trail records it', async () => {
    const tokens = [await t.signIn(user), await t.signIn(user)]
    const others = await t.signIn(customer.lead)
    await t.visitor({ token: tokens[0] ?? '' }).call.auth.deleteAllTokens()
    for (const token of tokens) expect(await isSignedIn(token)).toBe(false)
    expect(await isSignedIn(others)).toBe(true)
    const lines = await t.query('select action from audit where customer_id = $1', [customer.customerId])
    expect(lines).toEqual([{ action: 'session.signOutEverywhere' }])
  })

  test('at once when the login or the user is deactivated, and no new session can begin', async () => {
    const token = await t.signIn(user)
    await t.query('update login set is_active = false where id = $1', [user.loginId])
    expect(await isSignedIn(token)).toBe(false)
    const again = t.visitor({ address: '10.4.4.4' }).call.auth.createOneToken({ emailAddress: user.emailAddress, password: PASSWORD })
    await expect(again).rejects.toMatchObject({ code: 'BAD_REQUEST' })

    const { colleague } = customer
    const theirs = await t.signIn(colleague)
    expect(await isSignedIn(theirs)).toBe(true)
    await t.query('update "user" set is_active = false where id = $1', [colleague.userId])
    expect(await isSignedIn(theirs)).toBe(false)
    const fresh = await signInWithCode(t, colleague).catch(() => undefined)
    expect(await isSignedIn(fresh?.token ?? null)).toBe(false)
  })
})

describe('permissions', () => {
  test('[ROLE-003 ROLE-004 ROLE-001] come from the session and the database, not from the payload', async () => {
    const admin = await t.as(customer.admin).user.readOneById()
    expect(admin.customer.adminId).toBe(admin.id)
    const lead = await t.as(customer.lead).user.readOneById()
    expect(lead.customer.adminId).not.toBe(lead.id)
    expect(lead.userCustomerLocations.some((access) => access.isAdmin)).toBe(true)
    const staff = await t.as(user).user.readOneById()
    expect(staff.userCustomerLocations).toEqual([
      { customerLocationId: customer.main.id, isAdmin: false, customerLocation: { id: customer.main.id, name: 'Main' } },
    ])
  })

  test('[ROLE-002 ROLE-009 REST-020] cover users’ own locations, and every location for the customer admin', async () => {
    const names = async (who: TestUser) => (await t.as(who).location.readAllByUserid()).map((location) => location.name)
    expect(await names(customer.admin)).toEqual(['Branch', 'Main'])
    expect(await names(customer.staff)).toEqual(['Main'])
    expect(await names(customer.elsewhere)).toEqual(['Branch'])
    await t.query('delete from user_location where user_id = $1', [customer.staff.userId])
    expect(await names(customer.staff)).toEqual([])
    await expect(t.as(customer.staff).order.readManySearch({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
