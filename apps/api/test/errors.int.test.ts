import { Writable } from 'node:stream'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../src/app.ts'
import {
  allowed,
  customerProcedure,
  pendingProcedure,
  personProcedure,
  publicProcedure,
  router,
  sessionProcedure,
} from '../src/call/trpc.ts'
import { AppError } from '../src/core/errors.ts'
import { errors } from '../src/facts.ts'
import type { Served } from '../src/http/rest/adapter.ts'
import { type Live, listen } from './attack/live.ts'
import { useTestDb } from './fixtures.ts'
import type { TestDb } from './harness.ts'
import { newCustomer, type TestCustomer } from './make.ts'

type ErrorKey = keyof typeof errors
const keys = Object.keys(errors) as ErrorKey[]
const failing = z.object({ key: z.enum(keys as [ErrorKey, ...ErrorKey[]]) }) // the catalog is never empty
const refuse = ({ input }: { input: z.output<typeof failing> }): never => {
  throw new AppError(errors[input.key])
}
const RUNGS = {
  public: publicProcedure,
  pending: pendingProcedure,
  session: sessionProcedure,
  person: personProcedure,
  allowed: allowed('order:read', { location: 'none' }),
  customer: customerProcedure('order:read', { location: 'none' }),
}
type Rung = keyof typeof RUNGS
const rungs = Object.keys(RUNGS) as Rung[]

const SECRET = 'hunter2-in-a-row'

/**
 * Procedures that always fail. Each level of the middleware ladder has one that throws the error that its input asks for; the others fail because of
 * a missing right or with an internal error.
 */
const served: Served = {
  router: router({
    public: publicProcedure.input(failing).query(refuse),
    pending: RUNGS.pending.input(failing).query(refuse),
    session: RUNGS.session.input(failing).query(refuse),
    person: RUNGS.person.input(failing).query(refuse),
    allowed: RUNGS.allowed.input(failing).query(refuse),
    customer: RUNGS.customer.input(failing).query(refuse),
    forbidden: customerProcedure('customer:write', { location: 'none' }).query(() => 1),
    fault: publicProcedure.input(z.object({ password: z.string() })).query((): number => {
      throw Object.assign(new Error('the printer caught fire'), { detail: `Key (name)=(${SECRET}) exists`, password: SECRET })
    }),
    wrongAnswer: publicProcedure.output(z.object({ inner: z.string() })).query(() => ({ inner: 1 }) as never),
    database: customerProcedure('order:read', { location: 'none' }).query(({ ctx }) => sql`select nonsense`.execute(ctx.tx).then(() => 1)),
  }),
  routes: [...rungs, 'forbidden', 'fault', 'wrongAnswer', 'database'].map((name) => ({
    method: 'GET',
    path: `/test/${name}`,
    procedure: name,
  })),
}

const decideStatus = (key: ErrorKey) => getHTTPStatusCodeFromError(new TRPCError({ code: errors[key].code }))
const trpcPath = (name: string, input?: object) =>
  `/trpc/${name}${input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : ''}`

const t = useTestDb()
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
})

async function serve(config: Partial<TestDb['config']> = {}, lines: string[] = []): Promise<Live> {
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).trim().split('\n'))
      done()
    },
  })
  const mailbox = { ...t.mailbox, list: () => Promise.reject(new Error('the mailbox is gone')) }
  return listen(await createApp({ ...t.deps, config: { ...t.config, ...config } }, { served, mailbox, logTo }))
}

describe('every error of the catalog has its documented HTTP status', () => {
  let live: Live
  let authorization: string
  beforeAll(async () => {
    live = await serve()
    authorization = `Bearer ${await t.signIn(customer.staff)}`
  })
  afterAll(() => live.app.close())

  /**
   * Error keys to test at a level of the middleware ladder. The level with the fewest middlewares (public) and the one with the most (customer) are
   * tested with all keys. For the other levels every eighth key is enough, because a middleware that breaks one key breaks them all.
   */
  const keysAt = (rung: Rung) => (rung === 'public' || rung === 'customer' ? keys : keys.filter((_, at) => at % 8 === 0))

  test.each(rungs)('[ERR-012] for a call of the level "%s", over tRPC and over REST', async (rung) => {
    for (const key of keysAt(rung)) {
      const call = await live.get(trpcPath(rung, { key }), { authorization })
      expect([key, call.status]).toEqual([key, decideStatus(key)])
      const { error } = (await call.json()) as { error: { json: { message: string; data: object } } }
      expect(error.json).toMatchObject({ message: errors[key].text, data: { key, code: errors[key].code, httpStatus: decideStatus(key) } })
      const rest = await live.get(`/api/v1/test/${rung}?key=${key}`, { authorization })
      expect([key, rest.status]).toEqual([key, decideStatus(key)])
      expect(await rest.json()).toMatchObject({ type: 'ERROR', payload: { msg: errors[key].text, class: 'error' } })
      const retryAfter = 'retryAfter' in errors[key] ? String(errors[key].retryAfter) : null
      for (const answer of [call, rest]) expect([key, answer.headers.get('retry-after')]).toEqual([key, retryAfter])
    }
  })

  test('even if it comes from the access checks themselves', async () => {
    for (const [name, headers, key] of [
      ['pending', {}, 'not_signed_in'],
      ['session', { authorization: 'Bearer nobody-has-this-token-0' }, 'not_signed_in'],
      ['person', {}, 'not_signed_in'],
      ['allowed', {}, 'not_signed_in'],
      ['customer', {}, 'not_signed_in'],
      ['forbidden', { authorization }, 'not_allowed'],
    ] as const)
      for (const path of [trpcPath(name, { key: 'busy' }), `/api/v1/test/${name}?key=busy`]) {
        const answer = await live.get(path, headers)
        expect([path, answer.status]).toEqual([path, decideStatus(key)])
        expect(await answer.text()).toContain(errors[key].text)
      }
  })
})

