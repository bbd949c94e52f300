import { type Logger, parseCronItems, type Runner, run } from 'graphile-worker'
import type pg from 'pg'
import type { Job } from './job.ts'

/** Nobody asks for it. */
const NO_TASK = { 'cron.none': () => undefined }
const SELDOM_MS = 3_600_000

export interface Cron {
  /** Anew, from what the clock says now. Rejects when the database is away: until it is called again, nothing runs by the clock. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Puts the jobs that run by the clock into the queue. The engine keeps in memory which minute comes next; a clock that is set back would make it wait
 * until that minute comes round again, one that is set forward would make it do every minute between. So it can begin anew without touching a job.
 */
export async function startCron(pgPool: pg.Pool, jobs: readonly Job[], logger: Logger): Promise<Cron> {
  const parsedCronItems = parseCronItems(
    jobs.flatMap((job) =>
      job.schedule
        ? // One that still waits to be tried again is due anew: two of a kind never pile up.
          [{ task: job.name, match: job.schedule, payload: { input: {} }, options: { jobKey: job.name, jobKeyMode: 'replace' as const } }]
        : [],
    ),
  )
  const begin = (): Promise<Runner> =>
    run({ pgPool, logger, parsedCronItems, taskList: NO_TASK, concurrency: 1, noHandleSignals: true, pollInterval: SELDOM_MS })
  let runner: Runner | undefined = await begin()
  let isStopped = false
  let last = Promise.resolve()
  const end = async () => {
    // It may have ended by itself, with its connections.
    await runner?.stop().catch(() => undefined)
    runner = undefined
  }
  return {
    restart() {
      const began = last.then(async () => {
        if (isStopped) return
        await end()
        runner = await begin()
      })
      last = began.catch(() => undefined)
      return began
    },
    stop() {
      isStopped = true
      last = last.then(end)
      return last
    },
  }
}
