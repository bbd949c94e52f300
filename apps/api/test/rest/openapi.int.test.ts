import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { codeFor } from '../auth/steps.ts'
import { useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, newCustomer, PASSWORD, type TestCustomer, type TestOrder } from '../make.ts'
import { load, makeRecord, readRecallId } from '../recall/recalls.ts'
import { type Answer, makeRestClient, type Rest } from './client.ts'

interface Documented {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: object; content: Record<string, { schema: object }> }> }>>
  components: { schemas: Record<string, object> }
}

const t = useTestDb()
let app: FastifyInstance
let customer: TestCustomer
let order: TestOrder
let rest: Rest
let document: Documented
beforeAll(async () => {
  app = await t.app()
  customer = await newCustomer(t)
  order = await addOrder(customer, { meds: 8, perCase: 2 })
  rest = makeRestClient(app, await t.signIn(customer.staff))
  document = (await app.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json()
  const all = { documentId: order.id }
  await rest.put('/update/receive/all/by/documentid', all)
})

/** Asserts that the OpenAPI document describes this status of the call, and that the answer matches the schema there. */
function expectDocumented(method: string, path: string, { status, json }: Answer): void {
  const responses = document.paths[`/api/v1${path}`]?.[method]?.responses ?? {}
  const schema = responses[status]?.content['application/json']?.schema
  expect([path, status, schema !== undefined]).toEqual([path, status, true])
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll('#/components/schemas/', '#/$defs/')
  const checked = z.fromJSONSchema(JSON.parse(text)).safeParse(json)
  expect([path, checked.error?.issues ?? []]).toEqual([path, []])
}

describe('the OpenAPI document', () => {
  test('describes the actual response of every call that reads data', async () => {
    const [serial = ''] = order.serials
    const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      serial,
    ])
    const packet = { id: 1, groupId: 1, filename: 'a.txt', currentPacket: 1, totalPackets: 1, packet: 'aGVsbG8=' }
    const attached = await rest.post('/file/upload/medattachment', { ...packet, medId: med?.id })
    const partner = await rest.post('/tradingpartner/create/one', { customerLocationId: customer.main.id, name: 'Northway', type: 'both' })
    expectDocumented('post', '/tradingpartner/create/one', partner)
    const ticket = await t.as(customer.staff).documentException.createOneTicket({ documentId: order.id, kind: 'damage' })
    const record = makeRecord()
    await load(t, [record])
    const [recall] = (await rest.get(`/nrac/read/all/activerecalls/by/recallid?recallId=${await readRecallId(t, record)}`)).json
    const dismissed = await rest.post('/nrac/create/one/dismissedrecall', { recallId: recall.recallId, epcisEventId: recall.id, notes: '' })
    expectDocumented('post', '/nrac/create/one/dismissedrecall', dismissed)
    const toggled = await rest.put('/nrac/update/one/toggledismissedrecall', { dismissedRecallId: dismissed.json.id })
    expectDocumented('put', '/nrac/update/one/toggledismissedrecall', toggled)
    const queries: Record<string, string> = {
      '/user/read/one/by/id': '',
      '/customer/read/activeusercount/by/customerid': '',
      '/customer/read/many/by/userid': '',
      '/customer/read/one/by/userId': '',
      '/user/read/all/by/customerid': '',
      '/user/read/other/by/id': `?userId=${customer.colleague.userId}`,
      '/usercustomerlocation/read/all/by/customerlocationid': `?customerLocationId=${customer.main.id}`,
      '/customerlocation/read/all/by/userid': '',
      '/customerlocation/read/all/hydrated/by/userid': '',
      '/customerlocation/read/one/by/id': `?id=${customer.main.id}`,
      '/customerlocation/read/one/hydrated/by/id': `?id=${customer.main.id}`,
      '/customerlocationgloballocationnumber/read/many/by/userid': '',
      '/state/read/all': '',
      '/tradingpartner/read/one/tradingpartner/by/id': `?id=${partner.json.id}`,
      '/tradingpartner/read/many/tradingpartners/search': '?name=north',
      '/documentexception/read/count': '',
      '/documentexception/read/many/by/filters': '?status=Open',
      '/documentexception/read/one/by/id': `?documentExceptionId=${ticket.documentExceptionId}`,
      '/order/read/many/search': '',
      '/order/read/all/meds/by/documentid': `?documentId=${order.id}`,
      '/file/download/epcisdoc': `?documentId=${order.id}`,
      '/redbook/read/search/by/ndc': '?ndc=88010',
      '/med/read/many/by/locationid': `?locationId=${customer.main.id}`,
      '/med/read/one/by/id': `?medId=${med?.id}`,
      '/med/read/many/by/search': '?limit=5',
      '/med/read/one/by/serialnumber/pedigree': `?serialNumber=${serial}`,
      '/med/read/one/by/serialnumber/incident': `?serialNumber=${serial}`,
      '/fastspring/read/one/account/by/userid': '',
      '/fastspring/read/all/subscriptions/by/userid': '',
      '/fastspring/read/all/products': '',
      '/file/download/medattachment': `?attachmentId=${attached.json.attachmentId}`,
      '/nrac/read/one/by/id': `?recallId=${recall.recallId}`,
      '/nrac/read/one/activerecalledmedcount/by/userid': '',
      '/nrac/read/many/search': '?medName=metformin',
      '/nrac/read/many/searchcount': '?medName=metformin',
      '/nrac/read/all/by/recallcodeids': `?recallCodeIds=${recall.recallCodeId}`,
      '/nrac/read/all/activerecalls/by/recallid': `?recallId=${recall.recallId}`,
      '/nrac/read/all/activerecalls/by/recallcodeids': `?recallCodeIds=${recall.recallCodeId}`,
    }
    expectDocumented('post', '/file/upload/medattachment', attached)
    const admin = makeRestClient(app, await t.signIn(customer.admin))
    const reading = Object.entries(document.paths).flatMap(([path, methods]) => ('get' in methods ? path.slice('/api/v1'.length) : []))
    expect(Object.keys(queries).sort()).toEqual(reading.sort())
    const isAdmins = (path: string) => path.startsWith('/fastspring/') || path.startsWith('/user')
    for (const [path, query] of Object.entries(queries)) {
      const answer = await (isAdmins(path) ? admin : rest).get(path + query)
      expect([path, answer.status]).toEqual([path, 200])
      expectDocumented('get', path, answer)
    }
  })

  test('matches the answers to the sign-in calls and to a password change, which returns a new token', async () => {
    const anonymous = makeRestClient(app)
    const begun = await anonymous.post('/auth/create/one/token', { emailAddress: customer.colleague.emailAddress, password: PASSWORD })
    expectDocumented('post', '/auth/create/one/token', begun)
    const pending = makeRestClient(app, begun.json.token)
    expectDocumented('post', '/auth/update/one/resendtotp', await pending.post('/auth/update/one/resendtotp', {}))
    const signedIn = await pending.post('/auth/update/one/totp', { totp: await codeFor(t, customer.colleague) })
    expectDocumented('post', '/auth/update/one/totp', signedIn)
    const mine = makeRestClient(app, signedIn.json.token)
    const refreshed = await mine.post('/auth/update/one/token', {})
    expectDocumented('post', '/auth/update/one/token', refreshed)
    const asked = await anonymous.post('/auth/create/one/temporarypassword', { emailAddress: 'nobody@mail.tst' })
    expectDocumented('post', '/auth/create/one/temporarypassword', asked)
    const changed = await makeRestClient(app, refreshed.json.token).post('/user/update/changepassword', {
      oldPassword: PASSWORD,
      newPassword: 'Better-Horse-9!',
      repeatNewPassword: 'Better-Horse-9!',
    })
    expect(changed.json.token).toMatch(/./)
    expectDocumented('post', '/user/update/changepassword', changed)
  })

  test('describes the responses to calls that receive packages, to whole uploads and to uploads in packets', async () => {
    const { id, serials } = await addOrder(customer)
    const serial = { documentId: id, serialNumber: serials[0] }
    const container = { documentId: id, shippingContainerCode: 'X' }
    for (const [path, body] of [
      ['/update/receive/many/by/serialnumber', serial],
      ['/update/receive/many/by/epcismedvocabularyid', { documentId: id, epcisMedVocabularyId: [999_999] }],
      ['/update/receive/many/by/shippingContainerCode', container],
      ['/update/receive/all/by/documentid', { documentId: id }],
    ] as const)
      expectDocumented('put', path, await rest.put(path, body))
    const upload = '/file/upload/order'
    expectDocumented('post', upload, await rest.upload(documentFor(customer), { path: `${upload}?wait=0` }))
    const bytes = Buffer.from(documentFor(customer))
    const packet = (currentPacket: number) => {
      const half = currentPacket === 1 ? bytes.subarray(0, 1000) : bytes.subarray(1000)
      return { id: 1, groupId: 1, filename: 'a.xml', currentPacket, totalPackets: 2, packet: half.toString('base64') }
    }
    const taken = await rest.post(`${upload}?wait=0`, packet(1))
    expect(taken.json).toMatchObject({ isPartial: true })
    expectDocumented('post', upload, taken)
    expectDocumented('post', upload, await rest.post(`${upload}?wait=0`, packet(2)))
  })

  test('describes the error responses that the calls actually return', async () => {
    const path = '/order/read/all/meds/by/documentid'
    const refusals = [
      await rest.get(path),
      await makeRestClient(app).get(`${path}?documentId=${order.id}`),
      await rest.get(`${path}?documentId=999999`),
    ]
    expect(refusals.map((answer) => answer.status)).toEqual([400, 401, 404])
    for (const answer of refusals) expectDocumented('get', path, answer)
  })

  test('describes the x-next-cursor header of paged calls, and the binary content of downloads', () => {
    const ok = (path: string) => document.paths[`/api/v1${path}`]?.get?.responses[200]
    expect(ok('/med/read/many/by/search')?.headers).toHaveProperty('x-next-cursor')
    expect(Object.keys(ok('/file/download/epcisdoc')?.content ?? {})).toEqual(['application/json', 'application/octet-stream'])
  })
})
