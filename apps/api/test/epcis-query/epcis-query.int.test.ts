import { readFileSync } from 'node:fs'
import { parseEpc } from '@seriatim/gs1'
import type { AccessScope } from '@seriatim/schema'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectedFile } from '../collected.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { addOrder, documentFor, importText, newCustomer, PASSWORD, type TestOrder } from '../make.ts'
import { listen } from '../v2/v2-client.ts'

const t = useTestDb()
const customer = useCustomer(t)
let base: string
let token: string
let order: TestOrder
const makeToken = async (user: TestUser, scopes: AccessScope[] = ['orders:read']) =>
  (await t.as(user).auth.createOneAccessToken({ name: 'Hub', days: 30, scopes, password: PASSWORD })).accessToken
beforeAll(async () => {
  base = await listen(await t.app())
})
beforeEach(async () => {
  token = await makeToken(customer.staff)
  order = await addOrder(customer, { meds: 12, perCase: 3, casesPerPallet: 2 })
})

const URN = { 'GS1-EPC-Format': 'Always_EPC_URN' }
interface Shown {
  type: string
  eventID: string
  eventTime: string
  recordTime: string
  bizStep: string
  action: string
  epcList?: string[]
  childEPCs?: string[]
  parentID?: string
}
async function ask(path: string, headers: Record<string, string> = URN, by = token) {
  const answer = await fetch(path.startsWith('http') ? path : `${base}/epcis${path}`, {
    headers: { authorization: `Bearer ${by}`, ...headers },
  })
  // biome-ignore lint/suspicious/noExplicitAny: the answers are what the tests look into.
  const json: any = await answer.json()
  const events: Shown[] = json.epcisBody?.queryResults.resultsBody.eventList ?? []
  return { status: answer.status, type: answer.headers.get('content-type'), headers: answer.headers, json, events }
}
const query = (parameters: Record<string, string>, headers?: Record<string, string>) =>
  ask(`/events?${new URLSearchParams(parameters)}`, headers)
/** Number of the document's events: 4 × (meds, case, packing), 2 × (pallet, packing), and shipping. */
const ALL = 4 * 3 + 2 * 2 + 1
const sgtinOf = (serial: string) => new RegExp(`urn:epc:id:sgtin:[\\d.]+\\.${serial}\\b`).exec(order.text)?.[0] ?? ''
const linkOf = (serial: string) => {
  const epc = parseEpc(sgtinOf(serial))
  return epc.ok && epc.value.kind === 'sgtin' ? `https://id.gs1.org/01/${epc.value.gtin}/21/${serial}` : ''
}

