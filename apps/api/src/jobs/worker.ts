import { EventEmitter } from 'node:events'
import { type JobHelpers, Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Deps } from '../call/deps.ts'
import { StorageUnavailableError, UnavailableError } from '../core/unavailable.ts'
import { ConnectionPool } from '../db/connection/connection-pool.ts'
import { withCustomer } from '../db/customer-tx.ts'
import { ClockWatch } from './clock-watch.ts'
import { startCron } from './cron.ts'
import type { Job, JobContext } from './job.ts'
import { openLease } from './lease.ts'
import { wakeOnQueueUnlock } from './queue-wakeup.ts'

export interface Worker {
  /** Waits for running jobs, takes no new ones. */
  stop(): Promise<void>
}

interface Envelope {
  customerId?: number | null
  userId?: number | null
  input?: unknown
}

/** How long a running job may still take when the process is told to end; then it is told to stop, and begins anew at the next start. */
const SHUTDOWN_MS = 30_000

/** How soon the jobs of a process that was killed are taken up again. */
const SWEEP_MS = 5000

/**
 * Takes jobs from the database. The engine works as the owner of its tables; a job works in its customer's scope.
 *
 * @param ownerUrl connection of the database's owner.
 * @param concurrency jobs at a time in each lane.
 */
export async function startWorker(ownerUrl: string, deps: Deps, jobs: readonly Job[], concurrency = 2): Promise<Worker> {
  const lanes = [...Map.groupBy(jobs, ({ lane }) => lane).values()]
  // Its errors are named: what became of a job is written down as soon as a lost database is back, else nobody would take it, nor what waits behind it, for four hours.
  const pool = new ConnectionPool({
    connectionString: ownerUrl,
    max: lanes.length * (concurrency + 2) + 3,
    application_name: 'seriatim jobs',
    connectionTimeoutMillis: 10_000,
    // Without a listener of its own the engine complains at every start.
    onBroken: (error) => deps.log.warn({ err: error }, 'a connection of the job engine broke'),
  })
  const lease = openLease(ownerUrl)
  const warn = (error: unknown) => deps.log.warn({ err: error }, 'the lease of the job engine failed')
  const events: WorkerEvents = new EventEmitter()
  // A job is locked in the name of the pool; of the worker only where there is none.
  events.on('pool:create', ({ workerPool }) => void lease.hold(workerPool.id).catch(warn))
  events.on('worker:create', ({ worker }) => void lease.hold(worker.workerId).catch(warn))
  const endNudges = wakeOnQueueUnlock(events)
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') deps.log.error({ job: message }, 'job engine')
  })
  const runners = await Promise.all(
    lanes.map((lane) =>
      run({
        pgPool: pool,
        events,
        gracefulShutdownAbortTimeout: SHUTDOWN_MS,
        concurrency,
        noHandleSignals: true,
        pollInterval: 1000,
        taskList: makeTaskList(deps, lane),
        logger,
      }),
    ),
  )
  const cron = await startCron(pool, jobs, logger)
  const watch = new ClockWatch()
  let isCronDown = false
  const sweep = setInterval(() => {
    void lease.freeAbandoned().catch(warn)
    if (!watch.hasJumped() && !isCronDown) return
    isCronDown = false
    void cron.restart().catch((error: unknown) => {
      isCronDown = true
      deps.log.error({ err: error }, 'jobs that run by the clock wait for the database')
    })
  }, SWEEP_MS)
  await lease.freeAbandoned().catch(warn)
  return {
    async stop() {
      clearInterval(sweep)
      endNudges()
      await Promise.all([cron.stop(), ...runners.map((runner) => runner.stop())])
      await lease.end()
      await pool.end()
    },
  }
}

/** The jobs as the engine calls them. */
export function makeTaskList(deps: Deps, jobs: readonly Job[]): TaskList {
  return Object.fromEntries(jobs.map((job) => [job.name, (envelope, helpers) => runJob(job, envelope as Envelope, helpers, deps)])) // what `addJob` writes
}

