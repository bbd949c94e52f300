import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startEmbedded } from '@seriatim/db/embedded/index'
import { migrate } from '@seriatim/db/migrate'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { createSecrets } from '../../apps/api/src/core/secrets.ts'
import { openPool } from '../../apps/api/src/db/pool.ts'
import { makeBackup } from '../../apps/api/src/operate/backup/backup.service.ts'
import { makeKeyFile } from '../../apps/api/src/operate/backup/backup-key.ts'
import { restoreBackup } from '../../apps/api/src/operate/backup/restore.service.ts'
import { createStorage } from '../../apps/api/src/outside/storage.ts'
import { makeBenchCustomer } from './bench-customer.ts'
import { makeOpenFolder } from './open-folder.ts'
import { fillMeds } from './search.ts'

interface BackupFigures {
  rows: number
  documents: number
  /** Of the backup's file. */
  megabytes: number
  backupSeconds: number
  /** The meds alone, as plain text to nowhere. */
  copyOutSeconds: number
  /** With indexes, foreign keys and the audit trail's verification. */
  restoreSeconds: number
  /** The meds alone, into a table with the same indexes. */
  copyInSeconds: number
  /** Megabytes of memory above what the program had before. */
  peak: number
}

const DOCUMENTS = 200
const DOCUMENT_BYTES = 200_000

/** Backs up so many meds and some documents, and restores them into a second, empty database. */
export async function benchBackup(meds: number): Promise<BackupFigures> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  const toDatabase = (url: string, name: string) => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
  const systemPool = openPool(database.ownerUrl, 'seriatim_system', 2)
  const admin = new pg.Client({ connectionString: toDatabase(database.superuserUrl, 'seriatim') })
  try {
    await migrate(database.ownerUrl)
    const { customerId } = await makeBenchCustomer(systemPool)
    await admin.connect()
    await fillMeds(admin, customerId, meds)
    await admin.query('create database restored owner seriatim_owner')
    const identityFile = join(dir, 'key')
    const key = { recipients: [await makeKeyFile(identityFile)], identityFile, passphrase: undefined }
    const secrets = createSecrets('k'.repeat(32))
    const source = {
      ownerUrl: database.ownerUrl,
      storage: createStorage({ kind: 'folder', dir: join(dir, 'files') }),
      secrets,
      key,
      log() {},
    }
    await storeDocuments(admin, customerId, source.storage)
    const copyOutSeconds = await time(() => pipeline(admin.query(copyTo('copy med to stdout')), makeDrain()))
    const memory = watchMemory()
    const file = join(dir, 'all.backup')
    const began = performance.now()
    const { rows, bytes, manifest } = await makeBackup(file, source, new Date())
    const backupSeconds = (performance.now() - began) / 1000
    const target = {
      ...source,
      ownerUrl: toDatabase(database.ownerUrl, 'restored'),
      storage: createStorage({ kind: 'folder', dir: join(dir, 'again') }),
    }
    const restoreSeconds = await time(() => restoreBackup(file, target))
    const peak = memory.stop()
    const copyInSeconds = await copyIn(admin, toDatabase(database.superuserUrl, 'seriatim'))
    const figures = { rows, documents: manifest.documents.amount, megabytes: bytes / 1e6 }
    return { ...figures, backupSeconds, copyOutSeconds, restoreSeconds, copyInSeconds, peak }
  } finally {
    await admin.end()
    await systemPool.end()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function storeDocuments(admin: pg.Client, customerId: number, storage: ReturnType<typeof createStorage>): Promise<void> {
  for (let number = 0; number < DOCUMENTS; number += 1) {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(DOCUMENT_BYTES, `document ${number} `)
    }
    const { sha256, size } = await storage.put(customerId, bytes())
    await admin.query(
      `insert into upload (customer_id, created_by_id, filename, content_type, sha256, size, status, kind, facts, created_at)
       select $1, min(id), 'bench.xml', 'application/xml', $2, $3, 'imported', 'waiting', '{}', now() from "user"`,
      [customerId, sha256, size],
    )
  }
}

async function copyIn(admin: pg.Client, url: string): Promise<number> {
  await admin.query('create table bare (like med including all)')
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  try {
    return await time(() => pipeline(reader.query(copyTo('copy med to stdout')), admin.query(copyFrom('copy bare from stdin'))))
  } finally {
    await reader.end()
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

const makeDrain = () => new Writable({ write: (_chunk, _encoding, done) => done() })

function watchMemory(): { stop(): number } {
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  return {
    stop() {
      clearInterval(watch)
      return (peak - before) / 2 ** 20
    },
  }
}
