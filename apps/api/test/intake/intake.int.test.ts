import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, newCustomer, PASSWORD, register } from '../make.ts'
import { listen, makeV2Client, type V2Answer, type V2Client } from '../v2/v2-client.ts'

const MOST = 400_000

const t = useTestDb({ config: { uploadMaxBytes: MOST } })
const customer = useCustomer(t)
let base: string
let token: string
let doorId: number
let sender: V2Client
beforeAll(async () => {
  base = await listen(await t.app())
})
beforeEach(async () => {
  ;({ token, doorId } = await t
    .as(customer.lead)
    .intake.createOneDoor({ name: 'Northway', locationId: customer.main.id, tradingPartnerId: null }))
  sender = makeV2Client(base, token)
})

const XML = { 'content-type': 'application/xml' }
const deliver = (body: string | Buffer | FormData, headers: Record<string, string> = body instanceof FormData ? {} : XML, by = sender) =>
  by.send('POST', '/intake', { body: typeof body === 'string' || body instanceof FormData ? body : new Uint8Array(body), headers })
const status = async (answer: V2Answer, by = sender) => (await by.get(`/intake/${answer.json.id}`)).json
const orders = () => t.query('select id from "order" where customer_id = $1', [customer.customerId])
const messages = () =>
  t.query<{ door: string; filename: string; times: number; taken_for: string; upload_id: number | null }>(
    'select door, filename, times, taken_for, upload_id from inbound_message where customer_id = $1 order by id',
    [customer.customerId],
  )
