import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { keepTime, readSchedules } from '../../src/jobs/cron.ts'
import { defineJob } from '../../src/jobs/job.ts'
import { useTestDb } from '../fixtures.ts'

const t = useTestDb()
let pool: pg.Pool
beforeAll(() => {
  pool = new pg.Pool({ connectionString: t.ownerUrl, max: 4 })
})
afterAll(() => pool.end())
beforeEach(() => t.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs'))

/** A job that is due every five minutes, so its next run is at most five minutes away. */
const job = defineJob({ name: 'test.clock', payload: z.unknown(), attempts: 3, schedule: '*/5 * * * *', run: async () => {} })
const keep = (jobs = [job]) => keepTime(pool, readSchedules(jobs))
const list = () =>
  t.query<{ key: string | null; minutes: number; isOver: boolean }>(
    `select key, ceil(extract(epoch from run_at - now()) / 60)::int as minutes, attempts >= max_attempts as "isOver" from graphile_worker.jobs
     where task_identifier = 'test.clock' order by id`,
  )
const change = (what: string) => t.query(`update graphile_worker._private_jobs set ${what}`)
const soon = { key: 'clock test.clock', minutes: expect.toSatisfy((minutes: number) => minutes >= 0 && minutes <= 5), isOver: false }

test('a scheduled job is queued once for the next minute of its schedule, however many processes run', async () => {
  await Promise.all([keep(), keep(), keep()])
  await keep()
  expect(await list()).toEqual([soon])
  const [row] = await t.query<{ at: Date }>(`select run_at as at from graphile_worker.jobs where task_identifier = 'test.clock'`)
  expect([(row?.at.getUTCMinutes() ?? 1) % 5, row?.at.getUTCSeconds()]).toEqual([0, 0])
})

test('a scheduled job that was missed while no process ran is run once afterwards', async () => {
  await keep()
  await change(`run_at = now() - interval '3 hours'`)
  await keep()
  expect(await list()).toEqual([{ ...soon, minutes: -180 }])
})

test('a job waiting for its retry is left alone, and a job that failed for good does not block the next one', async () => {
  await keep()
  await change(`attempts = 1, run_at = now() + interval '1 hour'`)
  await keep()
  expect(await list()).toMatchObject([{ minutes: 60 }])
  await change('attempts = max_attempts')
  await keep()
  expect(await list()).toEqual([{ key: null, minutes: 60, isOver: true }, soon])
})

test('after a fast clock is set back, a job runs at the next minute of its schedule', async () => {
  await keep()
  await change(`run_at = now() + interval '1 day', created_at = now() + interval '1 day', updated_at = now() + interval '1 day'`)
  await keep()
  expect(await list()).toEqual([soon])
  await change(`run_at = now() + interval '1 day', attempts = 1, updated_at = now() - interval '1 day'`)
  await keep()
  expect(await list()).toMatchObject([{ minutes: 0 }])
})

test('a job can be scheduled to run once a year', async () => {
  const yearly = defineJob({ name: 'test.yearly', payload: z.unknown(), attempts: 1, schedule: '0 4 1 1 *', run: async () => {} })
  await keep([yearly])
  await keep([yearly])
  expect(await t.query(`select to_char(run_at at time zone 'UTC', 'MM-DD HH24:MI') as at from graphile_worker.jobs`)).toEqual([
    { at: '01-01 04:00' },
  ])
})

test('jobs scheduled too late because a clock was ahead become due at once, and failed jobs are kept for thirty days', async () => {
  await t.query(
    `select graphile_worker.add_job('test.late', '{}'), graphile_worker.add_job('test.failed', '{}'), graphile_worker.add_job('test.old', '{}')`,
  )
  const set = (name: string, what: string) =>
    t.query(
      `update graphile_worker._private_jobs set ${what} where id in (select id from graphile_worker.jobs where task_identifier = 'test.${name}')`,
    )
  await set('late', `run_at = now() + interval '1 hour', updated_at = now() + interval '1 hour'`)
  await set('failed', `attempts = max_attempts, updated_at = now() - interval '29 days'`)
  await set('old', `attempts = max_attempts, updated_at = now() - interval '31 days'`)
  await keep([])
  expect(await t.query('select task_identifier as task, run_at <= now() as "isDue" from graphile_worker.jobs order by id')).toEqual([
    { task: 'test.late', isDue: true },
    { task: 'test.failed', isDue: true },
  ])
})
