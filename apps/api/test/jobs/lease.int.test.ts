import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { withSystem } from '../../src/db/system-tx.ts'
import { defineJob } from '../../src/jobs/job.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { openTestDb, type TestDb } from '../harness.ts'

let t: TestDb
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())

describe('the lanes of the job engine', () => {
  test('a quick job runs while long ones fill all workers of their lane', async () => {
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
  test('a job that runs for long is not given to a second worker while its process lives', async () => {
    let runs = 0
    const job = defineJob({
      name: 'test.long',
      payload: z.unknown(),
      attempts: 3,
      async run() {
        runs += 1
        await new Promise((resolve) => setTimeout(resolve, 10_000))
      },
    })
    const first = await startWorker(t.ownerUrl, t.deps, [job])
    const second = await startWorker(t.ownerUrl, t.deps, [job])
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.long', {}))
    await new Promise((resolve) => setTimeout(resolve, 9_500))
    expect(runs).toBe(1)
    await Promise.all([first.stop(), second.stop()])
    expect(runs).toBe(1)
  })
})
