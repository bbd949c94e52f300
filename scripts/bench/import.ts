import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startEmbedded } from '@seriatim/db/embedded/index'
import { migrate } from '@seriatim/db/migrate'
import { makeForeignKeys } from '@seriatim/db/references'
import { makeDocument } from '@seriatim/epcis'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withBulk } from '../../apps/api/src/db/bulk-tx.ts'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { listeners } from '../../apps/api/src/domains/all.ts'
import { readDocument } from '../../apps/api/src/domains/order-import/document-reader.ts'
import { importDocument } from '../../apps/api/src/domains/order-import/import.service.ts'
import { insertUpload } from '../../apps/api/src/domains/upload/upload.queries.ts'
import { createStorage } from '../../apps/api/src/outside/storage.ts'
import { findMiddle, makeBenchCustomer, makeOpenFolder, onDatabase, printRatio, time, write } from './frame.ts'

/** Tables that the import writes, parents first. */
const TABLES = [
  'epcis_document',
  'order',
  'epcis_med_vocabulary',
  'med',
  'document_med',
  'epcis_event',
  'document_exception',
  'audit',
] as const

const ROUNDS = 3
const seconds = (began: number): number => (performance.now() - began) / 1000

/**
 * Compares the import of a generated document with a COPY of the same rows into an empty second database, in which every reference is an ordinary
 * foreign key (decision 49). Repeats both in new databases and uses the median.
 */
export async function benchImport(meds: number): Promise<void> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  try {
    await migrate(database.ownerUrl)
    await withClient(database.superuserUrl, async (admin) => {
      for (let round = 0; round < ROUNDS; round += 1)
        for (const name of ['ours', 'twin']) await admin.query(`create database ${name}${round} template seriatim owner seriatim_owner`)
    })
    const rounds: { importSeconds: number; readSeconds: number; copySeconds: number; rows: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [ours, twin] = [`ours${round}`, `twin${round}`]
      await withClient(onDatabase(database.superuserUrl, twin), makeForeignKeys)
      const imported = await importOnce(onDatabase(database.ownerUrl, ours), dir, meds)
      const copied = await copyAll(onDatabase(database.superuserUrl, ours), onDatabase(database.superuserUrl, twin))
      rounds.push({ ...imported, ...copied })
    }
    const middle = (figure: keyof (typeof rounds)[number]) => findMiddle(rounds.map((round) => round[figure]))
    const [importing, reading, copying] = [middle('importSeconds'), middle('readSeconds'), middle('copySeconds')]
    const rate = (took: number) => `${write(meds / took)}/s`
    printRatio('serials imported, file to searchable', rate(importing), `COPY ${rate(copying)}`, copying / importing)
    printRatio('  of that, writing the rows', rate(importing - reading), `COPY ${rate(copying)}`, copying / (importing - reading))
    console.log(
      `  (${write(meds)} serials in one document, ${write(middle('rows'))} rows in all tables; reference: a superuser's COPY of every row that the import wrote, same indexes, ordinary foreign keys, file order, one transaction; the middle of ${ROUNDS} rounds of each)`,
    )
  } finally {
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Imports one document with `meds` meds for a new customer. Returns the duration of the whole import and that of the reading, in seconds. */
export async function importOnce(ownerUrl: string, dir: string, meds: number): Promise<{ importSeconds: number; readSeconds: number }> {
  const pool = openPool(ownerUrl, 'seriatim_app', 4)
  const systemPool = openPool(ownerUrl, 'seriatim_system', 2)
  try {
    return await importWith({ pool, systemPool }, dir, meds)
  } finally {
    // Close the pools before the server stops; otherwise their error would hide why the import failed.
    await pool.end()
    await systemPool.end()
  }
}

async function importWith({ pool, systemPool }: Record<'pool' | 'systemPool', ReturnType<typeof openPool>>, dir: string, meds: number) {
  const now = new Date()
  const { customerId, session: scope } = await makeBenchCustomer(systemPool)
  const storage = createStorage({ kind: 'folder', dir: join(dir, 'files') })
  const document = makeDocument({ meds, perCase: 48, casesPerPallet: 40, now, serialSeed: 'bench', instanceIdentifier: 'BENCH-1' })
  const stored = await storage.put(customerId, Readable.from(document, { objectMode: false }))
  const uploadId = await withCustomer(openDb(pool), scope, 'read write', (tx) =>
    insertUpload(tx, {
      ...stored,
      createdById: scope.userId,
      filename: 'bench.xml',
      contentType: 'application/xml',
      status: 'processing',
      kind: 'waiting',
      facts: '{}',
      createdAt: now,
    }),
  )
  const file = await storage.local(customerId, stored.sha256)
  const options = { now, owners: new Map<string, number>(), onProgress: async () => {} }
  await readDocument(file.path, false, options) // warm-up: a server's reading thread has also read documents before
  const began = performance.now()
  const read = await readDocument(file.path, false, options)
  const readSeconds = seconds(began)
  await withBulk(
    pool,
    scope,
    (tx, client) => importDocument(tx, client, { customerId, uploadId, read, isSettled: false, now, seconds: readSeconds }),
    listeners,
  )
  const importSeconds = seconds(began)
  await file.release()
  return { importSeconds, readSeconds }
}

/** Parent tables. Their rows are inserted before timing starts, because they existed before the timed import as well. */
const PARENTS = ['customer', 'user', 'location']

function copyAll(fromUrl: string, toUrl: string): Promise<{ copySeconds: number; rows: number }> {
  return withClient(fromUrl, (source) =>
    withClient(toUrl, async (target) => {
      const parts = new Map<string, Buffer[]>()
      for (const table of [...PARENTS, ...TABLES]) parts.set(table, await source.query(copyTo(`copy "${table}" to stdout`)).toArray())
      const copy = async (tables: readonly string[]) => {
        let rows = 0
        await target.query('begin')
        for (const table of tables) {
          const stream = target.query(copyFrom(`copy "${table}" from stdin`))
          await pipeline(Readable.from(parts.get(table) ?? []), stream)
          rows += stream.rowCount ?? 0
        }
        await target.query('commit')
        return rows
      }
      await copy(PARENTS)
      let rows = 0
      const ms = await time(async () => {
        rows = await copy(TABLES)
      })
      return { copySeconds: ms / 1000, rows }
    }),
  )
}
