import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { createSecrets } from '../../apps/api/src/core/secrets.ts'
import { type BackupPlace, makeBackup } from '../../apps/api/src/operate/backup/backup.service.ts'
import { makeKeyFile } from '../../apps/api/src/operate/backup/backup-key.ts'
import { restoreBackup } from '../../apps/api/src/operate/backup/restore.service.ts'
import { createStorage, type Storage } from '../../apps/api/src/outside/storage.ts'
import { findPeak, onDatabase, printRatio, time, withBench, write } from './frame.ts'
import { fillMeds } from './search.ts'

const DOCUMENTS = 200
const DOCUMENT_BYTES = 200_000

/**
 * Backs up `meds` meds and some documents, and restores them into a second, empty database. Both times are compared with PostgreSQL's COPY of the
 * meds alone: out of the database as plain text, and into a table with the same indexes.
 */
export function benchBackup(meds: number): Promise<void> {
  return withBench(async ({ admin, database, dir, customerId }) => {
    await fillMeds(admin, customerId, meds)
    await admin.query('create database restored owner seriatim_owner')
    const identityFile = join(dir, 'key')
    const key = { recipients: [await makeKeyFile(identityFile)], identityFile, passphrase: undefined }
    const toPlace = (name: string, files: string): BackupPlace => ({
      ownerUrl: onDatabase(database.ownerUrl, name),
      storage: createStorage({ kind: 'folder', dir: join(dir, files) }),
      secrets: createSecrets('k'.repeat(32)),
      key,
      log() {},
    })
    const source = toPlace('seriatim', 'files')
    await storeDocuments(admin, customerId, source.storage)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const copyOut = await time(() => pipeline(admin.query(copyTo('copy med to stdout')), nowhere))
    const file = join(dir, 'all.backup')
    let [rows, bytes, backup, restore] = [0, 0, 0, 0]
    const peak = await findPeak(async () => {
      backup = await time(async () => {
        const made = await makeBackup(file, source, new Date())
        rows = made.rows
        bytes = made.bytes
      })
      restore = await time(() => restoreBackup(file, toPlace('restored', 'again')))
    })
    const copyIn = await timeCopyIn(admin, onDatabase(database.superuserUrl, 'seriatim'))
    const seconds = (ms: number) => `${write(ms / 1000, 1)} s`
    printRatio('backup, encrypted', seconds(backup), `COPY out ${seconds(copyOut)}`, copyOut / backup)
    printRatio('restore, every row checked', seconds(restore), `COPY in ${seconds(copyIn)}`, copyIn / restore)
    console.log(
      `  (${write(rows)} rows, ${DOCUMENTS} documents, ${write(bytes / 1e6)} MB in one file, memory at most ${write(peak)} MB above start-up; reference: a superuser's COPY of the meds alone, in plain text, and into a table with the same indexes)`,
    )
  })
}

async function storeDocuments(admin: pg.Client, customerId: number, storage: Storage): Promise<void> {
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

async function timeCopyIn(admin: pg.Client, url: string): Promise<number> {
  await admin.query('create table bare (like med including all)')
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  try {
    return await time(() => pipeline(reader.query(copyTo('copy med to stdout')), admin.query(copyFrom('copy bare from stdin'))))
  } finally {
    await reader.end()
  }
}
