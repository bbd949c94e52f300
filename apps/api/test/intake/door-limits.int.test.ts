import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { createTransport } from 'nodemailer'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { dropOldPackets } from '../../src/domains/file/packet.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, mark } from '../make.ts'
import { zipOf } from '../make-zip.ts'
import { listen, makeV2Client, type V2Client } from '../v2/v2-client.ts'
import { connectLibrary, makeKeyPair, type SftpTarget } from './sftp-clients.ts'

const SECRET = 'shared with the mail service'
const GB = 1024 ** 3
const t = useTestDb({ config: { replyAddress: 'files@in.seriatim.tst', replySecret: SECRET, sftpDoorPort: 0, host: '127.0.0.1' } })
const c = useCustomer(t)
let base: string
let doorId: number
let token: string
let sender: V2Client
beforeAll(async () => {
  base = await listen(await t.app())
})
beforeEach(async () => {
  const made = await t.as(c.lead).intake.createOneDoor({ name: 'Northway', locationId: c.main.id, tradingPartnerId: null })
  doorId = made.doorId
  token = made.token
  sender = makeV2Client(base, made.token)
})

const deliver = (body: string | Buffer) =>
  sender.send('POST', '/intake', {
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'application/octet-stream' },
  })
const insertFiles = (amount: number, bytes: number) =>
  t.query(
    `insert into inbound_message (customer_id, door, door_id, created_by_id, from_name, received_at, last_at, filename, content_type, size, sha256, taken_for)
      select $1, 'https', $2, $3, 'Northway', $4, $4, 'large.bin', 'x', $5, 'none ' || n, 'other' from generate_series(1, $6) n returning 1`,
    [c.customerId, doorId, c.lead.userId, t.clock.now(), bytes, amount],
  )
const fill = (bytes: number) => insertFiles(1, bytes)
async function readTaken(): Promise<number> {
  const rows = await t.query<{ n: string }>('select coalesce(sum(size), 0)::text as n from inbound_message where door_id = $1', [doorId])
  return Number(rows[0]?.n)
}
const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const isStored = (bytes: string | Buffer) =>
  t.deps.storage.size(c.customerId, hashOf(bytes)).then(
    () => true,
    () => false,
  )
async function sweep(): Promise<void> {
  const scope = { customerId: c.customerId, userId: null, scope: 'all', locationIds: [] } as const
  const soon = new Date(t.clock.now().getTime() + 10 * 86_400_000)
  await withCustomer(t.deps.db, scope, 'read write', (tx) => dropOldPackets(tx, t.deps.storage, c.customerId, soon))
}
const uploads = () => t.query('select status, kind, facts from upload where customer_id = $1 order by id', [c.customerId])

describe('a zip that arrived through an intake door', () => {
  test('leaves nothing in the store if its last file is refused', async () => {
    const first = documentFor(c)
    await deliver(await zipOf({ 'a.xml': first, 'b.zip': await zipOf({ 'x.xml': '<a/>' }) }))
    await t.runJobs()
    expect(await uploads()).toMatchObject([{ kind: 'zipNested' }])
    expect(await isStored(first)).toBe(false)
  })

  test('is refused if it contains another zip, but a document in it that had already arrived separately stays in the store', async () => {
    const first = documentFor(c)
    await deliver(first)
    await t.runJobs()
    await deliver(await zipOf({ 'a.xml': first, 'b.zip': await zipOf({ 'x.xml': '<a/>' }) }))
    await t.runJobs()
    await sweep()
    expect(await isStored(first)).toBe(true)
  })

  test('is swept if the process ends before its files are recorded', async () => {
    const [first, second] = [documentFor(c), documentFor(c)]
    await deliver(await zipOf({ 'a.xml': first, 'b.xml': second }))
    const put = t.deps.storage.put.bind(t.deps.storage)
    let puts = 0
    t.deps.storage.put = async (...args) => {
      puts += 1
      if (puts > 1) throw new Error('The server process is shutting down.')
      return put(...args)
    }
    await t.runJobs().catch(() => undefined)
    t.deps.storage.put = put
    expect([puts > 1, await isStored(first)]).toEqual([true, true])
    await sweep()
    expect(await isStored(first)).toBe(false)
  })

  test('is refused if its contents exceed what the door may still accept that day, and can be replayed the next day', async () => {
    const large = Buffer.alloc(5_000_000, mark())
    const zip = await zipOf({ 'a.xml': documentFor(c), 'large.bin': large })
    await fill(20 * GB - zip.length)
    const { status, json } = await deliver(zip)
    expect(status).toBe(202)
    await t.runJobs()
    expect(await uploads()).toMatchObject([{ status: 'refused', kind: 'zipTooLarge', facts: { isDoorFull: true } }])
    expect([await readTaken(), await isStored(large)]).toEqual([20 * GB, false])
    t.clock.advance(24 * 3_600_000 + 1)
    await t.as(c.lead).intake.updateOneReplay({ deliveryId: json.id })
    await t.runJobs()
    expect((await t.as(c.lead).intake.readMany({})).items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ filename: 'a.xml', status: 'imported' }),
        expect.objectContaining({ filename: 'large.bin', status: 'kept' }),
      ]),
    )
  })

  test('is refused if it contains more files than the door may still accept', async () => {
    await insertFiles(19_998, 1)
    await deliver(await zipOf({ 'a.xml': documentFor(c), 'b.xml': documentFor(c) }))
    await t.runJobs()
    expect(await uploads()).toMatchObject([{ status: 'refused', kind: 'zipTooLarge', facts: { isDoorFull: true } }])
  })
})

