import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { openTestDb, type TestUser } from '../harness.ts'
import { newCustomer, PASSWORD } from '../make.ts'
import { codeFor } from './steps.ts'

const t = useTestDb({ config: { logLevel: 'debug' } })
let app: FastifyInstance
let user: TestUser
const lines: string[] = []
beforeAll(async () => {
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  app = await t.app({ logTo })
  user = (await newCustomer(t)).staff
})

const OWN = { origin: 'http://localhost:80', host: 'localhost:80' }
const rest = (path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers })
const trpc = (path: string, json: unknown, headers: Record<string, string> = OWN) =>
  app.inject({ method: 'POST', url: `/trpc/${path}`, payload: { json }, headers })
const readCookie = (answer: { cookies: { name: string; value: string }[] }) => answer.cookies.find((cookie) => cookie.name === 'seriatim')
const credentials = () => ({ emailAddress: user.emailAddress, password: PASSWORD })

describe('tRPC over HTTP', () => {
  test('keeps the token in a cookie that is HttpOnly and SameSite=Strict, and never in a body', async () => {
    const pending = await trpc('auth.createOneToken', credentials())
    expect(pending.statusCode).toBe(200)
    const first = pending.cookies.find((cookie) => cookie.name === 'seriatim')
    expect(first).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(pending.body).not.toContain(first?.value)
    const signedIn = await trpc('auth.updateOneTotp', { totp: await codeFor(t, user) }, { ...OWN, cookie: `seriatim=${first?.value}` })
    const second = readCookie(signedIn)
    expect(signedIn.json().result.data.json).toMatchObject({ step: 'signedIn' })
    expect(second?.value).not.toBe(first?.value)
    for (const body of [signedIn.body, pending.body]) expect(body).not.toMatch(/"token"/)
    const out = await trpc('auth.deleteOneToken', undefined, { ...OWN, cookie: `seriatim=${second?.value}` })
    expect(readCookie(out)?.value).toBe('')
  })

  test('refuses a call from another site’s page, with a cookie or without', async () => {
    const token = await t.signIn(user)
    for (const origin of ['https://evil.example', 'null', 'http://localhost:81']) {
      const answer = await trpc('auth.deleteAllTokens', undefined, { origin, host: 'localhost:80', cookie: `seriatim=${token}` })
      expect(answer.statusCode).toBe(403)
    }
    for (const url of [
      '/trpc/auth.deleteAllTokens',
      '/Trpc/auth.deleteAllTokens',
      '/TRPC/auth.deleteAllTokens',
      '/%74rpc/auth.deleteAllTokens',
      '/trpc/auth.deleteAllTokens?batch=1',
    ]) {
      const headers = { cookie: `seriatim=${token}`, 'content-type': 'application/json' }
      const silent = await app.inject({
        method: 'POST',
        url,
        headers,
        payload: url.includes('batch') ? '{"0":{"json":null}}' : '{"json":null}',
      })
      expect(silent.statusCode, url).toBe(403)
      expect(silent.body, url).toContain('foreign_origin')
    }
    expect(await t.visitor({ token }).call.user.readOneById()).toMatchObject({ id: user.userId })
  })

  test('binds the cookie to the host on https', async () => {
    const secure = await openTestDb({ config: { publicUrl: 'https://pharmacy.example' } })
    const { staff } = await newCustomer(secure)
    const answer = await (await secure.app()).inject({
      method: 'POST',
      url: '/trpc/auth.createOneToken',
      payload: { json: { emailAddress: staff.emailAddress, password: PASSWORD } },
      headers: { origin: 'https://pharmacy.example' },
    })
    expect(answer.cookies[0]).toMatchObject({ name: '__Host-seriatim', secure: true, httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(answer.headers['strict-transport-security']).toContain('max-age=')
    await secure.close()
  })

  test('returns the key of an error and no internals', async () => {
    const wrong = await trpc('auth.createOneToken', { emailAddress: user.emailAddress, password: 'Wrong-Horse-7!' })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().error.json).toMatchObject({ data: { key: 'sign_in_failed', httpStatus: 400 } })
    expect(wrong.body).not.toContain('stack')
    const malformed = await trpc('auth.createOneToken', { emailAddress: 1 })
    expect(malformed.json().error.json).toMatchObject({ message: expect.stringMatching(/^emailAddress: /), data: { key: null } })
  })

  test('allows at most ten calls in a request', async () => {
    const url = `/trpc/${Array.from({ length: 11 }, () => 'user.readOneById').join(',')}?batch=1`
    const answer = await app.inject({ method: 'GET', url, headers: { cookie: `seriatim=${await t.signIn(user)}` } })
    expect(answer.statusCode).toBe(400)
  })
})

describe('REST over HTTP', () => {
  test('[REST-005 REST-006 REST-008] returns the token in a field of the response, never in a cookie', async () => {
    const pending = await rest('/auth/create/one/token', credentials())
    expect(pending.json()).toMatchObject({ token: expect.any(String), step: 'totp', delivery: 'email', expiresAt: expect.any(String) })
    expect(pending.json()).not.toHaveProperty('user')
    const signedIn = await rest('/auth/update/one/totp', { token: pending.json().token, totp: await codeFor(t, user) })
    expect(signedIn.json()).toMatchObject({
      token: expect.any(String),
      step: 'signedIn',
      user: { id: user.userId },
      customer: { name: 'Corner Pharmacy' },
    })
    const refreshed = await rest('/auth/update/one/token', {}, { authorization: `Bearer ${signedIn.json().token}` })
    expect(refreshed.json()).toMatchObject({ token: expect.any(String), step: 'signedIn' })
    for (const answer of [pending, signedIn, refreshed]) expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('[REST-007] returns a toast when a new code is requested', async () => {
    const pending = await rest('/auth/create/one/token', credentials())
    const token = pending.json().token
    const soon = await rest('/auth/update/one/resendtotp', { token })
    expect([soon.statusCode, soon.json().type]).toEqual([400, 'ERROR'])
    t.clock.advance(31_000)
    const later = await rest('/auth/update/one/resendtotp', { token })
    expect(later.json()).toEqual({ type: 'GLOBAL_TOAST', payload: { msg: 'A new code is on its way.', class: 'success' } })
  })

  test('[REST-003] takes the session fields and the payload of a POST or a PUT from its body', async () => {
    const token = await t.signIn(user)
    const fields = { user_timezone: 'America/Chicago', step: 'signedIn', customerId: 99, isAdmin: true }
    const put = (body: object) =>
      app.inject({ method: 'PUT', url: '/api/v1/update/receive/all/by/documentid', payload: { ...fields, ...body } })
    const post = (body: object) => app.inject({ method: 'POST', url: '/api/v1/user/update/othersettings', payload: { ...fields, ...body } })
    // Only signed-in callers learn that the order doesn't exist.
    expect((await put({ token, documentId: 4711 })).statusCode).toBe(404)
    expect((await post({ token, suspectMedEmailAddress: 'safety@mail.tst' })).json()).toMatchObject({ type: 'GLOBAL_TOAST' })
    for (const call of [put, post])
      for (const wrong of [{}, { token: 'x'.repeat(43) }]) expect((await call({ ...wrong, documentId: 4711 })).statusCode).toBe(401)
    const read = await app.inject({ method: 'GET', url: '/api/v1/user/read/one/by/id', headers: { authorization: `Bearer ${token}` } })
    expect(read.json()).toMatchObject({ id: user.userId, suspectMedEmailAddress: 'safety@mail.tst' })
  })

  test('[REST-002] reads the token from header, cookie, body or query, in this order', async () => {
    const token = await t.signIn(user)
    const read = (url: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'GET', url: `/api/v1/user/read/one/by/id${url}`, headers })
    for (const answer of [
      await read('', { authorization: `Bearer ${token}` }),
      await read('', { cookie: `seriatim=${token}` }),
      await read(`?token=${token}&user_timezone=America/Chicago&step=signedIn&customerId=99&isAdmin=true`),
    ])
      expect(answer.json()).toMatchObject({ id: user.userId })
    expect((await read('', { authorization: `Bearer ${'x'.repeat(43)}`, cookie: `seriatim=${token}` })).statusCode).toBe(401)
    expect((await rest('/auth/update/one/token', { token })).json()).toMatchObject({ step: 'signedIn' })
  })

  test('accepts a browser cookie for a change of data only if the call comes from our own pages', async () => {
    const cookie = `seriatim=${await t.signIn(user)}`
    expect((await rest('/auth/update/one/token', {}, { cookie, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await rest('/auth/update/one/token', {}, { cookie, ...OWN })).statusCode).toBe(200)
  })

  test('[REST-004] returns 401 only if there is no valid session', async () => {
    const none = await app.inject({ method: 'GET', url: '/api/v1/user/read/one/by/id' })
    expect([none.statusCode, none.json()]).toEqual([401, { type: 'ERROR', payload: { msg: 'Not Authenticated', class: 'error' } }])
    const wrongPassword = await rest('/auth/create/one/token', { ...credentials(), password: 'Wrong-Horse-7!' })
    expect(wrongPassword.statusCode).toBe(400)
    const { token } = (await rest('/auth/create/one/token', credentials())).json()
    expect((await rest('/auth/update/one/totp', { token, totp: '000000' })).statusCode).toBe(400)
    const signedIn = await t.signIn(user)
    const change = { token: signedIn, oldPassword: 'Wrong-Horse-7!', newPassword: 'New-Horse-8!', repeatNewPassword: 'New-Horse-8!' }
    expect((await rest('/user/update/changepassword', change)).statusCode).toBe(400)
  })

  test('[REST-009] returns the same toast for password recovery, whether the address is known or not', async () => {
    const answers = []
    for (const emailAddress of [user.emailAddress, 'stranger@mail.tst'])
      answers.push((await rest('/auth/create/one/temporarypassword', { emailAddress })).json())
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ type: 'GLOBAL_TOAST', payload: { class: 'success' } })
  })

  test('[REST-023] sends the new token after a password change, in the same response as the toast', async () => {
    const { colleague } = await newCustomer(t)
    const change = { oldPassword: PASSWORD, newPassword: 'Better-Horse-9!', repeatNewPassword: 'Better-Horse-9!' }
    const answer = (await rest('/user/update/changepassword', { ...change, token: await t.signIn(colleague) })).json()
    expect(answer).toMatchObject({
      type: 'GLOBAL_TOAST',
      payload: { msg: 'Your password was changed.', class: 'success' },
      token: expect.any(String),
    })
    expect(await t.visitor({ token: answer.token }).call.user.readOneById()).toMatchObject({ id: colleague.userId })
  })
})

describe('secrets that must not leak', () => {
  test('are absent from the log: passwords, codes, tokens and query strings', async () => {
    const { token } = (await rest('/auth/create/one/token', credentials())).json()
    const code = await codeFor(t, user)
    await rest('/auth/update/one/totp', { token, totp: code })
    await app.inject({ method: 'GET', url: `/api/v1/user/read/one/by/id?token=${token}&secretWord=xyzzy` })
    await app.inject({
      method: 'GET',
      url: '/api/v1/user/read/one/by/id',
      headers: { authorization: `Bearer ${token}`, cookie: `seriatim=${token}` },
    })
    app.log.error({ password: PASSWORD, user: { token }, headers: { authorization: `Bearer ${token}` } }, 'careless')
    const log = lines.join('')
    expect(log).toContain('/api/v1/auth/update/one/totp')
    expect(log).toContain('careless')
    for (const secret of [token, code, PASSWORD, 'xyzzy', 'secretWord']) expect(log).not.toContain(secret)
  })

  test('are protected by headers that restrict what the browser may load', async () => {
    const page = await app.inject({ method: 'GET', url: '/api/v1/docs' })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(page.headers['x-content-type-options']).toBe('nosniff')
  })
})
