import { gzipSync } from 'node:zlib'
import type { AccessScope } from '@seriatim/schema'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, newCustomer, newParty, PASSWORD, register } from '../make.ts'
import { listen } from '../v2/v2-client.ts'

const MOST = 12_000_000
const t = useTestDb({ config: { uploadMaxBytes: MOST } })
const customer = useCustomer(t)
let base: string
let token: string
let doorId: number
beforeAll(async () => {
  base = await listen(await t.app())
})
beforeEach(async () => {
  ;({ token, doorId } = await t
    .as(customer.lead)
    .intake.createOneDoor({ name: 'Northway', locationId: customer.main.id, tradingPartnerId: null }))
})

const LD = { 'content-type': 'application/ld+json' }
async function call(
  method: string,
  path: string,
  { body, headers = {}, by = token }: { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string>; by?: string } = {},
) {
  const answer = await fetch(`${base}/epcis${path}`, {
    method,
    headers: { authorization: `Bearer ${by}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    headers: answer.headers,
    json: text === '' ? null : JSON.parse(text),
  }
}
const capture = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, by = token) =>
  call('POST', '/capture', { body, headers: { ...LD, ...headers }, by })
const job = async (answer: Awaited<ReturnType<typeof call>>, by = token) =>
  (await call('GET', (answer.headers.get('location') ?? '').replace('/epcis', ''), { by })).json
const orders = () => t.query('select id from "order" where customer_id = $1', [customer.customerId])
const PROCEED = { 'GS1-Capture-Error-Behaviour': 'proceed' }

/** Gives the event at this position of a document a wrong time zone, which affects no other event. */
function withWrongEvent(text: string, at: number): string {
  const document = JSON.parse(text)
  document.epcisBody.eventList[at].eventTimeZoneOffset = '-5:00'
  return JSON.stringify(document)
}

describe('a capture of EPCIS 2.0', () => {
  test.each([
    ['JSON-LD', 'json', LD],
    ['XML of 2.0', 'xml20', { 'content-type': 'application/xml' }],
    ['XML of 1.2', 'xml', { 'content-type': 'text/xml; charset=utf-8' }],
  ] as const)('is accepted as %s, runs as a job, and becomes an order', async (_what, format, headers) => {
    const taken = await call('POST', '/capture', { body: documentFor(customer, { format }), headers })
    expect([taken.status, taken.json, taken.headers.get('GS1-EPCIS-Version')]).toEqual([202, null, '2.0.0'])
    expect(taken.headers.get('location')).toMatch(/^\/epcis\/capture\/\d+$/)
    const running = await job(taken)
    expect(running).toEqual({
      captureID: expect.stringMatching(/^\d+$/),
      createdAt: expect.any(String),
      running: true,
      success: true,
      captureErrorBehaviour: 'rollback',
      errors: [],
    })
    await t.runJobs()
    expect(await job(taken)).toEqual({ ...running, running: false, finishedAt: expect.any(String) })
    expect(await orders()).toHaveLength(1)
  })

  test('may be compressed with gzip, and is unpacked only up to the limit', async () => {
    const packed = (text: string) => new Uint8Array(gzipSync(text))
    const taken = await capture(packed(documentFor(customer, { format: 'json' })), { 'content-encoding': 'gzip' })
    await t.runJobs()
    expect([taken.status, (await job(taken)).success]).toEqual([202, true])
    const bomb = await capture(packed(`{"@context":"${'a'.repeat(60_000_000)}"}`), { 'content-encoding': 'gzip' })
    expect(bomb).toMatchObject({ status: 413, json: { type: 'epcisException:CaptureLimitExceededException' } })
  })

  test('that is sent again keeps the same job, unless it asks for another error behavior', async () => {
    const text = documentFor(customer, { format: 'json' })
    const [first, again, other] = [await capture(text), await capture(text), await capture(text, PROCEED)]
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(other.headers.get('location')).not.toBe(first.headers.get('location'))
    await t.runJobs()
    expect([(await job(first)).success, (await job(other)).success]).toEqual([true, true])
    expect(await orders()).toHaveLength(1)
  })

  test('appears among the incoming files with its result', async () => {
    await capture(withWrongEvent(documentFor(customer, { format: 'json' }), 1))
    await t.runJobs()
    const { items } = await t.as(customer.staff).intake.readMany({ state: 'attention' })
    expect(items).toMatchObject([
      { from: 'Northway', takenFor: 'epcisJson', status: 'refused', outcome: { kind: 'rolledBack', facts: { wrong: 1 } } },
    ])
  })
})

describe('a capture of 10,000 events, one of them wrong', () => {
  const LARGE = { meds: 5000, perCase: 1, casesPerPallet: 5000 / 2, hierarchy: 'cases' } as const
  const large = () => {
    const text = documentFor(customer, { ...LARGE, format: 'json' })
    expect(JSON.parse(text).epcisBody.eventList.length).toBeGreaterThan(10_000)
    return withWrongEvent(text, 7000)
  }

  test('stores nothing and reports the wrong event by its number, if the caller chose “rollback” or nothing', async () => {
    const taken = await capture(large())
    await t.runJobs()
    expect(await job(taken)).toMatchObject({
      running: false,
      success: false,
      captureErrorBehaviour: 'rollback',
      errors: [
        {
          type: 'epcisException:ValidationException',
          status: 400,
          eventNumber: 7001,
          detail: expect.stringContaining('time zone'),
        },
      ],
    })
    for (const table of ['"order"', 'epcis_document', 'epcis_event', 'med', 'document_exception'])
      expect(await t.query(`select from ${table} where customer_id = $1`, [customer.customerId])).toEqual([])
  })

  test('stores the readable events and reports the wrong one by its number, if the caller chose “proceed”', async () => {
    const taken = await capture(large(), PROCEED)
    await t.runJobs()
    expect(await job(taken)).toMatchObject({
      running: false,
      success: false,
      captureErrorBehaviour: 'proceed',
      errors: [{ eventNumber: 7001 }],
    })
    expect(await orders()).toHaveLength(1)
    const [stored] = await t.query<{ amount: number }>('select amount_of_meds::int as amount from "order" where customer_id = $1', [
      customer.customerId,
    ])
    expect(stored?.amount).toBe(5000)
  })

  test('is stored without the wrong event if the pharmacy replays the delivery after the rollback', async () => {
    const taken = await capture(withWrongEvent(documentFor(customer, { format: 'json' }), 1))
    await t.runJobs()
    expect(await orders()).toEqual([])
    const deliveryId = Number((await job(taken)).captureID)
    await t.as(customer.lead).intake.updateOneReplay({ deliveryId })
    await t.runJobs()
    expect(await orders()).toHaveLength(1)
  })
})

describe('a capture job', () => {
  test('states why nothing was stored', async () => {
    const [cut, foreign] = [
      await capture(documentFor(customer, { format: 'json' }).slice(0, -100)),
      await capture(documentFor(customer, { format: 'json', receiver: newParty('Somebody Else') })),
    ]
    await t.runJobs()
    for (const taken of [cut, foreign])
      expect(await job(taken)).toMatchObject({
        running: false,
        success: false,
        errors: [{ type: 'epcisException:ValidationException', status: 400 }],
      })
  })

  test('is visible to its sender only, and other kinds of delivery do not appear as capture jobs', async () => {
    const taken = await capture(documentFor(customer, { format: 'json' }))
    const uploadId = await register(t, customer.lead, documentFor(customer))
    const [upload] = await t.query<{ id: number }>('select id::int from inbound_message where upload_id = $1', [uploadId])
    const other = await t.as(customer.lead).intake.createOneDoor({ name: 'Other', locationId: customer.main.id, tradingPartnerId: null })
    const stranger = await newCustomer(t)
    const foreign = await t.as(stranger.lead).intake.createOneDoor({ name: 'X', locationId: stranger.main.id, tradingPartnerId: null })
    for (const by of [other.token, foreign.token]) {
      const answer = await call('GET', (taken.headers.get('location') ?? '').replace('/epcis', ''), { by })
      expect(answer).toMatchObject({
        status: 404,
        type: 'application/problem+json',
        json: { type: 'epcisException:NoSuchResourceException' },
      })
      expect((await call('GET', '/capture', { by })).json).toEqual([])
    }
    expect((await call('GET', `/capture/${upload?.id}`)).status).toBe(404)
    for (const id of ['0', '-1', 'abc', '99999999999999999999', '%00']) expect((await call('GET', `/capture/${id}`)).status).toBe(404)
  })

  test('appears in a list that is sorted newest first and paged with the Link header', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1)
      ids.unshift((await capture(documentFor(customer, { format: 'json' }))).headers.get('location')?.split('/').at(-1) ?? '')
    const seen: string[] = []
    let path: string | undefined = '/capture?perPage=2'
    for (let pages = 0; path !== undefined && pages < 5; pages += 1) {
      const page: Awaited<ReturnType<typeof call>> = await call('GET', path)
      seen.push(...page.json.map(({ captureID }: { captureID: string }) => captureID))
      path = /^<\/epcis(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(ids)
  })
})

describe('the capture interface', () => {
  test('describes its own methods, versions, limits and behaviors', async () => {
    const answer = await call('OPTIONS', '/capture')
    expect([answer.status, answer.json]).toEqual([204, null])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      allow: 'OPTIONS, POST, GET',
      'gs1-epcis-version': '2.0.0',
      'gs1-epcis-min': '1.0.0',
      'gs1-epcis-max': '2.0.0',
      'gs1-cbv-version': '2.0.0',
      'gs1-capture-error-behaviour': 'all',
      'gs1-epcis-capture-limit': '250000',
      'gs1-epcis-capture-file-size-limit': String(MOST),
    })
  })

  test.each([
    ['without a token', {}, 'x', 401, 'SecurityException'],
    ['with a content type that is not EPCIS', { 'content-type': 'text/csv' }, '', 415, 'UnsupportedMediaTypeException'],
    ['with an unknown behavior', { 'GS1-Capture-Error-Behaviour': 'all' }, '', 400, 'ValidationException'],
    ['with a version that does not exist', { 'GS1-EPCIS-Version': '3.0.0' }, '', 406, 'NotAcceptableException'],
    ['with a version that is no version', { 'GS1-CBV-Version': 'two' }, '', 406, 'NotAcceptableException'],
    ['for an answer in XML only', { accept: 'application/xml' }, '', 406, 'NotAcceptableException'],
    ['with an encoding that is not gzip', { 'content-encoding': 'br' }, '', 415, 'UnsupportedMediaTypeException'],
  ])('refuses a capture %s, with GS1’s problem type', async (_what, headers, by, status, type) => {
    const answer = await capture(documentFor(customer, { format: 'json' }), headers, by || token)
    expect(answer).toMatchObject({
      status,
      type: 'application/problem+json',
      json: { type: `epcisException:${type}`, status, detail: expect.any(String) },
    })
    expect(answer.headers.get('GS1-EPCIS-Version')).toBe('2.0.0')
    expect(await t.query('select from inbound_message where customer_id = $1', [customer.customerId])).toEqual([])
  })

  test('refuses an empty body, a body that is too large, and a body whose first bytes are not EPCIS', async () => {
    for (const body of ['%PDF-1.7', '{"name":"x"}', 'gtin,lot\n1,2\n'])
      expect(await capture(body)).toMatchObject({
        status: 400,
        json: { type: 'epcisException:ValidationException', key: 'capture_not_epcis' },
      })
    expect(await capture('')).toMatchObject({ status: 400, json: { type: 'epcisException:ValidationException' } })
    const large = await capture(`{"@context":"${'a'.repeat(MOST)}"}`)
    expect(large).toMatchObject({ status: 413, json: { type: 'epcisException:CaptureLimitExceededException', limitBytes: MOST } })
    expect(large.headers.get('GS1-EPCIS-Capture-File-Size-Limit')).toBe(String(MOST))
    expect(await t.query('select from inbound_message where customer_id = $1', [customer.customerId])).toEqual([])
  })

  test('refuses an unknown parameter, resource or method', async () => {
    expect(await call('GET', '/capture?limit=3')).toMatchObject({ status: 400, json: { key: 'parameter_unknown' } })
    expect(await call('GET', '/capture?perPage=0')).toMatchObject({ status: 400, json: { type: 'epcisException:ValidationException' } })
    expect(await call('GET', '/capture?nextPageToken=x')).toMatchObject({ status: 400 })
    expect(await call('GET', '/queries')).toMatchObject({ status: 404, json: { type: 'epcisException:NoSuchResourceException' } })
    const wrong = await call('DELETE', '/capture')
    expect([wrong.status, wrong.headers.get('allow'), wrong.json.type]).toEqual([405, 'OPTIONS, POST, GET', 'about:blank'])
  })

  test('refuses a delivery token after it was revoked, and never lets a delivery token query events', async () => {
    expect(await call('GET', '/events')).toMatchObject({ status: 403, json: { type: 'epcisException:SecurityException' } })
    await t.as(customer.lead).intake.deleteOneDoor({ doorId })
    expect(await capture(documentFor(customer, { format: 'json' }))).toMatchObject({
      status: 401,
      json: { type: 'epcisException:SecurityException' },
    })
  })

  test('accepts an access token that has the scope for deliveries', async () => {
    const make = async (scopes: AccessScope[]) =>
      (await t.as(customer.lead).auth.createOneAccessToken({ name: 'Hub', days: 30, scopes, password: PASSWORD })).accessToken
    const text = documentFor(customer, { format: 'json' })
    expect((await capture(text, {}, await make(['intake:deliver']))).status).toBe(202)
    expect(await capture(text, {}, await make(['orders:read']))).toMatchObject({
      status: 403,
      json: { type: 'epcisException:SecurityException', scope: 'intake:deliver' },
    })
  })
})
