import { createHash } from 'node:crypto'
import { readMigrations } from '@seriatim/db/migrate'
import { formatAmount } from '@seriatim/schema'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Secrets } from '../../core/secrets.ts'
import { WATCHED_CONNECTION } from '../../db/pool.ts'
import { sealKeyId } from '../../domains/audit/seal-hash.ts'
import { NotStoredError, type Storage, wholeBytes } from '../../outside/storage.ts'
import { ArchiveWriter } from './archive.ts'
import { BackupFailure } from './backup-failure.ts'
import { type BackupKey, makeEncrypter } from './backup-key.ts'
import { HEAD_PART, type Head, type LostDocument, MANIFEST_PART, type Manifest, toDocumentPart, toTablePart } from './manifest.ts'
import {
  listCustomers,
  listTables,
  pickDocumentColumns,
  qualifyName,
  quote,
  readSequences,
  SETTINGS,
  type StoredTable,
  setCustomer,
  toSql,
} from './tables.ts'

export interface BackupPlace {
  ownerUrl: string
  storage: Storage
  secrets: Secrets
  key: BackupKey
  log: (line: string) => void
}

export interface BackupMade {
  manifest: Manifest
  rows: number
  /** Size of the backup file. */
  bytes: number
}

/** Maximum size in bytes of one part of a table. A tar entry states its size before its bytes, so each part must fit in memory. */
const PART_BYTES = 4 * 2 ** 20
const DOCUMENTS_AT_A_TIME = 500

/**
 * Writes everything that the server stores into one encrypted file: a snapshot of every table, taken while the server runs, and every document that
 * it references.
 *
 * @throws BackupFailure
 */
export async function makeBackup(path: string, { ownerUrl, storage, secrets, key, log }: BackupPlace, now: Date): Promise<BackupMade> {
  const encrypter = makeEncrypter(key)
  const client = new Client({ connectionString: ownerUrl, application_name: 'seriatim backup', ...WATCHED_CONNECTION })
  // A lost connection fails the pending statement, so this event can be ignored.
  client.on('error', () => undefined)
  await client.connect()
  const archive = await ArchiveWriter.open(path, encrypter).catch(async (error: unknown) => {
    await client.end()
    throw error
  })
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(SETTINGS)
    const tables = await listTables(client)
    await addJson(archive, HEAD_PART, await makeHead(client, tables, { secrets, now }))
    const customers = await listCustomers(client)
    const { documents, lost } = await addDocuments(archive, client, { tables, customers, storage })
    log(`${formatAmount(documents.amount, 'document')} of ${formatAmount(customers.length, 'customer')}`)
    const sums: Manifest['tables'] = {}
    for (const table of tables) sums[qualifyName(table)] = await addTable(archive, client, { table, customers })
    await client.query('commit')
    const manifest: Manifest = { tables: sums, documents, lost, sequences: await readSequences(client) }
    await addJson(archive, MANIFEST_PART, manifest)
    const bytes = await archive.close()
    return { manifest, rows: Object.values(sums).reduce((sum, { rows }) => sum + rows, 0), bytes }
  } catch (error) {
    await archive.abandon()
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function makeHead(client: Client, tables: StoredTable[], { secrets, now }: { secrets: Secrets; now: Date }): Promise<Head> {
  const { rows: isMigrated } = await client.query(`select from pg_class where oid = to_regclass('public.migration')`)
  if (!isMigrated.length) throw new BackupFailure('The database is empty: Seriatim has never run on it.')
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration order by name')
  const known = new Set((await readMigrations()).map(({ name }) => name))
  if (migrations.some(({ name }) => !known.has(name)))
    throw new BackupFailure('The database was updated by a newer version of Seriatim. Make the backup with that version.')
  return {
    format: 1,
    madeAt: now.toISOString(),
    secretKeyId: sealKeyId(secrets).toString('hex'),
    migrations,
    tables: tables.map(({ schema, name, columns }) => ({ schema, name, columns })),
  }
}

async function addJson(archive: ArchiveWriter, name: string, value: Head | Manifest): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value))
  await archive.add(name, bytes.byteLength, wholeBytes(bytes))
}

