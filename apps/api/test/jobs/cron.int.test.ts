import { Logger } from 'graphile-worker'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startCron } from '../../src/jobs/cron.ts'
import { defineJob } from '../../src/jobs/job.ts'
import { useTestDb } from '../fixtures.ts'

const t = useTestDb()
let pool: pg.Pool
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: t.ownerUrl, max: 4 })
  // The engine's own connections may still be there when the database goes.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
})
afterEach(() => vi.useRealTimers())
afterAll(() => pool.end())

const job = defineJob({ name: 'test.clock', payload: z.unknown(), attempts: 3, schedule: '* * * * *', run: async () => {} })
const list = () =>
  t.look<{ key: string | null; isDue: boolean }>(
    `select key, attempts < max_attempts as "isDue" from graphile_worker.jobs where task_identifier = 'test.clock' order by id`,
  )
const lastDone = async () => {
  const text = `select last_execution as at from graphile_worker._private_known_crontabs where identifier = 'test.clock'`
  return (await t.look<{ at: Date | null }>(text))[0]?.at?.getTime() ?? 0
}

test('a job by the clock that still waits is due anew, and no second one stands beside it', async () => {
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: minute - 60_000 })
  const cron = await startCron(pool, [job], new Logger(() => () => undefined))
  const passMinute = async (end: number) => {
    vi.setSystemTime(end - 300)
    await cron.restart()
    vi.setSystemTime(end + 100)
    await expect.poll(lastDone, { timeout: 10_000 }).toBe(end)
  }
  await passMinute(minute)
  await passMinute(minute + 60_000)
  expect(await list()).toEqual([{ key: 'test.clock', isDue: true }])
  // One that was given up stays where it is counted.
  await t.look(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'test.clock'`)
  await passMinute(minute + 120_000)
  expect(await list()).toEqual([
    { key: null, isDue: false },
    { key: 'test.clock', isDue: true },
  ])
  await cron.stop()
})
