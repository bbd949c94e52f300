import { afterAll, describe, expect, test } from 'vitest'
import { audit, auditMany } from '../../src/call/audit.ts'
import { withCustomer } from '../../src/db/customer-tx.ts'
import type { CustomerTx } from '../../src/db/types.ts'
import { checkLogJob } from '../../src/domains/audit/audit-log.jobs.ts'
import { type LogCheckpoint, proveAuditRow, readCheckpoint, sealNow, streamTrailProofs } from '../../src/domains/audit/audit-log.service.ts'
import { sealJob } from '../../src/domains/audit/audit-seal.jobs.ts'
import { sealPiece } from '../../src/domains/audit/audit-seal.service.ts'
import { LogTree } from '../../src/domains/audit/log/log-tree.ts'
import { isConsistent, leafHash, listConsistency, rootOfPath } from '../../src/domains/audit/log/merkle.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { newCustomer } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)
const open: (() => void)[] = []
afterAll(() => {
  for (const end of open) end()
})

const inside = <T>(work: (tx: CustomerTx) => Promise<T>, customerId = customer.customerId): Promise<T> =>
  withCustomer(t.deps.db, { customerId, userId: null, scope: 'all', locationIds: [] }, 'read write', work)
const actor = () => ({ now: t.clock.now(), userId: null })
const entry = (amount: number) => ({ action: 'audit.export', subject: 'audit', subjectId: null, detail: { amount } }) as const
const write = (amount = 1) => inside((tx) => audit(tx, actor(), entry(amount)))
const writeMany = (amount: number) =>
  inside((tx) =>
    auditMany(
      tx,
      actor(),
      Array.from({ length: amount }, (_, at) => entry(at)),
    ),
  )
/** Runs a scheduled job. Of a job's context, it gets only the program's dependencies, because it uses nothing else. */
const run = (job: typeof sealJob) => job.run({}, t.deps as unknown as JobContext)

/** Seals repeatedly until the log has `size` lines, because an open transaction in another test's database may delay the sealing. */
async function sealUntil(size: number): Promise<LogCheckpoint> {
  await expect.poll(async () => (await sealNow(t.deps, customer.customerId))?.size, { timeout: 60_000, interval: 100 }).toBe(size)
  return (await inside(readCheckpoint)) as LogCheckpoint // the log is not empty, so it has a checkpoint
}

const bytes = (text: string) => Buffer.from(text, 'base64')
interface TrailLine {
  leaf: string
  index: number
  hashes: string[]
}
async function readTrail(checkpoint: LogCheckpoint, from = '2000-01-01', to = '2100-01-01'): Promise<TrailLine[]> {
  const texts: string[] = []
  const range = { customerId: customer.customerId, checkpoint, from: new Date(from), to: new Date(to) }
  for await (const text of streamTrailProofs(t.deps, range)) texts.push(text)
  return texts
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TrailLine)
}
const isProven = ({ leaf, index, hashes }: TrailLine, { size, root }: LogCheckpoint) =>
  rootOfPath(index, size, leafHash(leaf), hashes.map(bytes))?.equals(bytes(root)) ?? false

async function asOwner(change: string): Promise<void> {
  for (const table of ['audit', 'audit_tile', 'audit_checkpoint', 'audit_seal']) await t.query(`alter table ${table} disable trigger user`)
  await t.query(change, [customer.customerId])
  for (const table of ['audit', 'audit_tile', 'audit_checkpoint', 'audit_seal']) await t.query(`alter table ${table} enable trigger user`)
}
const verify = () => t.as(customer.admin).audit.readManySeals({})