async function runJob(job: Job, envelope: Envelope, helpers: JobHelpers, deps: Deps): Promise<void> {
  const row = helpers.job
  const customerId = envelope.customerId ?? null
  const userId = envelope.userId ?? null
  const isLastAttempt = row.attempts >= Math.min(row.max_attempts, job.attempts)
  const context: JobContext = {
    ...deps,
    customerId,
    userId,
    attempt: row.attempts,
    isLastAttempt,
    signal: helpers.abortSignal ?? new AbortController().signal,
    inTx: (access, work) => {
      if (customerId === null) throw new Error(`${job.name} has no customer.`)
      return withCustomer(deps.db, { customerId, userId, scope: 'all', locationIds: [] }, access, work)
    },
  }
  if (row.attempts > DEATHS) return abandon(job, envelope, helpers, context)
  try {
    await job.run(envelope.input, context)
  } catch (error) {
    // Where the database itself is away, the try counts.
    const isRefused = error instanceof StorageUnavailableError && error.isRefused
    if (await isReplaced(helpers)) return deps.log.warn({ err: error, job: job.name, id: row.id }, 'job failed, a newer one does its work')
    if (error instanceof UnavailableError) await forgive(helpers, isRefused ? REFUSED_MINUTES : 0).catch(() => undefined)
    const isGivenUp = isLastAttempt && !(error instanceof UnavailableError)
    const said = { err: error, job: job.name, id: row.id, attempt: row.attempts }
    if (isGivenUp) deps.log.error(said, 'job given up')
    else if (isRefused) deps.log.error(said, `THE STORAGE DOES NOT LET US IN: the job is tried again every ${REFUSED_MINUTES} minutes`)
    else deps.log.warn(said, 'job failed, will be tried again')
    if (!isGivenUp) throw error
  }
}

/** No job is tried so often unless its process ends each time (`lease.ts`): then it is what ends it. */
const DEATHS = 20

/**
 * Given up for good: its row stays where it is counted (`graphile_worker.list_given_up`), and nobody takes it any more. People are told first: where
 * that fails it comes here again, after the longest pause of the engine.
 */
async function abandon(job: Job, { input }: Envelope, { withPgClient, job: row }: JobHelpers, context: JobContext): Promise<void> {
  const why = 'job given up: the process ended each time while it ran'
  const setAttempts = (value: 'max_attempts' | typeof DEATHS) =>
    withPgClient((client) => client.query(`update graphile_worker._private_jobs set attempts = ${value} where id = $1`, [row.id]))
  context.log.error({ job: job.name, id: row.id, attempt: row.attempts, customerId: context.customerId }, why)
  try {
    await job.abandon?.(input, context)
  } catch (error) {
    await setAttempts(DEATHS).catch(() => undefined)
    throw error
  }
  await setAttempts('max_attempts')
  throw new Error(why)
}

/** While it ran another one was put into the queue under its key: the engine counts this one as over, and its failure is nobody's to mend. */
async function isReplaced({ withPgClient, job }: JobHelpers): Promise<boolean> {
  if (job.key === null) return false
  const text = 'select from graphile_worker._private_jobs where id = $1 and key is null'
  return withPgClient(async (client) => (await client.query(text, [job.id])).rowCount === 1).catch(() => false)
}

/** So many tries a job has behind it then, whatever it had; the engine waits e² seconds after the second one. */
const FORGIVEN_TRIES = 2

/** What a storage refuses it refuses in a moment too: people have to mend it. */
const REFUSED_MINUTES = 15

/** A try that failed because something was away does not count. */
async function forgive({ withPgClient, job }: JobHelpers, pauseMinutes: number): Promise<void> {
  await withPgClient((client) =>
    client.query(
      `update graphile_worker._private_jobs set attempts = least(attempts, $2), run_at = greatest(run_at, now() + make_interval(mins => $3)) where id = $1`,
      [job.id, FORGIVEN_TRIES, pauseMinutes],
    ),
  )
}
