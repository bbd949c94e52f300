import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { dropOldPackets } from '../../src/domains/file/packet.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, newCustomer, register } from '../make.ts'
import { listen, makeV2Client, type V2Client } from '../v2/v2-client.ts'

const SECRET = 'shared with the mail service'
const GB = 1024 ** 3
const t = useTestDb({ config: { replyAddress: 'files@in.seriatim.tst', replySecret: SECRET } })
const c = useCustomer(t)
let base: string
let doorId: number
let sender: V2Client
beforeAll(async () => {
  base = await listen(await t.app())
})
beforeEach(async () => {
  const door = { name: 'Northway', locationId: c.main.id, tradingPartnerId: null }
  const made = await t.as(c.lead).intake.createOneDoor(door)
  doorId = made.doorId
  sender = makeV2Client(base, made.token)
})

const deliver = (body: string | Buffer) =>
  sender.send('POST', '/intake', {
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'application/octet-stream' },
  })
/** Makes the person who created the door an admin of another location only. */
async function moveAuthor(): Promise<void> {
  const at = (locationId: number) => [c.customerId, c.lead.userId, locationId]
  await t.query('delete from user_location where customer_id = $1 and user_id = $2 and location_id = $3 returning 1', at(c.main.id))
  await t.query(
    'update user_location set is_admin = true where customer_id = $1 and user_id = $2 and location_id = $3 returning 1',
    at(c.branch.id),
  )
}
const tickets = () =>
  t.query<{ id: number; at: number | null }>(
    'select id::int, location_id::int as at from document_exception where customer_id = $1 order by id',
    [c.customerId],
  )
/** Makes a document that is addressed to another customer's pharmacy. */
const strange = async () => documentFor(await newCustomer(t), { meds: 2 })

