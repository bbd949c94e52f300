import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { migrate, readMigrations } from '@seriatim/db/migrate'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { createSecrets } from '../../src/core/secrets.ts'
import { sealJob } from '../../src/domains/audit/audit-seal.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { ArchiveWriter, readArchive } from '../../src/operate/backup/archive.ts'
import { type BackupMade, type BackupPlace, makeBackup } from '../../src/operate/backup/backup.service.ts'
import { type BackupKey, makeDecrypter, makeEncrypter, makeKeyFile } from '../../src/operate/backup/backup-key.ts'
import { checkBackup } from '../../src/operate/backup/check.service.ts'
import { restoreBackup } from '../../src/operate/backup/restore.service.ts'
import { createStorage, type Storage, wholeBytes } from '../../src/outside/storage.ts'
import { seedDemo } from '../../src/seed/demo.ts'
import { seedDrugs } from '../../src/seed/demo-drugs.ts'
import { seedDemoExceptions } from '../../src/seed/demo-exceptions.ts'
import { seedDemoPartners } from '../../src/seed/demo-partners.ts'
import { seedRecalls } from '../../src/seed/demo-recalls.ts'
import { seedDemoSubscriptions } from '../../src/seed/demo-subscriptions.ts'
import { useTestDb } from '../fixtures.ts'
import { databaseUrl } from '../global-setup.ts'
import { addOrder, newCustomer, type TestCustomer } from '../make.ts'
import { startS3 } from '../outside/s3-server.ts'
import { ask, type BackupTarget, openTarget, readContents, readShape } from './backup-target.ts'

