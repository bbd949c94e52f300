import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { createApp } from '../../src/app.ts'
import { tidyJob } from '../../src/domains/all.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, mark, newParty } from '../make.ts'
import { makeRestClient, type Rest } from './client.ts'

const t = useTestDb({ config: { uploadMaxBytes: 300_000 } })
let app: FastifyInstance
const customer = useCustomer(t)
let rest: Rest
beforeAll(async () => {
  app = await t.app()
  await t.startWorker()
})
beforeEach(async () => {
  rest = makeRestClient(app, await t.signIn(customer.staff))
})

const uploads = () => t.as(customer.staff).file.readManyUploads()

function makeZip(files: Record<string, string>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    zip.outputStream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
  })
}

describe('an upload that passes the access checks of its procedure', () => {
  test('counts as one call toward the rate limit, and is not stored if it exceeds the limit', async () => {
    const limited = await createApp({ ...t.deps, config: { ...t.config, callsPerMinute: 3 } }, { mailbox: t.mailbox })
    const one = makeRestClient(limited, await t.signIn(customer.staff))
    const packet = {
      id: 1,
      groupId: 'g',
      filename: 'a.xml',
      contentType: 'application/xml',
      currentPacket: 1,
      totalPackets: 2,
      packet: 'PA==',
    }
    expect((await one.upload(documentFor(customer))).status).toBe(200)
    expect((await one.post('/file/upload/order', packet)).json).toMatchObject({ received: 1, totalPackets: 2 })
    expect((await one.upload(documentFor(customer))).status).toBe(200)
    expect((await one.upload(documentFor(customer))).status).toBe(429)
    expect(await uploads()).toHaveLength(2)
    await limited.close()
  })
})

