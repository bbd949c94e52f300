import type { AccessScope } from '@seriatim/schema'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { V2Route } from '../../src/http/v2/v2-routes.ts'
import { v2Routes } from '../../src/http/v2/v2-routes.ts'
import { appRouter } from '../../src/router.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, PASSWORD, type TestCustomer } from '../make.ts'
import { listen, makeV2Client, type V2Answer, type V2Client } from './v2-client.ts'

/** A route that changes data; these tests add it to the app's own routes. */
const extra: readonly V2Route[] = [
  {
    method: 'POST',
    path: '/trading-partners',
    procedure: 'tradingPartner.createOne',
    scope: 'orders:read',
    says: 'A partner.',
    status: 201,
    makes: { path: '/trading-partners/', field: 'id' },
  },
]

const t = useTestDb()
const customer = useCustomer(t)
let base: string
let program: V2Client
beforeAll(async () => {
  base = await listen(await t.app({ servedV2: { router: appRouter, routes: [...v2Routes, ...extra] } }))
})
beforeEach(async () => {
  program = await asProgram()
})

const makeToken = (scopes: AccessScope[] | null = null) =>
  t.as(customer.staff).auth.createOneAccessToken({ name: 'Pharmacy system', days: 30, scopes, password: PASSWORD })
const asProgram = async (scopes: AccessScope[] | null = null) => makeV2Client(base, (await makeToken(scopes)).accessToken)

function expectProblem(answer: V2Answer, status: number, key: string): void {
  expect([answer.status, answer.type]).toEqual([status, 'application/problem+json'])
  expect(answer.json).toMatchObject({
    status,
    key,
    type: `/api/v2/docs#problem-${key}`,
    title: expect.any(String),
    detail: expect.any(String),
  })
}

