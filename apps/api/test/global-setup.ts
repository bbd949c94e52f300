import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { LOCKS } from '@seriatim/db/advisory-locks'
import { distribute } from '@seriatim/db/citus/distribute'
import { type CitusNodes, closeCitusDatabase, createCitusDatabase, startCitus } from '@seriatim/db/citus/nodes'
import { type EmbeddedDatabase, startEmbedded } from '@seriatim/db/embedded/index'
import { IN_USE, keep } from '@seriatim/db/embedded/test-keeper'
import { openLogins } from '@seriatim/db/logins'
import { migrate, schemaHash } from '@seriatim/db/migrate'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer
  }
}

/** The data that a test file needs to clone the template. */
export interface TestServer {
  superuserUrl: string
  ownerUrl: string
  template: string
  /** The SECRET_KEY that the installations of all tests have in common, because they share the server and the passwords of its roles. */
  secretKey: string
  /** Nodes of the Citus cluster if the tests run on one (`CITUS_BIN`, docs/scale.md); they have a distributed `CITUS_TEMPLATE`. */
  citus: readonly string[] | undefined
}

/** Lock held while the template is created, so that two concurrent runs create it only once. */
const TEMPLATE = LOCKS.testTemplate

const TEST_KEY = 'the key of all test installations'

export const CITUS_TEMPLATE = 'distributed'

const dataDir = join(import.meta.dirname, '../../../node_modules/.cache/seriatim-test')

interface Running {
  server: TestServer
  close(): Promise<void>
}

/** Vitest loads this file once per project. All projects must share one running server, so its state is stored in `globalThis`. */
const shared = globalThis as { seriatimTests?: { users: number; running?: Promise<Running> | undefined } }
shared.seriatimTests ??= { users: 0 }
const state = shared.seriatimTests

/** The embedded PostgreSQL with a migrated template for the projects `int` and `e2e`; started only once if both run in the same process. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  state.users += 1
  state.running ??= start()
  const { server, close } = await state.running
  project.provide('postgres', server)
  return async () => {
    state.users -= 1
    if (state.users > 0) return
    state.running = undefined
    await close()
  }
}

async function start(): Promise<Running> {
  // Nothing in this database is worth keeping, so a damaged cluster (after a power cut, or because its folder was copied) is recreated.
  const database = await startEmbedded({ dataDir, durable: false }).catch(() => {
    rmSync(dataDir, { recursive: true, force: true })
    return startEmbedded({ dataDir, durable: false })
  })
  const client = new Client({ connectionString: database.superuserUrl, application_name: 'seriatim tests' })
  await client.connect()
  if (await tryLock(client, IN_USE)) {
    await dropLeftovers(client)
    await client.query('select pg_advisory_unlock($1)', [IN_USE])
  }
  await client.query('select pg_advisory_lock_shared($1)', [IN_USE])
  const keeper = keep('shared', dataDir, database.superuserUrl)
  const template = await makeTemplate(client, database)
  await openLogins(database.ownerUrl, TEST_KEY, { mayGive: true })
  const citus = process.env.CITUS_BIN ? await startDistributed(process.env.CITUS_BIN) : undefined
  return {
    server: { superuserUrl: database.superuserUrl, ownerUrl: database.ownerUrl, template, secretKey: TEST_KEY, citus: citus?.urls },
    async close() {
      await citus?.stop()
      await client.end()
      await keeper.release()
    },
  }
}

async function startDistributed(bin: string): Promise<CitusNodes> {
  const nodes = await startCitus(bin, { shards: 2 })
  try {
    const { ownerUrl } = await createCitusDatabase(nodes.urls, CITUS_TEMPLATE)
    await migrate(ownerUrl)
    await distribute(ownerUrl)
    await openLogins(ownerUrl, TEST_KEY, { mayGive: true })
    await closeCitusDatabase(nodes.urls, CITUS_TEMPLATE)
    return nodes
  } catch (error) {
    await nodes.stop()
    throw error
  }
}

async function tryLock(client: Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key])
  return rows[0]?.taken ?? false
}

/** Drops clones of killed runs and templates of other versions of db/. Nobody else uses the server at this point. */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'test\\_%' or (datname like 'template\\_%' and datname <> $1)`,
    [await templateName()],
  )
  for (const { name } of rows) await client.query(`drop database if exists "${name}" with (force)`)
}

async function templateName(): Promise<string> {
  return `template_${await schemaHash()}`
}

async function makeTemplate(client: Client, { ownerUrl }: EmbeddedDatabase): Promise<string> {
  const name = await templateName()
  await client.query('select pg_advisory_lock($1)', [TEMPLATE])
  try {
    const { rows } = await client.query('select from pg_database where datname = $1', [name])
    if (rows.length) return name
    const half = `test_half_${process.pid}`
    await client.query(`create database ${half} owner seriatim_owner`)
    await migrate(databaseUrl(ownerUrl, half))
    await client.query(`alter database ${half} rename to ${name}`)
    return name
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE])
  }
}

/** Replaces the database name in a connection URL. Server and role stay the same. */
export function databaseUrl(url: string, database: string): string {
  return url.replace(/\/[^/]*$/, `/${database}`)
}