describe('an order file as multipart', () => {
  test('[REST-025 ORDER-013] is imported while the call waits, and the order can be found and received', async () => {
    const answer = await rest.upload(documentFor(customer, { meds: 8, purchaseOrder: 'PO-REST' }))
    expect(answer).toMatchObject({
      status: 200,
      json: { documentId: expect.any(Number), status: 'imported', amountOfMeds: 8, ticketNumber: null },
    })
    const { documentId } = answer.json
    const found = await rest.get('/order/read/many/search?purchaseOrderNumber=po-re')
    expect(found.json).toMatchObject([{ documentId, amountNotReceived: 8 }])
    expect((await rest.put('/update/receive/all/by/documentid', { documentId })).json).toMatchObject({ received: 8, amountNotReceived: 0 })
    expect((await rest.get('/order/read/many/search?purchaseOrderNumber=po-re')).json).toMatchObject([{ documentId, amountNotReceived: 0 }])
  })

  test('can use any name for its field', async () => {
    expect((await rest.upload(documentFor(customer), { field: 'whatever' })).json).toMatchObject({ status: 'imported' })
  })

  test('reports duplicates and exceptions in the response', async () => {
    const text = documentFor(customer)
    const first = await rest.upload(text)
    expect((await rest.upload(text)).json).toMatchObject({ status: 'duplicate', documentId: first.json.documentId, amountOfMeds: 3 })
    const foreign = await rest.upload(documentFor(customer, { receiver: newParty('Somebody Else') }))
    expect(foreign).toMatchObject({ status: 200, json: { status: 'exception', documentId: null, ticketNumber: 1001 } })
  })

  test('is answered before its import ends if the caller asks for that', async () => {
    const answer = await rest.upload(documentFor(customer), { path: '/file/upload/order?wait=0' })
    expect(answer.json).toMatchObject({ status: 'processing', documentId: null })
  })

  test.each([
    ['empty', '', 'empty', 'The file is empty. Only EPCIS XML files and EPCIS 2.0 JSON files are accepted.'],
    ['white space', ' \n ', 'empty', 'The file is empty. Only EPCIS XML files and EPCIS 2.0 JSON files are accepted.'],
    ['a PDF', '%PDF-1.7 ...', 'notXml', 'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted; this looks like a PDF.'],
    ['JSON', '{"a": 1}', 'notXml', 'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted; this looks like JSON.'],
    ['a JSON list', '[{"epcisBody": 1}]', 'notXml', 'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted; this looks like JSON.'],
    [
      'CSV',
      'gtin,serial,lot\n1,2,3\n',
      'notXml',
      'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted; this looks like a table (CSV).',
    ],
    [
      'a web page',
      '<!DOCTYPE html><html></html>',
      'notXml',
      'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted; this looks like a web page.',
    ],
    [
      'a picture',
      '\u0089PNG\r\n',
      'notXml',
      'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted; this looks like a picture (PNG).',
    ],
    ['text', 'Dear pharmacist', 'notXml', 'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted; this looks like plain text.'],
  ])(
    '[ORDER-004] is refused if it is %s, with a description of what it looks like, and is listed as refused',
    async (_, bytes, kind, sentence) => {
      const answer = await rest.upload(Buffer.from(bytes, 'latin1'), { filename: 'wrong.xml' })
      expect(answer).toMatchObject({ status: 400, json: { type: 'ERROR', payload: { msg: sentence, class: 'error' } } })
      expect(await uploads()).toMatchObject([{ status: 'refused', filename: 'wrong.xml', outcome: { kind }, documentId: null }])
    },
  )

  test.each(['xml20', 'json', 'links'] as const)('may be EPCIS 2.0 as %s', async (format) => {
    const answer = await rest.upload(documentFor(customer, { format }), { filename: 'order.jsonld' })
    expect(answer.json).toMatchObject({ status: 'imported', amountOfMeds: 3, message: 'Order created.' })
  })

  test('may begin with a byte order mark', async () => {
    expect((await rest.upload(`\uFEFF${documentFor(customer)}`)).json).toMatchObject({ status: 'imported' })
  })

  test('is refused if it is too large, and nothing is stored', async () => {
    const answer = await rest.upload(`<?xml version="1.0"?><x>${'y'.repeat(400_000)}</x>`)
    expect([answer.status, answer.json.type]).toEqual([413, 'ERROR'])
    expect(await t.query('select id from upload where customer_id = $1 and sha256 <> $2', [customer.customerId, ''])).toEqual([])
  })

  test('gets a file name of safe characters only', async () => {
    await rest.upload(documentFor(customer), { filename: '..\\..\\windows\\sys.tem.xml' })
    expect((await uploads())[0]?.filename).toBe('sys.tem.xml')
  })

  test('may be a zip of one file or several', async () => {
    const text = documentFor(customer, { meds: 5 })
    const answer = await rest.upload(await makeZip({ 'inner.xml': text }), { filename: 'order.zip', contentType: 'application/zip' })
    expect(answer.json).toMatchObject({ status: 'imported', amountOfMeds: 5 })
    const two = await rest.upload(await makeZip({ 'a.xml': text, 'b.xml': text }), { filename: 'two.zip' })
    expect(two.json).toMatchObject({
      status: 'imported',
      documentId: null,
      outcome: { kind: 'unpacked', facts: { documents: 2, others: 0 } },
      message: expect.stringContaining('Unpacked: 2 documents'),
    })
    const none = await rest.upload(await makeZip({}), { filename: 'none.zip' })
    expect(none.json).toMatchObject({ status: 'refused' })
    const damaged = await rest.upload(Buffer.from('PK\u0003\u0004 this is no zip'), { filename: 'damaged.zip' })
    expect(damaged.json).toMatchObject({ status: 'refused', message: expect.stringContaining('damaged') })
  })

  test('is reported as empty if the request has no content', async () => {
    const answer = await rest.post('/file/upload/order', {})
    expect([answer.status, answer.json.type]).toEqual([400, 'ERROR'])
  })

  test('requires a session before a byte is stored', async () => {
    expect((await makeRestClient(app).upload(documentFor(customer))).status).toBe(401)
  })
})

