import { mkdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueDeliveriesJob } from '../../src/domains/outbound/deliver/deliver.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { PARTNER_SERVERS, type PartnerServer } from '../intake/partner-server.ts'
import { makeKeyPair } from '../intake/sftp-clients.ts'
import { addOrder, newCustomer } from '../make.ts'
import { listen } from '../v2/v2-client.ts'
import { makeShipmentKit, type TestReceiver } from './kit.ts'

const t = useTestDb({ config: { pullTimeoutMs: 10_000 } })
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)
const MINUTE = 60_000

let base = ''
beforeAll(async () => {
  base = await listen(await t.app())
})

/** Creates an unsent shipment of one scanned package to the partner. */
async function draftTo(to: TestReceiver): Promise<number> {
  const { begin, scan } = kit()
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(to)
  await scan(shipmentId, order.serials[0] ?? '')
  return shipmentId
}

/** Advances the clock and runs the deliveries that are then due, as the schedule does. */
async function later(ms: number): Promise<void> {
  t.clock.advance(ms)
  await queueDeliveriesJob.run({}, t.deps as unknown as JobContext) // the job uses nothing else of its context
  await t.runJobs()
}

describe('delivery to an HTTPS endpoint', () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  let answer = { status: 202, text: '' }
  let url = ''
  let count = 0
  const server = createServer(async (request, response) => {
    const body = await readText(request)
    if (request.url !== `/${count}/documents`) return response.writeHead(204).end()
    received.push({ headers: request.headers, body })
    return response.writeHead(answer.status).end(answer.text)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    count += 1
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${count}/documents` // a TCP server's address is an object
    received.length = 0
    answer = { status: 202, text: '' }
  })

  async function receiver() {
    const to = await kit().addReceiver()
    const partners = t.as(c.lead).tradingPartner
    const { id } = await partners.createOneEndpoint({
      kind: 'https',
      tradingPartnerId: to.id,
      url,
      secretKind: 'bearer',
      secret: 'their token',
    })
    return { to, endpointId: id }
  }

  test('sends the EPCIS document with the secret, and the shipment shows that it was delivered', async () => {
    const { send, read, textOf } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    await send(shipmentId, { deliver: true })
    expect(received).toHaveLength(1)
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer their token', 'content-type': 'application/xml' })
    expect(received[0]?.body).toBe(await textOf(shipmentId, 'epcis'))
    expect(await read(shipmentId)).toMatchObject({ isUndelivered: false, deliveries: [{ state: 'delivered', status: 202, attempts: 1 }] })
  })

  test('shows the receiver’s text if the receiver refuses the document, and is retried only on a person’s request', async () => {
    const { send, read, calls } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    answer = { status: 417, text: 'GTIN 00388010500605 is not in our master data' }
    await send(shipmentId, { deliver: true })
    const refused = await read(shipmentId)
    expect(refused).toMatchObject({ state: 'sent', isUndelivered: true })
    expect(refused.deliveries).toMatchObject([{ state: 'failed', status: 417, answer: 'GTIN 00388010500605 is not in our master data' }])
    await later(48 * 60 * MINUTE)
    expect(received).toHaveLength(1)
    expect(
      await t.query('select to_addresses from mail where customer_id = $1 and kind = $2', [c.customerId, 'shipment.undelivered']),
    ).toEqual([{ to_addresses: [c.lead.emailAddress] }])
    answer = { status: 200, text: 'ok' }
    await calls().createOneDelivery({ shipmentId })
    await t.runJobs()
    expect(await read(shipmentId)).toMatchObject({ isUndelivered: false, deliveries: [{ state: 'delivered', status: 200 }] })
  })

  test('is retried after a server error, and the packages count as sent during that time', async () => {
    const { send, read } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    answer = { status: 503, text: 'Maintenance' }
    await send(shipmentId, { deliver: true })
    expect(await read(shipmentId)).toMatchObject({ state: 'sent', deliveries: [{ state: 'waiting', status: 503, attempts: 1 }] })
    answer = { status: 200, text: '' }
    await later(2 * MINUTE)
    expect(await read(shipmentId)).toMatchObject({ deliveries: [{ state: 'delivered', attempts: 2 }] })
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(2).fill(received[0]?.headers['idempotency-key']))
  })

  test('continues after the process was killed during an attempt', async () => {
    const { send, read } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    await send(shipmentId, { deliver: true })
    const lease = new Date(t.clock.now().getTime() + 10 * MINUTE)
    await t.query("update shipment_delivery set state = 'waiting', due_at = $1 where shipment_id = $2", [lease, shipmentId])
    await later(MINUTE)
    expect(received).toHaveLength(1)
    await later(10 * MINUTE)
    expect(received).toHaveLength(2)
    expect(await read(shipmentId)).toMatchObject({ deliveries: [{ state: 'delivered' }] })
  })

  test('retries at the new endpoint if the first endpoint was replaced', async () => {
    const { send, read } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    answer = { status: 503, text: 'Maintenance' }
    await send(shipmentId, { deliver: true })
    const changed = { kind: 'https' as const, tradingPartnerId: to.id, url, secretKind: 'bearer' as const, secret: 'new token' }
    await t.as(c.lead).tradingPartner.createOneEndpoint(changed)
    answer = { status: 200, text: '' }
    await later(2 * MINUTE)
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer their token', 'Bearer new token'])
    expect(await read(shipmentId)).toMatchObject({
      isUndelivered: false,
      deliveries: [
        { state: 'delivered', attempts: 1 },
        { state: 'failed', error: expect.stringContaining('goes to the new one') },
      ],
    })
  })

  test('fails if the endpoint was replaced after the first attempt and the new endpoint responds with a conflict', async () => {
    const { send, read } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    answer = { status: 504, text: '' }
    await send(shipmentId, { deliver: true })
    const changed = { kind: 'https' as const, tradingPartnerId: to.id, url, secretKind: 'bearer' as const, secret: 'new token' }
    await t.as(c.lead).tradingPartner.createOneEndpoint(changed)
    answer = { status: 409, text: 'No' }
    await later(2 * MINUTE)
    expect(await read(shipmentId)).toMatchObject({
      isUndelivered: true,
      deliveries: [{ state: 'failed', status: 409 }, { state: 'failed' }],
    })
  })

  test('fails if the endpoint was replaced by an SFTP endpoint whose host key nobody has confirmed', async () => {
    const { send, read } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    answer = { status: 503, text: 'Maintenance' }
    await send(shipmentId, { deliver: true })
    await t.as(c.lead).tradingPartner.createOneEndpoint({
      kind: 'sftp',
      tradingPartnerId: to.id,
      host: '127.0.0.1',
      port: 9,
      userName: 'them',
      folder: '/in',
      secretKind: 'password',
      secret: 'secret',
    })
    await later(2 * MINUTE)
    expect(received).toHaveLength(1)
    expect(await read(shipmentId)).toMatchObject({
      deliveries: [{ state: 'failed', attempts: 1, error: expect.stringContaining('host key nobody has confirmed') }],
    })
  })

  test('fails if the endpoint was removed and the partner has no other one', async () => {
    const { send, read } = kit()
    const { to, endpointId } = await receiver()
    const shipmentId = await draftTo(to)
    answer = { status: 503, text: 'Maintenance' }
    await send(shipmentId, { deliver: true })
    await t.as(c.lead).tradingPartner.deleteOneEndpoint({ endpointId })
    await later(2 * MINUTE)
    expect(received).toHaveLength(1)
    expect(await read(shipmentId)).toMatchObject({ deliveries: [{ state: 'failed', error: 'The endpoint was removed.' }] })
  })

  test('also sends the document that voids the shipment to an endpoint that got the first document, but not to one that refused it', async () => {
    const { send, read, calls, textOf } = kit()
    const { to } = await receiver()
    const delivered = await draftTo(to)
    await send(delivered, { deliver: true })
    await calls().updateOneVoid({ shipmentId: delivered, reason: 'Wrong store' })
    await t.runJobs()
    expect(received.map(({ body }) => body)).toEqual([await textOf(delivered, 'epcis'), await textOf(delivered, 'void')])
    answer = { status: 400, text: 'No' }
    const refused = await draftTo(to)
    await send(refused, { deliver: true })
    await calls().updateOneVoid({ shipmentId: refused, reason: 'Wrong store' })
    await t.runJobs()
    expect((await read(refused)).deliveries.map(({ document }) => document)).toEqual(['epcis'])
  })

  test('sends the voiding document to the partner’s new endpoint if the endpoint was replaced after the shipment', async () => {
    const { send, read, calls, textOf } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    await send(shipmentId, { deliver: true })
    const changed = { kind: 'https' as const, tradingPartnerId: to.id, url, secretKind: 'bearer' as const, secret: 'new token' }
    await t.as(c.lead).tradingPartner.createOneEndpoint(changed)
    await calls().updateOneVoid({ shipmentId, reason: 'Wrong store' })
    await t.runJobs()
    expect(received[1]).toMatchObject({ body: await textOf(shipmentId, 'void'), headers: { authorization: 'Bearer new token' } })
    expect((await read(shipmentId)).deliveries).toMatchObject([{ document: 'void', state: 'delivered' }, { document: 'epcis' }])
  })

  test('is reported as missing for the voiding document of a shipment if the partner’s endpoint was deleted', async () => {
    const { send, read, calls } = kit()
    const { to, endpointId } = await receiver()
    const shipmentId = await draftTo(to)
    await send(shipmentId, { deliver: true })
    await t.as(c.lead).tradingPartner.deleteOneEndpoint({ endpointId })
    await calls().updateOneVoid({ shipmentId, reason: 'Wrong store' })
    await t.runJobs()
    expect((await read(shipmentId)).gaps).toEqual([expect.stringContaining('was not delivered, because')])
  })

  test('succeeds if the first response was lost and the retry gets a 409; if the shipment is voided later, the voiding document is sent too', async () => {
    const { send, read, calls, textOf } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    answer = { status: 504, text: '' }
    await send(shipmentId, { deliver: true })
    answer = { status: 409, text: 'We have this document already' }
    await later(2 * MINUTE)
    expect(await read(shipmentId)).toMatchObject({ isUndelivered: false, deliveries: [{ state: 'delivered', status: 409 }] })
    answer = { status: 200, text: '' }
    await calls().updateOneVoid({ shipmentId, reason: 'Wrong store' })
    await t.runJobs()
    expect(received.at(-1)?.body).toBe(await textOf(shipmentId, 'void'))
  })

  test('also sends the voiding document if the shipment’s own delivery may have arrived: its response was lost, and its retry was refused', async () => {
    const { send, read, calls } = kit()
    const { to } = await receiver()
    const shipmentId = await draftTo(to)
    answer = { status: 504, text: '' }
    await send(shipmentId, { deliver: true })
    answer = { status: 417, text: 'No' }
    await later(2 * MINUTE)
    answer = { status: 200, text: '' }
    await calls().updateOneVoid({ shipmentId, reason: 'Wrong store' })
    await t.runJobs()
    expect((await read(shipmentId)).deliveries.map(({ document, state }) => `${document} ${state}`)).toEqual([
      'void delivered',
      'epcis failed',
    ])
  })

  test('is refused if the partner has no endpoint or an admin removed it; other users may not remove it', async () => {
    const { calls, addReceiver } = kit()
    const none = await draftTo(await addReceiver())
    await expect(calls().updateOneSend({ shipmentId: none, deliver: true })).rejects.toMatchObject({
      cause: { key: 'shipment_endpoint_missing' },
    })
    const { to, endpointId } = await receiver()
    await expect(t.as(c.staff).tradingPartner.deleteOneEndpoint({ endpointId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await t.as(c.lead).tradingPartner.deleteOneEndpoint({ endpointId })
    const removed = await draftTo(to)
    await expect(calls().updateOneSend({ shipmentId: removed, deliver: true })).rejects.toMatchObject({
      cause: { key: 'shipment_endpoint_missing' },
    })
    expect(await t.query('select secret from partner_endpoint where id = $1', [endpointId])).toEqual([{ secret: Buffer.alloc(0) }])
  })

  test('can be tested without sending a document; the test reports whether the endpoint answers', async () => {
    const { endpointId } = await receiver()
    answer = { status: 405, text: '' }
    const { readOneEndpointTest } = t.as(c.lead).tradingPartner
    expect(await readOneEndpointTest({ endpointId })).toMatchObject({ isOk: true, fingerprint: null })
    answer = { status: 401, text: '' }
    expect(await readOneEndpointTest({ endpointId })).toMatchObject({ isOk: false })
    expect(received.every(({ body }) => body === '')).toBe(true)
  })
})

test('A document that is delivered to the HTTPS door of another customer becomes an order of that customer, who receives it unit by unit', async () => {
  const other = await newCustomer(t, { name: 'Harbor Pharmacy' })
  const { send, read, addReceiver } = kit()
  const to = await addReceiver(other.main.party)
  const { token } = await t.as(other.lead).intake.createOneDoor({ name: 'Park', locationId: other.main.id, tradingPartnerId: null })
  const endpoint = {
    kind: 'https' as const,
    tradingPartnerId: to.id,
    url: `${base}/api/v2/intake`,
    secretKind: 'bearer' as const,
    secret: token,
  }
  await t.as(c.lead).tradingPartner.createOneEndpoint(endpoint)
  const shipmentId = await draftTo(to)
  await send(shipmentId, { deliver: true })
  expect((await read(shipmentId)).deliveries).toMatchObject([{ state: 'delivered' }])
  const [order] = await t.query<{ id: number }>('select id::int from "order" where customer_id = $1', [other.customerId])
  const { items } = await t.as(c.lead).shipment.readManyUnits({ shipmentId })
  const documentId = order?.id ?? 0
  await t.as(other.staff).order.updateReceiveManyBySerialnumber({ documentId, serialNumber: items[0]?.serialNumber ?? '' })
  expect(await t.as(other.staff).order.readOneById({ documentId })).toMatchObject({ amountOfMeds: 1, amountNotReceived: 0 })
})

describe.each(PARTNER_SERVERS)('delivery to %s', (_server, start) => {
  const client = makeKeyPair()
  let dir = ''
  let server: PartnerServer
  beforeAll(async () => {
    dir = join(await mkdtemp(join(tmpdir(), 'partner-')), 'in')
    mkdirSync(dir, { recursive: true })
    server = await start(dir, { client, host: makeKeyPair() })
  })
  afterAll(async () => {
    await server.stop()
    await rm(join(dir, '..'), { recursive: true, force: true })
  })

  test('begins once a person has confirmed the host key, and writes only complete files', async () => {
    const { send, read, calls, textOf, addReceiver } = kit()
    const to = await addReceiver()
    const partners = t.as(c.lead).tradingPartner
    const { id: endpointId } = await partners.createOneEndpoint({
      kind: 'sftp',
      tradingPartnerId: to.id,
      host: '127.0.0.1',
      port: server.port,
      userName: server.user,
      folder: server.folder,
      secretKind: 'key',
      secret: client.privateKey,
    })
    const shipmentId = await draftTo(to)
    await expect(calls().updateOneSend({ shipmentId, deliver: true })).rejects.toMatchObject({
      cause: { key: 'shipment_endpoint_unconfirmed' },
    })
    const { fingerprint } = await partners.readOneEndpointTest({ endpointId })
    await partners.updateOneEndpointKey({ endpointId, fingerprint: fingerprint ?? '' })
    expect(await partners.readOneEndpointTest({ endpointId })).toMatchObject({ isOk: true })
    await send(shipmentId, { deliver: true })
    expect((await read(shipmentId)).deliveries).toMatchObject([{ state: 'delivered', error: null }])
    const [name = ''] = await readdir(dir)
    expect(await readdir(dir)).toEqual([`${c.main.party.location.gln}-shipment-${shipmentId}.xml`])
    expect(await readFile(join(dir, name), 'utf8')).toBe(await textOf(shipmentId, 'epcis'))
    await calls().createOneDelivery({ shipmentId })
    await t.runJobs()
    expect((await read(shipmentId)).deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    await partners.updateOneEndpointKey({ endpointId, fingerprint: `SHA256:${'A'.repeat(43)}` })
    await calls().createOneDelivery({ shipmentId })
    await t.runJobs()
    const [last] = (await read(shipmentId)).deliveries
    expect(last).toMatchObject({ state: 'failed', attempts: 1 })
    expect(last?.error).toContain('host key that differs')
  })
})
