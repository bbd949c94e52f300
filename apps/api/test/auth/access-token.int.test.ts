import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { PASSWORD } from '../make.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'

const DAY = 86_400_000

const t = useTestDb()
let app: FastifyInstance
beforeEach(() => t.clock.set('2026-05-01T12:00:00Z'))
const customer = useCustomer(t)
let made: { tokenId: number; accessToken: string; expiresAt: string }
let program: Rest
beforeAll(async () => {
  app = await t.app()
})
beforeEach(async () => {
  made = await t.as(customer.staff).auth.createOneAccessToken({ name: 'Wholesaler feed', days: 365, password: PASSWORD })
  program = makeRestClient(app, made.accessToken)
})

const isIn = async () => (await program.get('/user/read/one/by/id')).status

describe('a personal access token', () => {
  test('[REST-004] acts over REST as its user, with that user’s permissions and locations', async () => {
    expect((await program.get('/user/read/one/by/id')).json).toMatchObject({ id: customer.staff.userId })
    const uploaded = await program.upload('<not-epcis/>')
    expect(uploaded.status).toBe(200)
    expect((await program.get('/order/read/many/search')).status).toBe(200)
    await t.query('delete from user_location where user_id = $1', [customer.staff.userId])
    expect((await program.get('/order/read/many/search')).status).toBe(403)
  })

  test('is shown once, stored as a hash, and recorded in the trail without its value', async () => {
    expect(made.accessToken).toMatch(/^seriatim_pat_[A-Za-z0-9_-]{43}$/)
    expect(made.expiresAt).toBe('2027-05-01T12:00:00.000Z')
    const everything = await t.query<{ text: string }>(
      'select access_token::text as text from access_token union all select audit::text from audit where customer_id = $1',
      [customer.customerId],
    )
    const secret = made.accessToken.slice(13)
    for (const { text } of everything) for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(text).not.toContain(form)
    expect(JSON.stringify(await t.as(customer.staff).auth.readManyAccessTokens())).not.toContain(secret)
    expect((await t.as(customer.admin).audit.readManyBySearch({ kind: 'token' })).items).toMatchObject([
      { what: 'Access token created', by: { id: customer.staff.userId }, subjectId: made.tokenId },
    ])
  })

  test('is not accepted by tRPC, nor as a cookie, body field or query parameter', async () => {
    const origin = 'http://localhost:80'
    const call = { method: 'GET', url: '/trpc/user.readOneById' } as const
    for (const headers of [{ authorization: `Bearer ${made.accessToken}` }, { cookie: `seriatim=${made.accessToken}` }])
      expect((await app.inject({ ...call, headers: { ...headers, origin } })).statusCode).toBe(401)
    const rest = { method: 'GET', url: '/api/v1/user/read/one/by/id' } as const
    expect((await app.inject({ ...rest, headers: { cookie: `seriatim=${made.accessToken}` } })).statusCode).toBe(401)
    expect((await app.inject({ ...rest, query: { token: made.accessToken } })).statusCode).toBe(401)
    await expect(t.visitor({ token: made.accessToken }).call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('cannot change the password or be exchanged for a session', async () => {
    const change = { oldPassword: PASSWORD, newPassword: 'Other-Horse-8!', repeatNewPassword: 'Other-Horse-8!' }
    for (const [path, body] of [
      ['/user/update/changepassword', change],
      ['/auth/update/one/token', {}],
      ['/auth/update/one/totp', { totp: '123456' }],
    ] as const)
      expect(await program.post(path, body)).toMatchObject({
        status: 403,
        json: { payload: { msg: 'An access token cannot do this. Sign in with your password instead.' } },
      })
    expect(
      (await makeRestClient(app).post('/auth/create/one/token', { emailAddress: customer.staff.emailAddress, password: PASSWORD })).status,
    ).toBe(200)
  })

  test.each([
    ['it is revoked', () => t.as(customer.staff).auth.deleteOneAccessToken({ tokenId: made.tokenId })],
    ['it expires', async () => t.clock.advance(365 * DAY)],
    ['its user is deactivated', () => t.query('update "user" set is_active = false where id = $1', [customer.staff.userId])],
    ['its login is deactivated', () => t.query('update login set is_active = false where id = $1', [customer.staff.loginId])],
  ])('becomes invalid when %s', async (_why, happens) => {
    expect(await isIn()).toBe(200)
    await happens()
    expect(await isIn()).toBe(401)
  })

  test('shows when and from where it was last used, and when it expires', async () => {
    const list = () => t.as(customer.staff).auth.readManyAccessTokens()
    expect(await list()).toMatchObject([{ name: 'Wholesaler feed', lastUsedAt: null, lastAddress: null, isOver: false }])
    t.clock.advance(DAY)
    await isIn()
    expect(await list()).toMatchObject([{ lastUsedAt: '2026-05-02T12:00:00.000Z', lastAddress: '127.0.0.1' }])
    t.clock.advance(365 * DAY)
    expect(await list()).toMatchObject([{ isOver: true }])
    await t.as(customer.staff).auth.deleteOneAccessToken({ tokenId: made.tokenId })
    expect(await list()).toEqual([])
  })

  test('lasts a year at most, and a user has at most twenty', async () => {
    const { auth } = t.as(customer.colleague)
    await expect(auth.createOneAccessToken({ name: 'for ever', days: 366, password: PASSWORD })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(auth.createOneAccessToken({ name: ' ', days: 30, password: PASSWORD })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (let n = 0; n < 20; n += 1) await auth.createOneAccessToken({ name: `n${n}`, days: 1, password: PASSWORD })
    await expect(auth.createOneAccessToken({ name: 'one more', days: 1, password: PASSWORD })).rejects.toMatchObject({ code: 'CONFLICT' })
    t.clock.advance(2 * DAY)
    await t.as(customer.colleague).auth.createOneAccessToken({ name: 'those are over', days: 1, password: PASSWORD })
  })

  test('of another user cannot be revoked', async () => {
    for (const other of [customer.colleague, customer.admin])
      await expect(t.as(other).auth.deleteOneAccessToken({ tokenId: made.tokenId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await isIn()).toBe(200)
  })
})

describe('a user’s own sessions', () => {
  test('are listed with their device in words, the current session first, and without expired or pending sessions', async () => {
    const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
    const ended = t.visitor({ token: await t.signIn(customer.staff) })
    await ended.call.auth.deleteOneToken()
    await t.visitor().call.auth.createOneToken({ emailAddress: customer.staff.emailAddress, password: PASSWORD })
    const other = await t.signIn(customer.staff)
    await t.query('update session set user_agent = $2 where token_hash = sha256($1::bytea)', [Buffer.from(other), phone])
    const sessions = await t.as(customer.staff).auth.readManySessions()
    expect(sessions).toMatchObject([
      { isCurrent: true, device: 'A program (test)', address: '127.0.0.1', signedInAt: '2026-05-01T12:00:00.000Z' },
      { isCurrent: false, device: 'Chrome on Android' },
    ])
    expect(await t.as(customer.colleague).auth.readManySessions()).toHaveLength(1)
  })

  test('can be signed out one at a time, or all except the current one', async () => {
    const others = await Promise.all([1, 2, 3].map(() => t.signIn(customer.staff)))
    const { auth } = t.as(customer.staff)
    const isSignedIn = (token: string) =>
      t
        .visitor({ token })
        .call.user.readOneById()
        .then(
          () => true,
          () => false,
        )
    const first = (await t.visitor({ token: others[0] ?? '' }).call.auth.readManySessions()).find((one) => one.isCurrent)
    await auth.deleteOneSession({ sessionId: first?.id ?? 0 })
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, true, true])
    await expect(auth.deleteOneSession({ sessionId: first?.id ?? 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(t.as(customer.admin).auth.deleteOneSession({ sessionId: first?.id ?? 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await auth.deleteOtherSessions()
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false, false])
    expect(await auth.readManySessions()).toHaveLength(1)
    expect((await t.as(customer.admin).audit.readManyBySearch({ kind: 'session' })).items.map(({ what }) => what)).toContain(
      'Another device signed out',
    )
  })
})
