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
import { makeBenchCustomer } from './bench-customer.ts'
import { makeOpenFolder } from './open-folder.ts'

export interface ImportFigures {
  serials: number
  rows: number
  /** From the stored bytes to the committed rows. */
  importSeconds: number
  /** Reading and judging the document, of that. */
  readSeconds: number
  copySeconds: number
}

const seconds = (began: number): number => (performance.now() - began) / 1000
const inDatabase = (url: string, name: string): string => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)

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

/**
 * Imports a generated document, copies the same rows into an empty twin of the database, where every reference is an ordinary foreign key (decision 49), and
 * does both again: the middle of the rounds counts, each in databases of its own.
 */
export async function benchImport(meds: number): Promise<ImportFigures> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  try {
    await migrate(database.ownerUrl)
    await onDatabase(database.superuserUrl, async (admin) => {
      for (let round = 0; round < ROUNDS; round += 1)
        for (const name of ['ours', 'twin']) await admin.query(`create database ${name}${round} template seriatim owner seriatim_owner`)
    })
    const rounds: Omit<ImportFigures, 'serials'>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [ours, twin] = [`ours${round}`, `twin${round}`]
      await onDatabase(inDatabase(database.superuserUrl, twin), makeForeignKeys)
      const imported = await importOnce(inDatabase(database.ownerUrl, ours), dir, meds)
      const copied = await copyAll(inDatabase(database.superuserUrl, ours), inDatabase(database.superuserUrl, twin))
      rounds.push({ ...imported, ...copied })
    }
    const middle = (figure: keyof (typeof rounds)[number]) => rounds.map((round) => round[figure]).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
    return {
      serials: meds,
      rows: middle('rows'),
      importSeconds: middle('importSeconds'),
      readSeconds: middle('readSeconds'),
      copySeconds: middle('copySeconds'),
    }
  } finally {
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Imports one generated document of `meds` into the database of a customer that it makes. */
export async function importOnce(ownerUrl: string, dir: string, meds: number): Promise<{ importSeconds: number; readSeconds: number }> {
  const pool = openPool(ownerUrl, 'seriatim_app', 4)
  const systemPool = openPool(ownerUrl, 'seriatim_system', 2)
  const now = new Date()
  const { customerId, session: scope } = await makeBenchCustomer(systemPool)
  const storage = createStorage({ kind: 'folder', dir: join(dir, 'files') })
  const encoder = new TextEncoder()
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const piece of makeDocument({ meds, perCase: 48, casesPerPallet: 40, now, serialSeed: 'bench', instanceIdentifier: 'BENCH-1' }))
      yield encoder.encode(piece)
  }
  const stored = await storage.put(customerId, bytes())
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
  const options = { now, knownGlns: new Set<string>(), onProgress: async () => {} }
  await readDocument(file.path, false, options) // a server's reading thread has read documents before
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
  await pool.end()
  await systemPool.end()
  return { importSeconds, readSeconds }
}

async function copyAll(fromUrl: string, toUrl: string): Promise<{ copySeconds: number; rows: number }> {
  const source = new pg.Client({ connectionString: fromUrl })
  const target = new pg.Client({ connectionString: toUrl })
  await source.connect()
  await target.connect()
  const parts = new Map<string, Buffer[]>()
  let rows = 0
  for (const table of ['customer', 'user', 'location', ...TABLES]) {
    const chunks: Buffer[] = []
    await pipeline(source.query(copyTo(`copy (select * from "${table}") to stdout`)), async (stream: AsyncIterable<Buffer>) => {
      for await (const chunk of stream) chunks.push(chunk)
    })
    parts.set(table, chunks)
  }
  // The rows' parents are there before the clock runs: the import had them too.
  await target.query('begin')
  for (const table of ['customer', 'user', 'location'])
    await pipeline(Readable.from(parts.get(table) ?? []), target.query(copyFrom(`copy "${table}" from stdin`)))
  await target.query('commit')
  const began = performance.now()
  await target.query('begin')
  for (const table of TABLES) {
    const stream = target.query(copyFrom(`copy "${table}" from stdin`))
    await pipeline(Readable.from(parts.get(table) ?? []), stream)
    rows += stream.rowCount ?? 0
  }
  await target.query('commit')
  const copySeconds = seconds(began)
  await source.end()
  await target.end()
  return { copySeconds, rows }
}
