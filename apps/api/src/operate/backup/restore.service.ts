import { migrate, readMigrations } from '@seriatim/db/migrate'
import { Client } from 'pg'
import type { Secrets } from '../../core/secrets.ts'
import { WATCHED_CONNECTION } from '../../db/pool.ts'
import { sealKeyId } from '../../domains/audit/seal-hash.ts'
import { readArchive } from './archive.ts'
import type { BackupPlace } from './backup.service.ts'
import { BackupFailure } from './backup-failure.ts'
import { makeDecrypter } from './backup-key.ts'
import type { Checked } from './check.service.ts'
import type { Head } from './manifest.ts'
import { readHead, readParts } from './read-parts.ts'
import { TableLoader } from './table-loader.ts'
import { findCustomerSequence } from './tables.ts'
import { type TrailChecked, verifyTrails } from './trail-check.ts'

export interface RestoreResult extends Checked {
  /** File names of the migrations that are newer than the backup and were applied after loading it. */
  migrations: string[]
  trail: TrailChecked
}

/**
 * Loads a backup into an empty database: documents first, then all tables in one transaction that commits only if every checksum matches and the file
 * was read to its end. A failure before that leaves no rows behind.
 *
 * @param isKeyIgnored also restores under a different SECRET_KEY; data encrypted or sealed with the old key can't be read or verified then.
 * @throws BackupFailure
 */
export async function restoreBackup(path: string, place: BackupPlace, { isKeyIgnored = false } = {}): Promise<RestoreResult> {
  const { ownerUrl, storage, secrets, key, log } = place
  const parts = readArchive(path, await makeDecrypter(key))
  const client = new Client({ connectionString: ownerUrl, application_name: 'seriatim restore', ...WATCHED_CONNECTION })
  // A lost connection makes the pending statement fail, so the error event itself can be ignored.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const about = await readHead(path, parts)
    checkKey(about, secrets, isKeyIgnored)
    await checkVersion(about)
    await checkEmpty(client, about)
    let loader: TableLoader | undefined
    const { manifest, ...documents } = await readParts(path, parts, {
      takeDocument: (customerId, body) => storage.put(customerId, body),
      async takeTable(table, body) {
        loader ??= await beginTables(client, about, place)
        await loader.load(table, body)
      },
    })
    loader ??= await beginTables(client, about, place)
    const rows = await loader.finish(manifest)
    const migrations = await migrate(ownerUrl, log)
    await client.query('analyze')
    log('verifying the audit log')
    const trail = await verifyTrails(ownerUrl, secrets)
    return { madeAt: about.madeAt, tables: about.tables.length, rows, ...documents, lost: manifest.lost, migrations, trail }
  } finally {
    // If the transaction was not committed, closing the connection rolls it back.
    await client.end().catch(() => undefined)
    await parts.return(undefined)
  }
}

async function beginTables(client: Client, about: Head, { ownerUrl, log }: BackupPlace): Promise<TableLoader> {
  log('creating the tables')
  await migrate(ownerUrl, log, about.migrations.at(-1)?.name)
  return TableLoader.begin(client, about)
}

function checkKey({ secretKeyId }: Head, secrets: Secrets, isKeyIgnored: boolean): void {
  if (isKeyIgnored || secretKeyId === sealKeyId(secrets).toString('hex')) return
  throw new BackupFailure(
    'The backup was made on a server with another SECRET_KEY. Set SECRET_KEY to that server’s key (if the variable was not set there, the key is in the file secret-key of that server’s DATA_DIR). If the key is lost, add --other-secret-key: the audit log then cannot be verified, and authenticator apps have to be set up again.',
  )
}

/** @throws BackupFailure if the backup has migrations that this program lacks or whose checksums differ. */
async function checkVersion(about: Head): Promise<void> {
  const known = await readMigrations()
  about.migrations.forEach(({ name, checksum }, at) => {
    if (known[at]?.name === name && known[at].checksum === checksum) return
    const isNewer = !known.some((migration) => migration.name === name)
    throw new BackupFailure(
      isNewer
        ? `The backup was made by a newer version of Seriatim: it has ${name}. Update this program first.`
        : `The backup does not match this program: ${name} differs. Restore with the version that made the backup.`,
    )
  })
}

/** A database counts as empty if it has no tables, or has exactly this backup's tables and never had a customer. */
async function checkEmpty(client: Client, about: Head): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  if (!tables.length) return
  const names = new Set(tables.map(({ name }) => name))
  if (!names.has('migration') || !names.has('customer'))
    throw new BackupFailure('The database contains tables that do not belong to Seriatim. Restore into an empty database.')
  const { rows: used } = await client.query<{ isUsed: boolean }>(
    `select s.is_called or exists (select from login) as "isUsed" from ${await findCustomerSequence(client)} s`,
  )
  if (used[0]?.isUsed !== false)
    throw new BackupFailure('The database is in use: it has customers. Restore into an empty one; nothing was changed.')
  const { rows: applied } = await client.query<{ name: string }>('select name from migration')
  const own = new Set(about.migrations.map(({ name }) => name))
  if (applied.some(({ name }) => !own.has(name)))
    throw new BackupFailure(
      'The tables of the database are newer than the backup. Restore into an empty database; the restore then updates it.',
    )
}
