import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { withSystem } from '../../src/db/system-tx.ts'
import { defineJob } from '../../src/jobs/job.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { makeTaskList } from '../../src/jobs/worker.ts'
import { listFailed, listTasks, replay } from '../../src/operate/job-report.ts'
import { useTestDb } from '../fixtures.ts'
import { runDueJobs } from '../run-jobs.ts'

const t = useTestDb()
let owner: pg.Client
let pool: pg.Pool
beforeAll(async () => {
  owner = new pg.Client({ connectionString: t.ownerUrl })
  pool = new pg.Pool({ connectionString: t.ownerUrl })
  // Without these listeners the job library (graphile-worker) logs a warning at every run.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  await owner.connect()
})
afterAll(() => Promise.all([owner.end(), pool.end()]))

const ran: unknown[] = []
let isBroken = true
const job = defineJob({
  name: 'test.fails',
  payload: z.object({ n: z.number() }),
  attempts: 1,
  run: async (payload, { customerId, attempt }) => {
    if (isBroken) throw new Error(`No paper in tray ${payload.n}.`)
    ran.push({ ...payload, customerId, attempt })
  },
})
const put = (n: number, queue?: string) =>
  withSystem(t.deps.system, (tx) => enqueue(tx, 'test.fails', { n }, { key: `fails ${n}`, ...(queue ? { queue } : {}) }))
const run = () => runDueJobs(pool, makeTaskList(t.deps, [job]))
beforeEach(async () => {
  await owner.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs')
  ran.length = 0
  isBroken = true
})

describe('an operator', () => {
  test('sees a single entry, with the latest reason, for a job that keeps failing under one key', async () => {
    for (const tray of [1, 1, 1]) {
      await put(tray)
      await run()
    }
    expect(await listFailed(owner)).toMatchObject([{ reason: 'No paper in tray 1.' }])
  })

  test('sees the reason for a failure after one attempt, even if the reason has a character that PostgreSQL cannot store', async () => {
    let attempts = 0
    const bad = defineJob({
      name: 'test.nul',
      payload: z.unknown(),
      attempts: 1,
      run: async () => {
        attempts += 1
        throw new Error(`cannot read a\0b${'c'.repeat(5000)}`)
      },
    })
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.nul', {}))
    await runDueJobs(pool, makeTaskList(t.deps, [bad]))
    await runDueJobs(pool, makeTaskList(t.deps, [bad]))
    expect(attempts).toBe(1)
    const [failed] = await listFailed(owner)
    expect(failed?.reason).toMatch(/^cannot read a\uFFFDbc+$/)
    expect(failed?.reason).toHaveLength(2000)
  })

  test('sees a failed job with its queue and reason, and can run it again', async () => {
    await put(1, 'tray')
    await put(2)
    await run()
    expect(await listFailed(owner)).toEqual([
      { id: expect.any(String), task: 'test.fails', queue: 'tray', reason: 'No paper in tray 1.', failedAt: expect.any(Date) },
      { id: expect.any(String), task: 'test.fails', queue: null, reason: 'No paper in tray 2.', failedAt: expect.any(Date) },
    ])
    expect(await listTasks(owner)).toMatchObject([{ task: 'test.fails', due: 0, running: 0, later: 0, retrying: 0, failed: 2 }])
    isBroken = false
    const [first] = await listFailed(owner)
    expect([await replay(owner, first?.id), await replay(owner, first?.id), await replay(owner, '999999999')]).toEqual([1, 0, 0])
    expect(await listTasks(owner)).toMatchObject([{ due: 1, failed: 1 }])
    await run()
    expect(ran).toEqual([{ n: 1, customerId: null, attempt: 1 }])
    expect(await replay(owner)).toBe(1)
    await run()
    expect(ran).toHaveLength(2)
    expect([await listFailed(owner), await listTasks(owner), await replay(owner)]).toEqual([[], [], 0])
  })

  test('sees a single entry for a replayed job that fails again', async () => {
    await put(1)
    await run()
    await replay(owner)
    await run()
    expect(await listFailed(owner)).toMatchObject([{ reason: 'No paper in tray 1.' }])
  })

  test('can list failed jobs and run them again from the command line', async () => {
    const command = async (...args: string[]) => {
      const env = { ...process.env, DATABASE_URL: t.ownerUrl, DATA_DIR: t.config.dataDir, SECRET_KEY: t.config.secretKey }
      const path = join(import.meta.dirname, '../../src/operate/jobs.ts')
      return promisify(execFile)(process.execPath, [path, ...args], { env }).then(
        ({ stdout }) => stdout,
        ({ stderr }: { stderr: string }) => stderr,
      )
    }
    await put(1, 'tray')
    await run()
    const [failed] = await listFailed(owner)
    const shown = await command()
    expect(shown).toMatch(/^test\.fails +0 +0 +0 +0 +1$/m)
    expect(shown).toContain(`${failed?.id}  test.fails  failed `)
    expect(shown).toContain('queue tray\n  No paper in tray 1.')
    expect(await command('--replay', 'everything')).toContain('--replay takes a job number, or all.')
    expect(await command('--replay', '999999999')).toContain('There is no failed job 999999999.')
    expect(await command('--replay', 'all')).toContain('1 failed job was queued again.')
    expect(await command()).toContain('No jobs have failed.')
  })
})