const t = useTestDb()
let dir: string
let key: BackupKey
let source: BackupPlace
let file: string
let made: BackupMade
let customer: TestCustomer
/** The contents of the database when the backup was made, to compare with the restored database. */
let contents: Awaited<ReturnType<typeof readContents>>
const targets: BackupTarget[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'seriatim-backup-'))
  const identityFile = join(dir, 'key.txt')
  key = { recipients: [await makeKeyFile(identityFile)], identityFile, passphrase: undefined }
  source = { ownerUrl: t.ownerUrl, storage: t.deps.storage, secrets: t.deps.secrets, key, log() {} }
  await seedDemo(t.deps.system)
  await seedDemoSubscriptions(t.deps.system, t.clock.now())
  await seedDemoPartners(t.deps.system, t.clock.now())
  await seedDrugs(t.deps.systemPool)
  await seedRecalls(t.deps)
  await seedDemoExceptions(t.deps)
  customer = await newCustomer(t)
  await addOrder(customer, { meds: 300 })
  await t.runJobs()
  await sealJob.run({}, t.deps as unknown as JobContext) // the scheduled job needs only the program's dependencies
  // This change queues a job, which is then still waiting when the backup begins.
  await t.as(customer.staff).settings.updateOthersettings({ suspectMedEmailAddress: 'first@mail.tst' })
  await t.query(`select graphile_worker.add_job('audit.seal', '{"input":{}}', run_at => now() + interval '1 day')`)
  file = join(dir, 'whole.backup')
  made = await makeBackup(file, source, t.clock.now())
  contents = await readContents(superuser())
})
afterEach(async () => {
  for (const target of targets.splice(0)) await target.close()
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const superuser = () => databaseUrl(inject('postgres').superuserUrl, t.ownerUrl.replace(/.*\//, ''))

async function open(): Promise<BackupTarget> {
  const target = await openTarget(t, key)
  targets.push(target)
  return target
}

/** Writes a copy of the backup with modified bytes. */
async function spoil(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, change(await readFile(file)))
  return path
}

type Change = (name: string, text: string) => string | undefined

/** Rewrites the backup with changed parts, encrypted to the same key, as anybody with the public key can do. */
async function rewrite(change: Change): Promise<string> {
  const path = join(dir, 'rewritten.backup')
  await rm(path, { force: true })
  const archive = await ArchiveWriter.open(path, makeEncrypter(key))
  for await (const { name, body } of readArchive(file, await makeDecrypter(key))) {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    const text = change(name, Buffer.concat(chunks).toString('latin1'))
    if (text === undefined) continue
    const bytes = Buffer.from(text, 'latin1')
    await archive.add(name, bytes.byteLength, wholeBytes(bytes))
  }
  await archive.close()
  return path
}

const countTables = async ({ superuserUrl }: BackupTarget) =>
  (await ask(superuserUrl, `select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)).length

describe('a backup', () => {
  test('restores every table, document and sequence into an empty database with the same schema', async () => {
    const target = await open()
    const restored = await restoreBackup(file, target.place)
    expect(await readContents(target.superuserUrl)).toEqual(contents)
    expect(Object.keys(contents).length).toBe(restored.tables)
    expect(await readShape(target.superuserUrl)).toBe(await readShape(superuser()))
    expect(restored).toMatchObject({ rows: made.rows, lost: [], migrations: [], trail: { broken: [] } })
    expect(restored.documents).toBeGreaterThan(1)
    expect(restored.trail.seals).toBeGreaterThan(0)
    for (const { customer_id, sha256 } of await ask<{ customer_id: string; sha256: string }>(
      target.superuserUrl,
      'select customer_id, sha256 from epcis_document',
    ))
      expect(await target.place.storage.size(Number(customer_id), sha256)).toBe(await t.deps.storage.size(Number(customer_id), sha256))
    const { rows, documents, documentBytes, tables } = restored
    expect(await checkBackup(file, key)).toEqual({ madeAt: restored.madeAt, tables, rows, documents, documentBytes, lost: [] })
    const again = await makeBackup(join(dir, 'again.backup'), target.place, t.clock.now())
    // The hashes of the tables are not compared, because they depend on the order in which the server returns the rows.
    expect(again.manifest).toEqual({ ...made.manifest, tables: expect.anything() })
    expect(again.rows).toBe(made.rows)
  })

  test('keeps customers separate and the trail immutable after the restore', async () => {
    const target = await open()
    await restoreBackup(file, target.place)
    expect(await ask(target.place.ownerUrl, 'select from med')).toEqual([])
    await expect(ask(target.superuserUrl, 'delete from audit')).rejects.toThrow('The audit trail is never changed.')
    await expect(ask(target.superuserUrl, `update med set epcis_med_vocabulary_id = 999999`)).rejects.toThrow('foreign key')
  })

  test('of an older version is restored into the tables of that version, which are then migrated', async () => {
    const [old, target] = [await open(), await open()]
    await migrate(old.place.ownerUrl, undefined, '0016-trading-partner.sql')
    const path = join(dir, 'older.backup')
    await makeBackup(path, old.place, t.clock.now())
    expect(await restoreBackup(path, target.place)).toMatchObject({
      migrations: (await readMigrations()).map(({ name }) => name).slice(16),
      rows: expect.any(Number),
    })
    expect(await ask(target.superuserUrl, 'select name from state')).toHaveLength(56)
    const newer = await open()
    await migrate(newer.place.ownerUrl)
    await expect(restoreBackup(path, newer.place)).rejects.toThrow(/newer than the backup/)
  })

  test('with a dangling reference is not restored', async () => {
    const [broken, target] = [await open(), await open()]
    await restoreBackup(file, broken.place)
    await ask(broken.superuserUrl, 'alter table epcis_med_vocabulary disable trigger all')
    await ask(broken.superuserUrl, 'delete from epcis_med_vocabulary')
    const path = join(dir, 'broken.backup')
    await makeBackup(path, broken.place, t.clock.now())
    await expect(restoreBackup(path, target.place)).rejects.toThrow(/damaged: .*med__vocabulary/)
    expect(await ask(target.superuserUrl, 'select from med')).toEqual([])
  })

  test('is one encrypted file, readable by its owner only, and never overwrites another', async () => {
    const bytes = await readFile(file)
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(bytes.includes('Park Avenue')).toBe(false)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(makeBackup(file, source, t.clock.now())).rejects.toThrow(/already exists/)
    expect((await readdir(dir)).filter((name) => name.endsWith('.half'))).toEqual([])
  })

  test('that fails leaves no file, and reports whether the store or the disk failed', async () => {
    const place = join(dir, 'nowhere', 'file.backup')
    await expect(makeBackup(place, source, t.clock.now())).rejects.toThrow(/cannot be written/)
    const broken = {
      ...t.deps.storage,
      get: async () => Readable.from(failing()),
    }
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10)
      throw new Error('The store went away.')
    }
    const path = join(dir, 'failed.backup')
    await expect(makeBackup(path, { ...source, storage: broken }, t.clock.now())).rejects.toThrow('The store went away.')
    expect((await readdir(dir)).filter((name) => name.startsWith('failed'))).toEqual([])
  })

  test('can be opened with a passphrase too', async () => {
    const path = join(dir, 'passphrase.backup')
    const words = { recipients: [], identityFile: undefined, passphrase: 'seven plain words are enough' }
    await makeBackup(path, { ...source, key: words }, t.clock.now())
    const target = await open()
    await expect(restoreBackup(path, { ...target.place, key: { ...words, passphrase: 'another passphrase' } })).rejects.toThrow(
      /This key does not open/,
    )
    expect(await restoreBackup(path, { ...target.place, key: words })).toMatchObject({ rows: made.rows })
  })

  test('is a consistent snapshot, whatever is written in the meantime', async () => {
    const before = await readContents(superuser())
    let isWritten = false
    const size: Storage['size'] = async (customerId, sha256) => {
      if (!isWritten) await t.as(customer.staff).settings.updateOthersettings({ suspectMedEmailAddress: 'second@mail.tst' })
      isWritten = true
      return t.deps.storage.size(customerId, sha256)
    }
    const path = join(dir, 'busy.backup')
    await makeBackup(path, { ...source, storage: { ...t.deps.storage, size } }, t.clock.now())
    const target = await open()
    await restoreBackup(path, target.place)
    expect(isWritten).toBe(true)
    expect(await readContents(superuser())).not.toEqual(before)
    expect(await readContents(target.superuserUrl)).toEqual(before)
  })

  test('of a folder can be restored into an S3 store, from which another backup can be made', async () => {
    const server = await startS3(join(dir, 's3'))
    try {
      const storage = createStorage({
        kind: 's3',
        endpoint: `http://127.0.0.1:${server.port}`,
        region: 'us-east-1',
        bucket: server.bucket,
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
        forcePathStyle: true,
        tempDir: join(dir, 's3-temp'),
      })
      const target = await open()
      const place = { ...target.place, storage }
      expect(await restoreBackup(file, place)).toMatchObject({ documents: made.manifest.documents.amount, lost: [] })
      const again = await makeBackup(join(dir, 's3.backup'), place, t.clock.now())
      expect(again.manifest.documents).toEqual(made.manifest.documents)
    } finally {
      await server.close()
    }
  })

  test('lists the documents that are missing from the store, and is restored without them', async () => {
    const [lost] = await t.query<{ customer_id: string; sha256: string }>('select customer_id, sha256 from epcis_document limit 1')
    const { sha256 = '', customer_id = '' } = lost ?? {}
    const storage = {
      ...t.deps.storage,
      size: (customerId: number, wanted: string) => t.deps.storage.size(customerId, wanted === sha256 ? '0'.repeat(64) : wanted),
    }
    const path = join(dir, 'lost.backup')
    const { manifest } = await makeBackup(path, { ...source, storage }, t.clock.now())
    expect(manifest.lost).toEqual([{ customerId: Number(customer_id), sha256, why: 'absent' }])
    const target = await open()
    expect((await restoreBackup(path, target.place)).lost).toEqual(manifest.lost)
  })
})