function makeZip(name: string, bytes: Buffer): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(bytes, name)
  zip.end()
  return buffer(zip.outputStream)
}
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('a delivery over HTTPS', () => {
  test.each([
    ['a raw body', (text: string) => deliver(text)],
    ['a body with gzip encoding', (text: string) => deliver(gzipSync(text), { ...XML, 'content-encoding': 'gzip' })],
    ['a gzip file', (text: string) => deliver(gzipSync(text), { 'content-type': 'application/gzip' })],
    [
      'multipart/form-data',
      (text: string) => {
        const form = new FormData()
        form.set('file', new Blob([text]), 'order.xml')
        return deliver(form)
      },
    ],
    ['a body without a content type', (text: string) => deliver(Buffer.from(text), {})],
  ])('is accepted as %s, acknowledged once its bytes are stored, and becomes an order', async (_how, send) => {
    const text = documentFor(customer, { meds: 4 })
    const taken = await send(text)
    expect([taken.status, taken.json]).toEqual([
      202,
      { id: expect.any(Number), receivedAt: expect.any(String), size: Buffer.byteLength(text), sha256: sha256(text), takenFor: 'xml' },
    ])
    expect(taken.headers.get('location')).toBe(`/api/v2/intake/${taken.json.id}`)
    expect(await t.deps.storage.size(customer.customerId, sha256(text))).toBe(Buffer.byteLength(text))
    expect(await status(taken)).toMatchObject({ status: 'processing', message: 'Waiting to be read.' })
    await t.runJobs()
    expect(await status(taken)).toMatchObject({ status: 'imported', message: 'Order created.', times: 1 })
    expect(await orders()).toHaveLength(1)
  })

  test.each(['xml20', 'json', 'links'] as const)('may be EPCIS 2.0 as %s, alone or in a zip', async (format) => {
    const text = documentFor(customer, { format })
    const taken = await deliver(text, { 'content-type': 'application/ld+json' })
    const zipped = await deliver(await makeZip('order.jsonld', Buffer.from(documentFor(customer, { format }))), {
      'content-type': 'application/zip',
    })
    await t.runJobs()
    expect(await status(taken)).toMatchObject({ takenFor: format === 'xml20' ? 'xml' : 'epcisJson', status: 'imported' })
    expect(await status(zipped)).toMatchObject({ takenFor: 'zip', status: 'imported', message: 'Order created.' })
  })

  test('may be a zip of one document', async () => {
    const taken = await deliver(await makeZip('order.xml', Buffer.from(documentFor(customer))), { 'content-type': 'application/zip' })
    await t.runJobs()
    expect(await status(taken)).toMatchObject({ takenFor: 'zip', status: 'imported' })
  })

  test('that is repeated with the same bytes gets the same answer, and is imported once', async () => {
    const text = documentFor(customer)
    const [first, again] = [await deliver(text), await deliver(text, { ...XML, 'content-disposition': 'attachment; filename="other.xml"' })]
    expect([again.status, again.json]).toEqual([202, first.json])
    await t.runJobs()
    expect((await deliver(text)).json).toEqual(first.json)
    await t.runJobs()
    expect([await orders(), await messages()]).toMatchObject([[{}], [{ door: 'https', times: 3 }]])
    expect(await orders()).toHaveLength(1)
  })

  test('is recorded as one delivery if ten concurrent requests send the same bytes', async () => {
    const text = documentFor(customer)
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(text)))
    for (const { status: code, json } of answers) expect([code, json]).toEqual([202, answers[0]?.json])
    await t.runJobs()
    expect(await orders()).toHaveLength(1)
    expect(await messages()).toMatchObject([{ times: 10 }])
  })

  test('is recorded separately if the same file arrives through two other doors at the same moment, but the three deliveries create one order', async () => {
    const text = documentFor(customer)
    const other = await t.as(customer.admin).intake.createOneDoor({ name: 'Everywhere', locationId: null, tradingPartnerId: null })
    await Promise.all([deliver(text), deliver(text, XML, makeV2Client(base, other.token)), register(t, customer.staff, text)])
    await t.runJobs()
    expect(await orders()).toHaveLength(1)
    expect((await messages()).map(({ door }) => door).sort()).toEqual(['https', 'https', 'web'])
  })

  test('is refused if its Idempotency-Key was used for other bytes', async () => {
    const text = documentFor(customer)
    const first = await deliver(text, { ...XML, 'idempotency-key': 'k1' })
    const again = await deliver(text, { ...XML, 'idempotency-key': 'k1' })
    expect([again.json, again.headers.get('idempotency-replayed')]).toEqual([first.json, 'true'])
    expect(await deliver(documentFor(customer), { ...XML, 'idempotency-key': 'k1' })).toMatchObject({
      status: 422,
      json: { key: 'idempotency_key_reused' },
    })
    expect(await messages()).toMatchObject([{ times: 1 }])
  })

  test.each([
    ['a PDF', '%PDF-1.7 an invoice', 'pdf'],
    ['JSON of another kind', '{"type":"FeatureCollection"}', 'json'],
    ['a table', 'ndc,lot\n1,2\n', 'csv'],
  ])('that is %s is stored, labeled with its type, and can be downloaded', async (_what, text, takenFor) => {
    const taken = await deliver(text, { 'content-type': 'application/octet-stream' })
    expect([taken.status, taken.json.takenFor]).toEqual([202, takenFor])
    await t.runJobs()
    expect(await status(taken)).toMatchObject({ status: 'kept', message: expect.stringContaining('Stored, not read') })
    const [shown] = (await t.as(customer.staff).intake.readMany({ state: 'kept' })).items
    expect(shown).toMatchObject({ from: 'Northway', takenFor, outcome: null })
    const cookie = `seriatim=${await t.signIn(customer.staff)}`
    const file = await fetch(`${base}/api/deliveries/${shown?.id}/file`, { headers: { cookie } })
    expect(await file.text()).toBe(text)
  })

  test.each(['../../x', '..\\..\\x', '/etc/x', 'C:\\x'])(
    'with a path as its file name (%s) is shown with only the last part, x',
    async (name) => {
      await deliver(documentFor(customer), { ...XML, 'content-disposition': `attachment; filename="${name}"` })
      expect((await messages())[0]?.filename).toBe('x')
    },
  )

  test('that is too large is refused with an error that states the limit, and nothing is kept', async () => {
    const large = `<?xml version="1.0"?><x>${'y'.repeat(MOST)}</x>`
    for (const [body, headers] of [
      [large, XML],
      [gzipSync(large), { ...XML, 'content-encoding': 'gzip' }],
    ] as const)
      expect(await deliver(body, headers)).toMatchObject({
        status: 413,
        type: 'application/problem+json',
        json: { key: 'upload_too_large', detail: `The file is larger than ${MOST} bytes.`, limitBytes: MOST },
      })
    expect(await messages()).toEqual([])
  })

  test('that is a gzip bomb or a zip bomb does not fill the disk', async () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024)
    t.deps.config.uploadMaxBytes = 1024 ** 3
    try {
      expect(await deliver(gzipSync(zeros), { 'content-encoding': 'gzip' })).toMatchObject({ status: 413, json: { key: 'delivery_bomb' } })
    } finally {
      t.deps.config.uploadMaxBytes = MOST
    }
    const zipped = await deliver(await makeZip('a.xml', zeros), { 'content-type': 'application/zip' })
    await t.runJobs()
    expect(await status(zipped)).toMatchObject({ status: 'refused' })
  })

  test('with an incomplete or empty body is refused', async () => {
    const half = gzipSync(documentFor(customer)).subarray(0, 200)
    expect(await deliver(half, { 'content-encoding': 'gzip' })).toMatchObject({ status: 400, json: { key: 'delivery_damaged' } })
    expect(await deliver('', XML)).toMatchObject({ status: 400, json: { key: 'delivery_empty' } })
    expect(await messages()).toEqual([])
  })

  test('is refused if its token is revoked while the file is being uploaded', async () => {
    const text = documentFor(customer)
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest(
        `${base}/api/v2/intake`,
        { method: 'POST', headers: { ...XML, authorization: `Bearer ${token}` } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      call.on('error', reject)
      call.write(text.slice(0, 1000), () => {
        const revoked = t.as(customer.lead).intake.deleteOneDoor({ doorId })
        revoked.then(() => call.end(text.slice(1000)), reject)
      })
    })
    expect(answer).toBe(401)
    expect([await messages(), await orders()]).toEqual([[], []])
  })

  test('of arbitrary bytes is accepted or refused with a problem response, and never causes an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 2000 }),
        fc.constantFrom({}, { 'content-encoding': 'gzip' }, { 'content-type': 'multipart/form-data; boundary=x' }),
        async (bytes, headers) => {
          const answer = await deliver(Buffer.from(bytes), headers as Record<string, string>)
          expect([202, 400, 413]).toContain(answer.status)
          if (answer.status !== 202) expect(answer.type).toBe('application/problem+json')
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a delivery token', () => {
  test('gives access to its own deliveries only', async () => {
    for (const path of ['/orders', '/locations', '/intake'])
      expect(await sender.get(path)).toMatchObject({ status: 403, json: { key: 'scope_missing' } })
    for (const path of ['/api/v1/order/read/many/search', '/api/v1/user/read/one/by/id']) expect((await sender.get(path)).status).toBe(403)
    expect((await fetch(`${base}/trpc/user.readOneById`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    const other = makeV2Client(
      base,
      (await t.as(customer.lead).intake.createOneDoor({ name: 'Other', locationId: customer.main.id, tradingPartnerId: null })).token,
    )
    const taken = await deliver(documentFor(customer))
    expect(await other.get(`/intake/${taken.json.id}`)).toMatchObject({ status: 404, json: { key: 'delivery_not_found' } })
  })

  test('is shown once, stored as a hash, and shows its last use', async () => {
    await deliver(documentFor(customer), { ...XML, 'content-disposition': 'attachment; filename=night.xml' })
    const secret = token.slice(token.indexOf('-') + 1)
    for (const { text } of await t.query<{ text: string }>(
      'select intake_door::text as text from intake_door union all select audit::text from audit',
    ))
      for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(text).not.toContain(form)
    const { doors } = await t.as(customer.staff).intake.readOneOverview()
    expect(doors).toMatchObject([
      {
        name: 'Northway',
        locationName: 'Main',
        lastAddress: expect.any(String),
        lastUsedAt: expect.any(String),
        lastFilename: 'night.xml',
        mayManage: false,
      },
    ])
  })

  test('is refused after it is revoked, or if its customer number is replaced with another customer’s', async () => {
    const stranger = await newCustomer(t)
    const foreign = token.replace(/_\d+-/, `_${stranger.customerId}-`)
    expect((await deliver(documentFor(customer), XML, makeV2Client(base, foreign))).status).toBe(401)
    await t.as(customer.lead).intake.deleteOneDoor({ doorId })
    expect(await deliver(documentFor(customer))).toMatchObject({ status: 401, json: { key: 'not_signed_in' } })
  })

  test('is created by an admin for their location, and by the customer admin for the whole customer', async () => {
    const make = (user: typeof customer.lead, locationId: number | null) =>
      t.as(user).intake.createOneDoor({ name: 'x', locationId, tradingPartnerId: null })
    for (const [user, locationId] of [
      [customer.staff, customer.main.id],
      [customer.lead, customer.branch.id],
      [customer.lead, null],
      [customer.elsewhere, customer.main.id],
    ] as const)
      await expect(make(user, locationId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await make(customer.admin, null)
    await expect(t.as(customer.elsewhere).intake.deleteOneDoor({ doorId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('can be tested without a delivery', async () => {
    const { intake } = t.as(customer.lead)
    expect((await intake.readOneDoorTest({ doorId })).checks).toMatchObject([{ isOk: true }, { isOk: true }, { isOk: true }])
    await intake.deleteOneDoor({ doorId })
    expect((await intake.readOneDoorTest({ doorId })).checks[0]).toMatchObject({ what: 'Token', isOk: false })
  })
})

describe('an access token of a person', () => {
  test('with the intake scopes delivers files and reads their results', async () => {
    const { accessToken } = await t
      .as(customer.staff)
      .auth.createOneAccessToken({ name: 'x', days: 1, scopes: ['intake:deliver', 'intake:read'], password: PASSWORD })
    const program = makeV2Client(base, accessToken)
    const taken = await deliver(documentFor(customer), XML, program)
    await t.runJobs()
    expect(await status(taken, program)).toMatchObject({ status: 'imported' })
    expect((await program.get('/intake?limit=1')).json.items).toMatchObject([{ id: taken.json.id, from: 'Staff Tester' }])
  })
})

describe('the list of deliveries', () => {
  test('includes files from every door, but users see only the deliveries of their own locations', async () => {
    await register(t, customer.staff, documentFor(customer))
    await deliver(documentFor(customer))
    await t.runJobs()
    expect((await t.as(customer.colleague).intake.readMany({})).items.map(({ door }) => door)).toEqual(['https', 'web'])
    expect((await t.as(customer.elsewhere).intake.readMany({})).items).toEqual([])
    expect((await t.as(customer.admin).intake.readOneOverview()).others).toMatchObject([
      { door: 'web', lastFilename: 'order.xml' },
      { lastAt: null },
      { lastAt: null },
    ])
  })

  test('allows one replay of a delivery that produced no order, even if several people press the button', async () => {
    const taken = await deliver('<not-epcis/>')
    await t.runJobs()
    const { intake } = t.as(customer.lead)
    const [before] = (await intake.readMany({ state: 'attention' })).items
    expect(before).toMatchObject({ id: taken.json.id, mayReplay: true })
    const results = await Promise.allSettled([1, 2, 3].map(() => intake.updateOneReplay({ deliveryId: taken.json.id })))
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(await status(taken)).toMatchObject({ status: 'processing' })
  })

  test('allows no replay of a delivery that became an order or is still unreadable', async () => {
    const [order, kept] = [await deliver(documentFor(customer)), await deliver('%PDF-1.7')]
    await t.runJobs()
    const { intake } = t.as(customer.lead)
    await expect(intake.updateOneReplay({ deliveryId: order.json.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(intake.updateOneReplay({ deliveryId: kept.json.id })).rejects.toMatchObject({
      message: expect.stringContaining('still cannot read'),
    })
    await expect(t.as(customer.elsewhere).intake.updateOneReplay({ deliveryId: kept.json.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('no longer shows the files of a door to its creator after the creator loses access to the location of the door', async () => {
    const taken = [await deliver('<not-epcis/>'), await deliver('%PDF-1.7')]
    await t.runJobs()
    const { intake } = t.as(customer.lead)
    expect((await intake.readMany({})).items).toHaveLength(2)
    const mine = [customer.customerId, customer.lead.userId, customer.main.id]
    await t.query('delete from user_location where customer_id = $1 and user_id = $2 and location_id = $3 returning 1', mine)
    const branch = [customer.customerId, customer.lead.userId, customer.branch.id]
    await t.query(
      'update user_location set is_admin = true where customer_id = $1 and user_id = $2 and location_id = $3 returning 1',
      branch,
    )
    expect((await intake.readMany({})).items).toEqual([])
    expect((await intake.readOneOverview()).counts).toMatchObject({ attention: 0, kept: 0 })
    for (const { json } of taken)
      for (const call of [intake.updateOneReplay, intake.downloadOne, intake.readOneReceipt])
        await expect(call({ deliveryId: json.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await t.as(customer.colleague).intake.readMany({})).items).toHaveLength(2)
  })
})
