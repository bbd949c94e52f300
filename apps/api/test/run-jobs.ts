import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'

/**
 * Runs all due jobs one after the other, so that emails arrive in the order of the calls that sent them, even on a busy machine. It repeats the
 * library's run until no due job remains: a run ends when no job is free, but finishing a job can free the next one in its queue.
 */
export async function runDueJobs(pool: Pool, taskList: TaskList): Promise<void> {
  do await runUntilIdle(pool, taskList)
  while (await anyJob(pool, 'run_at <= now() and locked_at is null and attempts < max_attempts'))
}

/** Runs the due jobs and waits until their outcomes are stored. The library stores outcomes asynchronously, so its run may end before that. */
async function runUntilIdle(pool: Pool, taskList: TaskList): Promise<void> {
  const events: WorkerEvents = new EventEmitter()
  const pools: string[] = []
  events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
  await runOnce({ pgPool: pool, taskList, events, noHandleSignals: true, concurrency: 1, logger: new Logger(() => () => {}) })
  while (await anyJob(pool, 'locked_by = any($1)', [pools])) await pause(2)
}

async function anyJob(pool: Pool, which: string, values: unknown[] = []): Promise<boolean> {
  const { rowCount } = await pool.query(`select 1 from graphile_worker.jobs where ${which} limit 1`, values)
  return rowCount !== 0
}
