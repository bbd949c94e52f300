import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tidyJob } from '../../src/domains/all.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'

const PACKET = 900_000
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

const t = useTestDb()
let app: FastifyInstance
const customer = useCustomer(t)
let rest: Rest
let medId: number
beforeAll(async () => {
  app = await t.app()
})
beforeEach(async () => {
  rest = makeRestClient(app, await t.signIn(customer.staff))
  medId = await newMed()
})

async function newMed(): Promise<number> {
  const { id } = await addOrder(customer)
  const [row] = await t.query<{ id: number }>(
    'select med_id::int as id from document_med where document_id = $1 and not is_package limit 1',
    [id],
  )
  return row?.id ?? 0
}

interface Sent {
  filename?: string
  contentType?: string
  of?: number
  by?: Rest
  order?: (packets: string[]) => number[]
}

/** Sends a file in the documented packets and returns the last answer. */
async function send(
  bytes: Uint8Array,
  { filename = 'label.pdf', contentType = 'application/pdf', of = medId, by = rest, order }: Sent = {},
) {
  const text = Buffer.from(bytes).toString('base64')
  const packets = Array.from({ length: Math.max(1, Math.ceil(text.length / PACKET)) }, (_, at) =>
    text.slice(at * PACKET, (at + 1) * PACKET),
  )
  const group = { id: randomUUID(), groupId: randomUUID(), fileCount: 1, totalPackets: packets.length, filename, contentType }
  const fields = { ...group, medId: of, isEpcisGenerated: true }
  let answer = { status: 0, json: {} as Record<string, unknown> }
  for (const at of order?.(packets) ?? packets.keys())
    answer = await by.post('/file/upload/medattachment', { ...fields, currentPacket: at + 1, packet: packets[at] })
  return answer
}

const listed = () =>
  t
    .as(customer.staff)
    .med.readOneById({ medId })
    .then((pedigree) => pedigree.attachments)

