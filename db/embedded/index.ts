import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Binaries, binariesFor, findBinaries } from './binaries.ts'
import { addressRefused, clusterError, passesByItself, takeTail } from './failure.ts'
import { ensureOwner, initialise, type Passwords, readPasswords } from './initialise.ts'
import { launch, shutDown } from './launch.ts'
import { turnLog } from './log-file.ts'
import { type ClusterPlace, choosePlace } from './place.ts'
import { findOccupant, type Postmaster, pause, readPostmaster } from './postmaster.ts'

export interface EmbeddedOptions {
  /** the application's data folder, such as /x/data; created if missing */
  dataDir: string
  /**
   * Whether data survives a power loss; true by default. `false` is faster and meant for tests: it turns fsync, synchronous_commit and
   * full_page_writes off.
   */
  durable?: boolean
  /** receives progress in sentences for the person at the terminal; default: silence */
  log?: (line: string) => void
  /** additional settings of postgresql.conf that override ours. An adopted server keeps those it was started with */
  settings?: Record<string, string>
}

export interface EmbeddedDatabase {
  /** connection string of the superuser, database `postgres`, over the unix socket or 127.0.0.1 */
  superuserUrl: string
  /**
   * connection string of the role `seriatim_owner`, which owns the database `seriatim` and has CREATEROLE, but is no superuser: the equivalent of
   * DATABASE_URL in production
   */
  ownerUrl: string
  /** contains data/, socket/, postgres.log */
  clusterDir: string
  /** true if a running server was taken over: one left by a killed process, or one that another copy is using */
  adopted: boolean
  /**
   * Shuts the server down in PostgreSQL's fast mode and waits until it has stopped, no matter which process started it. If a shutdown is already
   * running, waits for that one. NOTE: a second copy of the product must exit without calling this when it finds the data in use (advisory lock), or
   * it shuts down the first copy's database.
   */
  stop(): Promise<void>
}

/** Milliseconds that a start waits for an earlier server to disappear. A dead process was seen to keep its pid for 2 s. */
const MAX_WAIT_MS = 15_000
/** Milliseconds that a server may take to recover after a crash or to shut down. */
const RECOVERY_MS = 300_000

const usualSettings = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
}
const carelessSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts the PostgreSQL of the npm package on the cluster of a data folder, creating the cluster if there is none, or takes over a server that
 * already runs there. Resolves when the server accepts queries. Rejects with an error whose message explains why no server could be started or taken
 * over.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined)
  const durable = options.durable ?? true
  const place = await choosePlace(options.dataDir, log)
  const binaries = await binariesFor(await findBinaries(), place.runAs, log)
  await initialise(place, binaries, durable, log)
  const passwords = await readPasswords(place)
  const logFile = join(place.clusterDir, 'postgres.log')
  await turnLog(logFile)
  const settings = { ...usualSettings, ...(durable ? {} : carelessSettings), ...options.settings }
  const running = await run({ place, binaries, passwords, logFile, settings, durable, log })
  await ensureOwner(running.superuserUrl, passwords)

  const turning = setInterval(() => void turnLog(logFile).catch(() => undefined), 600_000)
  turning.unref()
  let stopped: Promise<void> | undefined
  return {
    superuserUrl: running.superuserUrl,
    ownerUrl: makeUrl(running.postmaster, 'seriatim_owner', passwords.owner, 'seriatim'),
    clusterDir: place.clusterDir,
    adopted: running.adopted,
    stop() {
      clearInterval(turning)
      stopped ??= shutDown(running.postmaster.pid, readData(place), logFile)
      return stopped
    },
  }
}

interface Start {
  place: ClusterPlace
  binaries: Binaries
  passwords: Passwords
  logFile: string
  settings: Record<string, string>
  durable: boolean
  log: (line: string) => void
}

interface Running {
  postmaster: Postmaster
  superuserUrl: string
  adopted: boolean
}

function readData(place: ClusterPlace): string {
  return join(place.clusterDir, 'data')
}

/** Connection string for both `pg` and libpq: a socket folder is percent-encoded in place of the host. */
function makeUrl(at: Pick<Postmaster, 'port' | 'socketDir'>, user: string, password: string, database: string): string {
  if (at.socketDir === '') return `postgresql://${user}:${password}@127.0.0.1:${at.port}/${database}`
  return `postgresql://${user}:${password}@${encodeURIComponent(at.socketDir)}:${at.port}/${database}`
}