describe('an order file in packets', () => {
  const makePackets = (text: string, total: number, more: object = {}) => {
    const bytes = Buffer.from(text)
    const size = Math.ceil(bytes.length / total)
    const groupId = mark()
    return Array.from({ length: total }, (_, index) => ({
      id: 'file-1',
      groupId,
      filename: 'packets.xml',
      contentType: 'text/xml',
      currentPacket: index + 1,
      totalPackets: total,
      fileCount: 1,
      packet: bytes.subarray(index * size, (index + 1) * size).toString('base64'),
      ...more,
    }))
  }
  const send = (packet: object | undefined) => rest.post('/file/upload/order', packet ?? {})

  test('can arrive with its packets in any order', async () => {
    const text = documentFor(customer, { meds: 6 })
    const packets = makePackets(text, 4)
    for (const index of [2, 0, 3]) {
      const answer = await send(packets[index])
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({ totalPackets: 4 })
      expect(answer.json.documentId).toBeUndefined()
    }
    const last = await send(packets[1])
    expect(last.json).toMatchObject({ status: 'imported', amountOfMeds: 6 })
    const file = await rest.get(`/file/download/epcisdoc?documentId=${last.json.documentId}`, { accept: 'application/octet-stream' })
    expect(file.text).toBe(text)
    expect(await t.query('select from upload_packet where customer_id = $1', [customer.customerId])).toEqual([])
  })

  test('does not change if a packet is repeated', async () => {
    const packets = makePackets(documentFor(customer), 2)
    expect((await send(packets[0])).json).toMatchObject({ received: 1 })
    expect((await send(packets[0])).json).toMatchObject({ received: 1 })
    expect((await send(packets[1])).json).toMatchObject({ status: 'imported' })
  })

  test('is created only once even if its packets arrive concurrently', async () => {
    const answers = await Promise.all(makePackets(documentFor(customer), 8).map(send))
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    expect(answers.filter((answer) => answer.json.status === 'imported')).toHaveLength(1)
    expect(answers.filter((answer) => answer.json.isPartial)).toHaveLength(7)
    expect(await t.query('select from "order" where customer_id = $1', [customer.customerId])).toHaveLength(1)
  })

  test('has its packets deleted after the import, except for bytes that are needed elsewhere', async () => {
    const kept = documentFor(customer)
    const { documentId } = (await rest.upload(kept)).json
    const group = makePackets(kept, 1, { totalPackets: 2 })
    const other = makePackets(kept, 1, { totalPackets: 2 })
    await send(group[0])
    await send(other[0])
    const rest2 = Buffer.from('<!-- another document, but for one comment -->').toString('base64')
    expect((await send({ ...group[0], currentPacket: 2, packet: rest2 })).json).toMatchObject({ status: 'differs' })
    expect((await rest.get(`/file/download/epcisdoc?documentId=${documentId}`, { accept: 'application/octet-stream' })).text).toBe(kept)
    expect((await send({ ...other[0], currentPacket: 2, packet: rest2 })).json).toMatchObject({ status: 'differs' })
  })

  test('is deleted after a day if packets are missing, but its bytes are kept if another file needs them', async () => {
    const kept = documentFor(customer)
    const { documentId } = (await rest.upload(kept)).json
    const [same] = makePackets(kept, 1, { totalPackets: 2 })
    const [lone] = makePackets(documentFor(customer), 2)
    await send(same)
    await send(lone)
    const packets = await t.query<{ sha256: string }>(
      'select sha256 from upload_packet where customer_id = $1 order by created_at, sha256',
      [customer.customerId],
    )
    expect(packets).toHaveLength(2)
    await tidyAfter(25)
    expect(await t.query('select from upload_packet where customer_id = $1', [customer.customerId])).toEqual([])
    for (const { sha256 } of packets) await t.deps.storage.size(customer.customerId, sha256)
    await tidyAfter(50)
    expect((await rest.get(`/file/download/epcisdoc?documentId=${documentId}`, { accept: 'application/octet-stream' })).text).toBe(kept)
    const sizes = await Promise.all(packets.map(({ sha256 }) => t.deps.storage.size(customer.customerId, sha256).catch(() => null)))
    expect(sizes.filter((size) => size === null)).toHaveLength(1)
  })

  /** Runs the hourly cleanup with a clock that is this many hours ahead. */
  const tidyAfter = (hours: number) => {
    const then = new Date(t.clock.now().getTime() + hours * 3_600_000)
    return tidyJob.run({}, { ...t.deps, clock: { now: () => then } } as unknown as JobContext)
  }
  const isStored = ({ sha256 }: { sha256: string }) =>
    t.deps.storage.size(customer.customerId, sha256).then(
      () => true,
      () => false,
    )

  test('loses its packets a day after the file is complete, but the file itself is kept', async () => {
    const text = documentFor(customer)
    const packets = makePackets(text, 2)
    const hashes = packets.map(({ packet }) => ({ sha256: createHash('sha256').update(Buffer.from(packet, 'base64')).digest('hex') }))
    await send(packets[0])
    const { documentId } = (await send(packets[1])).json
    await tidyAfter(1)
    expect(await Promise.all(hashes.map(isStored))).toEqual([true, true])
    await tidyAfter(25)
    expect(await Promise.all(hashes.map(isStored))).toEqual([false, false])
    const file = await rest.get(`/file/download/epcisdoc?documentId=${documentId}`, { accept: 'application/octet-stream' })
    expect(file.text).toBe(text)
  })

  test('stores no bytes of a packet that is refused', async () => {
    const [first, second] = makePackets(documentFor(customer), 2)
    await send(first)
    const bytes = Buffer.from(second?.packet ?? '', 'base64')
    expect((await send({ ...second, filename: 'other.xml' })).status).toBe(400)
    expect(await isStored({ sha256: createHash('sha256').update(bytes).digest('hex') })).toBe(false)
  })

  test('is refused while fifty other files are incomplete, and accepted after one of them is completed', async () => {
    const begun = Array.from({ length: 50 }, () => makePackets(documentFor(customer), 2))
    for (const [first] of begun) expect((await send(first)).status).toBe(200)
    const [more] = makePackets(documentFor(customer), 2)
    expect((await send(more)).status).toBe(429)
    expect((await send(begun[0]?.[1])).json).toMatchObject({ status: 'imported' })
    expect((await send(more)).status).toBe(200)
  })

  test('is kept apart from another person’s packets that have the same group id', async () => {
    const [a, b] = makePackets(documentFor(customer), 2)
    const other = makeRestClient(app, await t.signIn(customer.colleague))
    await send(a)
    expect((await other.post('/file/upload/order', b ?? {})).json).toMatchObject({ received: 1, totalPackets: 2 })
  })

  test.each([
    ['a different total', { totalPackets: 3 }],
    ['a different name', { filename: 'other.xml' }],
    ['a different type', { contentType: 'text/plain' }],
  ])('refuses a packet with %s than the earlier packets, and can still be completed with the correct packet', async (_, change) => {
    const [first, second] = makePackets(documentFor(customer), 2)
    await send(first)
    const refused = await send({ ...second, ...change })
    expect([refused.status, refused.json.payload.msg]).toEqual([400, expect.stringContaining('This packet has a different total')])
    expect((await send(second)).json).toMatchObject({ status: 'imported' })
  })

  test.each([
    ['a packet 0', { currentPacket: 0 }, 'currentPacket'],
    ['a packet beyond the total', { currentPacket: 3 }, 'currentPacket'],
    ['text that is not base64', { packet: '***' }, 'base64'],
    ['a packet that is too long', { packet: 'A'.repeat(900_001) }, 'packet'],
    ['a packet without a group', { groupId: undefined }, 'groupId'],
  ])('that contains %s is refused with the name of the faulty field', async (_, change, name) => {
    const refused = await send({ ...makePackets(documentFor(customer), 2)[0], ...change })
    expect([refused.status, refused.json.payload.msg]).toEqual([400, expect.stringContaining(name)])
  })

  test('is refused if the file would also be refused in one piece', async () => {
    const [only] = makePackets('%PDF-1.7', 1)
    expect((await send(only)).json).toMatchObject({
      payload: { msg: 'Only EPCIS XML files and EPCIS 2.0 JSON files are accepted; this looks like a PDF.' },
    })
  })
})
