import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLease } from '../../src/jobs/lease.ts'
import { useTestDb } from '../fixtures.ts'
import { documentFor, newCustomer, register, type TestCustomer } from '../make.ts'

const t = useTestDb()
let customer: TestCustomer
const children: ChildProcess[] = []
beforeAll(async () => {
  customer = await newCustomer(t)
})
afterAll(async () => {
  for (const child of children) await kill(child)
})

function startProcess(): ChildProcess {
  const dir = dirname(t.config.dataDir)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: t.ownerUrl,
      DATA_DIR: t.config.dataDir,
      FILES_DIR: join(dir, 'files'),
      SECRET_KEY: t.config.secretKey,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function until(what: string, check: () => Promise<boolean>, seconds = 120): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const busyWith = (pattern: string) => async () => {
  const rows = await t.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'seriatim seriatim_app' and state <> 'idle' and query ~* $1`,
    [pattern],
  )
  return rows.length > 0
}

describe('a worker that is killed', () => {
  test('while reading a file, and again while writing, leaves one complete order', async () => {
    const meds = 20_000
    const text = documentFor(customer, { meds, perCase: 20, casesPerPallet: 50 })
    const uploadId = await register(t, customer.staff, text)
    const status = async () => (await t.query<{ status: string }>('select status from upload where id = $1', [uploadId]))[0]?.status

    const reader = startProcess()
    await until(
      'the worker to take the job',
      async () => (await t.query('select from graphile_worker.jobs where locked_at is not null')).length > 0,
    )
    await kill(reader)
    expect(await status()).toBe('processing')

    const writer = startProcess()
    await until('the rows to be written', busyWith('copy import_line|insert into med|insert into document_med'))
    await kill(writer)
    await until('the connection to end', async () => !(await busyWith('.')()))
    expect(await status()).toBe('processing')
    expect(await t.query('select from "order"')).toEqual([])
    expect(await t.query('select from med limit 1')).toEqual([])

    startProcess()
    await until('the import to end', async () => (await status()) !== 'processing')
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({
      status: 'imported',
      amountOfMeds: meds,
      packages: meds / 20 + meds / 1000,
    })
    const [counts] = await t.query(
      `select (select count(*)::int from "order") as orders, (select count(*)::int from epcis_document) as documents, (select count(*)::int from document_med) as lines,
         (select count(distinct (gtin, serial_number))::int from med) as serials, (select count(*)::int from med) as meds,
         (select count(*)::int from audit where action = 'order.import') as told`,
    )
    const units = meds + meds / 20
    expect(counts).toEqual({ orders: 1, documents: 1, lines: units + meds / 1000, serials: units, meds: units, told: 1 })
  }, 600_000)

  test('several times at random moments neither loses nor duplicates anything', async () => {
    const other = await newCustomer(t)
    const meds = 4000
    const uploads: number[] = []
    for (let count = 0; count < 2; count += 1)
      uploads.push(await register(t, other.staff, documentFor(other, { meds, perCase: 20, casesPerPallet: 50 })))
    const waiting = () => t.query('select from upload where customer_id = $1 and status = $2', [other.customerId, 'processing'])
    const delays = Array.from({ length: 4 }, () => Math.round(Math.random() * 2500))
    for (const delay of delays) {
      const child = startProcess()
      const isBusy = async () => (await t.query('select from graphile_worker.jobs where locked_at is not null')).length > 0
      await until('the worker to take a job', async () => (await isBusy()) || (await waiting()).length === 0)
      await new Promise((resolve) => setTimeout(resolve, delay))
      await kill(child)
      await until('the connection to end', async () => !(await busyWith('.')()))
      // Frees the jobs of the killed worker at once. Otherwise they would be freed a few seconds later, when its lease is lost.
      await t.query(
        'select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs where locked_by is not null',
      )
    }
    startProcess()
    await until('the imports to end', async () => (await waiting()).length === 0, 90)
    const units = meds + meds / 20
    const [counts] = await t.query(
      `select (select count(*)::int from "order" where customer_id = $1) as orders, (select count(*)::int from document_med where customer_id = $1) as lines,
         (select count(*)::int from med where customer_id = $1) as meds, (select count(*)::int from upload where customer_id = $1 and status = 'imported') as imported,
         (select count(*)::int from epcis_event e join epcis_document d on d.customer_id = e.customer_id and d.id = e.document_id where e.customer_id = $1) as events,
         (select sum(event_count)::int from epcis_document where customer_id = $1) as told`,
      [other.customerId],
    )
    const whole = { orders: 2, lines: 2 * (units + meds / 1000), meds: 2 * units, imported: 2 }
    expect(counts, `killed after ${delays.join(', ')} ms`).toMatchObject(whole)
    expect(counts?.events, 'every event is kept once').toBe(counts?.told)
  }, 240_000)

  test('loses its jobs, while a worker that is still alive keeps its jobs', async () => {
    const add = async (worker: string) => {
      const [job] = await t.query<{ id: string }>(
        `select id::text from graphile_worker.add_job('mail.send', '{"input": {"mailId": 1}}', run_at => now() + interval '1 day')`,
      )
      await t.query(`update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - interval '1 minute' where id = $1`, [
        job?.id,
        worker,
      ])
      return async () =>
        (await t.query<{ by: string | null }>('select locked_by as by from graphile_worker.jobs where id = $1', [job?.id]))[0]?.by
    }
    const [living, another] = [openLease(t.ownerUrl), openLease(t.ownerUrl)]
    // Takes the lock before adding the jobs, because the previous test's worker still looks for jobs of dead workers.
    await living.hold('worker-living')
    const [ofLiving, ofDead] = [await add('worker-living'), await add('worker-dead')]
    await another.freeAbandoned()
    expect(await ofDead()).toBeNull()
    expect(await ofLiving()).toBe('worker-living')
    await living.freeAbandoned()
    expect(await ofLiving()).toBe('worker-living')
    await living.end()
    await until('its death to be seen', async () => {
      await another.freeAbandoned()
      return (await ofLiving()) === null
    })
    await another.end()
  })
})
