import { EventEmitter } from 'node:events'
import { type JobHelpers, Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Deps } from '../call/deps.ts'
import { StorageUnavailableError, UnavailableError } from '../core/unavailable.ts'
import { ConnectionPool } from '../db/connection/connection-pool.ts'
import { withCustomer } from '../db/customer-tx.ts'
import { keepTime, readSchedules } from './cron.ts'
import type { Job, JobContext } from './job.ts'
import { openLease } from './lease.ts'
import { isReplaced, keepAsFailed, putOff } from './outcome.ts'
import { wakeOnQueueUnlock } from './queue-wakeup.ts'

export interface Worker {
  /** Takes no new jobs and waits for running ones. */
  stop(): Promise<void>
}

interface Envelope {
  customerId?: number | null
  userId?: number | null
  input?: unknown
}

/** How long a running job may continue during shutdown. After that it is aborted and restarts with the next process. */
const SHUTDOWN_MS = 30_000

/** Interval between searches for abandoned jobs of killed processes and for schedules that are due. */
const SWEEP_MS = 5000

/**
 * Starts to run the jobs that are waiting in the database. The job engine connects as the owner of its tables, but each job sees only its customer's
 * rows.
 * @param ownerUrl connection of the database's owner.
 * @param concurrency number of jobs running at once in each lane.
 */
export async function startWorker(ownerUrl: string, deps: Deps, jobs: readonly Job[], concurrency = 2): Promise<Worker> {
  const lanes = [...Map.groupBy(jobs, ({ lane }) => lane).values()]
  // Our own pool is used because it reconnects and logs: a job's outcome must be recorded as soon as the database is back, or the job and its queue
  // stay locked for four hours.
  const pool = new ConnectionPool({
    connectionString: ownerUrl,
    max: lanes.length * (concurrency + 2) + 1,
    application_name: 'seriatim jobs',
    connectionTimeoutMillis: 10_000,
    // Without a listener the engine logs a warning at every start.
    onBroken: (error) => deps.log.warn({ err: error }, 'a job engine connection was lost'),
  })
  const lease = openLease(ownerUrl)
  const warn = (error: unknown) => deps.log.warn({ err: error }, 'job engine maintenance failed')
  const events: WorkerEvents = new EventEmitter()
  // The lease holds both ids, so that a job belongs to a living worker whether the engine locked it under the id of the worker pool or of the worker.
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
  const schedules = readSchedules(jobs)
  let isSweeping = false
  const sweep = async () => {
    if (isSweeping) return
    isSweeping = true
    await lease.freeAbandoned().catch(warn)
    await keepTime(pool, schedules).catch(warn)
    isSweeping = false
  }
  const timer = setInterval(sweep, SWEEP_MS)
  await sweep()
  return {
    async stop() {
      clearInterval(timer)
      endNudges()
      await Promise.all(runners.map((runner) => runner.stop()))
      await lease.end()
      await pool.end()
    },
  }
}

export function makeTaskList(deps: Deps, jobs: readonly Job[]): TaskList {
  // `graphile_worker.enqueue` (db/jobs.sql) writes every job's payload as an Envelope
  return Object.fromEntries(jobs.map((job) => [job.name, (envelope, helpers) => runJob(job, envelope as Envelope, helpers, deps)]))
}

async function runJob(job: Job, envelope: Envelope, helpers: JobHelpers, deps: Deps): Promise<void> {
  const row = helpers.job
  const customerId = envelope.customerId ?? null
  const userId = envelope.userId ?? null
  const isLastAttempt = row.attempts >= job.attempts
  const context: JobContext = {
    ...deps,
    customerId,
    userId,
    attempt: row.attempts,
    isLastAttempt,
    // A first attempt that already has an error is a replay: replaying sets the attempts back to 0 but keeps the last error.
    isReplay: row.attempts === 1 && row.last_error !== null,
    signal: helpers.abortSignal ?? new AbortController().signal,
    inTx: (access, work) => {
      if (customerId === null) throw new Error(`${job.name} has no customer.`)
      return withCustomer(deps.db, { customerId, userId, scope: 'all', locationIds: [] }, access, work)
    },
  }
  if (row.attempts > MAX_CRASHES) return abandon(job, envelope, helpers, context)
  try {
    await job.run(envelope.input, context)
  } catch (error) {
    const said = { err: error, job: job.name, id: row.id, attempt: row.attempts }
    if (await isReplaced(helpers)) return deps.log.warn(said, 'job failed and was replaced by a newer one')
    if (error instanceof UnavailableError) {
      const isRefused = error instanceof StorageUnavailableError && error.isRefused
      if (isRefused) deps.log.error(said, `Storage access denied: the job is retried every ${REFUSED_SECONDS / 60} minutes`)
      else deps.log.warn(said, 'job failed; it will be retried')
      // Reschedules the job without counting this attempt. If the database is unavailable too, rescheduling fails, and the attempt counts.
      return putOff(helpers, isRefused ? REFUSED_SECONDS : UNAVAILABLE_SECONDS).catch(() => Promise.reject(error))
    }
    if (isLastAttempt) {
      deps.log.error(said, 'job failed permanently')
      return keepAsFailed(helpers, error instanceof Error ? error.message : String(error))
    }
    deps.log.warn(said, 'job failed; it will be retried')
    throw error
  }
}

const UNAVAILABLE_SECONDS = 7
/** A storage that denies access won't allow it a moment later; a person has to fix that. */
const REFUSED_SECONDS = 15 * 60

/** Attempts after which a job is given up. Only a job that kills its process each time gets this far (`lease.ts`). */
const MAX_CRASHES = 20

/**
 * Gives the job up for good. Reports the failure first: if that fails, the engine retries after its longest backoff, which calls this function again.
 */
async function abandon(job: Job, { input }: Envelope, helpers: JobHelpers, context: JobContext): Promise<void> {
  const why = 'job failed permanently: the process died each time it ran'
  context.log.error({ job: job.name, id: helpers.job.id, attempt: helpers.job.attempts, customerId: context.customerId }, why)
  await job.abandon?.(input, context)
  await keepAsFailed(helpers, why)
}
