import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tidyJob } from '../../src/domains/all.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, mark } from '../make.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'

const t = useTestDb()
let app: FastifyInstance
const customer = useCustomer(t)
let rest: Rest
beforeAll(async () => {
  app = await t.app()
})
beforeEach(async () => {
  rest = makeRestClient(app, await t.signIn(customer.staff))
})

const hashBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const isStored = (bytes: Buffer) =>
  t.deps.storage.size(customer.customerId, hashBytes(bytes)).then(
    () => true,
    () => false,
  )
const readStored = (all: Buffer[]) => Promise.all(all.map(isStored)).then((found) => found.filter(Boolean).length)
const makePacket = (bytes: Buffer, more: object = {}) => ({
  id: 'f',
  groupId: 'g',
  filename: 'a.xml',
  contentType: 'text/xml',
  totalPackets: 2,
  currentPacket: 1,
  packet: bytes.toString('base64'),
  ...more,
})
const send = (packet: object) => rest.post('/file/upload/order', packet)
const sweep = (hours: number) => {
  const then = new Date(t.clock.now().getTime() + hours * 3_600_000)
  return tidyJob.run({}, { ...t.deps, clock: { now: () => then } } as unknown as JobContext)
}

describe('filling the storage with packets', () => {
  test('cannot be done by sending different bytes for the same packet: they are refused and not stored, and the first packet remains valid', async () => {
    const all = Array.from({ length: 20 }, () => randomBytes(1000))
    const answers = []
    for (const bytes of all) answers.push((await send(makePacket(bytes))).status)
    expect(answers).toEqual([200, ...all.slice(1).map(() => 400)])
    expect(await readStored(all)).toBe(1)
    expect((await send(makePacket(all[0] ?? Buffer.of()))).json).toMatchObject({ received: 1, isPartial: true })
  })

  test('is limited, because only one of several versions of a packet is accepted and the others count toward the storage limit until they are deleted', async () => {
    const all = Array.from({ length: 4 }, () => randomBytes(1000))
    const answers = await Promise.all(all.map((bytes) => send(makePacket(bytes))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400])
    const stored = await readStored(all)
    const counted = await t.query<{ n: number }>(
      `select count(*)::int as n from leftover where customer_id = $1 and size = 1000 and sha256 = any ($2)`,
      [customer.customerId, all.map(hashBytes)],
    )
    expect(counted[0]?.n).toBeGreaterThanOrEqual(stored)
    await sweep(25)
    await sweep(50)
    expect(await readStored(all)).toBe(0)
  })

  test('is limited, because one upload group can have at most twenty files', async () => {
    const answers = []
    for (let at = 0; at < 21; at += 1) answers.push((await send(makePacket(randomBytes(10), { id: `f${at}` }))).status)
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })

  test('is limited even if the files are refused: complete files count toward the storage limit until the daily cleanup deletes them', async () => {
    const { id } = await addOrder(customer)
    const [row] = await t.query<{ id: number }>('select med_id::int as id from document_med where document_id = $1 and not is_package', [
      id,
    ])
    const all = Array.from({ length: 4 }, () => randomBytes(5000))
    const attach = (bytes: Buffer) =>
      rest.post('/file/upload/medattachment', makePacket(bytes, { medId: row?.id, totalPackets: 1, groupId: mark(), filename: 'a.bin' }))
    const { storageQuotaBytes } = t.config
    try {
      const [{ size = 0 } = {}] = await t.query<{ size: number }>(
        'select sum(size)::int as size from epcis_document where customer_id = $1',
        [customer.customerId],
      )
      t.config.storageQuotaBytes = size + 4000
      const answers = []
      for (const bytes of all) answers.push((await attach(bytes)).status)
      expect(answers).toEqual([409, 409, 409, 409])
      expect(await readStored(all)).toBe(1)
      await sweep(25)
      expect(await readStored(all)).toBe(0)
    } finally {
      t.config.storageQuotaBytes = storageQuotaBytes
    }
  })
})
