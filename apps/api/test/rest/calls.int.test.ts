import { orderMed } from '@seriatim/schema'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, newParty, type TestOrder } from '../make.ts'
import { makeRestClient, type Rest } from './client.ts'

const t = useTestDb()
let app: FastifyInstance
beforeAll(async () => {
  app = await t.app()
})
beforeEach(() => t.clock.set('2026-05-14T03:30:00Z'))
const customer = useCustomer(t)
let order: TestOrder
let rest: Rest
beforeEach(async () => {
  order = await addOrder(customer, { meds: 8, perCase: 2, casesPerPallet: 2, sender: newParty('Zoë & Söhne GmbH') })
  rest = makeRestClient(app, await t.signIn(customer.staff))
})

const error = (status: number, msg: unknown) => ({ status, json: { type: 'ERROR', payload: { msg, class: 'error' } } })

describe('REST calls', () => {
  test('match their path case-insensitively', async () => {
    for (const path of ['/user/read/one/by/id', '/User/Read/ONE/by/Id'])
      expect((await rest.get(path)).json).toMatchObject({ id: customer.staff.userId })
    expect((await app.inject({ method: 'GET', url: '/API/V1/nothing' })).statusCode).toBe(404)
    expect(
      await rest.put('/UPDATE/receive/many/by/shippingcontainercode', { documentId: order.id, shippingContainerCode: 'X' }),
    ).toMatchObject({ status: 200 })
  })

  test('[ERR-010] that fail for an order, an incident or a pedigree email return a message in the body', async () => {
    expect(await rest.put('/update/receive/all/by/documentid', { documentId: 4711 })).toMatchObject(
      error(404, 'This order no longer exists, or it belongs to a location you cannot access.'),
    )
    expect(await rest.get('/med/read/one/by/serialnumber/incident?serialNumber=NONE&locationId=1')).toMatchObject(
      error(404, expect.stringContaining('could not be found')),
    )
    expect(await rest.post('/med/email/one', { medId: order.id, to: 'nobody' })).toMatchObject(
      error(400, '"nobody" is not an email address.'),
    )
  })

  test('with an unknown path get the usual error envelope', async () => {
    expect(await rest.get('/order/read/nothing')).toMatchObject(error(404, expect.stringContaining('/api/v1/docs')))
  })

  test('[REST-002] accept numbers in a query string if the schema expects numbers', async () => {
    const path = '/order/read/many/search'
    for (const query of [
      '',
      '?customerLocationId=0',
      '?customerLocationId=',
      `?customerLocationId=${customer.main.id}`,
      '?limit=5',
      '?customerId=4711&senderName=&purchaseOrderNumber=',
    ])
      expect((await rest.get(path + query)).json).toMatchObject([{ documentId: order.id }])
    expect((await rest.get(`${path}?customerLocationId=${customer.branch.id}`)).json).toEqual([])
    expect((await rest.get('/med/read/many/by/search?customerLocationId=0&limit=3')).json).toHaveLength(3)
  })

  test('with an invalid field are answered with a message that names the field', async () => {
    for (const [path, name] of [
      ['/order/read/many/search?limit=0', 'limit'],
      ['/order/read/many/search?limit=1001', 'limit'],
      ['/order/read/many/search?docDateStart=14.05.2026', 'docDateStart'],
      ['/order/read/all/meds/by/documentid', 'documentId'],
      ['/med/read/one/by/id?medId=abc', 'medId'],
      ['/order/read/many/search?cursor=abc', 'cursor'],
    ])
      expect(await rest.get(path ?? '')).toMatchObject(error(400, expect.stringContaining(name ?? '')))
    expect(await rest.put('/update/receive/all/by/documentid', { documentId: 'x' })).toMatchObject(
      error(400, expect.stringContaining('documentId')),
    )
  })

  test('with a body that is not JSON are refused', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/create/one/token',
      payload: '{"a":',
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.statusCode, answer.json().type]).toEqual([400, 'ERROR'])
  })
})

