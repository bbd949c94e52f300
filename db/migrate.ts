import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { LOCKS } from './advisory-locks.ts'
import { splitStatements } from './statements.ts'

const here = import.meta.dirname

const CHANGED =
  'Put the change into a new migration. If this database was created before the first release, recreate it, because migrations were still being rewritten until then.'

export interface Migration {
  name: string
  checksum: string
  sql: string
}

export async function readMigrations(): Promise<Migration[]> {
  const folder = join(here, 'migrations')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, checksum: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
}

/** Hash of everything that determines the schema. The name of the tests' template database contains this hash. */
export async function schemaHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const { checksum } of await readMigrations()) hash.update(checksum)
  for (const file of ['roles.sql', 'jobs.sql']) hash.update(await readFile(join(here, file)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Migrates the database to the newest version; safe to call from many processes at once. @param ownerUrl connection of the role that owns the
 * database (DATABASE_URL). @param through the last migration to apply; default: the newest. @returns names of the migrations that were applied now.
 * @throws if an applied migration's text has changed, if a new one has a lower number than the newest applied one, or if one fails; a failed
 * migration leaves no changes behind.
 */
export async function migrate(ownerUrl: string, log: (line: string) => void = () => {}, through?: string): Promise<string[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrate])
    await client.query(await readFile(join(here, 'roles.sql'), 'utf8'))
    const applied = await applyAll(client, log, through)
    // undefined means no logger, but the option's type does not allow it
    await runMigrations({ connectionString: ownerUrl, logger: undefined as never })
    await client.query(await readFile(join(here, 'jobs.sql'), 'utf8'))
    await beginEra(client)
    return applied
  } finally {
    await client.end()
  }
}

async function applyAll(client: Client, log: (line: string) => void, through: string | undefined): Promise<string[]> {
  await client.query(
    'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  const newest = [...known.keys()].sort().at(-1) ?? ''
  const applied: string[] = []
  for (const migration of await readMigrations()) {
    if (through !== undefined && migration.name > through) break
    const checksum = known.get(migration.name)
    if (checksum === migration.checksum) continue
    if (checksum) throw new Error(`The migration ${migration.name} was changed after it was applied. ${CHANGED}`)
    if (migration.name < newest)
      throw new Error(`The migration ${migration.name} has too low a number: ${newest} was already applied. Give it the next free number.`)
    await applyOne(client, migration)
    log(`applied migration ${migration.name}`)
    applied.push(migration.name)
  }
  return applied
}

async function applyOne(client: Client, { name, checksum, sql }: Migration): Promise<void> {
  const inTransaction = !/^-- no transaction\b/m.test(sql)
  try {
    if (inTransaction) await client.query('begin')
    for (const statement of splitStatements(sql)) await client.query(statement)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    if (inTransaction) await client.query('commit')
  } catch (error) {
    if (inTransaction) await client.query('rollback')
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/**
 * Records in the table `era` that the database runs in another cluster, such as after a restore: transaction ids start again at the beginning there,
 * so the audit trail compares them only within an era (migration 0004).
 */
async function beginEra(client: Client): Promise<void> {
  await client.query(`
    insert into era (system_identifier)
    select here.id from (select system_identifier::text as id from pg_control_system()) as here
    where here.id is distinct from (select system_identifier from era order by id desc limit 1)`)
}
