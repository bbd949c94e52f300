import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { withSystem } from '../../src/db/system-tx.ts'
import { defineJob } from '../../src/jobs/job.ts'
import { openLease } from '../../src/jobs/lease.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { useTestDb } from '../fixtures.ts'

const t = useTestDb()

describe('the lanes of the job engine', () => {
  test('let a quick job run while long jobs fill all workers of their own lane', async () => {
    const done: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const long = defineJob({
      name: 'test.slow',
      payload: z.unknown(),
      attempts: 1,
      lane: 'long',
      run: () => held.then(() => void done.push('long')),
    })
    const ran = new Promise<void>((resolve) => {
      quickRan = resolve
    })
    const quick = defineJob({
      name: 'test.quick',
      payload: z.unknown(),
      attempts: 1,
      run: async () => {
        done.push('quick')
        quickRan()
      },
    })
    const worker = await startWorker(t.ownerUrl, t.deps, [long, quick])
    await withSystem(t.deps.system, async (tx) => {
      for (let i = 0; i < 5; i += 1) await enqueue(tx, 'test.slow', {})
      await enqueue(tx, 'test.quick', {})
    })
    await ran
    expect(done).toEqual(['quick'])
    release()
    await worker.stop()
  })
})

let quickRan = () => {}

describe('the lease of the job engine', () => {
  let owner: Client
  beforeAll(async () => {
    owner = new Client({ connectionString: t.ownerUrl })
    await owner.connect()
  })
  afterAll(() => owner.end())

  /** Sets the lock times of running jobs back by three hours. */
  const letTimePass = () =>
    owner.query("update graphile_worker._private_jobs set locked_at = now() - interval '3 hours' where locked_by is not null")
  const lockedBy = async (name: string) =>
    (await owner.query<{ by: string | null }>('select locked_by as by from graphile_worker.jobs where task_identifier = $1', [name]))
      .rows[0]?.by
  const locksHeld = async () =>
    (
      await owner.query(
        "select from pg_locks join pg_database d on d.oid = database where datname = current_database() and locktype = 'advisory'",
      )
    ).rowCount

  test('keeps a long-running job from being given to a second worker while the first worker’s process lives', async () => {
    let runs = 0
    let finish = () => {}
    let begin = () => {}
    const began = new Promise<void>((resolve) => {
      begin = resolve
    })
    const job = defineJob({
      name: 'test.long',
      payload: z.unknown(),
      attempts: 3,
      run: () =>
        new Promise<void>((resolve) => {
          runs += 1
          finish = resolve
          begin()
        }),
    })
    const first = await startWorker(t.ownerUrl, t.deps, [job], 1)
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.long', {}))
    await began
    // The pool holds one lock, and its worker holds the other.
    await expect.poll(locksHeld).toBe(2)
    await letTimePass()
    const another = openLease(t.ownerUrl)
    await another.freeAbandoned()
    expect(await lockedBy('test.long')).toBeTruthy()
    expect(runs).toBe(1)
    finish()
    await another.end()
    await first.stop()
  })

  test('frees a job as soon as the process that held it has died', async () => {
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.orphan', {}))
    const [dead, another] = [openLease(t.ownerUrl), openLease(t.ownerUrl)]
    await dead.hold('worker-of-old')
    await owner.query(
      `update graphile_worker._private_jobs set locked_by = 'worker-of-old', locked_at = now() where id in (select id from graphile_worker.jobs where task_identifier = 'test.orphan')`,
    )
    await letTimePass()
    await another.freeAbandoned()
    expect(await lockedBy('test.orphan')).toBe('worker-of-old')
    await dead.end()
    await another.freeAbandoned()
    expect(await lockedBy('test.orphan')).toBeNull()
    await another.end()
  })

  test('is renewed by a process that lost its database connection; for a while afterward, that process frees no jobs of other processes', async () => {
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.cut', {}))
    const taken = (by: string) =>
      owner.query(
        `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 hour' where id in (select id from graphile_worker.jobs where task_identifier = 'test.cut')`,
        [by],
      )
    const [living, another] = [openLease(t.ownerUrl), openLease(t.ownerUrl, { calmMs: 3_600_000 })]
    await living.hold('worker-alive')
    await another.hold('worker-of-another')
    await taken('worker-alive')
    await owner.query(
      `select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = current_database() and application_name = 'seriatim jobs alive'`,
    )
    // Both leases lost their connection. They must reconnect and take their locks again without being called.
    await expect.poll(locksHeld, { timeout: 30_000 }).toBe(2)
    await another.freeAbandoned()
    expect(await lockedBy('test.cut')).toBe('worker-alive')
    await taken('worker-of-old')
    await another.freeAbandoned()
    expect(await lockedBy('test.cut')).toBe('worker-of-old')
    const third = openLease(t.ownerUrl)
    await third.freeAbandoned()
    expect(await lockedBy('test.cut')).toBeNull()
    for (const lease of [living, another, third]) await lease.end()
  })

  test('delays a job whose workers have died too often, so that other jobs run first', async () => {
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.unlucky', {}))
    await owner.query(
      `update graphile_worker._private_jobs set locked_by = 'worker-of-old', locked_at = now() - interval '1 hour', attempts = 15
       where id in (select id from graphile_worker.jobs where task_identifier = 'test.unlucky')`,
    )
    const lease = openLease(t.ownerUrl)
    await lease.freeAbandoned()
    await lease.end()
    // The job may have crashed its workers, so it is delayed and other jobs run first.
    expect(
      await t.query(
        `select run_at > now() + interval '4 minutes' as later from graphile_worker.jobs where task_identifier = 'test.unlucky'`,
      ),
    ).toEqual([{ later: true }])
    await t.query('select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs')
    const ran = Promise.withResolvers<void>()
    const job = defineJob({ name: 'test.unlucky', payload: z.unknown(), attempts: 3, run: async () => ran.resolve() })
    const worker = await startWorker(t.ownerUrl, t.deps, [job], 1)
    await ran.promise
    await worker.stop()
  })
})
