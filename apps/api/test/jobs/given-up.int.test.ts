import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../../src/app.ts'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import { sendMail } from '../../src/domains/mail/mail.service.ts'
import { reviewMails } from '../../src/domains/user/customer/customer.mails.ts'
import { defineJob } from '../../src/jobs/job.ts'
import { openLease } from '../../src/jobs/lease.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { useTestDb } from '../fixtures.ts'
import { documentFor, newCustomer, register, type TestCustomer } from '../make.ts'

const t = useTestDb()
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
})
// Removes the jobs of earlier tests: a job that was given up stays in the queue, and /ready counts it.
beforeEach(() => t.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs'))

const row = async (name: string) =>
  (
    await t.query<{ attempts: number; isOver: boolean; error: string | null }>(
      `select attempts, attempts >= max_attempts as "isOver", last_error as error from graphile_worker.jobs where task_identifier = $1`,
      [name],
    )
  )[0]

/** Simulates a job whose process has died `times` times and whose next attempt is due. */
async function letDie(name: string, times: number): Promise<void> {
  await t.query(
    `update graphile_worker._private_jobs set attempts = $2, locked_by = 'worker-of-old', locked_at = now() - interval '1 hour'
     where id in (select id from graphile_worker.jobs where task_identifier = $1)`,
    [name, times],
  )
  const lease = openLease(t.ownerUrl)
  await lease.freeAbandoned()
  await lease.end()
  await t.query('select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs')
}

describe('a job that kills its process on every attempt', () => {
  test('is never retried after twenty attempts, is counted in /ready, and blocks no other job', async () => {
    const ran: string[] = []
    const errors: unknown[] = []
    const log = { ...t.deps.log, error: (...logged: unknown[]) => void errors.push(logged) }
    const abandoned = Promise.withResolvers<unknown>()
    const deadly = defineJob({
      name: 'test.deadly',
      payload: z.object({ what: z.string() }),
      attempts: 3,
      run: async () => void ran.push('deadly'),
      abandon: async (payload) => abandoned.resolve(payload),
    })
    const other = defineJob({ name: 'test.other', payload: z.unknown(), attempts: 3, run: async () => void ran.push('other') })
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.deadly', { what: 'x' }, { queue: 'one' }))
    await letDie('test.deadly', 20)
    const worker = await startWorker(t.ownerUrl, { ...t.deps, log } as never, [deadly, other], 1)
    expect(await abandoned.promise).toEqual({ what: 'x' })
    await expect
      .poll(() => row('test.deadly'))
      .toMatchObject({ isOver: true, error: expect.stringContaining('the process died each time') })
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.other', {}, { queue: 'one' }))
    await expect.poll(() => ran).toEqual(['other'])
    await worker.stop()
    expect(JSON.stringify(errors)).toContain('job failed permanently: the process died each time it ran')
    const ready = await (await t.app()).inject({ url: '/ready' })
    expect([ready.statusCode, ready.json().jobs]).toEqual([200, '1 given up'])
  })

  test('ends only after its failure has been reported, and the report is retried if it fails', async () => {
    const notified: number[] = []
    const failing = defineJob({
      name: 'test.untold',
      payload: z.unknown(),
      attempts: 3,
      run: async () => {},
      abandon: async () => {
        if (notified.push(notified.length) === 1) throw new Error('The database went away.')
      },
    })
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.untold', {}))
    await letDie('test.untold', 20)
    const worker = await startWorker(t.ownerUrl, t.deps, [failing], 1)
    await expect.poll(() => row('test.untold')).toMatchObject({ isOver: false, error: expect.stringContaining('went away') })
    await t.query('select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs')
    await expect
      .poll(() => row('test.untold'))
      .toMatchObject({ isOver: true, error: expect.stringContaining('the process died each time') })
    await worker.stop()
    expect(notified).toHaveLength(2)
  })

  test('is retried until its process has died twenty times', async () => {
    const ran = Promise.withResolvers<void>()
    const job = defineJob({ name: 'test.unlucky', payload: z.unknown(), attempts: 3, run: async () => ran.resolve() })
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.unlucky', {}))
    await letDie('test.unlucky', 19)
    const worker = await startWorker(t.ownerUrl, t.deps, [job], 1)
    await ran.promise
    await worker.stop()
  })

  test('leaves its upload marked as unreadable, with advice on what to do', async () => {
    const uploadId = await register(t, customer.staff, documentFor(customer))
    await letDie('order.import', 10)
    await t.runJobs()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({ status: 'stopped', outcome: { kind: 'fault' } })
    expect(await row('order.import')).toBeUndefined()
  })

  test('leaves its email marked as not sent, with the reason', async () => {
    const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
    const id = await withCustomer(t.deps.db, scope, 'read write', (tx) =>
      sendMail(tx, { userId: null, now: t.clock.now() }, { kind: reviewMails, to: ['x@mail.tst'], subject: 'Due', text: 'Now' }),
    )
    await letDie('mail.send', 20)
    await t.runJobs()
    expect(await t.query('select status, last_error as error from mail where id = $1', [id])).toMatchObject([
      { status: 'failed', error: expect.stringContaining('it gave up') },
    ])
  })
})

describe('abandoned jobs in /ready', () => {
  const giveUp = async (name: string) => {
    await withSystem(t.deps.system, (tx) => enqueue(tx, name, {}))
    await t.query('select graphile_worker.permanently_fail_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = $1', [
      name,
    ])
  }
  const drop = (name: string) =>
    t.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = $1', [name])
  async function open() {
    await t.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs')
    const notified: object[] = []
    const deps = { ...t.deps, config: { ...t.config, readySeconds: 0 } }
    const app = await createApp(deps)
    deps.log = { warn: () => undefined, error: (what: object) => void notified.push(what) } as unknown as typeof deps.log
    const ask = async () => (await app.inject({ url: '/ready' })).json().jobs
    return { app, notified, ask }
  }

  test('are logged once each, even if counting them fails in between, or if the queue drops one job and abandons another', async () => {
    const { app, notified, ask } = await open()
    await giveUp('test.first')
    expect([await ask(), await ask(), notified.length]).toEqual(['1 given up', '1 given up', 1])
    await t.query('alter function graphile_worker.list_given_up() rename to list_nothing')
    expect(await ask()).toBe('1 given up')
    await t.query('alter function graphile_worker.list_nothing() rename to list_given_up')
    expect([await ask(), notified.length]).toEqual(['1 given up', 1])
    await drop('test.first')
    await giveUp('test.second')
    expect([await ask(), notified.length]).toEqual(['1 given up', 2])
    await app.close()
  })

  test('are left out if the queue does not respond, and /ready still answers', async () => {
    const { app, ask } = await open()
    const owner = new pg.Client({ connectionString: t.ownerUrl })
    await owner.connect()
    await owner.query('begin')
    await owner.query('lock table graphile_worker._private_jobs in access exclusive mode')
    const answer = ask()
    const { promise: late, resolve } = Promise.withResolvers<string>()
    const timer = setTimeout(resolve, 15_000, 'no answer')
    expect(await Promise.race([answer, late])).toBe('ok')
    clearTimeout(timer)
    await owner.query('rollback')
    await owner.end()
    await app.close()
  })
})