describe('an attachment', () => {
  test('[FILE-001 FILE-002 FILE-003 FILE-004 REST-019 DETAIL-014] arrives in packets in any order and is stored as the identical file', async () => {
    const bytes = Buffer.concat([pdf, randomBytes(2_000_000)])
    const answer = await send(bytes, { order: () => [2, 0, 2, 1] })
    expect(answer).toMatchObject({ status: 200, json: { received: 3, totalPackets: 3 } })
    const { json } = await rest.get(`/file/download/medattachment?attachmentId=${answer.json.attachmentId}`)
    expect(Buffer.from(json.buffer.data).equals(bytes)).toBe(true)
  })

  test('[FILE-007 REST-018 DETAIL-003] is listed with name, type and date, and downloaded with the same bytes', async () => {
    const { json } = await send(png, { filename: '../../etc/Etikett "ä".png', contentType: 'text/html' })
    const [attachment] = await listed()
    expect(attachment).toMatchObject({
      id: json.attachmentId,
      filename: 'Etikett "ä".png',
      contentType: 'image/png',
      size: png.length,
      by: { firstName: expect.any(String) },
      mayDelete: true,
      needsReason: false,
    })
    expect(Date.parse(attachment?.timeStamp ?? '')).toBeGreaterThan(0)
    const path = `/file/download/medattachment?attachmentId=${attachment?.id}&isEpcisGenerated=true`
    const whole = await rest.get(path)
    expect(whole.json).toEqual({
      filename: 'Etikett "ä".png',
      contentType: 'image/png',
      buffer: { type: 'Buffer', data: [...png] },
    })
    const bare = await rest.get(path, { accept: 'application/octet-stream' })
    expect(bare.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="Etikett [_]+\.png"; filename\*=UTF-8''Etikett/),
    })
  })

  test('[REST-018] of an inaccessible pedigree is reported as nonexistent', async () => {
    const { json } = await send(png)
    const elsewhere = makeRestClient(app, await t.signIn(customer.elsewhere))
    const path = `/file/download/medattachment?attachmentId=${json.attachmentId}`
    expect(await elsewhere.get(path)).toMatchObject({ status: 404, json: { payload: { class: 'error' } } })
    expect(await send(png, { by: elsewhere })).toMatchObject({ status: 404 })
    expect(await listed()).toHaveLength(1)
  })

  test.each([
    ['a web page', '<!doctype html><script>alert(1)</script>', 'page.html', 'text/plain'],
    ['a table', 'serial,lot\n1,2\n', 'meds.csv', 'text/csv'],
    ['a note', 'Grüße', 'note.txt', 'text/plain'],
    ['an unknown format', '\u0001\u0002\u0003\u0000', 'data.bin', 'application/octet-stream'],
  ])('[FILE-004] %s is stored with its real type, never as one that a browser would execute', async (_, text, filename, contentType) => {
    expect(await send(Buffer.from(text), { filename, contentType: 'text/html' })).toMatchObject({ status: 200 })
    expect(await listed()).toMatchObject([{ filename, contentType }])
  })

  test.each([
    ['a program', Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1'), Buffer.alloc(200)]), 'label.pdf'],
    ['a script, recognized by its name,', Buffer.from('echo hello'), 'label.bat'],
    ['a script, recognized by its first line,', Buffer.from('#!/bin/sh\nrm'), 'label.txt'],
  ])('that is %s is refused', async (_, bytes, filename) => {
    expect(await send(bytes, { filename })).toMatchObject({
      status: 400,
      json: { payload: { msg: 'Programs and scripts cannot be attached.' } },
    })
    expect(await listed()).toEqual([])
  })

  test('that is empty, names no med or names a nonexistent med is refused with a message', async () => {
    expect(await send(Buffer.alloc(0))).toMatchObject({ status: 400, json: { payload: { msg: expect.stringContaining('empty') } } })
    expect(await send(png, { of: 999_999_999 })).toMatchObject({ status: 404 })
    expect(await rest.post('/file/upload/medattachment', { medId })).toMatchObject({ status: 400 })
  })

  test('is refused if its med already has twenty attachments, even with concurrent uploads', async () => {
    for (let at = 0; at < 19; at += 1) await send(Buffer.concat([png, Buffer.from([at])]))
    const both = await Promise.all([send(pdf), send(Buffer.concat([pdf, pdf]))])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(await listed()).toHaveLength(20)
  })

  test('is refused if it would exceed the customer’s storage limit', async () => {
    const { storageQuotaBytes } = t.config
    t.config.storageQuotaBytes = 1000
    expect(await send(Buffer.concat([pdf, randomBytes(2000)]))).toMatchObject({
      status: 409,
      json: { payload: { msg: expect.stringContaining('storage of your organization is full') } },
    })
    t.config.storageQuotaBytes = storageQuotaBytes
  })

  test('is not changed by a repeated packet, even if the file is complete already or the packets arrive at the same time', async () => {
    const fields = { id: 'f2', groupId: 'g2', fileCount: 1, filename: 'a.pdf', contentType: 'application/pdf', medId }
    const one = { ...fields, totalPackets: 1, currentPacket: 1, packet: pdf.toString('base64') }
    const answers = await Promise.all([1, 2, 3, 4].map(() => rest.post('/file/upload/medattachment', one)))
    expect(new Set(answers.map((answer) => answer.json.attachmentId)).size).toBe(1)
    expect(await rest.post('/file/upload/medattachment', one)).toMatchObject({
      status: 200,
      json: { received: 1, totalPackets: 1, attachmentId: answers[0]?.json.attachmentId },
    })
    expect(await listed()).toHaveLength(1)
    const two = [pdf.subarray(0, 10), pdf.subarray(10)].map((part, at) => ({
      ...fields,
      id: 'f3',
      totalPackets: 2,
      currentPacket: at + 1,
      packet: part.toString('base64'),
    }))
    for (const packet of [two[0], two[1], two[1], two[0]]) await rest.post('/file/upload/medattachment', packet ?? {})
    expect(await listed()).toHaveLength(2)
    expect(await t.query('select from upload_packet where customer_id = $1', [customer.customerId])).toEqual([])
  })

  test('never includes packets of another med’s file', async () => {
    const otherMed = await newMed()
    const fields = { id: 'f4', groupId: 'g4', fileCount: 1, filename: 'a.pdf', contentType: 'application/pdf', totalPackets: 2 }
    await rest.post('/file/upload/medattachment', { ...fields, medId, currentPacket: 1, packet: pdf.toString('base64') })
    const second = await rest.post('/file/upload/medattachment', { ...fields, medId: otherMed, currentPacket: 2, packet: 'QQ==' })
    expect(second.json).toMatchObject({ isPartial: true, received: 1 })
  })

  test('resumes an interrupted upload where it stopped', async () => {
    const bytes = Buffer.concat([pdf, randomBytes(2_000_000)]).toString('base64')
    const packets = [0, 1, 2].map((at) => bytes.slice(at * PACKET, (at + 1) * PACKET))
    const fields = { id: 'f1', groupId: 'g1', fileCount: 1, totalPackets: 3, filename: 'a.pdf', contentType: 'application/pdf', medId }
    for (const at of [0, 2])
      expect(await rest.post('/file/upload/medattachment', { ...fields, currentPacket: at + 1, packet: packets[at] })).toMatchObject({
        status: 200,
        json: { totalPackets: 3, isPartial: true },
      })
    expect(await t.as(customer.staff).file.readManyPackets({ medId, groupId: 'g1', id: 'f1' })).toEqual({ packets: [1, 3] })
    expect(await t.as(customer.lead).file.readManyPackets({ medId, groupId: 'g1', id: 'f1' })).toEqual({ packets: [] })
    const last = await rest.post('/file/upload/medattachment', { ...fields, currentPacket: 2, packet: packets[1] })
    expect(last).toMatchObject({ json: { received: 3, totalPackets: 3, attachmentId: expect.any(Number) } })
  })
})

