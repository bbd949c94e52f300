import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../src/app.ts'
import type { Deps } from '../src/call/deps.ts'
import { coreErrors } from '../src/core/core.facts.ts'
import { DatabaseUnavailableError } from '../src/db/connection/lost-connection.ts'
import { openDb, openPool } from '../src/db/pool.ts'
import { withSystem } from '../src/db/system-tx.ts'
import { listeners } from '../src/domains/all.ts'
import { defineJob } from '../src/jobs/job.ts'
import { enqueue } from '../src/jobs/queue.ts'
import { startWorker } from '../src/jobs/worker.ts'
import { createStorage, type Storage } from '../src/outside/storage.ts'
import { type Live, listen } from './attack/live.ts'
import { useTestDb } from './fixtures.ts'
import { Gate, openDatabaseGate } from './gate.ts'
import { documentFor, newCustomer, type TestCustomer } from './make.ts'

const t = useTestDb()
let customer: TestCustomer
let token: string
/** Proxy between the product and its database. */
let gate: Gate
let gatedUrl: string
let live: Live
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  customer = await newCustomer(t)
  token = await t.signIn(customer.staff)
  ;({ gate, url: gatedUrl } = await openDatabaseGate(t.ownerUrl))
  live = await listen(await createApp(openDeps(2)))
  closers.push(() => live.app.close())
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  await gate.close()
})

/** Returns the usual dependencies, but with database connections that go through the gate. */
function openDeps(connections: number): Deps {
  const pool = openPool(gatedUrl, 'seriatim_app', connections)
  const systemPool = openPool(gatedUrl, 'seriatim_system', 2)
  closers.push(
    () => pool.end(),
    () => systemPool.end(),
  )
  return { ...t.deps, pool, db: openDb(pool, listeners), system: { system: openDb(systemPool) }, systemPool }
}

const askRest = () => live.get('/api/v1/user/read/one/by/id', { authorization: `Bearer ${token}` })
const askTrpc = () => live.get('/trpc/user.readOneById', { authorization: `Bearer ${token}` })

describe('a database that cannot be reached', () => {
  test.each(['refusing', { says: '' }] as const)(
    'is reported in a message, over tRPC and REST, and is used again as soon as it is available (%j)',
    async (mode) => {
      expect((await askRest()).status).toBe(200)
      await gate.become(mode)
      const rest = await askRest()
      expect(rest.status).toBe(503)
      expect(rest.headers.get('retry-after')).toBe('60')
      expect(await rest.json()).toMatchObject({ type: 'ERROR', payload: { msg: coreErrors.database_away.text } })
      const trpc = await askTrpc()
      expect(trpc.status).toBe(503)
      expect(await trpc.json()).toMatchObject({
        error: { json: { message: coreErrors.database_away.text, data: { key: 'database_away' } } },
      })
      await gate.become('open')
      expect((await askRest()).status).toBe(200)
    },
  )

  test('fails only the transaction that was open when the connection was lost', async () => {
    const { system } = openDeps(1)
    const broken = withSystem(system, async (tx) => {
      await sql`select 1`.execute(tx)
      await gate.become('refusing')
      // The loss goes unnoticed, because no query is running at this moment.
      await new Promise((resolve) => setImmediate(resolve))
      await sql`select 2`.execute(tx)
    })
    await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await gate.become('open')
    await withSystem(system, (tx) => sql`select 1`.execute(tx))
  })

  test('does not prevent a job that ended during the outage from being recorded as done', async () => {
    const held = makeHeld()
    const job = defineJob({ name: 'test.ends', payload: z.unknown(), attempts: 3, run: () => held.run() })
    const running = await startWorker(gatedUrl, openDeps(2), [job], 1)
    closers.push(() => running.stop())
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'test.ends', {}, { queue: 'one' }))
    await held.begun
    await gate.become('refusing')
    held.release()
    await held.ended
    await gate.become('open')
    await expect
      .poll(() => t.query("select from graphile_worker.jobs where task_identifier = 'test.ends'"), { timeout: 30_000 })
      .toEqual([])
    expect(held.runs).toBe(1)
  })
})

describe('file storage that cannot be reached', () => {
  const openUpload = async (storage: Storage) => {
    const app = await createApp({ ...t.deps, storage })
    closers.push(() => app.close())
    const { url } = await listen(app)
    return () => {
      const body = new FormData()
      body.set('file', new Blob([documentFor(customer, { meds: 20 })]), 'order.xml')
      return fetch(`${url}/api/v1/file/upload/order?wait=0`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
    }
  }

  test('is reported to the uploader as a timeout, not as an interrupted upload', async () => {
    const silent = await new Gate({ port: 9 }).listen()
    await silent.become('silent')
    closers.push(() => silent.close())
    const upload = await openUpload(
      createStorage({
        kind: 's3',
        endpoint: `http://127.0.0.1:${silent.port}`,
        region: 'us-east-1',
        bucket: 'seriatim',
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
        forcePathStyle: true,
        tempDir: join(dirname(t.config.dataDir), 'spool'),
        answerSeconds: 0.2,
      }),
    )
    const refused = await upload()
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ payload: { msg: coreErrors.storage_away.text } })
  })

  test('is reported to the uploader, who can upload the same file once the storage is available again', async () => {
    const dir = join(dirname(t.config.dataDir), 'unreachable')
    await writeFile(dir, 'no folder')
    const upload = await openUpload(createStorage({ kind: 'folder', dir }))
    const refused = await upload()
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ payload: { msg: coreErrors.storage_away.text } })
    await rm(dir)
    expect(await (await upload()).json()).toMatchObject({ status: 'processing' })
  })
})

/** Returns work that lasts until `release` is called, and that counts its runs. */
function makeHeld() {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = {
    runs: 0,
    begun: begun.promise,
    ended: ended.promise,
    release: () => ended.resolve(),
    run() {
      held.runs += 1
      begun.resolve()
      return ended.promise
    },
  }
  return held
}
