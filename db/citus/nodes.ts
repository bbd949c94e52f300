import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

/** A coordinator and two workers on this machine, for tests and drills. Their data doesn't survive a power cut. */
export interface CitusNodes {
  /** Connection URLs of the superuser, the coordinator's first. They are the argument for `createCitusDatabase`. */
  urls: readonly string[]
  /** Starts one more machine without registering it with the coordinator. Returns its index in `urls`. */
  add(): Promise<number>
  /** Kills a machine, as a power cut would. */
  kill(node: number): Promise<void>
  start(node: number): Promise<void>
  stop(): Promise<void>
}

const NODES = 3
const HOST = '127.0.0.1'
const run = promisify(execFile)

/**
 * Starts a Citus cluster of three servers in a temporary folder. @param bin folder of initdb and postgres of a PostgreSQL with Citus, such as
 * `/usr/lib/postgresql/15/bin`. @param shards number of shards per table.
 */
export async function startCitus(bin: string, { shards = 32 } = {}): Promise<CitusNodes> {
  const dir = await mkdtemp(join(tmpdir(), 'seriatim-citus-'))
  // PostgreSQL refuses to run as root.
  const as: Partial<SystemUser> = process.getuid?.() === 0 ? await findPostgresUser() : {}
  if (as.uid !== undefined && as.gid !== undefined) await chown(dir, as.uid, as.gid)
  const nodes: { dir: string; port: number }[] = []
  const urls: string[] = []
  const running = new Map<number, ReturnType<typeof spawn>>()
  const url = (user: string, database: string, at: number) => `postgres://${user}@${HOST}:${nodes[at]?.port}/${database}`

  async function start(at: number): Promise<void> {
    const node = nodes[at]
    if (!node) throw new RangeError(`There is no node ${at}.`)
    const log = await open(`${node.dir}.log`, 'a')
    const child = spawn(join(bin, 'postgres'), ['-D', node.dir], {
      ...as,
      env: { ...process.env, HOME: dir },
      stdio: ['ignore', log.fd, log.fd],
    })
    running.set(at, child)
    await log.close()
    await untilItAnswers(url('postgres', 'postgres', at))
  }

  async function end(at: number, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const child = running.get(at)
    running.delete(at)
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  async function add(): Promise<number> {
    const at = nodes.length
    const node = { dir: join(dir, `node${at}`), port: await findFreePort() }
    nodes.push(node)
    await run(join(bin, 'initdb'), ['-D', node.dir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], as)
    await writeFile(join(node.dir, 'postgresql.auto.conf'), SETTINGS(node.port, dir, shards))
    await start(at)
    await ask(url('postgres', 'postgres', at), 'create role seriatim_owner login createrole')
    urls.push(url('postgres', 'postgres', at))
    return at
  }

  while (nodes.length < NODES) await add()
  return {
    urls,
    add,
    kill: (at) => end(at, 'SIGQUIT'),
    start,
    async stop() {
      for (const at of nodes.keys()) await end(at, 'SIGINT')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Connection strings of a database of the cluster: the owner's and the superuser's, both on the coordinator. */
export interface CitusDatabase {
  ownerUrl: string
  superuserUrl: string
}

/**
 * Creates a database on all nodes of the cluster, owned by `seriatim_owner`, and registers the workers with the coordinator.
 * @param urls connection URLs of the superuser, the coordinator's first.
 */
export async function createCitusDatabase(urls: readonly string[], name: string): Promise<CitusDatabase> {
  const [coordinator = ''] = urls
  await ask(coordinator, `create database ${name} owner seriatim_owner`)
  await ask(inDatabase(coordinator, name), 'create extension citus')
  await ask(inDatabase(coordinator, name), `select citus_set_coordinator_host('${HOST}', ${new URL(coordinator).port})`)
  for (const at of urls.keys()) if (at) await addWorker(urls, name, at)
  return toDatabase(urls, name)
}

/** Creates a database on the first node only and without Citus, as on a single PostgreSQL server. */
export async function createSingleDatabase(urls: readonly string[], name: string): Promise<CitusDatabase> {
  await ask(urls[0] ?? '', `create database ${name} owner seriatim_owner`)
  return toDatabase(urls, name)
}

/**
 * Adds one of the machines in `urls` to a database that already exists on the others: creates the database on it and registers it as a worker with
 * the coordinator. @param at index of the machine in `urls`.
 */
export async function addWorker(urls: readonly string[], name: string, at: number): Promise<void> {
  const [coordinator = '', worker = ''] = [urls[0], urls[at]]
  await ask(worker, `create database ${name} owner seriatim_owner`)
  await ask(inDatabase(worker, name), 'create extension citus')
  await ask(inDatabase(coordinator, name), `select citus_add_node('${HOST}', ${new URL(worker).port})`)
}

/** Forbids connections to a database, on all nodes, so that it can be cloned. */
export async function closeCitusDatabase(urls: readonly string[], name: string): Promise<void> {
  for (const url of urls) await ask(url, `alter database ${name} allow_connections false`)
}

/** Clones a closed database on all nodes, with the same tables in the same places. */
export async function cloneCitusDatabase(urls: readonly string[], template: string, name: string): Promise<CitusDatabase> {
  for (const url of urls) {
    // Citus runs a background process in each of its databases and restarts it whenever it ends. PostgreSQL cannot clone a database in use, so the
    // process is ended just before the clone.
    await ask(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
    await ask(url, `create database ${name} template ${template} owner seriatim_owner`)
  }
  return toDatabase(urls, name)
}

function toDatabase([coordinator = '']: readonly string[], name: string): CitusDatabase {
  const superuserUrl = inDatabase(coordinator, name)
  return { superuserUrl, ownerUrl: superuserUrl.replace('//postgres@', '//seriatim_owner@') }
}

const inDatabase = (url: string, name: string) => url.replace(/[^/]*$/, name)

export async function dropCitusDatabase(urls: readonly string[], name: string): Promise<void> {
  for (const url of urls) await ask(url, `drop database if exists ${name} with (force)`)
}

const SETTINGS = (port: number, socketDir: string, shards: number) => `
port = ${port}
listen_addresses = '${HOST}'
unix_socket_directories = '${socketDir}'
shared_preload_libraries = 'citus'
citus.shard_count = ${shards}
max_connections = 500
max_prepared_transactions = 500
max_locks_per_transaction = 512
shared_buffers = 256MB
max_wal_size = 2GB
wal_level = logical
timezone = 'UTC'
fsync = off
synchronous_commit = off
full_page_writes = off
`

interface SystemUser {
  uid: number
  gid: number
}

async function findPostgresUser(): Promise<SystemUser> {
  const [uid = 0, gid = 0] = await Promise.all(['-u', '-g'].map(async (which) => Number((await run('id', [which, 'postgres'])).stdout)))
  return { uid, gid }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, HOST, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function untilItAnswers(url: string): Promise<void> {
  const end = Date.now() + 60_000
  for (;;) {
    try {
      await ask(url, 'select 1')
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function ask(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