describe('a file that is refused over HTTPS', () => {
  test.each([
    ['as it is', (body: string) => new Uint8Array(Buffer.from(body))],
    ['packed with gzip', (body: string) => new Uint8Array(gzipSync(body))],
  ])('is not stored if it is not EPCIS and is sent to the capture interface %s', async (_how, pack) => {
    const body = `%PDF-1.7 ${mark()}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/xml' }
    const answer = await fetch(`${base}/epcis/capture`, { method: 'POST', headers, body: pack(body) })
    expect([answer.status, await answer.json()]).toMatchObject([400, { type: 'epcisException:ValidationException' }])
    expect(await isStored(body)).toBe(false)
  })

  test('is not stored if it would exceed the door’s limit', async () => {
    await fill(20 * GB - 1000)
    const body = mark().padEnd(1001, 'x')
    expect(await deliver(body)).toMatchObject({ status: 429, json: { key: 'door_full', limitBytes: 20 * GB } })
    expect(await isStored(body)).toBe(false)
    expect((await deliver(body.slice(0, 1000))).status).toBe(202)
  })
})

test('the files of an email are swept if the receiving address was closed while the files were being stored', async () => {
  const { address, doorId: mailDoor } = await t
    .as(c.lead)
    .intake.createOneMailDoor({ name: 'Mail', locationId: c.main.id, tradingPartnerId: null, senders: [] })
  const text = documentFor(c)
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message } = await transport.sendMail({
    ...{ to: address, from: 'a@northway.tst', subject: 'x', text: 'x' },
    attachments: [{ filename: 'order.xml', content: text }],
  })
  const put = t.deps.storage.put.bind(t.deps.storage)
  t.deps.storage.put = async (...args) => {
    const kept = await put(...args)
    await t.query('update intake_door set revoked_at = now(), revoked_by = $2 where id = $1 returning 1', [mailDoor, 'x'])
    return kept
  }
  const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' }
  await fetch(`${base}/webhooks/mail`, { method: 'POST', headers, body: new Uint8Array(message as Buffer) }) // nodemailer returns a buffer when asked to
  t.deps.storage.put = put
  expect(await t.query('select id from inbound_message where customer_id = $1', [c.customerId])).toEqual([])
  await sweep()
  expect(await isStored(text)).toBe(false)
})

describe('a file under a temporary name in a drop folder', () => {
  const key = makeKeyPair()
  let target: SftpTarget
  beforeEach(async () => {
    const door = { name: 'Northway', locationId: c.main.id, tradingPartnerId: null, publicKeys: [key.publicKey], hasPassword: false }
    const made = await t.as(c.lead).intake.createOneSftpDoor(door)
    doorId = made.doorId
    target = { port: t.config.sftpDoorPort ?? 0, user: made.user, key }
  })
  const parts = () => t.query('select name from intake_part where customer_id = $1', [c.customerId])
  const makeBodies = () => [1, 2, 3].map((n) => Buffer.alloc(300_000, `${n} ${mark()}`))
  const listStored = (bodies: readonly Buffer[]) => Promise.all(bodies.map(isStored))

  test('is deleted from the store when the client deletes the file', async () => {
    const client = await connectLibrary(target)
    const bodies = makeBodies()
    for (const body of bodies) {
      await client.put(body, 'a.tmp')
      await client.delete('a.tmp')
    }
    await client.end()
    expect([await listStored(bodies), await parts()]).toEqual([[false, false, false], []])
  })

  test('is deleted from the store when another file is uploaded under the same name or renamed to that name', async () => {
    const client = await connectLibrary(target)
    const bodies = makeBodies()
    const [first, second, third] = bodies
    await client.put(first ?? '', 'a.tmp')
    await client.put(second ?? '', 'a.tmp')
    expect(await listStored(bodies)).toEqual([false, true, false])
    await client.put(third ?? '', 'b.tmp')
    await client.rename('b.tmp', 'a.tmp')
    expect([await listStored(bodies), await parts()]).toEqual([[false, false, true], [{ name: 'a.tmp' }]])
    await client.end()
  })

  test('keeps its bytes in the store after it is deleted if a delivery has the same bytes', async () => {
    const client = await connectLibrary(target)
    const [body] = makeBodies()
    await client.put(body ?? '', 'a.tmp')
    await client.put(body ?? '', 'a.bin')
    await client.delete('a.tmp')
    await client.end()
    expect(await isStored(body ?? '')).toBe(true)
  })

  test('is not stored if 1,000 other files are waiting to be renamed', async () => {
    await t.query(
      `insert into intake_part (customer_id, door_id, name, size, sha256, taken_for, from_address, put_at)
        select $1, $2, n || '.tmp', 1, 'none ' || n, 'other', 'x', $3 from generate_series(1, 1000) n returning 1`,
      [c.customerId, doorId, t.clock.now()],
    )
    const client = await connectLibrary(target)
    const [body] = makeBodies()
    await expect(client.put(body ?? '', 'a.tmp')).rejects.toThrow()
    await client.end()
    expect(await isStored(body ?? '')).toBe(false)
  })
})