test('a backup includes a large table and more documents than one batch', async () => {
  const ids = [customer.customerId, customer.staff.userId]
  await t.query(
    `insert into audit (customer_id, at, user_id, action, subject, detail)
     select $1, now(), $2, 'user.updateSetting', 'user', jsonb_build_object('before', repeat(md5(n::text), 8)) from generate_series(1, 20000) n`,
    ids,
  )
  await t.query(
    `insert into upload (customer_id, created_by_id, filename, content_type, size, sha256, status, kind, facts, created_at)
     select $1, $2, 'gone.xml', 'application/xml', 1, encode(sha256(n::text::bytea), 'hex'), 'refused', 'malformed', '{}', now() from generate_series(1, 1001) n`,
    ids,
  )
  const path = join(dir, 'large.backup')
  const { manifest } = await makeBackup(path, source, t.clock.now())
  expect(manifest.lost).toHaveLength(1001)
  let parts = 0
  for await (const { name, body } of readArchive(path, await makeDecrypter(key))) {
    if (name.startsWith('tables/public.audit/')) parts += 1
    for await (const _ of body);
  }
  expect(parts).toBeGreaterThan(1)
  const target = await open()
  await restoreBackup(path, target.place)
  expect(await readContents(target.superuserUrl)).toEqual(await readContents(superuser()))
})