interface Rows {
  table: StoredTable
  customers: readonly number[]
}

async function addTable(archive: ArchiveWriter, client: Client, { table, customers }: Rows): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  const copied = { rows: 0 }
  let waiting: Uint8Array[] = []
  let [size, parts] = [0, 0]
  const flush = async () => {
    parts += 1
    const bytes = Buffer.concat(waiting, size)
    waiting = []
    size = 0
    await archive.add(toTablePart(qualifyName(table), parts), bytes.byteLength, wholeBytes(bytes))
  }
  for await (const chunk of readRows(client, { table, customers }, copied)) {
    hash.update(chunk)
    waiting.push(chunk)
    size += chunk.byteLength
    if (size >= PART_BYTES) await flush()
  }
  if (size) await flush()
  return { rows: copied.rows, sha256: hash.digest('hex') }
}

async function* readRows(client: Client, { table, customers }: Rows, copied: { rows: number }): AsyncGenerator<Buffer> {
  const { customerColumn } = table
  const all = `select ${table.columns.map(quote).join(', ')} from ${toSql(table)}`
  for (const customerId of customerColumn ? customers : [undefined]) {
    if (customerId !== undefined) await setCustomer(client, customerId)
    // A superuser bypasses row security and would see every customer, so this condition limits the rows too.
    const where = customerColumn && customerId !== undefined ? ` where ${quote(customerColumn)} = ${customerId}` : ''
    const stream = client.query(copyTo(`copy (${all}${where}) to stdout`))
    yield* stream as AsyncIterable<Buffer> // the stream yields buffers
    copied.rows += stream.rowCount
  }
}

interface Documents {
  tables: readonly StoredTable[]
  customers: readonly number[]
  storage: Storage
}

/**
 * Adds the stored documents. They precede the rows in the archive, because they are restored first. Files that are stored in the meantime are not
 * referenced by the snapshot.
 */
async function addDocuments(
  archive: ArchiveWriter,
  client: Client,
  { tables, customers, storage }: Documents,
): Promise<Pick<Manifest, 'documents' | 'lost'>> {
  const names = createHash('sha256')
  const lost: LostDocument[] = []
  let [amount, bytes] = [0, 0]
  for (const customerId of customers) {
    await setCustomer(client, customerId)
    for await (const sha256 of listDocuments(client, tables, customerId)) {
      const size = await storage.size(customerId, sha256).catch(passAbsent)
      const stream = size === undefined ? undefined : await storage.get(customerId, sha256).catch(passAbsent)
      if (size === undefined || stream === undefined) {
        lost.push({ customerId, sha256, why: 'absent' })
        continue
      }
      const hash = createHash('sha256')
      const part = toDocumentPart(customerId, sha256)
      await archive.add(part, size, hashBytes(stream as AsyncIterable<Uint8Array>, hash)) // the stream yields bytes
      if (hash.digest('hex') !== sha256) lost.push({ customerId, sha256, why: 'changed' })
      names.update(part)
      amount += 1
      bytes += size
    }
  }
  return { documents: { amount, bytes, sha256: names.digest('hex') }, lost }
}

function passAbsent(error: unknown): undefined {
  if (!(error instanceof NotStoredError)) throw error
}

async function* hashBytes(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

/** Distinct hashes of one customer's stored files. */
async function* listDocuments(client: Client, tables: readonly StoredTable[], customerId: number): AsyncGenerator<string> {
  const selects = pickDocumentColumns(tables).map(
    ({ table, column }) =>
      `select ${quote(column)} as sha256 from ${toSql(table)} where customer_id = ${customerId} and ${quote(column)} is not null`,
  )
  await client.query(`declare document no scroll cursor for ${selects.join(' union ')} order by sha256`)
  for (;;) {
    const { rows } = await client.query<{ sha256: string }>(`fetch ${DOCUMENTS_AT_A_TIME} from document`)
    for (const { sha256 } of rows) yield sha256
    if (rows.length < DOCUMENTS_AT_A_TIME) break
  }
  await client.query('close document')
}
