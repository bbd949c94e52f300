import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '@seriatim/db/embedded/index'
import { migrate } from '@seriatim/db/migrate'
import pg from 'pg'
import { collectPermissions, type Session } from '../../apps/api/src/call/access/access.ts'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { withSystem } from '../../apps/api/src/db/system-tx.ts'
import { makeCustomer } from '../../apps/api/src/seed/new-customer.ts'

type Pool = ReturnType<typeof openPool>

/** What a benchmark works on: a migrated database in a temporary folder, and in it a customer with one empty location. */
export interface Bench extends BenchCustomer {
  dir: string
  database: EmbeddedDatabase
  pool: Pool
  systemPool: Pool
  /** Connection of the superuser, who bypasses row security. */
  admin: pg.Client
}

interface BenchCustomer {
  customerId: number
  locationId: number
  /** Session of the customer's admin, who has all permissions everywhere. */
  session: Session
}

/** Runs `work` with a new {@link Bench} and removes everything afterwards. */
export async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  const pool = openPool(database.ownerUrl, 'seriatim_app', 4)
  const systemPool = openPool(database.ownerUrl, 'seriatim_system', 2)
  const admin = new pg.Client({ connectionString: onDatabase(database.superuserUrl, 'seriatim') })
  try {
    await migrate(database.ownerUrl)
    await admin.connect()
    return await work({ dir, database, pool, systemPool, admin, ...(await makeBenchCustomer(systemPool)) })
  } finally {
    await admin.end()
    await pool.end()
    await systemPool.end()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The URL of another database on the same server. */
export const onDatabase = (url: string, name: string): string => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)

/**
 * Makes a temporary folder that every user may enter. Otherwise, a start as root would store the database elsewhere, where it would outlive the
 * folder.
 */
export function makeOpenFolder(prefix: string): string {
  const dir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dir, 0o755)
  return dir
}

export async function makeBenchCustomer(systemPool: Pool): Promise<BenchCustomer> {
  const person = { emailAddress: 'bench@example.com', firstName: 'B', lastName: 'B' }
  const { customerId, adminId, locationIds } = await withSystem({ system: openDb(systemPool) }, (tx) =>
    makeCustomer(tx, {
      name: 'Bench Pharmacy',
      admin: { ...person, locations: { Main: 'admin' } },
      locations: [
        {
          name: 'Main',
          address: { line: '', city: '', stateCode: 'NY', zip: '' },
          glns: [{ gln: '0399993456780', disposition: 'BOTH', isVerified: true }],
        },
      ],
    }),
  )
  const session: Session = {
    ...person,
    customerId,
    userId: adminId,
    scope: 'all',
    locationIds: [],
    sessionId: 1,
    loginId: 1,
    isCustomerAdmin: true,
    permissions: collectPermissions({ isCustomerAdmin: true, locations: [] }),
    timeZone: 'America/New_York',
    clockHours: 24,
    now: new Date(),
  }
  return { customerId, locationId: locationIds.get('Main') ?? 0, session }
}

/** Duration in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Median duration of `rounds` runs of `work`, in milliseconds, after one warm-up run. */
export async function timeMedian(work: () => Promise<unknown>, rounds = 15): Promise<number> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await time(work))
  return findMiddle(times)
}

export const findMiddle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Peak memory while `work` runs, above the level before it, in megabytes. */
export async function findPeak(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  await work().finally(() => clearInterval(watch))
  return (peak - before) / 2 ** 20
}

export const write = (amount: number, digits = 0): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Prints one measurement: ours, the reference of the same run, and the ratio. */
export const printRatio = (name: string, ours: string, reference: string, ratio: number): void =>
  console.log(`${name.padEnd(44)}${ours.padStart(26)}${reference.padStart(32)}${ratio.toFixed(2).padStart(8)} x`)