describe('a restore refuses', () => {
  test('a truncated file, wherever it was cut', async () => {
    const target = await open()
    for (const part of [0, 0.001, 0.3, 0.9]) {
      const path = await spoil('cut.backup', (bytes) => bytes.subarray(0, Math.floor(bytes.length * part)))
      await expect(restoreBackup(path, target.place)).rejects.toThrow(/damaged/)
    }
    const short = await spoil('cut.backup', (bytes) => bytes.subarray(0, -1))
    await expect(restoreBackup(short, target.place)).rejects.toThrow(/damaged or incomplete/)
    // The failed attempts left nothing behind, so the whole file can be restored.
    expect(await restoreBackup(file, target.place)).toMatchObject({ rows: made.rows })
  })

  test('a file in which one bit was changed, and stores none of its rows', async () => {
    const target = await open()
    for (const part of [0.02, 0.5, 0.95]) {
      const path = await spoil('changed.backup', (bytes) => {
        const at = Math.floor(bytes.length * part)
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
        return bytes
      })
      await expect(restoreBackup(path, target.place)).rejects.toThrow(/damaged or incomplete/)
      const rows = (await countTables(target)) ? await ask(target.superuserUrl, 'select from customer') : []
      expect(rows).toEqual([])
    }
  })

  test('a file made with another key or SECRET_KEY, any file if the key is missing, and a file that is not a backup', async () => {
    const target = await open()
    const identityFile = join(dir, 'other.txt')
    await makeKeyFile(identityFile)
    await expect(restoreBackup(file, { ...target.place, key: { ...key, identityFile } })).rejects.toThrow(/This key does not open/)
    await expect(restoreBackup(file, { ...target.place, key: { ...key, identityFile: undefined } })).rejects.toThrow(/BACKUP_IDENTITY_FILE/)
    const secrets = createSecrets('another key of thirty-two letters')
    await expect(restoreBackup(file, { ...target.place, secrets })).rejects.toThrow(/another SECRET_KEY/)
    const text = join(dir, 'text.backup')
    await writeFile(text, 'no backup at all')
    await expect(restoreBackup(text, target.place)).rejects.toThrow(/is not a Seriatim backup/)
    await expect(restoreBackup(join(dir, 'nowhere'), target.place)).rejects.toThrow(/cannot be read/)
    expect(await countTables(target)).toBe(0)
    const forced = await restoreBackup(file, { ...target.place, secrets }, { isKeyIgnored: true })
    expect(forced.trail.broken.length).toBeGreaterThan(0)
  })

  test('backups that were forged with the public key: truncated, without documents, with changed rows, or with a newer schema', async () => {
    const target = await open()
    const refuse = async (change: Change, sentence: RegExp) =>
      expect(restoreBackup(await rewrite(change), target.place)).rejects.toThrow(sentence)
    const checked = async (change: Change) => checkBackup(await rewrite(change), key)
    const replace = (part: RegExp, from: string, to: string) => (name: string, text: string) =>
      part.test(name) ? text.replace(from, to) : text
    await refuse((name, text) => (name === 'manifest.json' ? undefined : text), /its end is missing/)
    await refuse((name, text) => (name.startsWith('documents/') ? undefined : text), /its documents are not the ones/)
    await refuse(replace(/^head/, '0017-recall.sql', '9999-later.sql'), /newer version of Seriatim: it has 9999-later.sql/)
    await refuse(replace(/^head/, '"checksum":"', '"checksum":"0'), /does not match this program/)
    await refuse(replace(/^head/, '"columns":["', '"columns":["more","'), /do not match this program/)
    await refuse(replace(/^head/, '"format":1', '"format":2'), /not a Seriatim backup, or was made by a newer version/)
    await refuse(replace(/^tables.public\.state/, 'Alabama', 'Alabema'), /table public.state does not match what was backed up/)
    await refuse(
      (name, text) => (name.startsWith('tables/public.state/') ? undefined : text),
      /table public.state does not match what was backed up/,
    )
    await refuse(replace(/^tables.public\.customer\//, '\t', '\tmore\t'), /The table public.customer could not be loaded/)
    // A large table that is invalid from its first row: the server refuses it before most rows are sent, and the restore must still report this
    // fault.
    await refuse(
      (name, text) => (name.startsWith('tables/public.customer/') ? 'more\n'.repeat(5_000_000) : text),
      /The table public.customer could not be loaded/,
    )
    await expect(checked(replace(/^tables.public\.state/, 'Alabama', 'Alabema'))).rejects.toThrow(
      /table public.state does not match what was backed up/,
    )
    expect(await ask(target.superuserUrl, 'select from customer union all select from login')).toEqual([])
    expect(await restoreBackup(file, target.place)).toMatchObject({ rows: made.rows })
  })

  test('a database that is in use, and leaves it unchanged', async () => {
    const before = await readContents(superuser())
    await expect(restoreBackup(file, source)).rejects.toThrow(/in use: it has customers/)
    expect(await readContents(superuser())).toEqual(before)
    const target = await open()
    await ask(target.superuserUrl, 'create table other (id int)')
    await expect(restoreBackup(file, target.place)).rejects.toThrow(/do not belong to Seriatim/)
  })
})

test('a backup cannot be made without a key', async () => {
  const none = { recipients: [], identityFile: undefined, passphrase: undefined }
  const path = join(dir, 'open.backup')
  await expect(makeBackup(path, { ...source, key: none }, t.clock.now())).rejects.toThrow(/always encrypted/)
  await expect(makeBackup(path, { ...source, key: { ...none, recipients: ['age1nothing'] } }, t.clock.now())).rejects.toThrow(
    /BACKUP_RECIPIENT/,
  )
  const stranger = await identityToRecipient(await generateX25519Identity())
  await makeBackup(path, { ...source, key: { ...none, recipients: [stranger] } }, t.clock.now())
  await expect(restoreBackup(path, source)).rejects.toThrow(/This key does not open/)
})
