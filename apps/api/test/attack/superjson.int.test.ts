import { beforeAll, describe, expect, test } from 'vitest'
import { readInput } from '../../src/call/wire.ts'
import { coreErrors } from '../../src/core/core.facts.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { type Live, listen } from './live.ts'

const t = useTestDb()
let live: Live
let customer: TestCustomer
let cookie: string
beforeAll(async () => {
  customer = await newCustomer(t)
  live = await listen(await t.app())
  cookie = `seriatim=${await t.signIn(customer.staff)}`
})

const credentials = { emailAddress: 'a@b.co', password: 'x' }
const many = Array.from({ length: 60_000 }, (_, at) => at)
const equal = Array.from({ length: 20_000 }, () => 'emailAddress.59998')

/** Request bodies whose type annotations once made the server build the annotated objects before it validated the body. */
const BODIES: [string, string, object][] = [
  ['an index beyond the end of a list', 'order.createOneDemoepcisfile', annotated({ faults: [] }, { 'faults.400000000': ['undefined'] })],
  [
    'a typed array of gigabytes',
    'auth.createOneToken',
    annotated({ ...credentials, emailAddress: 1.5e9 }, { emailAddress: [['typed-array', 'Uint8Array']] }),
  ],
  [
    'a set searched from its start for each of many entries',
    'auth.createOneToken',
    {
      json: { ...credentials, emailAddress: many },
      meta: { values: { emailAddress: ['set'] }, referentialEqualities: { 'emailAddress.59999': equal } },
    },
  ],
  [
    'a pattern that never ends',
    'auth.createOneToken',
    annotated({ ...credentials, emailAddress: '/(a+)+$/' }, { emailAddress: ['regexp'] }),
  ],
  ['a date', 'auth.createOneToken', annotated(credentials, { emailAddress: ['Date'] })],
  ['an undefined value', 'auth.createOneToken', annotated(credentials, { password: ['undefined'] })],
  ['an error', 'auth.createOneToken', annotated({ ...credentials, emailAddress: { message: 'x' } }, { emailAddress: ['Error'] })],
  [
    'a number of a million digits',
    'auth.createOneToken',
    annotated({ ...credentials, emailAddress: '9'.repeat(1e6) }, { emailAddress: ['bigint'] }),
  ],
  ['the prototype of all objects', 'auth.createOneToken', annotated(credentials, { '__proto__.polluted': ['Date'] })],
  ['empty annotations', 'auth.createOneToken', { json: credentials, meta: {} }],
  ['annotations under another name', 'auth.createOneToken', { json: credentials, values: {} }],
]

function annotated(json: object, values: object): object {
  return { json, meta: { values, v: 1 } }
}

describe('the input of a tRPC call', () => {
  test.each(BODIES)('is refused if it contains superjson annotations, before these are applied: %s', async (_, path, body) => {
    const answer = await live.post(`/trpc/${path}`, body, { cookie })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { json: { message: coreErrors.input_annotated.text, data: { key: 'input_annotated' } } },
    })
    expect((await live.get('/health')).status).toBe(200)
  })

  test('is refused if it has superjson annotations, even in a later call of a batch or in the URL of a query', async () => {
    const batch = { 0: { json: credentials }, 1: annotated(credentials, { password: ['undefined'] }) }
    const posted = await live.post('/trpc/auth.createOneToken,auth.createOneToken?batch=1', batch)
    expect(await posted.json()).toMatchObject([{}, { error: { json: { data: { key: 'input_annotated' } } } }])
    const input = encodeURIComponent(JSON.stringify(annotated({ serialNumber: 'A' }, { serialNumber: ['set'] })))
    expect((await live.get(`/trpc/med.readManyBySearch?input=${input}`, { cookie })).status).toBe(400)
  })

  test.each([[null], [[]], ['text'], [7], [{ json: 1, meta: undefined }]])('that is not a superjson envelope is refused: %j', (sent) =>
    expect(() => readInput(sent)).toThrow(coreErrors.input_annotated.text),
  )

  test('in plain JSON arrives unchanged', () => {
    expect(readInput({ json: { a: [1, null, 'x'] } })).toEqual({ a: [1, null, 'x'] })
    expect(readInput({})).toBeUndefined()
    expect(readInput(undefined)).toBeUndefined()
  })
})

describe('hostile JSON', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  test.each([
    ['deeply nested JSON', `{"json":{"emailAddress":${deep(500_000)},"password":"x"}}`],
    ['a key that names the prototype', '{"json":{"__proto__":{"isAdmin":true},"emailAddress":1}}'],
    ['a key repeated a hundred thousand times', `{"json":{${'"a":1,'.repeat(100_000)}"emailAddress":1}}`],
    ['truncated JSON', '{"json":{"emailAddress":"a@b.co","password":"hunter2'],
    ['empty', ''],
    ['no JSON', 'emailAddress=a&password=hunter2'],
    ['not UTF-8', '{"json":{"emailAddress":"\uFFFF\u0000"}'],
  ])('%s is a bad request over tRPC and REST, and the answer reveals neither the input nor the parser', async (_, body) => {
    for (const path of ['/trpc/auth.createOneToken', '/api/v1/auth/create/one/token']) {
      const answer = await live.post(path, body)
      const text = await answer.text()
      expect([path, answer.status, text]).toEqual([path, 400, expect.any(String)])
      expect(text).not.toMatch(/hunter2|JSON at|Unexpected|position|token '|secure|FST_|not valid JSON/)
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test.each([
    ['/trpc/nowhere.to.be.found', 404, coreErrors.call_not_found.text],
    ['/trpc/user.readOneById', 405, coreErrors.method_not_taken.text],
    [`/trpc/${Array.from({ length: 11 }, () => 'auth.createOneToken').join(',')}?batch=1`, 400, coreErrors.call_unreadable.text],
  ])('%s is refused with our own message', async (path, status, text) => {
    const answer = await live.post(path, { json: {} })
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)])
  })
})