describe('lists over REST', () => {
  test('are bare arrays, and a header has the cursor for the next page', async () => {
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await rest.get(`/med/read/many/by/search?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      expect(Array.isArray(page.json)).toBe(true)
      seen.push(...page.json.map((med: { id: number }) => med.id))
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor)
    expect(seen).toHaveLength(8)
    expect(new Set(seen).size).toBe(8)
  })

  test('[REST-012] include only the meds of the requested location', async () => {
    const mine = await rest.get(`/med/read/many/by/locationid?locationId=${customer.main.id}&limit=5`)
    expect(mine.json).toHaveLength(5)
    expect(mine.json[0]).toMatchObject({
      med: { serialNumber: expect.any(String) },
      customerLocation: { id: customer.main.id },
      isEpcisGenerated: true,
    })
    expect(mine.json[0]).not.toHaveProperty('attachments')
    expect(await rest.get(`/med/read/many/by/locationid?locationId=${customer.branch.id}`)).toMatchObject(error(404, expect.any(String)))
  })

  test('[REST-020 REST-021 REST-022 REST-072] return the caller’s own user, customer and locations', async () => {
    expect((await rest.get('/user/read/one/by/id')).json).toMatchObject({
      id: customer.staff.userId,
      customer: { id: customer.customerId },
    })
    const own = { id: customer.customerId, name: 'Corner Pharmacy', adminId: customer.admin.userId }
    expect((await rest.get('/customer/read/many/by/userid')).json).toEqual([own])
    expect((await rest.get('/customer/read/one/by/userId')).json).toEqual(own)
    expect((await rest.get('/customerlocation/read/all/by/userid')).json).toEqual([
      { id: customer.main.id, name: 'Main', globalLocationNumber: customer.main.gln },
    ])
  })
})

describe('the meds of an order', () => {
  const path = () => `/order/read/all/meds/by/documentid?documentId=${order.id}`

  test('[REST-027] are returned as whole trees, never truncated', async () => {
    const { json } = await rest.get(path())
    expect(json).toHaveLength(2)
    expect(json[0]).toMatchObject({ sscc: expect.stringMatching(/^\d{18}$/), sgtin: null, epcisMedVocabulary: null, receivedById: null })
    const meds = json.flatMap((pallet: { children: { children: object[] }[] }) => pallet.children.flatMap((box) => box.children))
    expect(meds).toHaveLength(8)
    expect(meds[0]).toMatchObject({
      sgtin: expect.stringMatching(/^urn:epc:id:sgtin:038801\.\d{7}\.\w+$/),
      epcisMedVocabulary: { regulatedProductName: 'Metformin HCl', dosageFormType: 'TABLET, FILM COATED', strengthDescription: '500 mg' },
      lotNumber: 'MF26A',
      children: [],
      receivedById: null,
      receivedBy: null,
      datetimeReceived: null,
    })
  })

  test('[RECV-008] have exactly the documented fields, received or not', async () => {
    const own = await addOrder(customer, { meds: 2, perCase: 1, casesPerPallet: 2 })
    await rest.put('/update/receive/many/by/serialnumber', { documentId: own.id, serialNumber: own.serials[0] })
    const { json } = await rest.get(`/order/read/all/meds/by/documentid?documentId=${own.id}`)
    expect(json.map((unit: unknown) => orderMed.parse(unit))).toEqual(json)
    const [received, open] = json[0].children.map((box: { children: object[] }) => box.children[0])
    const vocabulary = {
      id: expect.any(Number),
      regulatedProductName: 'Metformin HCl',
      additionalTradeItemId: '8801-0500-60',
      dosageFormType: 'TABLET, FILM COATED',
      strengthDescription: '500 mg',
      sgtin: expect.stringMatching(/^urn:epc:idpat:sgtin:038801\.\d{7}\.\*$/),
    }
    expect(received).toMatchObject({
      sgtin: expect.stringMatching(/^urn:epc:id:sgtin:038801\.\d{7}\.\w+$/),
      epcisMedVocabulary: vocabulary,
      receivedById: customer.staff.userId,
      receivedBy: { firstName: 'Staff', lastName: 'Tester' },
      datetimeReceived: t.clock.now().toISOString(),
      children: [],
    })
    expect(received.epcisMedVocabularyId).toBe(received.epcisMedVocabulary.id)
    expect(open).toMatchObject({ receivedById: null, receivedBy: null, datetimeReceived: null })
  })

  test('[RECV-009] are listed inside their outer packages, and an outer package counts as received once all its contents are received', async () => {
    const { json: before } = await rest.get(path())
    const [pallet] = before
    await rest.put('/update/receive/many/by/shippingContainerCode', { documentId: order.id, shippingContainerCode: pallet.sscc })
    const { json: after } = await rest.get(path())
    expect(after[0]).toMatchObject({
      receivedById: customer.staff.userId,
      receivedBy: { firstName: 'Staff' },
      datetimeReceived: t.clock.now().toISOString(),
    })
    expect(after[1]).toMatchObject({ receivedById: null })
    expect(after[0].children[0].children[0]).toMatchObject({ receivedById: customer.staff.userId })
  })

  test('can be limited to the first N outermost units', async () => {
    const { json: all } = await rest.get(path())
    expect((await rest.get(`${path()}&limit=1`)).json).toEqual(all.slice(0, 1))
    expect((await rest.get(`${path()}&limit=2`)).json).toEqual(all)
    expect((await rest.get(`${path()}&limit=1000`)).json).toEqual(all)
    expect(await rest.get(`${path()}&limit=0`)).toMatchObject(error(400, expect.stringContaining('limit')))
  })

  test('cannot be read if the order does not exist: the call returns a 404 in the usual envelope, not an empty list', async () => {
    expect(await rest.get('/order/read/all/meds/by/documentid?documentId=999999')).toMatchObject(
      error(404, expect.stringContaining('no longer exists')),
    )
    const stranger = makeRestClient(app, await t.signIn((await newCustomer(t)).admin))
    expect(await stranger.get(path())).toMatchObject(error(404, expect.any(String)))
  })
})

describe('receiving over REST', () => {
  test('[REST-030] with a serial number that matches several meds is refused with 409, and lists the candidates beside the message', async () => {
    const { id, serials } = await addOrder(customer, { meds: 4 })
    await t.query('update med set serial_number = $1 where serial_number = any($2) and customer_id = $3', [
      'AGAIN',
      serials.slice(0, 2),
      customer.customerId,
    ])
    const answer = await rest.put('/update/receive/many/by/serialnumber', { documentId: id, serialNumber: 'AGAIN' })
    expect(answer).toMatchObject(error(409, expect.stringContaining('Send the GTIN')))
    expect(answer.json.payload).toMatchObject({
      serialNumber: 'AGAIN',
      candidates: [{ medName: 'Metformin HCl' }, { medName: 'Lisinopril' }],
    })
    const { gtin } = answer.json.payload.candidates[1]
    expect((await rest.put('/update/receive/many/by/serialnumber', { documentId: id, serialNumber: 'AGAIN', gtin })).json).toMatchObject({
      received: 1,
    })
  })

  test('[REST-031] accepts the id of a product group in a container and receives that group’s packages', async () => {
    const { id } = await addOrder(customer, { meds: 8 })
    const [pallet] = (await rest.get(`/order/read/all/meds/by/documentid?documentId=${id}`)).json
    const answer = await rest.put('/update/receive/many/by/epcismedvocabularyid', {
      documentId: id,
      epcisMedVocabularyId: [pallet.children[0].children[0].epcisMedVocabularyId],
    })
    expect(answer.json).toMatchObject({ received: 2, alreadyReceived: 0, expired: 0, notFound: [], held: [], amountNotReceived: 6 })
  })
})

describe('the document’s file', () => {
  const path = () => `/file/download/epcisdoc?documentId=${order.id}`

  test('[REST-028 ORDER-012] is returned in JSON with the original bytes, under a name made of the sender and the date in the caller’s time zone', async () => {
    const { json } = await rest.get(path(), { 'x-user-timezone': 'America/New_York' })
    expect(json.document).toEqual({
      name: 'zoe-sohne-gmbh_2026-05-13.xml',
      timeStamp: '2026-05-14T03:30:00.000Z',
      contentType: 'application/xml',
    })
    expect(json.buffer.type).toBe('Buffer')
    expect(Buffer.from(json.buffer.data).toString('utf8')).toBe(order.text)
    expect((await rest.get(`${path()}&user_timezone=Europe/Berlin`)).json.document.name).toBe('zoe-sohne-gmbh_2026-05-14.xml')
    expect((await rest.get(`${path()}&user_timezone=Mars/Base`)).json.document.name).toBe('zoe-sohne-gmbh_2026-05-13.xml')
  })

  test('is returned unchanged on request, for download rather than for display in the browser', async () => {
    const answer = await rest.get(path(), { accept: 'application/octet-stream' })
    expect(answer.text).toBe(order.text)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(order.text)),
      'content-disposition': expect.stringMatching(/^attachment; filename="zoe-sohne-gmbh_2026-05-1\d\.xml"/),
    })
  })

  test('of another customer is reported as nonexistent', async () => {
    const stranger = makeRestClient(app, await t.signIn((await newCustomer(t)).admin))
    expect(await stranger.get(path())).toMatchObject(error(404, expect.any(String)))
  })
})

describe('meds over REST', () => {
  test('[REST-013 REST-015] are read by serial number and by id, whatever the value of isEpcisGenerated', async () => {
    const bySerial = await rest.get(`/med/read/one/by/serialnumber/pedigree?serialNumber=${order.serials[0]}`)
    expect(bySerial.json).toMatchObject({ med: { id: expect.any(Number), serialNumber: order.serials[0] }, attachments: [], others: [] })
    for (const flag of ['', '&isEpcisGenerated=true', '&isEpcisGenerated=false', '&isEpcisGenerated=']) {
      const byId = await rest.get(`/med/read/one/by/id?medId=${bySerial.json.med.id}${flag}`)
      expect(byId.json).toMatchObject({
        med: { serialNumber: order.serials[0] },
        isEpcisGenerated: true,
        customerLocation: { name: 'Main' },
      })
      expect(byId.json.parents).toHaveLength(2)
    }
    expect(await rest.get('/med/read/one/by/serialnumber/pedigree?serialNumber=NOWHERE')).toMatchObject(
      error(404, expect.stringContaining('Your med could not be found')),
    )
  })

  test('[REST-017] provide the data for the incident form', async () => {
    const { json } = await rest.get(
      `/med/read/one/by/serialnumber/incident?serialNumber=${order.serials[0]}&locationId=${customer.main.id}`,
    )
    expect(json).toMatchObject({
      nameOfProduct: 'Metformin HCl',
      serialNumber: order.serials[0],
      companyName: 'Corner Pharmacy',
      addressLineOne: 'Main',
      addressLineTwo: '1 Main Street',
      city: 'Louisville',
      state: 'KY',
      country: 'US',
      zip: expect.any(String),
      companyCategory: 'DISPENSER (PHARMACY)',
      uniqueFacilityIdentifier: customer.main.gln,
      contactName: expect.stringMatching(/\S \S/),
      contactPhone: null,
      contactEmail: customer.staff.emailAddress,
    })
    expect(
      await rest.get(`/med/read/one/by/serialnumber/incident?serialNumber=${order.serials[0]}&locationId=${customer.branch.id}`),
    ).toMatchObject({ status: 404 })
  })
})

describe('the description of the API', () => {
  test('is served as OpenAPI and as a page', async () => {
    const document = (await app.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json()
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/api/v1/update/receive/all/by/documentid'].put).toBeDefined()
    const page = await app.inject({ method: 'GET', url: '/api/v1/docs' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
    expect(page.body).toContain('/api/v1/order/read/many/search')
  })

  test('comes with health endpoints that report whether the process is alive and ready', async () => {
    expect((await app.inject({ method: 'GET', url: '/health' })).json()).toEqual({ status: 'ok' })
    expect((await app.inject({ method: 'GET', url: '/ready' })).json()).toEqual({ database: 'ok', storage: 'ok', mail: 'ok', jobs: 'ok' })
  })
})
