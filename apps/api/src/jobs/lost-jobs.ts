import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '../deps.ts'

/** First half of the advisory locks' keys, any number; the second half is the process's own. */
const SPACE = 734_002
const SWEEP_MS = 30_000

export interface WorkerWatch {
  /** Notes that this process runs the worker. */
  register(workerId: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Gives back the jobs of processes that were killed: the engine itself waits four hours before it believes that. Looks at start and every
 * half minute. A living process is known by the advisory lock that its connection holds.
 *
 * @param pool of the owner of the job tables.
 */
export async function watchWorkers(pool: pg.Pool, log: Log): Promise<WorkerWatch> {
  const key = randomInt(1, 2 ** 31 - 1)
  let holder = await hold(pool, key)
  await sweep(pool, key, log)
  const timer = setInterval(() => {
    void (async () => {
      if (holder.isLost) holder = await hold(pool, key)
      await sweep(pool, key, log)
    })().catch((error: unknown) => log.warn({ err: error }, 'looking for lost jobs failed'))
  }, SWEEP_MS)
  timer.unref()
  return {
    async register(workerId) {
      await pool.query('insert into job_worker (worker_id, lock_key) values ($1, $2) on conflict do nothing', [workerId, key])
    },
    async stop() {
      clearInterval(timer)
      await pool.query('delete from job_worker where lock_key = $1', [key])
      holder.client.release(true)
    },
  }
}

interface Holder {
  client: pg.PoolClient
  isLost: boolean
}

async function hold(pool: pg.Pool, key: number): Promise<Holder> {
  const client = await pool.connect()
  const holder: Holder = { client, isLost: false }
  client.on('error', () => {
    holder.isLost = true
  })
  await client.query('select pg_advisory_lock($1, $2)', [SPACE, key])
  return holder
}

async function sweep(pool: pg.Pool, ownKey: number, log: Log): Promise<void> {
  const { rows } = await pool.query<{ lock_key: number }>('select distinct lock_key from job_worker where lock_key <> $1', [ownKey])
  for (const { lock_key: key } of rows) {
    const client = await pool.connect()
    try {
      const { rows: taken } = await client.query<{ isDead: boolean }>('select pg_try_advisory_lock($1, $2) as "isDead"', [SPACE, key])
      if (!taken[0]?.isDead) continue
      const { rows: gone } = await client.query<{ worker_id: string }>('delete from job_worker where lock_key = $1 returning worker_id', [
        key,
      ])
      const ids = gone.map((row) => row.worker_id)
      await client.query('select graphile_worker.force_unlock_workers($1::text[])', [ids])
      await client.query('select pg_advisory_unlock($1, $2)', [SPACE, key])
      log.info({ workers: ids.length }, 'gave back the jobs of a process that was killed')
    } finally {
      client.release()
    }
  }
}