async function run(start: Start): Promise<Running> {
  const { place, logFile, log } = start
  const dataDir = readData(place)
  let allowSocket = true
  let deadline = Date.now() + MAX_WAIT_MS
  for (let said = false; ; ) {
    const found = await takeOver(start)
    if (found === 'wait') deadline = Date.now() + MAX_WAIT_MS
    else if (found !== 'free') return found

    if (found === 'free') {
      const launched = await launch({ ...start, allowSocket, recoveryMs: RECOVERY_MS })
      if (!('lines' in launched)) {
        const superuserUrl = makeUrl(launched, 'postgres', start.passwords.superuser, 'postgres')
        return { postmaster: launched, superuserUrl, adopted: false }
      }
      const patient = passesByItself(launched.lines) || addressRefused(launched.lines)
      if (!patient || Date.now() > deadline) throw clusterError('The database could not start', launched.lines, logFile)
      // The server could not create its socket, because the file system has no sockets or the path is too long. TCP works everywhere.
      if (addressRefused(launched.lines)) allowSocket = false
      await clearForeignPid(dataDir, deadline)
    }
    if (!said) log('an earlier PostgreSQL server on this data is still shutting down; waiting for it')
    said = true
    await pause(200)
  }
}

/**
 * Connects to a live server of this cluster. Returns 'wait' while that server is starting or stopping, and 'free' if there is none, so that this
 * process may start one.
 */
async function takeOver(start: Start): Promise<Running | 'wait' | 'free'> {
  const dataDir = readData(start.place)
  const deadline = Date.now() + RECOVERY_MS
  for (let said = false; ; ) {
    const postmaster = await readPostmaster(dataDir)
    if (!postmaster || (await findOccupant(postmaster.pid, dataDir)) !== 'postgres') return 'free'
    const superuserUrl = makeUrl(postmaster, 'postgres', start.passwords.superuser, 'postgres')
    const state = postmaster.status === 'ready' ? await ask(superuserUrl) : undefined
    if (state && start.durable && !state.durable) {
      start.log('the PostgreSQL server running on this data was started without fsync; restarting it')
      await shutDown(postmaster.pid, dataDir, start.logFile)
      return 'wait'
    }
    if (state) {
      start.log('using the PostgreSQL server that is already running on this data')
      return { postmaster, superuserUrl, adopted: true }
    }
    if (Date.now() > deadline)
      throw clusterError(
        `A PostgreSQL server (process ${postmaster.pid}) is running on this data but does not respond`,
        await takeTail(start.logFile),
        start.logFile,
      )
    if (!said) start.log(`waiting for the PostgreSQL server on this data, which is ${postmaster.status || 'busy'}`)
    said = true
    await pause(100)
  }
}

/**
 * Connects to the running server and asks whether it writes to disk safely (`fsync`). Undefined if the server accepts no connection, or none yet.
 * @throws if it rejects our password.
 */
async function ask(superuserUrl: string): Promise<{ durable: boolean } | undefined> {
  const client = new Client({ connectionString: superuserUrl, connectionTimeoutMillis: 5_000 })
  // A server that is shutting down may drop the connection at any time.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ fsync: string }>('show fsync')
    return { durable: rows[0]?.fsync === 'on' }
  } catch (error) {
    const code = (error as { code?: string }).code // Node's system errors have a code
    if (code === '28P01' || code === '28000')
      throw new Error(`The running PostgreSQL server rejected our password: ${(error as Error).message}`)
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Removes a postmaster.pid whose process id now belongs to another program or to a zombie; otherwise PostgreSQL would take that process for a running
 * server and refuse to start. A start still fails while child processes of the old server are alive, because they hold the data folder's shared
 * memory.
 */
async function clearForeignPid(dataDir: string, deadline: number): Promise<void> {
  const postmaster = await readPostmaster(dataDir)
  if (!postmaster) return
  const occupant = await findOccupant(postmaster.pid, dataDir)
  const unburied = occupant === 'zombie' && Date.now() > deadline - MAX_WAIT_MS / 2
  if (occupant === 'stranger' || unburied) await unlink(join(dataDir, 'postmaster.pid')).catch(() => undefined)
}