describe('the log over the sealed trail', () => {
  test('proves each row of the trail, whatever the size of the tree', async () => {
    let size = 0
    for (const amount of [1, 2, 252, 1, 1, 255, 256, 256]) {
      await writeMany(amount)
      size += amount
      const checkpoint = await sealUntil(size)
      const trail = await readTrail(checkpoint)
      expect(trail.map(({ index }) => index)).toEqual(Array.from({ length: size }, (_, at) => at))
      expect(trail.filter((line) => !isProven(line, checkpoint))).toEqual([])
    }
  })

  test('proves each row on its own in trees of one to nine rows', async () => {
    const ids: number[] = []
    for (let size = 1; size <= 9; size += 1) {
      ids.push(await write(size))
      await sealUntil(size)
      for (const [index, auditId] of ids.entries())
        expect(await proveAuditRow(t.deps, { customerId: customer.customerId, auditId })).toMatchObject({ index })
    }
  })

  test('has checkpoints that are each consistent with all earlier ones, even if many rows were sealed in between', async () => {
    const checkpoints: LogCheckpoint[] = []
    for (const amount of [3, 400, 700, 5]) {
      await writeMany(amount)
      checkpoints.push(await sealUntil((checkpoints.at(-1)?.size ?? 0) + amount))
    }
    for (const [at, newer] of checkpoints.entries())
      for (const older of checkpoints.slice(0, at)) {
        const proof = await inside((tx) => new LogTree(tx).roots(listConsistency(older.size, newer.size)))
        const toRoot = ({ size, root }: LogCheckpoint) => ({ size, root: bytes(root) })
        expect(
          isConsistent(
            toRoot(older),
            toRoot(newer),
            proof.map((hash) => hash ?? Buffer.alloc(0)),
          ),
        ).toBe(true)
      }
    const [older] = checkpoints
    expect(older && (await readTrail(older)).length).toBe(3)
  })

  test('proves one row in a standalone text, and seals the row first if necessary', async () => {
    await writeMany(20)
    const auditId = await write(77)
    const { leaf, index, proof } = await expect
      .poll(() => proveAuditRow(t.deps, { customerId: customer.customerId, auditId }).catch(() => undefined), { interval: 100 })
      .toBeDefined()
      .then(() => proveAuditRow(t.deps, { customerId: customer.customerId, auditId }))
    expect(JSON.parse(leaf)).toMatchObject([auditId, expect.any(Number), null, 'audit.export', 'audit', null, { amount: 77 }])
    expect(index).toBe(20)
    expect(proof.split('\n').slice(0, 3)).toEqual(['c2sp.org/tlog-proof@v1', `extra ${Buffer.from(leaf).toString('base64')}`, 'index 20'])
  })

  test('refuses to prove a row while an open transaction may still add earlier rows, and proves it after that transaction ends', async () => {
    const isWritten = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    open.push(mayEnd.resolve)
    const late = inside(async (tx) => {
      await audit(tx, actor(), entry(1))
      isWritten.resolve()
      await mayEnd.promise
    })
    await isWritten.promise
    const auditId = await write(2)
    await expect(proveAuditRow(t.deps, { customerId: customer.customerId, auditId })).rejects.toMatchObject({ key: 'audit_row_not_sealed' })
    mayEnd.resolve()
    await late
    await sealUntil(2)
    expect(await proveAuditRow(t.deps, { customerId: customer.customerId, auditId })).toMatchObject({ index: 1 })
  })

  test('includes only the rows of the requested period, and is separate for each customer', async () => {
    t.clock.set('2026-03-11T08:00:00Z')
    await write(1)
    t.clock.set('2026-03-12T08:00:00Z')
    await write(2)
    const other = await newCustomer(t)
    await inside((tx) => audit(tx, actor(), entry(9)), other.customerId)
    const checkpoint = await sealUntil(2)
    const trail = await readTrail(checkpoint, '2026-03-12T00:00:00Z', '2026-03-13T00:00:00Z')
    expect(trail.map(({ index }) => index)).toEqual([1])
    expect(checkpoint.origin).toMatch(new RegExp(`^seriatim/[0-9a-f]{16}/customer/${customer.customerId}$`))
    const foreign = await expect
      .poll(() => sealNow(t.deps, other.customerId), { interval: 100 })
      .toMatchObject({ size: 1 })
      .then(() => sealNow(t.deps, other.customerId))
    expect(foreign?.root).not.toBe(checkpoint.root)
  })

  test('adds rows that were sealed before the log existed, in order and piece by piece', async () => {
    for (const amount of [300, 40, 1]) {
      await writeMany(amount)
      await expect.poll(() => run(sealJob).then(async () => (await verify()).unsealed), { interval: 100 }).toBe(0)
    }
    const before = await sealUntil(341)
    await asOwner('delete from audit_checkpoint where customer_id = $1')
    await asOwner('delete from audit_tile where customer_id = $1')
    const after = await sealUntil(341)
    expect({ root: after.root, note: after.note }).toEqual({ root: before.root, note: before.note })
    expect(await verify()).toMatchObject({ broken: null, logFault: null, lines: 341 })
  })

  test('never splits a transaction between two seals, and seals a long trail in pieces', async () => {
    for (const amount of [3, 5, 4]) await writeMany(amount)
    const pieces: number[] = []
    await expect
      .poll(
        async () => {
          const piece = await inside((tx) =>
            sealPiece(tx, { customerId: customer.customerId, now: t.clock.now(), secrets: t.deps.secrets, mostLines: 4 }),
          )
          pieces.push(...piece.seals.map(({ lines }) => lines))
          return pieces.reduce((sum, lines) => sum + lines, 0)
        },
        { interval: 20 },
      )
      .toBe(12)
    expect(pieces).toEqual([3, 5, 4])
    expect(await verify()).toMatchObject({ broken: null, logFault: null, lines: 12 })
  })
})

