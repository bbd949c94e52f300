import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpSchema } from '@seriatim/db/catalogue'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { BackupPlace } from '../../src/operate/backup/backup.service.ts'
import { createStorage } from '../../src/outside/storage.ts'
import { databaseUrl } from '../global-setup.ts'
import type { TestDb } from '../harness.ts'

export interface BackupTarget {
  place: BackupPlace
  superuserUrl: string
  close(): Promise<void>
}

let made = 0

/** Creates an empty database owned by seriatim_owner, and an empty folder for documents. */
export async function openTarget(t: TestDb, key: BackupPlace['key']): Promise<BackupTarget> {
  const server = inject('postgres')
  made += 1
  const name = `test_${process.pid}_${Date.now()}_restore_${made}`
  await ask(server.superuserUrl, `create database ${name} owner seriatim_owner`)
  const dir = await mkdtemp(join(tmpdir(), 'seriatim-restore-'))
  const storage = createStorage({ kind: 'folder', dir })
  const { secrets } = t.deps
  return {
    place: { ownerUrl: databaseUrl(server.ownerUrl, name), storage, secrets, key, log() {} },
    superuserUrl: databaseUrl(server.superuserUrl, name),
    async close() {
      await ask(server.superuserUrl, `drop database ${name} with (force)`)
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Queries as the superuser, who bypasses row security. */
export async function ask<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const TABLES = `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker') order by 1, 2`

/** Row count and hash of every table, independent of row order. */
export async function readContents(url: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for (const { schema, name } of await ask<{ schema: string; name: string }>(url, TABLES)) {
    const [found] = await ask<{ sum: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(r::text), '' order by md5(r::text))), '') as sum from "${schema}"."${name}" r`,
    )
    contents[`${schema}.${name}`] = found?.sum ?? ''
  }
  return contents
}

/** Describes a database's schema as text: tables, policies, grants, functions and triggers. */
export async function readShape(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const triggers = await client.query(
      `select tgrelid::regclass::text as "table", case when tgisinternal then regexp_replace(tgname, '\\d+', '') else tgname end as name, tgenabled
       from pg_trigger order by 1, 2, 3`,
    )
    const valid = await client.query(`select conname from pg_constraint where not convalidated`)
    const indexes = await client.query(`select indexdef from pg_indexes where schemaname = 'graphile_worker' order by indexname`)
    const forced = await client.query(
      `select oid::regclass::text as "table", relrowsecurity, relforcerowsecurity from pg_class where relkind = 'r'
         and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1`,
    )
    return JSON.stringify({ schema: await dumpSchema(client), rest: [triggers, valid, indexes, forced].map(({ rows }) => rows) }, null, 1)
  } finally {
    await client.end()
  }
}