describe('a query of events', () => {
  test('returns every event of the orders as an EPCIS 2.0 query document, with the EPCs of the file', async () => {
    const { status, type, json, events, headers } = await ask('/events?perPage=100')
    expect([status, type, headers.get('GS1-EPCIS-Version'), headers.get('link')]).toEqual([
      200,
      'application/ld+json; charset=utf-8',
      '2.0.0',
      null,
    ])
    expect(json).toMatchObject({
      type: 'EPCISQueryDocument',
      schemaVersion: '2.0',
      epcisBody: { queryResults: { queryName: 'SimpleEventQuery' } },
    })
    expect(events).toHaveLength(ALL)
    const named = events.flatMap(({ epcList = [], childEPCs = [], parentID = [] }) => [...epcList, ...childEPCs, parentID].flat())
    expect([...new Set(named)].sort()).toEqual([...new Set(order.text.match(/urn:epc:id:(sgtin|sscc):[^<]+/g))].sort())
    const [first] = events.filter(({ bizStep, epcList }) => bizStep === 'commissioning' && epcList?.length === 3)
    expect(first).toMatchObject({
      type: 'ObjectEvent',
      action: 'ADD',
      disposition: 'active',
      readPoint: { id: 'urn:epc:id:sgln:038888.100017.0' },
      ilmd: { 'cbvmda:lotNumber': expect.any(String), 'cbvmda:itemExpirationDate': expect.stringMatching(/^\d{4}-06-30$/) },
    })
    const [shipping] = events.filter(({ bizStep }) => bizStep === 'shipping')
    expect(shipping).toMatchObject({
      bizTransactionList: [{ type: 'po' }, { type: 'desadv' }],
      sourceList: [{ type: 'owning_party' }, { type: 'location', source: 'urn:epc:id:sgln:038888.100017.0' }],
      destinationList: [{ type: 'owning_party' }, { type: 'location' }],
    })
  })

  test.skipIf(!collectedFile('epcis-json/EPCIS-JSON-Schema.json'))(
    'is answered in a form that GS1’s JSON schema accepts, in both formats',
    async () => {
      const ajv = new Ajv({ strict: false, allErrors: true })
      addFormats.default(ajv)
      const isValid = ajv.compile(JSON.parse(readFileSync(collectedFile('epcis-json/EPCIS-JSON-Schema.json') ?? '', 'utf8')))
      for (const headers of [URN, {}]) {
        const { json } = await ask('/events?perPage=100', headers)
        isValid(json)
        expect(isValid.errors).toBeNull()
      }
    },
  )

  test('writes EPCs as Digital Links unless the header asks for URNs', async () => {
    const [link] = (await query({ EQ_bizStep: 'packing', perPage: '1' }, {})).events
    expect(link).toMatchObject({
      parentID: expect.stringMatching(/^https:\/\/id\.gs1\.org\/(00|01)\//),
      readPoint: { id: 'https://id.gs1.org/414/0388881000174' },
    })
    for (const format of ['Always_EPC_URN', 'No_Preference', 'Never_Translates'])
      expect((await query({ perPage: '1', EQ_bizStep: 'packing' }, { 'GS1-EPC-Format': format })).events[0]?.parentID).toMatch(
        /^urn:epc:id:/,
      )
    expect(await query({}, { 'GS1-EPC-Format': 'Sometimes' })).toMatchObject({ status: 400 })
  })

  test.each<[string, Record<string, string>, number]>([
    ['type', { eventType: 'AggregationEvent' }, 6],
    ['several types', { eventType: 'AggregationEvent|ObjectEvent' }, ALL],
    ['action', { EQ_action: 'OBSERVE' }, 1],
    ['business step, bare', { EQ_bizStep: 'shipping' }, 1],
    ['business step as a URN', { EQ_bizStep: 'urn:epcglobal:cbv:bizstep:packing' }, 6],
    ['business step as a web URI, or another', { EQ_bizStep: 'https://ref.gs1.org/cbv/BizStep-packing|shipping' }, 7],
    ['disposition', { EQ_disposition: 'in_transit' }, 1],
    ['read point as a URN', { EQ_readPoint: 'urn:epc:id:sgln:038888.100017.0' }, ALL],
    ['read point, split differently', { EQ_readPoint: 'urn:epc:id:sgln:0388881.00017.0' }, ALL],
    ['business location as a Digital Link', { EQ_bizLocation: 'https://id.gs1.org/414/0388881000174' }, ALL - 1],
    ['a place that no event names', { EQ_readPoint: 'urn:epc:id:sgln:0614141.00017.0' }, 0],
    ['time', { GE_eventTime: '2000-01-01T00:00:00Z', LT_eventTime: '2100-01-01T00:00:00+02:00' }, ALL],
    ['time before all events', { LT_eventTime: '2000-01-01T00:00:00Z' }, 0],
    ['record time', { GE_recordTime: '2100-01-01T00:00:00Z' }, 0],
    ['no event at all', { EQ_eventID: 'urn:uuid:831c0292-4de1-430a-8255-2aca821abaab' }, 0],
  ])('selects by %s', async (_what, parameters, amount) => {
    const { status, events } = await query({ ...parameters, perPage: '100' })
    expect([status, events.length]).toEqual([200, amount])
  })

  test('selects by purchase order', async () => {
    const [po = ''] = order.text.match(/urn:epcglobal:cbv:bt:[^<]*PO-[^<]*/) ?? []
    expect((await query({ EQ_bizTransaction_po: po })).events).toMatchObject([{ bizStep: 'shipping' }])
    expect((await query({ EQ_bizTransaction_desadv: po })).events).toEqual([])
  })

  test('finds events by an EPC that they list as contents, as the container or as either, given as a URN or as a Digital Link', async () => {
    const [serial = ''] = order.serials
    const amounts = async (name: string, epc: string) => (await query({ [name]: epc })).events.length
    for (const epc of [sgtinOf(serial), linkOf(serial)])
      expect([await amounts('MATCH_epc', epc), await amounts('MATCH_parentID', epc), await amounts('MATCH_anyEPC', epc)]).toEqual([2, 0, 2])
    const packing = (await query({ MATCH_epc: sgtinOf(serial), EQ_bizStep: 'packing' })).events[0]?.parentID ?? ''
    expect([await amounts('MATCH_epc', packing), await amounts('MATCH_parentID', packing), await amounts('MATCH_anyEPC', packing)]).toEqual(
      [2, 1, 3],
    )
    const pallet = (await query({ MATCH_epc: packing, EQ_bizStep: 'packing' })).events[0]?.parentID ?? ''
    expect(pallet).toMatch(/sscc/)
    expect([await amounts('MATCH_epc', pallet), await amounts('MATCH_parentID', pallet)]).toEqual([2, 1])
    expect(await amounts('MATCH_epc', 'urn:epc:id:sgtin:0614141.107346.2018')).toBe(0)
  })

  test('has its own URL if it asks about one EPC, and accepts further filters there', async () => {
    const [serial = ''] = order.serials
    const path = (epc: string, more = '') => ask(`/epcs/${encodeURIComponent(epc)}/events${more}`)
    expect((await path(sgtinOf(serial))).events).toHaveLength(2)
    expect((await path(linkOf(serial), '?EQ_bizStep=commissioning')).events).toHaveLength(1)
    expect(await path('urn:epc:id:sgln:038888.100017.0')).toMatchObject({
      status: 400,
      json: { type: 'epcisException:QueryParameterException' },
    })
    expect(await path(sgtinOf(serial), '?MATCH_anyEPC=x')).toMatchObject({ status: 400, json: { key: 'parameter_unknown' } })
  })

  test('returns one event by its id, whether the sender or the server assigned the id', async () => {
    const { events } = await ask('/events?perPage=100')
    for (const event of events.slice(0, 3)) expect((await ask(`/events/${encodeURIComponent(event.eventID)}`)).events).toEqual([event])
    const document = JSON.parse(documentFor(customer, { format: 'json' }))
    document.epcisBody.eventList[1].eventID = 'ni:///sha-256;df7bb3c352fef055578554f09f5e2aa41782150ced7bd0b8af24dd3ccb30ba69?ver=CBV2.0'
    await importText(t, customer.admin, JSON.stringify(document))
    const id = document.epcisBody.eventList[1].eventID
    expect((await ask(`/events/${encodeURIComponent(id)}`)).events).toMatchObject([{ eventID: id, bizStep: 'commissioning' }])
    expect((await query({ EQ_eventID: `${id}|${events[0]?.eventID}` })).events).toHaveLength(2)
    for (const unknown of ['urn:seriatim:event:1:1', 'x', `urn:seriatim:event:${order.id}:9999`])
      expect(await ask(`/events/${encodeURIComponent(unknown)}`)).toMatchObject({
        status: 404,
        json: { type: 'epcisException:NoSuchResourceException' },
      })
  })
})

describe('the pages of a query', () => {
  async function walk(parameters: Record<string, string>): Promise<Shown[][]> {
    const pages: Shown[][] = []
    let path: string | undefined = `/events?${new URLSearchParams(parameters)}`
    while (path !== undefined && pages.length < 50) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(path)
      expect(page.status).toBe(200)
      pages.push(page.events)
      path = /^<\/epcis(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
    }
    return pages
  }
  const ids = (events: readonly Shown[]) => events.map(({ eventID }) => eventID)

  test.each([
    ['recordTime', 'DESC'],
    ['recordTime', 'ASC'],
    ['eventTime', 'ASC'],
    ['eventTime', 'DESC'],
  ])('contain each event once, ordered by %s %s', async (orderBy, orderDirection) => {
    await addOrder(customer, { meds: 3, format: 'json' })
    const parameters = { orderBy, orderDirection }
    const [whole = []] = await walk({ ...parameters, perPage: '1000' })
    const pages = await walk({ ...parameters, perPage: '4' })
    expect(ids(pages.flat())).toEqual(ids(whole))
    expect(new Set(ids(whole)).size).toBe(whole.length)
    expect(pages.slice(0, -1).every((page) => page.length === 4)).toBe(true)
    const times = whole.map((event) => Date.parse(orderBy === 'eventTime' ? event.eventTime : event.recordTime))
    expect(times).toEqual(times.toSorted((a, b) => (orderDirection === 'ASC' ? a - b : b - a)))
  })

  test('stop after eventCountLimit events, and the query is refused if its result exceeds maxEventCount', async () => {
    expect((await walk({ eventCountLimit: '5', perPage: '2' })).map((page) => page.length)).toEqual([2, 2, 1])
    expect((await walk({ eventCountLimit: '4', perPage: '2' })).map((page) => page.length)).toEqual([2, 2])
    expect((await query({ maxEventCount: String(ALL) })).status).toBe(200)
    expect(await query({ maxEventCount: String(ALL - 1) })).toMatchObject({
      status: 413,
      json: { type: 'epcisException:QueryTooLargeException' },
    })
  })
})

describe('the query interface', () => {
  test.each<[string, string]>([
    ['an unknown one', 'LE_eventTime=2026-01-01T00:00:00Z'],
    ['one of the standard that is not supported', 'MATCH_epcClass=urn:epc:idpat:sgtin:0614141.107346.*'],
    ['one twice', 'EQ_action=ADD&EQ_action=DELETE'],
    ['a time without a zone', 'GE_eventTime=2026-01-01T00:00:00'],
    ['a time that is none', 'LT_recordTime=yesterday'],
    ['an action that does not exist', 'EQ_action=add'],
    ['an event type that is not used', 'eventType=TransformationEvent'],
    ['an EPC that is a place', 'MATCH_epc=urn:epc:id:sgln:038888.100017.0'],
    ['an empty list', 'EQ_bizStep='],
    ['an order that does not exist', 'orderBy=bizStep'],
    ['a page of nothing', 'perPage=0'],
    ['a token that is none', 'nextPageToken=WyJ4Il0'],
    ['a member of every object', '__proto__=x'],
    ['a name of every object', 'toString=x'],
    ['an id of a null character', 'EQ_eventID=%00'],
  ])('refuses invalid parameters with GS1’s problem type: %s', async (_what, parameters) => {
    const answer = await ask(`/events?${parameters}`)
    expect(answer).toMatchObject({
      status: 400,
      type: 'application/problem+json',
      json: { type: 'epcisException:QueryParameterException', status: 400 },
    })
  })

  test('returns events of the caller’s locations only, and none of voided orders', async () => {
    const elsewhere = await makeToken(customer.elsewhere)
    const stranger = await newCustomer(t)
    const foreign = await makeToken(stranger.admin)
    const [serial = ''] = order.serials
    const { events } = await ask('/events')
    for (const by of [elsewhere, foreign]) {
      expect((await ask('/events', URN, by)).events).toEqual([])
      expect((await ask(`/epcs/${encodeURIComponent(sgtinOf(serial))}/events`, URN, by)).events).toEqual([])
      expect((await ask(`/events/${encodeURIComponent(events[0]?.eventID ?? '')}`, URN, by)).status).toBe(404)
    }
    await t.query('update "order" set voided_at = now() where customer_id = $1', [customer.customerId])
    expect((await ask('/events')).events).toEqual([])
  })

  test('requires the scope for orders', async () => {
    const other = await makeToken(customer.staff, ['locations:read'])
    expect(await ask('/events', URN, other)).toMatchObject({
      status: 403,
      json: { type: 'epcisException:SecurityException', scope: 'orders:read' },
    })
    expect(await ask('/events', URN, 'x'.repeat(30))).toMatchObject({ status: 401, json: { type: 'epcisException:SecurityException' } })
  })

  test('describes itself with OPTIONS, and otherwise allows only GET', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${base}/epcis/events`, { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers.get('allow'), answer.headers.get('GS1-Capture-Error-Behaviour')]).toEqual([
      204,
      'OPTIONS, GET',
      null,
    ])
    for (const method of ['POST', 'DELETE']) expect((await fetch(`${base}/epcis/events`, { method, headers })).status).toBe(405)
  })
})