describe('a log that was tampered with', () => {
  const changes: [string, string][] = [
    ['a changed line in a complete tile', `update audit set action = 'x' where customer_id = $1 and detail->>'amount' = '7'`],
    ['a changed line after the last tile', `update audit set action = 'x' where customer_id = $1 and detail->>'amount' = '270'`],
    [
      'a changed hash in a tile',
      `update audit_tile set hashes = overlay(hashes placing '\\x00'::bytea from 300) where customer_id = $1 and tile = 0`,
    ],
    ['a removed line', `delete from audit where customer_id = $1 and detail->>'amount' = '3'`],
  ]

  test.each(changes)('reveals %s when the trail is verified', async (_what, change) => {
    await writeMany(280)
    await sealUntil(280)
    expect(await verify()).toMatchObject({ broken: null, logFault: null })
    await asOwner(change)
    const { broken, logFault } = await verify()
    expect([broken, logFault]).not.toEqual([null, null])
  })

  test('is not extended: a new head is signed only if it continues the previous one', async () => {
    await writeMany(10)
    await sealUntil(10)
    await asOwner(`update audit set action = 'x' where customer_id = $1 and detail->>'amount' = '7'`)
    await write()
    await expect
      .poll(() => sealNow(t.deps, customer.customerId).then(String, (error: { key: string }) => error.key), { interval: 100 })
      .toBe('audit_log_differs')
    expect(await inside(readCheckpoint)).toMatchObject({ size: 10 })
    expect(await verify()).toMatchObject({ logFault: 'The first 10 lines no longer match what was signed.' })
  })

  test('is not reported if an intact log’s transaction numbers gain a digit, because lines are sorted numerically', async () => {
    for (const xid of ['9', '10', '999', '1000']) {
      await write(Number(xid))
      await asOwner(`update audit set xid = '${xid}' where customer_id = $1 and detail->>'amount' = '${xid}'`)
    }
    const lines = await readTrail(await sealUntil(4))
    const places = new Map(lines.map(({ leaf, index }) => [JSON.parse(leaf).at(-1).amount as number, index]))
    expect([9, 10, 999, 1000].map((amount) => places.get(amount))).toEqual([0, 1, 2, 3])
    expect(await verify()).toMatchObject({ broken: null, logFault: null })
  })

  test('is reported by every nightly check until it is repaired, even if only its end was removed', async () => {
    await writeMany(5)
    await sealUntil(5)
    await run(checkLogJob)
    await writeMany(5)
    await sealUntil(10)
    await run(checkLogJob)
    const state = () => t.as(customer.admin).audit.readOneCheckpoint()
    expect(await state()).toMatchObject({ checkpoint: { size: 10 }, checked: { size: 10, fault: null } })
    await asOwner('delete from audit_checkpoint where customer_id = $1 and size = 10')
    for (const _ of [1, 2]) {
      await run(checkLogJob)
      expect(await state()).toMatchObject({ checked: { fault: 'The checkpoint of 10 lines is missing; the newest checkpoint covers 5.' } })
    }
  })
})
