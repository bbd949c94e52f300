import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../src/call/audit.ts'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { stampCheckpointsJob } from '../../src/domains/audit/audit-log.jobs.ts'
import { proveNewAuditRow, readCheckpoint } from '../../src/domains/audit/audit-log.service.ts'
import { stampCheckpoint } from '../../src/domains/audit/time-stamp.service.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { requestTimeStamp, TimeStampError } from '../../src/outside/time-stamp.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { readStoredPack } from '../inspection/read-pack.ts'
import { days } from '../sample.ts'
import { type Misbehavior, startTimeStamper, type TimeStamper } from './time-stamper.ts'

const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } }) // no test in this file prints, so the path is never used
const customer = useCustomer(t)
let stamper: TimeStamper
beforeAll(async () => {
  stamper = await startTimeStamper()
})
afterAll(() => stamper.close())
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

const place = () => ({ ...t.deps, config: { ...t.config, timeStampUrl: stamper.url } })
/** A checkpoint that covers a new row. Proving the row waits for the seal, which an open transaction in another test's database may delay. */
async function newCheckpoint() {
  const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
  const entry = { action: 'order.close', subject: 'order', subjectId: 1, detail: {} } as const
  const auditId = await withCustomer(t.deps.db, scope, 'read write', (tx) => audit(tx, { now: t.clock.now(), userId: null }, entry))
  await proveNewAuditRow(t.deps, { customerId: customer.customerId, auditId })
  const checkpoint = await withCustomer(t.deps.db, scope, 'read only', readCheckpoint)
  if (!checkpoint) throw new Error('Nothing was sealed.')
  return checkpoint
}

describe('a time stamp of a checkpoint', () => {
  test('is requested once a day for the newest checkpoint, and the Audit trail page shows it', async () => {
    const { size } = await newCheckpoint()
    const before = stamper.requests
    const job = { ...place(), customerId: null } as unknown as JobContext // the job reads only these fields
    await stampCheckpointsJob.run({}, job)
    const requests = stamper.requests - before
    await stampCheckpointsJob.run({}, job)
    expect(stamper.requests - before).toBe(requests)
    const { stamped } = await t.as(customer.admin).audit.readOneCheckpoint()
    expect(stamped).toMatchObject({ size, service: new URL(stamper.url).host })
  })

  test('is not requested if no service is configured', async () => {
    const before = stamper.requests
    const config = { ...t.config, timeStampUrl: undefined }
    const job = { ...t.deps, config, customerId: null } as unknown as JobContext // the job reads only these fields
    await stampCheckpointsJob.run({}, job)
    expect(stamper.requests).toBe(before)
  })

  test.runIf(hasOpenssl)('is accepted by OpenSSL for the checkpoint as it is saved, and for no other text', async () => {
    const checkpoint = await newCheckpoint()
    const stamp = await stampCheckpoint(place(), customer.customerId, checkpoint)
    const folder = mkdtempSync(join(tmpdir(), 'seriatim-tsa-'))
    const [note, response, certificate] = [join(folder, 'note.txt'), join(folder, 'note.tsr'), join(folder, 'tsa.pem')]
    writeFileSync(response, stamp?.response ?? '')
    writeFileSync(certificate, stamper.certificate)
    const verify = (text: string) => {
      writeFileSync(note, text)
      return spawnSync('openssl', ['ts', '-verify', '-data', note, '-in', response, '-CAfile', certificate, '-untrusted', certificate])
        .status
    }
    expect(verify(checkpoint.note)).toBe(0)
    expect(verify(`${checkpoint.note} `)).not.toBe(0)
    expect(
      execFileSync('openssl', ['ts', '-reply', '-in', response, '-text'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
    ).toContain('Status: Granted.')
    rmSync(folder, { recursive: true })
  })

  test('is included in a pack beside the checkpoint; if the service is unavailable, the pack lists the missing time stamp as a gap', async () => {
    const ask = { preset: 'fda' as const, ...days, askedBy: 'FDA', parts: ['audit' as const] }
    const build = async () => {
      const { id } = await t.as(customer.admin).inspection.createOne(ask)
      await t.runJobs()
      return readStoredPack(t, customer.customerId, id)
    }
    t.config.timeStampUrl = stamper.url
    try {
      expect((await build()).get('14-audit/checkpoint.tsr')).toBeDefined()
      stamper.misbehavior = 'down'
      const pack = await build()
      expect(pack.has('14-audit/checkpoint.tsr')).toBe(false)
      expect(JSON.parse(pack.get('manifest.json') ?? '{}').gaps).toContainEqual(
        expect.objectContaining({
          text: expect.stringContaining('has no time stamp: The time-stamping service answered with status 503.'),
        }),
      )
    } finally {
      stamper.misbehavior = undefined
      t.config.timeStampUrl = undefined
    }
  })
})

describe('the answer of a time-stamping service', () => {
  test.each<[Misbehavior, string]>([
    ['refused', 'refused the request with status 2'],
    ['otherText', 'answered for different data'],
    ['otherRequest', 'does not match our request'],
    ['garbage', 'something that is not a time stamp'],
    ['down', 'answered with status 503'],
  ])('%s is reported as an error', async (misbehavior, words) => {
    stamper.misbehavior = misbehavior
    try {
      await expect(requestTimeStamp(stamper.url, 'text')).rejects.toThrow(words)
    } finally {
      stamper.misbehavior = undefined
    }
  })

  test('that never arrives is reported as an error', async () => {
    await expect(requestTimeStamp('http://127.0.0.1:9/', 'text')).rejects.toBeInstanceOf(TimeStampError)
  })
})
