import { createHash } from 'node:crypto'
import { migrate, readMigrations } from '@seriatim/db/migrate'
import { formatAmount } from '@seriatim/schema'
import { Client } from 'pg'
import { sealKeyId } from '../domains/audit/seal-hash.ts'
import type { Storage } from '../outside/storage.ts'
import type { Secrets } from '../secrets.ts'
import { type ArchivePart, readArchive } from './archive.ts'
import type { BackupPlace } from './backup.service.ts'
import { BackupFailure } from './backup-failure.ts'
import { makeDecrypter } from './backup-key.ts'
import { type Head, head, type LostDocument, type Manifest, manifest, readPartName, toDocumentPart } from './manifest.ts'
import { TableLoader } from './table-loader.ts'
import { findCustomerSequence } from './tables.ts'
import { type TrailChecked, verifyTrails } from './trail-check.ts'

export interface Restored {
  madeAt: string
  tables: number
  rows: number
  documents: number
  documentBytes: number
  lost: LostDocument[]
  /** Applied behind the backup's own. */
  migrations: string[]
  trail: TrailChecked
}

/**
 * Loads a backup into an empty database: documents first, then all tables in one transaction, which ends only when every sum is right and the file was read to
 * its end; whatever goes wrong before leaves no row.
 *
 * @param isKeyIgnored also with another SECRET_KEY than the server had: what was encrypted or sealed with it cannot be read or verified then.
 * @throws BackupFailure
 */
export async function restoreBackup(path: string, place: BackupPlace, { isKeyIgnored = false } = {}): Promise<Restored> {
  const { ownerUrl, storage, secrets, key, log } = place
  const parts = readArchive(path, await makeDecrypter(key))
  const client = new Client({ connectionString: ownerUrl, application_name: 'seriatim restore' })
  // A server that goes away fails the statement that waits.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const about = await readHead(path, await parts.next())
    checkKey(about, secrets, isKeyIgnored)
    await checkVersion(about)
    await checkEmpty(client, about)
    const { loader, found, documents } = await loadParts(path, parts, { about, client, storage, ownerUrl, log })
    await loader.finish(found)
    const { tables, rows } = loader
    const migrations = await migrate(ownerUrl, log)
    await client.query('analyze')
    log('verifying the audit trail')
    const trail = await verifyTrails(ownerUrl, secrets)
    return { madeAt: about.madeAt, tables, rows, ...documents, lost: found.lost, migrations, trail }
  } finally {
    // Without a commit the server takes everything back.
    await client.end().catch(() => undefined)
    await parts.return(undefined)
  }
}

async function readHead(path: string, { value, done }: IteratorResult<ArchivePart, undefined>): Promise<Head> {
  const parsed = done || readPartName(value.name)?.kind !== 'head' ? undefined : head.safeParse(JSON.parse(await readText(value.body)))
  if (!parsed?.success) throw new BackupFailure(`${path} is not a backup of Seriatim, or one of a newer version.`)
  return parsed.data
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function checkKey({ secretKeyId }: Head, secrets: Secrets, isKeyIgnored: boolean): void {
  if (isKeyIgnored || secretKeyId === sealKeyId(secrets).toString('hex')) return
  throw new BackupFailure(
    'The backup was made with another SECRET_KEY. Set SECRET_KEY to the one of that server (without the variable it is in the file secret-key of its DATA_DIR). If it is lost, add --other-secret-key: the audit trail cannot be verified then, and authenticator apps have to be set up again.',
  )
}

/** @throws BackupFailure when the backup has migrations that this program has not, or has otherwise. */
async function checkVersion(about: Head): Promise<void> {
  const known = await readMigrations()
  about.migrations.forEach(({ name, checksum }, at) => {
    if (known[at]?.name === name && known[at].checksum === checksum) return
    const isNewer = !known.some((migration) => migration.name === name)
    throw new BackupFailure(
      isNewer
        ? `The backup is of a newer version of Seriatim than this program: it has ${name}. Update the program first.`
        : `The backup and this program do not fit together: ${name} is not the same in both. Restore with the version that made the backup.`,
    )
  })
}

/** Empty is a database without tables, or one with the tables of this very backup in which there never was a customer. */
async function checkEmpty(client: Client, about: Head): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  if (!tables.length) return
  const names = new Set(tables.map(({ name }) => name))
  if (!names.has('migration') || !names.has('customer'))
    throw new BackupFailure('The database holds tables that are not of Seriatim. Restore into an empty one.')
  const { rows: used } = await client.query<{ isUsed: boolean }>(
    `select s.is_called or exists (select from login) as "isUsed" from ${await findCustomerSequence(client)} s`,
  )
  if (used[0]?.isUsed !== false)
    throw new BackupFailure('The database is in use: it has customers. Restore into an empty one; nothing was changed.')
  const { rows: applied } = await client.query<{ name: string }>('select name from migration')
  const own = new Set(about.migrations.map(({ name }) => name))
  if (applied.some(({ name }) => !own.has(name)))
    throw new BackupFailure(
      'The tables of the database are newer than the backup. Restore into an empty database; it is updated afterwards.',
    )
}

interface Target {
  about: Head
  client: Client
  storage: Storage
  ownerUrl: string
  log: (line: string) => void
}

interface Loaded {
  loader: TableLoader
  found: Manifest
  documents: { documents: number; documentBytes: number }
}

async function loadParts(path: string, parts: AsyncGenerator<ArchivePart, undefined>, target: Target): Promise<Loaded> {
  const { about, client, storage, ownerUrl, log } = target
  const names = createHash('sha256')
  const changed = new Set<string>()
  const documents = { documents: 0, documentBytes: 0 }
  let loader: TableLoader | undefined
  let found: Manifest | undefined
  for await (const { name, body } of parts) {
    const part = readPartName(name)
    if (part?.kind === 'document') {
      const stored = await storage.put(part.customerId, body)
      if (stored.sha256 !== part.sha256) {
        await storage.delete(part.customerId, stored.sha256)
        changed.add(name)
      }
      names.update(name)
      documents.documents += 1
      documents.documentBytes += stored.size
    } else if (part?.kind === 'table') {
      if (!loader) {
        log(`${formatAmount(documents.documents, 'document')} stored; making the tables`)
        await migrate(ownerUrl, log, about.migrations.at(-1)?.name)
        loader = await TableLoader.begin(client, about)
      }
      await loader.load(part.table, body)
    } else if (part?.kind === 'manifest') found = manifest.parse(JSON.parse(await readText(body)))
    else throw new BackupFailure(`${path} has a part that this program does not know: ${name}. Update the program first.`)
  }
  if (!loader || !found) throw new BackupFailure(`${path} is cut: its end is missing.`)
  const toldChanged = found.lost.filter(({ why }) => why === 'changed').map((each) => toDocumentPart(each.customerId, each.sha256))
  const isWhole = found.documents.amount === documents.documents && found.documents.sha256 === names.digest('hex')
  if (!isWhole || toldChanged.length !== changed.size || toldChanged.some((name) => !changed.has(name)))
    throw new BackupFailure(`${path} is damaged: its documents are not those that were written.`)
  return { loader, found, documents }
}