describe('every error of /api/v2 is a problem response', () => {
  test.each([
    ['an unknown path', 'GET', '/nowhere', {}, 404, 'call_not_found'],
    ['an undecodable path', 'GET', '/orders/%zz', {}, 400, 'call_unreadable'],
    ['the root', 'GET', '/api/v2', {}, 404, 'call_not_found'],
    ['a method that the path does not support', 'PUT', '/orders', {}, 405, 'method_not_taken'],
    ['an order that does not exist', 'GET', '/orders/999999999', {}, 404, 'order_not_found'],
    ['an id that is not a number', 'GET', '/orders/x', {}, 400, 'input_wrong'],
    ['an unknown parameter', 'GET', '/orders?senderNames=x', {}, 400, 'parameter_unknown'],
    [
      'a body of an unsupported type',
      'POST',
      '/trading-partners',
      { body: 'a=b', headers: { 'content-type': 'text/csv' } },
      415,
      'body_not_taken',
    ],
    [
      'a body that is not JSON',
      'POST',
      '/trading-partners',
      { body: '{', headers: { 'content-type': 'application/json' } },
      400,
      'call_unreadable',
    ],
    [
      'a body that is a list',
      'POST',
      '/trading-partners',
      { body: '[]', headers: { 'content-type': 'application/json' } },
      400,
      'body_not_object',
    ],
    [
      'a compressed body',
      'POST',
      '/trading-partners',
      { body: '{}', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
      415,
      'body_encoded',
    ],
  ])('with the documented fields, including the error for %s', async (_what, method, path, init, status, key) => {
    expectProblem(await program.send(method, path, init), status, key)
  })

  test('including the 401 for a call without a token, which states the authentication scheme', async () => {
    const refused = await makeV2Client(base).get('/orders?nonsense=1')
    expectProblem(refused, 401, 'not_signed_in')
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('including the error for a session cookie, which is not accepted in place of a token', async () => {
    const cookie = `seriatim=${await t.signIn(customer.staff)}`
    expectProblem(await makeV2Client(base).send('GET', '/orders', { headers: { cookie } }), 401, 'not_signed_in')
  })

  test('including 405, which names the methods of the path', async () => {
    expect((await program.send('DELETE', '/orders')).headers.get('allow')).toBe('GET')
  })

  test('including 413, which names the size limit', async () => {
    const refused = await program.post('/trading-partners', { name: 'x'.repeat(3 * 1024 * 1024) })
    expectProblem(refused, 413, 'body_too_large')
    expect(refused.json).toMatchObject({ detail: 'The body is larger than 2097152 bytes.', limitBytes: 2_097_152 })
  })

  test('including 400, which names invalid fields by JSON pointers', async () => {
    const refused = await program.post('/trading-partners', { customerLocationId: 'x', type: 'nobody' })
    expectProblem(refused, 400, 'input_wrong')
    expect(refused.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      expect.arrayContaining(['/customerLocationId', '/type']),
    )
  })

  test('including 429, which says when to retry', async () => {
    const few = await asProgram()
    const { callsPerMinute } = t.deps.config
    t.deps.config.callsPerMinute = 1
    try {
      await few.get('/orders')
      const refused = await few.get('/orders')
      expectProblem(refused, 429, 'too_many_calls')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      t.deps.config.callsPerMinute = callsPerMinute
    }
  })

  test('whose type links to its row on the documentation page', async () => {
    const { status, json } = await makeV2Client(base).get('/docs')
    expect(status).toBe(200)
    for (const key of ['input_wrong', 'scope_missing', 'idempotency_key_reused', 'order_not_found'])
      expect(json).toContain(`id="problem-${key}"`)
  })
})

describe('scopes of access tokens', () => {
  test('allow the calls of a token’s scopes and no others', async () => {
    const limited = await asProgram(['locations:read'])
    expect(await limited.get('/locations')).toMatchObject({ status: 200, json: { items: [{ id: customer.main.id }] } })
    const refused = await limited.get('/orders')
    expectProblem(refused, 403, 'scope_missing')
    expect(refused.json).toMatchObject({
      scope: 'orders:read',
      detail: 'This access token lacks the scope "orders:read". Create one that has it.',
    })
  })

  test('refuse every call of version 1 for a token limited to some scopes', async () => {
    const limited = await asProgram(['locations:read', 'orders:read'])
    for (const path of ['/api/v1/order/read/many/search', '/api/v1/user/read/one/by/id', '/api/v1/customerlocation/read/all/by/userid'])
      expect(await limited.get(path)).toMatchObject({
        status: 403,
        json: { type: 'ERROR', payload: { msg: expect.stringContaining('allows only the /api/v2 calls') } },
      })
    expect((await limited.post('/api/v1/order/create/one/demoepcisfile', {})).status).toBe(403)
  })

  test('are optional: a token without scopes, such as an older one, has all permissions of its user in both API versions', async () => {
    expect((await program.get('/orders')).status).toBe(200)
    expect((await program.get('/api/v1/order/read/many/search')).status).toBe(200)
    const [row] = await t.query('select scopes from access_token order by id desc limit 1')
    expect(row).toEqual({ scopes: null })
  })

  test('add no permission that the user lacks', async () => {
    await t.query('delete from user_location where user_id = $1', [customer.staff.userId])
    expectProblem(await (await asProgram(['orders:read'])).get('/orders'), 403, 'not_allowed')
  })

  test('are listed with the token and recorded in the trail', async () => {
    await makeToken(['orders:read'])
    expect((await t.as(customer.staff).auth.readManyAccessTokens())[0]).toMatchObject({ scopes: ['orders:read'] })
    const [line] = await t.query(`select detail from audit where customer_id = $1 and action = 'token.create' order by id desc limit 1`, [
      customer.customerId,
    ])
    expect(line).toMatchObject({ detail: { scopes: ['orders:read'] } })
    await expect(makeToken([])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('lists', () => {
  test('are read page by page through the Link header, and return every order once', async () => {
    const orders = [await addOrder(customer), await addOrder(customer), await addOrder(customer)]
    const seen: number[] = []
    let next: string | null = '/orders?limit=2&senderName='
    for (let pages = 0; next !== null && pages < 5; pages += 1) {
      const page = await program.get(next)
      seen.push(...page.json.items.map(({ documentId }: { documentId: number }) => documentId))
      const link = page.headers.get('link')
      next = link === null ? null : (/^<(.*)>; rel="next"$/.exec(link)?.[1] ?? 'a Link of another form')
    }
    expect(seen.sort()).toEqual(orders.map(({ id }) => id).sort())
  })

  test('are refused for an invalid cursor', async () => {
    expectProblem(await program.get('/orders?cursor=abc'), 400, 'bad_cursor')
  })
})

describe('a POST with an Idempotency-Key', () => {
  const partner = (name: string) => ({ customerLocationId: customer.main.id, name, type: 'both' })
  const create = (name: string, key: string, by = program) => by.post('/trading-partners', partner(name), { 'idempotency-key': key })
  const partners = async () => (await t.query('select id from trading_partner where customer_id = $1', [customer.customerId])).length

  test('is executed once, and the same call gets the same answer', async () => {
    const first = await create('Northway', 'k1')
    expect(first).toMatchObject({ status: 201, json: { name: 'Northway' } })
    expect(first.headers.get('location')).toBe(`/api/v2/trading-partners/${first.json.id}`)
    const again = await create('Northway', '"k1"')
    expect([again.status, again.json, again.headers.get('location'), again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.json,
      first.headers.get('location'),
      'true',
    ])
    expect(await partners()).toBe(1)
  })

  test('is refused if the key was used for another body', async () => {
    await create('Northway', 'k1')
    expectProblem(await create('Southway', 'k1'), 422, 'idempotency_key_reused')
    expect(await partners()).toBe(1)
  })

  test('does the work once if ten calls arrive at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('Northway', 'k1')))
    expect(await partners()).toBe(1)
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect((await create('Northway', 'k1')).json).toEqual(answers.find(({ status }) => status === 201)?.json)
  })

  test('does not store a failure, so the next call with the key does the work', async () => {
    expect((await program.post('/trading-partners', { name: 'Northway' }, { 'idempotency-key': 'k1' })).status).toBe(400)
    expect((await create('Northway', 'k1')).status).toBe(201)
  })

  test('is recognized only for the same token, and only for one day', async () => {
    await create('Northway', 'k1')
    expect((await create('Northway', 'k1', await asProgram())).status).toBe(201)
    t.clock.advance(25 * 3_600_000)
    expect((await create('Southway', 'k1')).status).toBe(201)
    expect(await partners()).toBe(3)
  })

  test('does not affect another customer with the same key', async () => {
    await create('Northway', 'k1')
    const stranger: TestCustomer = await newCustomer(t)
    const { accessToken } = await t.as(stranger.staff).auth.createOneAccessToken({ name: 'x', days: 1, password: PASSWORD })
    const other = await makeV2Client(base, accessToken).post(
      '/trading-partners',
      { ...partner('Northway'), customerLocationId: stranger.main.id },
      { 'idempotency-key': 'k1' },
    )
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([201, null])
  })

  test('whose process died can be repeated with the same key after two minutes, but not at once', async () => {
    const { status } = await create('Northway', 'k1')
    await t.query('update kept_answer set status = null, body = null where customer_id = $1', [customer.customerId])
    const waiting = await create('Northway', 'k1')
    expectProblem(waiting, 409, 'idempotency_key_running')
    expect(waiting.headers.get('retry-after')).toBe('1')
    t.clock.advance(121_000)
    expect([status, (await create('Northway', 'k1')).status]).toEqual([201, 201])
  })

  test.each([' ', 'ü', 'x'.repeat(256)])('is refused with the key "%s"', async (key) => {
    const sent = await fetch(`${base}/api/v2/trading-partners`, {
      method: 'POST',
      headers: { 'idempotency-key': key, authorization: 'Bearer nothing' },
    }).catch(() => undefined)
    if (sent) expect(sent.status).toBe(400)
  })
})

describe('tracing requests', () => {
  const asked = (more: object = {}) => ({
    asker: 'state',
    organization: 'Kentucky Board of Pharmacy',
    basis: 'recall',
    channel: 'phone',
    receivedAt: t.clock.now().toISOString(),
    locationId: customer.main.id,
    items: [{ lotNumber: 'L1' }],
    ...more,
  })
  const asLead = async (scopes: AccessScope[] | null = null) =>
    makeV2Client(
      base,
      (await t.as(customer.lead).auth.createOneAccessToken({ name: 'x', days: 1, scopes, password: PASSWORD })).accessToken,
    )

  test('can be created, listed and read, and a repeated request is not created twice', async () => {
    const lead = await asLead(['tracing-requests:read', 'tracing-requests:write'])
    const made = await lead.post('/tracing-requests', asked())
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v2/tracing-requests/${made.json.id}`])
    expect((await lead.get('/tracing-requests')).json.items).toMatchObject([{ id: made.json.id }])
    expect((await lead.get(`/tracing-requests/${made.json.id}`)).json).toMatchObject({ organization: 'Kentucky Board of Pharmacy' })
    const again = await lead.post('/tracing-requests', asked())
    expect([again.status, again.headers.get('location'), again.json]).toMatchObject([200, null, { id: null, same: { id: made.json.id } }])
  })

  test('list their items page by page, each item with its result', async () => {
    const lead = await asLead(['tracing-requests:read', 'tracing-requests:write'])
    const order = await addOrder(customer)
    const serials = [...order.serials.slice(0, 2), 'NEVER-SEEN']
    const { json } = await lead.post('/tracing-requests', asked({ items: serials.map((serialNumber) => ({ serialNumber })) }))
    const first = await lead.get(`/tracing-requests/${json.id}/items?limit=2`)
    expect(first.json.items).toMatchObject([
      {
        number: 1,
        asked: { serialNumber: serials[0] },
        result: 'partly',
        amount: 1,
        hasMore: false,
        records: [{ serialNumber: serials[0] }],
      },
      { number: 2 },
    ])
    const next = /<\/api\/v2([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const last = await lead.get(next)
    expect(last.json.items).toMatchObject([{ number: 3, result: 'notFound', records: [] }])
    expect(last.headers.get('link')).toBeNull()
    expectProblem(await (await asLead(['orders:read'])).get(`/tracing-requests/${json.id}/items`), 403, 'scope_missing')
  })

  test('are refused to a technician, and to a read-only token', async () => {
    const refused = await program.post('/tracing-requests', asked())
    expect([refused.status, refused.type]).toEqual([403, 'application/problem+json'])
    expectProblem(await (await asLead(['tracing-requests:read'])).post('/tracing-requests', asked()), 403, 'scope_missing')
  })
})

describe('the description of /api/v2', () => {
  test('lists every call of the API with the scope that it requires, and the responses match their described schemas', async () => {
    const { json } = await makeV2Client(base).get('/openapi.json')
    expect(json.openapi).toBe('3.1.0')
    for (const { method, path, scope } of v2Routes) {
      const operation = json.paths[`/api/v2${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
      expect([path, operation?.description]).toEqual([path, expect.stringContaining(scope)])
    }
    const order = await addOrder(customer)
    for (const [path, asked] of [
      ['/api/v2/orders', '/orders'],
      ['/api/v2/locations', '/locations'],
      ['/api/v2/orders/{documentId}', `/orders/${order.id}`],
    ] as const) {
      const schema = json.paths[path].get.responses['200'].content['application/json'].schema
      const checked = z.fromJSONSchema(schema).safeParse((await program.get(asked)).json)
      expect([path, checked.error?.issues ?? []]).toEqual([path, []])
    }
    const problem = z.fromJSONSchema(json.components.schemas.Problem)
    expect(problem.safeParse((await program.get('/nowhere')).json).success).toBe(true)
  })
})