describe('deleting an attachment', () => {
  test('hides it, but keeps its bytes and records the deletion in the audit trail', async () => {
    const { json } = await send(png)
    const attachmentId = Number(json.attachmentId)
    await t.as(customer.staff).file.deleteOneMedattachment({ attachmentId })
    expect(await listed()).toEqual([])
    expect(await rest.get(`/file/download/medattachment?attachmentId=${attachmentId}`)).toMatchObject({ status: 404 })
    await expect(t.as(customer.staff).file.deleteOneMedattachment({ attachmentId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    t.clock.advance(3 * 86_400_000)
    await tidyJob.run({}, { ...t.deps, log: t.deps.log } as unknown as JobContext)
    const sha256 = createHash('sha256').update(png).digest('hex')
    expect(await t.deps.storage.size(customer.customerId, sha256)).toBe(png.length)
    const trail = await t.query(`select action from audit where action like 'med.%ttach%' and customer_id = $1 order by id`, [
      customer.customerId,
    ])
    expect(trail).toEqual([{ action: 'med.attach' }, { action: 'med.deleteAttachment' }])
  })

  test('that was added on an earlier day or by another person requires an admin of the location and a reason', async () => {
    const { json } = await send(png)
    const attachmentId = Number(json.attachmentId)
    t.clock.advance(30 * 3_600_000)
    expect(await listed()).toMatchObject([{ mayDelete: false, needsReason: true }])
    await expect(t.as(customer.staff).file.deleteOneMedattachment({ attachmentId, reason: 'wrong one' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(t.as(customer.lead).file.deleteOneMedattachment({ attachmentId })).rejects.toMatchObject({
      message: 'Give a short reason.',
    })
    await t.as(customer.lead).file.deleteOneMedattachment({ attachmentId, reason: 'belongs to another med' })
    expect(await listed()).toEqual([])
  })
})