describe('the rate limit', () => {
  test('answers with 429 and the number of seconds to wait, over tRPC and over REST', async () => {
    const live = await serve({ callsPerMinute: 3 })
    const authorization = `Bearer ${await t.signIn(customer.colleague)}`
    const path = trpcPath('session', { key: 'order_closed' })
    for (const _ of [1, 2, 3]) expect((await live.get(path, { authorization })).status).toBe(409)
    for (const over of [path, '/api/v1/test/session?key=order_closed']) {
      const answer = await live.get(over, { authorization })
      expect([over, answer.status]).toEqual([over, 429])
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect(await answer.text()).toContain(errors.too_many_calls.text)
    }
    await live.app.close()
  })

  test('applies to HTTP requests without a session, too, and answers in the format of tRPC or REST', async () => {
    const live = await serve({ callsPerMinute: 1 })
    const path = trpcPath('public', { key: 'order_closed' })
    for (const _ of [1, 2]) await live.get(path)
    const call = await live.get(path)
    expect([call.status, Number(call.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await call.json()).toMatchObject({ error: { json: { data: { key: 'too_many_calls', httpStatus: 429 } } } })
    const rest = await live.get('/api/v1/test/public?key=order_closed')
    expect([rest.status, Number(rest.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await rest.json()).toMatchObject({ type: 'ERROR', payload: { msg: errors.too_many_calls.text } })
    await live.app.close()
  })
})

describe.each([
  ['outside production', { isProduction: false, logLevel: 'warn' }],
  ['in production', { isProduction: true, logLevel: 'info', publicUrl: 'https://pharmacy.example' }],
])('an internal error %s', (_, config) => {
  const lines: string[] = []
  let live: Live
  let authorization: string
  beforeAll(async () => {
    live = await serve(config, lines)
    authorization = `Bearer ${await t.signIn(customer.staff)}`
  })
  afterAll(() => live.app.close())

  const query = `password=${SECRET}`
  test.each([
    ['a tRPC call', trpcPath('fault', { password: SECRET }), 'fault', 'the printer caught fire'],
    ['a REST call', `/api/v1/test/fault?${query}`, '/api/v1/test/fault', 'the printer caught fire'],
    ['an answer that does not match its schema', trpcPath('wrongAnswer'), 'wrongAnswer', 'inner'],
    ['an invalid SQL statement', trpcPath('database'), 'database', 'nonsense'],
    ['an error of the catalog with status 5xx', trpcPath('public', { key: 'pdf_failed' }), 'public', errors.pdf_failed.text],
    ['the same error over REST', '/api/v1/test/public?key=pdf_failed', '/api/v1/test/public', errors.pdf_failed.text],
    ['a page', `/demo/mail.json?${query}`, '/demo/mail.json', 'the mailbox is gone'],
  ])('writes one line to the log, and the answer contains that line’s request id: %s', async (_kind, address, path, cause) => {
    lines.length = 0
    const answer = await live.get(address, { authorization })
    const body = await answer.text()
    expect(answer.status).toBeGreaterThanOrEqual(500)
    const requestId = answer.headers.get('x-request-id') ?? ''
    expect(requestId).toMatch(/^[\da-f-]{36}$/)
    expect(body).toContain(`"requestId":"${requestId}"`)
    expect(body).not.toMatch(/fire|nonsense|inner|mailbox|stack/)
    const faults = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
    expect(faults).toMatchObject([{ requestId, path, status: answer.status, err: { message: expect.stringContaining(cause) } }])
    expect(lines.join('')).not.toContain(SECRET)
    expect(lines.join('')).not.toContain(authorization.slice(7))
  })

  test('is logged and returned with the same request id, even if it occurs before the call has a context', async () => {
    lines.length = 0
    const broken = { ...t.deps, config: { ...t.config, ...config }, system: { system: t.deps.system.system.withSchema('nowhere') } }
    const logTo = new Writable({
      write(chunk, _encoding, done) {
        lines.push(...String(chunk).trim().split('\n'))
        done()
      },
    })
    const other = await listen(await createApp(broken, { served, logTo }))
    for (const path of [trpcPath('session', { key: 'busy' }), '/api/v1/test/session?key=busy']) {
      lines.length = 0
      const answer = await other.get(path, { authorization })
      expect(answer.status).toBe(500)
      expect(await answer.text()).toContain(`"requestId":"${answer.headers.get('x-request-id')}"`)
      expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toMatchObject([
        { requestId: answer.headers.get('x-request-id'), err: { errorCode: expect.stringMatching(/^[0-9A-Z_]{5,}$/) } },
      ])
    }
    await other.app.close()
  })
})