describe('a file that arrived through an intake door', () => {
  test('belongs to the location of the door, not to the person who created the door', async () => {
    await deliver('<not-epcis/>')
    await t.runJobs()
    expect(await tickets()).toMatchObject([{ at: c.main.id }])
    const uploads = (user: typeof c.lead) => t.as(user).file.readManyUploads()
    const [upload] = await uploads(c.colleague)
    expect(upload).toMatchObject({ by: 'Northway', status: 'exception' })
    await moveAuthor()
    expect(await uploads(c.lead)).toEqual([])
    await expect(t.as(c.lead).file.readOneUpload({ uploadId: upload?.id ?? 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await t.as(c.colleague).file.readOneUpload({ uploadId: upload?.id ?? 0 })).toMatchObject({ by: 'Northway' })
  })

  test('is imported with an audit entry that names the door and no person', async () => {
    await deliver(documentFor(c))
    await t.runJobs()
    const rows = await t.query('select user_id from audit where customer_id = $1 and action = $2', [c.customerId, 'order.import'])
    expect(rows).toEqual([{ user_id: null }])
  })

  test('and is addressed to none of the customer’s locations becomes a ticket of the door’s location', async () => {
    await deliver(await strange())
    await t.runJobs()
    expect(await tickets()).toMatchObject([{ at: c.main.id }])
    expect(await t.query('select id from "order" where customer_id = $1', [c.customerId])).toEqual([])
    const named = () => t.as(c.lead).gln.readManyMissing()
    expect(await named()).not.toEqual([])
    await moveAuthor()
    expect(await named()).toEqual([])
    expect((await t.as(c.lead).documentException.readManyByFilters({})).items).toEqual([])
  })

  test('keeps the location of its ticket if a person at another location uploads the same bytes', async () => {
    const text = await strange()
    await deliver(text)
    await t.runJobs()
    await register(t, c.elsewhere, text)
    await t.runJobs()
    expect(await tickets()).toMatchObject([{ at: c.main.id }])
  })

  test('keeps its ticket at the first location if the same bytes arrive through a door of another location', async () => {
    const text = await strange()
    await deliver(text)
    await t.runJobs()
    const { token } = await t.as(c.admin).intake.createOneDoor({ name: 'Branch', locationId: c.branch.id, tradingPartnerId: null })
    const headers = { 'content-type': 'application/xml' }
    expect((await makeV2Client(base, token).send('POST', '/intake', { body: text, headers })).status).toBe(202)
    await t.runJobs()
    expect(await tickets()).toMatchObject([{ at: c.main.id }])
  })

  test('belongs to no location if its door serves all locations, and its ticket is shown only to people with access to all locations, regardless of who created the door', async () => {
    const { token } = await t.as(c.admin).intake.createOneDoor({ name: 'All', locationId: null, tradingPartnerId: null })
    await t.query('update intake_door set created_by_id = $2 where customer_id = $1 and location_id is null returning 1', [
      c.customerId,
      c.lead.userId,
    ])
    const headers = { 'content-type': 'application/xml' }
    await makeV2Client(base, token).send('POST', '/intake', { body: await strange(), headers })
    await t.runJobs()
    const [ticket] = await tickets()
    expect(ticket).toMatchObject({ at: null })
    const seen = async (user: typeof c.lead) => (await t.as(user).documentException.readManyByFilters({})).items.map(({ id }) => id)
    expect([await seen(c.lead), await seen(c.admin)]).toEqual([[], [ticket?.id]])
  })

  test('belongs to the location of the door even if the file came in a zip', async () => {
    const zip = new ZipFile()
    for (const name of ['one.xml', 'two.xml']) zip.addBuffer(Buffer.from(`<not-epcis name="${name}"/>`), name)
    zip.end()
    await deliver(await buffer(zip.outputStream))
    await t.runJobs()
    await moveAuthor()
    expect(await t.as(c.lead).file.readManyUploads()).toEqual([])
    expect(await t.as(c.colleague).file.readManyUploads()).toHaveLength(3)
  })

  test('can be read again by another admin of the location', async () => {
    const { json } = await deliver(await strange())
    await t.runJobs()
    await moveAuthor()
    await expect(t.as(c.lead).intake.updateOneReplay({ deliveryId: json.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await t.as(c.admin).intake.updateOneReplay({ deliveryId: json.id })).toEqual({ ok: true })
  })
})

describe('an intake door that has reached its daily limit', () => {
  const fill = (bytes: number) =>
    t.query(
      `insert into inbound_message (customer_id, door, door_id, created_by_id, from_name, received_at, last_at, filename, content_type, size, sha256, taken_for)
        values ($1, 'https', $2, $3, 'Northway', $4, $4, 'large.bin', 'x', $5, 'none', 'other') returning 1`,
      [c.customerId, doorId, c.lead.userId, t.clock.now(), bytes],
    )

  test('accepts files again after 24 hours', async () => {
    expect((await deliver(documentFor(c))).status).toBe(202)
    await fill(20 * GB)
    const text = documentFor(c)
    expect(await deliver(text)).toMatchObject({ status: 429, json: { key: 'door_full' } })
    t.clock.advance(24 * 3_600_000 + 1)
    expect((await deliver(text)).status).toBe(202)
  })

  test('refuses a file that would exceed the limit, and accepts a smaller one', async () => {
    await fill(20 * GB - 1000)
    expect(await deliver('x'.repeat(1001))).toMatchObject({ status: 429, json: { key: 'door_full', limitBytes: 20 * GB } })
    expect((await deliver('x'.repeat(1000))).status).toBe(202)
  })

  test('temporarily refuses an email, which the mail service delivers again later', async () => {
    const { address, ...mailDoor } = await t
      .as(c.lead)
      .intake.createOneMailDoor({ name: 'Mail', locationId: c.main.id, tradingPartnerId: null, senders: [] })
    doorId = mailDoor.doorId
    const transport = createTransport({ streamTransport: true, buffer: true })
    const attachments = [{ filename: 'order.xml', content: documentFor(c) }]
    const { message } = await transport.sendMail({ to: address, from: 'a@northway.tst', subject: 'x', text: 'x', attachments })
    const post = async () => {
      const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' }
      const answer = await (await t.app()).inject({ method: 'POST', url: '/webhooks/mail', headers, payload: message as Buffer })
      return answer.statusCode
    }
    await fill(20 * GB)
    expect(await post()).toBe(503)
    t.clock.advance(24 * 3_600_000 + 1)
    expect(await post()).toBe(200)
    expect((await t.as(c.staff).intake.readMany({})).items).toMatchObject([{ door: 'mail' }, { filename: 'large.bin' }])
  })
})

describe('a file that was stored without being read', () => {
  const kept = async () => (await deliver('%PDF-1.7 an invoice')).json
  const isStored = async (sha256: string) => {
    const scope = { customerId: c.customerId, userId: null, scope: 'all', locationIds: [] } as const
    const soon = new Date(t.clock.now().getTime() + 1000)
    await withCustomer(t.deps.db, scope, 'read write', (tx) => dropOldPackets(tx, t.deps.storage, c.customerId, soon))
    return t.deps.storage.size(c.customerId, sha256).then(
      () => true,
      () => false,
    )
  }

  test('can be deleted by an admin of its location; the delivery remains in the list', async () => {
    const { id, sha256 } = await kept()
    const remove = (user: typeof c.lead) => t.as(user).intake.deleteOneFile({ deliveryId: id })
    await expect(remove(c.staff)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(remove(c.elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await remove(c.lead)).toEqual({ ok: true })
    await expect(remove(c.lead)).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const call of [t.as(c.lead).intake.downloadOne, t.as(c.lead).intake.updateOneReplay])
      await expect(call({ deliveryId: id })).rejects.toMatchObject({ message: expect.stringContaining('deleted') })
    expect((await t.as(c.lead).intake.readMany({})).items).toMatchObject([
      { id, status: 'kept', removedAt: expect.any(String), mayRemove: false, mayReplay: false },
    ])
    expect((await t.as(c.lead).intake.readOneOverview()).counts).toMatchObject({ kept: 0 })
    expect(await isStored(sha256)).toBe(false)
  })

  test('is stored again if it arrives again after it was deleted', async () => {
    const { id, sha256 } = await kept()
    await t.as(c.lead).intake.deleteOneFile({ deliveryId: id })
    expect((await kept()).id).toBe(id)
    expect((await t.as(c.lead).intake.readMany({})).items).toMatchObject([{ removedAt: null, mayRemove: true, times: 2 }])
    expect(await isStored(sha256)).toBe(true)
  })

  test('can no longer be deleted after a later import reads it', async () => {
    const { id } = (await deliver(documentFor(c))).json
    await t.runJobs()
    await expect(t.as(c.lead).intake.deleteOneFile({ deliveryId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})
