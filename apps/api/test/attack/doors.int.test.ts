import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { coreErrors } from '../../src/core/core.facts.ts'
import { makeTrust } from '../../src/http/proxy.ts'
import { useTestDb } from '../fixtures.ts'
import type { TestDb } from '../harness.ts'
import { head, type Live, listen } from './live.ts'

const t = useTestDb()
let live: Live
beforeAll(async () => {
  live = await listen(await t.app())
})

const PRODUCTION = { isProduction: true, publicUrl: 'https://pharmacy.example' }

describe('an unknown host name', () => {
  test.each([
    '/demo/mail.json',
    '/demo/mail',
    '/',
    '/health',
    '/ready',
    '/api/v1/docs',
    '/trpc/user.readOneById',
    '/assets/x.js',
    '/nowhere',
  ])('is refused in a request for %s, which keeps web pages from using that name to read sign-in codes', async (path) => {
    const answer = await live.raw(head(`GET ${path}`, { host: 'evil.example' }))
    expect(answer.status).toBe(403)
    expect(answer.text).toContain(coreErrors.host_unknown.text)
  })

  test('is accepted in production, where the proxy checks host names and strangers cannot read emails', async () => {
    const other = await listen(await createApp({ ...t.deps, config: { ...t.config, ...PRODUCTION } }))
    expect((await other.raw(head('GET /health', { host: 'internal.name' }))).status).toBe(200)
    await other.app.close()
  })
})

describe('a client IP address chosen by the caller', () => {
  test.each([
    [false, '127.0.0.1'],
    [1, '198.51.100.7'],
    ['127.0.0.1', '198.51.100.7'],
  ] as const)('is ignored if TRUST_PROXY is %s', async (trustProxy, counted) => {
    const other = await listen(await createApp({ ...t.deps, config: { ...t.config, trustProxy } }))
    const emailAddress = `nobody.${trustProxy}@mail.tst`
    const headers = { 'x-forwarded-for': '203.0.113.1, 192.0.2.1, 198.51.100.7', forwarded: 'for=203.0.113.2', 'x-real-ip': '203.0.113.3' }
    const answer = await other.post('/api/v1/auth/create/one/token', { emailAddress, password: 'x' }, headers)
    expect(answer.status).toBe(400)
    const [last] = await t.query<{ address: string }>('select address from failed_sign_in order by id desc limit 1')
    expect(last?.address).toBe(counted)
    await other.app.close()
  })
})

test('with a configured number of proxies, a caller with a public address is never trusted as a proxy', () => {
  const trust = makeTrust(1) as (address: string, hop: number) => boolean // makeTrust returns a function if it is given a number
  for (const near of ['127.0.0.1', '::1', '10.1.2.3', '172.18.0.1', '192.168.7.7', '::ffff:172.18.0.1', 'fd00::1'])
    expect([near, trust(near, 0), trust(near, 1)]).toEqual([near, true, false])
  for (const far of ['203.0.113.9', '2001:db8::1', '172.32.0.1', '::ffff:203.0.113.9', 'unknown', ''])
    expect([far, trust(far, 0)]).toEqual([far, false])
})

describe('the readiness check', () => {
  async function counted(config: Partial<TestDb['config']>, isReachable = true) {
    let looks = 0
    const check = async () => {
      looks += 1
      if (!isReachable) throw new Error('connect ECONNREFUSED 10.0.0.7:25')
    }
    const other = await listen(await createApp({ ...t.deps, mailer: { ...t.deps.mailer, check }, config: { ...t.config, ...config } }))
    return { other, looks: () => looks }
  }

  test('runs once every few seconds, however many requests arrive', async () => {
    const { other, looks } = await counted({ readySeconds: 3600 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => other.get('/ready')))
    answers.push(await other.get('/ready'))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(looks()).toBe(1)
    await other.app.close()
  })

  test('runs on every request if it is set to keep its result for zero seconds', async () => {
    const { other, looks } = await counted({ readySeconds: 0 })
    for (const _ of [1, 2]) await other.get('/ready')
    expect(looks()).toBe(2)
    await other.app.close()
  })

  test('names the unreachable service, except in production, where it gives only the overall result', async () => {
    for (const [config, body] of [
      [{}, { database: 'ok', storage: 'ok', mail: 'not reachable', jobs: 'ok' }],
      [PRODUCTION, { status: 'not ready' }],
    ] as const) {
      const { other } = await counted(config, false)
      const answer = await other.get('/ready')
      expect([answer.status, await answer.json()]).toEqual([503, body])
      await other.app.close()
    }
    const { other } = await counted(PRODUCTION)
    expect(await (await other.get('/ready')).json()).toEqual({ status: 'ok' })
    await other.app.close()
  })

  test('does not answer requests forwarded by a local proxy in production', async () => {
    const { other, looks } = await counted(PRODUCTION)
    for (const header of ['x-forwarded-for', 'forwarded']) expect((await other.get('/ready', { [header]: '203.0.113.9' })).status).toBe(404)
    expect(looks()).toBe(0)
    await other.app.close()
  })
})

describe('the endpoint for captured emails', () => {
  test('can be filtered by one or several addresses', async () => {
    const { mailer } = t.deps
    for (const to of ['one@mail.tst', 'two@mail.tst', 'three@mail.tst'])
      await mailer.send({ from: 'a@mail.tst', to: [to], subject: `to ${to}`, text: 'x' })
    const subjects = async (query: string) =>
      ((await (await live.get(`/demo/mail.json${query}`)).json()) as { subject: string }[]).map(({ subject }) => subject)
    expect(await subjects('?to=ONE@mail.tst')).toEqual(['to one@mail.tst'])
    expect(await subjects('?to=two@mail.tst&to=one@mail.tst')).toEqual(['to two@mail.tst', 'to one@mail.tst'])
    expect(await subjects('')).toHaveLength(3)
    expect((await live.get('/demo/mail?to=one@mail.tst&to=two@mail.tst')).status).toBe(200)
  })
})
