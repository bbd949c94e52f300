import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { loadRecalls } from '../../apps/api/src/domains/recall/load/recall-load.service.ts'
import { matchStep } from '../../apps/api/src/domains/recall/match/match.service.ts'
import { makePharmacies, type Pharmacy } from '../drill/pharmacies.ts'
import { insertSession, type Stage, withStage } from '../drill/stage.ts'
import { makeDownload } from './recall-match.ts'
import { findKnown, SIZE_CALLS, type SizeCall } from './size-calls.ts'
import { fillRows, MEDS_OF_ORDER, makeProducts } from './size-rows.ts'

export interface SizeFigure {
  name: string
  /** Milliseconds, median over customers: asked for the first time, and the fastest of the next ones. */
  first: number
  again: number
}

interface Measured {
  figures: SizeFigure[]
  /** Tables of more than 10,000 rows that were read from end to end, and how often. */
  scanned: string[]
}

export interface SizeFigures {
  few: Measured
  many: Measured
  gigabytes: number
}

const FEW_CUSTOMERS = 10
const RECALLS = 20_000
const ROUNDS = 6
/** After so long the database has told what it read. */
const TOLD_MS = 12_000

/** What people look for, in ten customers and again in all: each has as many meds, so that what grows is what the others have. */
export function benchSize({ meds, customers }: { meds: number; customers: number }): Promise<SizeFigures> {
  const ordersOfEach = Math.round(meds / customers / MEDS_OF_ORDER)
  const settings = {
    shared_buffers: '2GB',
    effective_cache_size: '8GB',
    maintenance_work_mem: '1GB',
    max_wal_size: '8GB',
    wal_level: 'minimal',
    max_wal_senders: '0',
  }
  return withStage({ databaseOptions: { durable: false, settings } }, async (stage) => {
    const admin = new pg.Pool({
      connectionString: stage.superuserUrl(),
      max: 2,
      options: '-c session_replication_role=replica',
    })
    // A connection that ends while the database stops is nobody's mistake.
    admin.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
    try {
      // Nothing works beside what writes the rows.
      await stage.product.kill()
      await makeRecalls(stage)
      await makeProducts(admin)
      const few = await makePharmacies(stage, FEW_CUSTOMERS)
      await fillRows(admin, few, ordersOfEach)
      const before = await measure(stage, admin, few)
      const more = await makePharmacies(stage, customers - FEW_CUSTOMERS, FEW_CUSTOMERS)
      await fillRows(admin, more, ordersOfEach)
      const [{ bytes } = { bytes: 0 }] = await stage.look<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
      const sample = more.filter((_, n) => n % Math.ceil(more.length / FEW_CUSTOMERS) === 0)
      return { few: before, many: await measure(stage, admin, sample), gigabytes: bytes / 2 ** 30 }
    } finally {
      await admin.end()
    }
  })
}

async function makeRecalls(stage: Stage): Promise<void> {
  const file = join(stage.dir, 'recalls.json')
  await writeFile(file, makeDownload(RECALLS))
  const pool = openPool(stage.database().ownerUrl, 'seriatim_system', 2)
  try {
    await loadRecalls(pool, [file], { source: 'openfda', now: new Date() })
  } finally {
    await pool.end()
  }
}

async function measure(stage: Stage, admin: pg.Pool, pharmacies: readonly Pharmacy[]): Promise<Measured> {
  // The product's own comparing with the recalls would work beside ours.
  await admin.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs')
  await stage.product.start()
  try {
    return await measureAll(stage, admin, pharmacies)
  } finally {
    await stage.product.kill()
  }
}

async function measureAll(stage: Stage, admin: pg.Pool, pharmacies: readonly Pharmacy[]): Promise<Measured> {
  const scansBefore = await countScans(admin)
  const figures = [await measureMatching(stage, pharmacies)]
  // Their first sessions ended while the rows were written.
  for (const pharmacy of pharmacies) pharmacy.token = await insertSession(stage.look, pharmacy.emailAddress)
  const known = await Promise.all(pharmacies.map((pharmacy) => findKnown(admin, pharmacy)))
  for (const call of SIZE_CALLS) {
    const first: number[] = []
    const again: number[] = []
    for (const one of known) {
      const ask = async () => (await stage.product.call('GET', makePath(call, call.input?.(one)), { token: one.pharmacy.token })).ms
      first.push(await ask())
      const times: number[] = []
      for (let round = 1; round < ROUNDS; round += 1) times.push(await ask())
      again.push(Math.min(...times))
    }
    figures.push({ name: call.name, first: findMedian(first), again: findMedian(again) })
  }
  const scans = await countScans(admin)
  return {
    figures,
    scanned: [...scans].flatMap(([table, n]) => {
      const more = n - (scansBefore.get(table) ?? 0)
      return more > 0 ? [`${table} ${more} times`] : []
    }),
  }
}

const makePath = ({ path }: SizeCall, input: object | undefined) =>
  `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : ''}`

const findMedian = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** All that a customer has beside all recalls, from nothing; then once more, when nothing is new. */
async function measureMatching(stage: Stage, pharmacies: readonly Pharmacy[]): Promise<SizeFigure> {
  const pool = openPool(stage.database().ownerUrl, 'seriatim_app', 2)
  try {
    const match = async ({ customerId, userId }: Pharmacy) => {
      const began = performance.now()
      const step = () =>
        withCustomer(openDb(pool), { customerId, userId, scope: 'all', locationIds: [] }, 'read write', (tx) => matchStep(tx, new Date()))
      while (!(await step()).isDone) {}
      return performance.now() - began
    }
    const first: number[] = []
    const again: number[] = []
    for (const pharmacy of pharmacies) {
      first.push(await match(pharmacy))
      again.push(await match(pharmacy))
    }
    return { name: 'recalls compared', first: findMedian(first), again: findMedian(again) }
  } finally {
    await pool.end()
  }
}

async function countScans(admin: pg.Pool): Promise<Map<string, number>> {
  await new Promise((resolve) => setTimeout(resolve, TOLD_MS))
  const { rows } = await admin.query<{ name: string; scans: number }>(
    'select relname as name, seq_scan::int as scans from pg_stat_user_tables where n_live_tup > 10000',
  )
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}
