import { createTransport } from 'nodemailer'
import { beforeAll, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, importText, mark, register } from '../make.ts'
import { zipOf } from '../make-zip.ts'
import { listen, makeV2Client } from '../v2/v2-client.ts'

const SECRET = 'a-secret-of-the-mail-service'
const t = useTestDb({ config: { replyAddress: 'exceptions@replies.tst', replySecret: SECRET } })
const customer = useCustomer(t)
let base: string
beforeAll(async () => {
  base = await listen(await t.app())
})

const PDF = '%PDF-1.7\n1 0 obj'
const orders = () => t.query('select id from "order" where customer_id = $1', [customer.customerId])
const deliveries = async () =>
  (await t.as(customer.admin).intake.readMany({})).items
    .map(({ door, filename, status, takenFor, outcome }) => [door, filename, status, takenFor, outcome?.kind ?? null])
    .toSorted((one, other) => String(one[1]).localeCompare(String(other[1])))

describe('a zip of several files', () => {
  const bad = '<epcis:EPCISDocument xmlns:epcis="urn:epcglobal:epcis:xsd:1"></wrong>'
  const mixed = () =>
    zipOf({
      'in/a.xml': documentFor(customer),
      'b.jsonld': documentFor(customer, { format: 'json' }),
      'c.xml': bad,
      'd.pdf': PDF,
      'e.txt': '',
    })
  const results = (door: string) => [
    [door, 'a.xml', 'imported', 'xml', 'made'],
    [door, 'b.jsonld', 'imported', 'epcisJson', 'made'],
    [door, 'c.xml', 'exception', 'xml', 'malformed'],
    [door, 'd.pdf', 'kept', 'pdf', null],
    [door, 'zip.zip', 'imported', 'zip', 'unpacked'],
  ]

  test('is imported when it is uploaded, each document with its own result', async () => {
    const upload = await importText(t, customer.admin, await mixed(), { filename: 'zip.zip', contentType: 'application/zip' })
    expect(upload).toMatchObject({
      status: 'imported',
      documentId: null,
      outcome: { kind: 'unpacked', facts: { documents: 3, others: 1 } },
    })
    expect(await deliveries()).toEqual(results('web'))
    expect(await orders()).toHaveLength(2)
  })

  test('is imported over HTTPS, and sending the same zip again adds nothing', async () => {
    const { token } = await t.as(customer.lead).intake.createOneDoor({ name: 'N', locationId: customer.main.id, tradingPartnerId: null })
    const sender = makeV2Client(base, token)
    const headers = { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="zip.zip"' }
    const body = new Uint8Array(await mixed())
    const taken = await sender.send('POST', '/intake', { body, headers })
    await t.runJobs()
    expect((await sender.get(`/intake/${taken.json.id}`)).json.message).toBe(
      'Unpacked: 3 documents. Each document of the zip is listed with its own result. 1 other file was stored but not read.',
    )
    expect(await deliveries()).toEqual(results('https'))
    await sender.send('POST', '/intake', { body, headers })
    await t.runJobs()
    expect([await deliveries(), (await orders()).length]).toEqual([results('https'), 2])
  })

  test('is imported by email, and its sender is notified about each file', async () => {
    const { address } = await t.as(customer.lead).intake.createOneMailDoor({
      ...{ name: 'N', locationId: customer.main.id, tradingPartnerId: null },
      senders: ['northway.tst'],
    })
    const from = `orders.${mark()}@northway.tst`
    const transport = createTransport({ streamTransport: true, buffer: true })
    const { message } = await transport.sendMail({
      ...{ to: address, from, subject: 'Orders', text: 'See', messageId: `<${mark()}@northway.tst>` },
      attachments: [{ filename: 'zip.zip', content: await mixed() }],
    })
    const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' }
    await (await t.app()).inject({ method: 'POST', url: '/webhooks/mail', headers, payload: message as Buffer }) // nodemailer returns a buffer when asked to
    await t.runJobs()
    expect(await deliveries()).toEqual(results('mail'))
    const [report, ...more] = (await t.mailbox.list(from)).filter(({ subject }) => subject.startsWith('Re: '))
    expect(more).toEqual([])
    for (const name of ['a.xml', 'b.jsonld', 'c.xml', 'd.pdf', 'zip.zip']) expect(report?.text).toContain(name)
  })

  test('may contain the same document twice, which becomes one order', async () => {
    const text = documentFor(customer)
    await importText(t, customer.admin, await zipOf({ 'a.xml': text, 'b.xml': text }), { filename: 'zip.zip' })
    expect(await orders()).toHaveLength(1)
  })

  test.each([
    ['another zip', async () => ({ 'a.xml': documentFor(customer), 'inner.zip': await zipOf({ 'b.xml': 'x' }) }), 'zipNested'],
    ['more than 100 files', async () => Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.xml`, '<a/>'])), 'zipTooMany'],
    ['no document', async () => ({ 'a.pdf': PDF, 'b.pdf': PDF }), 'zipNotXml'],
    [
      'a file that unpacks to too much',
      async () => ({ 'a.xml': documentFor(customer), 'b.xml': Buffer.alloc(40_000_000, ' ') }),
      'zipTooLarge',
    ],
  ])('with %s is refused as a whole', async (_what, files, kind) => {
    const upload = await importText(t, customer.admin, await zipOf(await files()), { filename: 'zip.zip' })
    expect(upload).toMatchObject({ status: 'refused', outcome: { kind } })
    expect(await orders()).toEqual([])
  })

  test('may contain an Office document, which is stored without being unpacked, although it is a zip too', async () => {
    const sheet = await zipOf({ 'xl/workbook.xml': '<workbook/>' })
    const upload = await importText(t, customer.admin, await zipOf({ 'a.xml': documentFor(customer), 'prices.xlsx': sheet }), {
      filename: 'zip.zip',
    })
    expect(upload.outcome).toEqual({ kind: 'unpacked', facts: { documents: 1, others: 1 } })
    expect((await deliveries()).at(1)).toEqual(['web', 'prices.xlsx', 'kept', 'other', null])
  })

  test('is refused if the zip is damaged', async () => {
    const bytes = await mixed()
    const upload = await importText(t, customer.admin, bytes.fill(0xff, 60, 400), { filename: 'zip.zip' })
    expect(upload).toMatchObject({ status: 'refused', outcome: { kind: 'zipDamaged' } })
    expect(await orders()).toEqual([])
  })

  test('is unpacked once, however often its job starts', async () => {
    await register(t, customer.admin, await mixed(), { filename: 'zip.zip', contentType: 'application/zip' })
    await t.runJobs()
    const [zip] = await t.query<{ id: number }>("select id::int from upload where customer_id = $1 and kind = 'unpacked'", [
      customer.customerId,
    ])
    await t.query(`select graphile_worker.add_job('order.import', $1::json)`, [
      JSON.stringify({ customerId: customer.customerId, input: { uploadId: zip?.id } }),
    ])
    await t.runJobs()
    expect((await deliveries()).length).toBe(5)
  })
})
