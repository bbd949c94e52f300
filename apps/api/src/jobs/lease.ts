import { LOCKS } from '@seriatim/db/advisory-locks'
import pg from 'pg'
import { WATCHED_CONNECTION } from '../db/pool.ts'

/**
 * Finds out which workers are alive. The engine reserves a job for its worker for four hours, even if the worker was killed. Here every worker
 * holds an advisory lock while its process lives, so a job whose worker has no lock can be freed at once.
 */
export interface Lease {
  /** Takes the advisory lock of a new worker. */
  hold(workerId: string): Promise<void>
  /** Releases the jobs of dead workers. */
  freeAbandoned(): Promise<void>
  end(): Promise<void>
}

/** Delay before the next attempt to reconnect and take the advisory locks again, after the connection was lost. */
const RETRY_MS = 250
/**
 * A living worker holds an advisory lock; a worker without one is presumed dead. After this process has lost its own locks, it presumes no worker
 * dead for this long: the cause may be a database restart, which takes every worker's locks.
 */
const CALM_MS = 10_000

export function openLease(ownerUrl: string, { calmMs = CALM_MS } = {}): Lease {
  const held = new Set<string>()
  let line: Promise<pg.Client> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isEnded = false
  let isTaking = false
  let calmUntil = 0

  /** Runs statements one after the other, because they share one connection. */
  function next<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const result = last.catch(() => undefined).then(async () => work(await open()))
    last = result
    return result
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: ownerUrl, application_name: 'seriatim jobs alive', ...WATCHED_CONNECTION })
    // When the connection is lost, its locks are lost too. They must be taken again before another process sees a living worker without a lock and
    // believes it dead.
    let isLost = false
    client.on('error', () => {
      // A lost connection emits two errors, one from the server and one from the socket.
      if (isLost) return
      isLost = true
      line = undefined
      calmUntil = performance.now() + calmMs
      takeAgain()
    })
    await client.connect()
    for (const id of held) await client.query('select pg_advisory_lock(hashtextextended($1, $2))', [id, LOCKS.workerAlive])
    return client
  }

  function takeAgain(): void {
    if (isEnded || isTaking || !held.size) return
    isTaking = true
    next(async () => {})
      .catch(() => setTimeout(takeAgain, RETRY_MS).unref())
      .finally(() => {
        isTaking = false
      })
  }

  function open(): Promise<pg.Client> {
    line ??= connect().catch((error: unknown) => {
      line = undefined
      throw error
    })
    return line
  }

  return {
    hold: (workerId) =>
      next(async (client) => {
        held.add(workerId)
        await client.query('select pg_advisory_lock(hashtextextended($1, $2))', [workerId, LOCKS.workerAlive])
      }),
    freeAbandoned: () =>
      next(async (client) => {
        if (performance.now() >= calmUntil) await free(client, held)
      }),
    async end() {
      isEnded = true
      await last.catch(() => undefined)
      await (await line?.catch(() => undefined))?.end().catch(() => undefined)
    },
  }
}

/**
 * If this many workers have died while running a job, the job is probably the cause. After this many attempts it is postponed, so that the next
 * process does other work first.
 */
const OFTEN = 10

async function free(client: pg.Client, held: ReadonlySet<string>): Promise<void> {
  // Skips jobs taken in the last 3 s: a worker takes its first job shortly before it gets its lock, and would seem dead.
  const { rows } = await client.query<{ id: string }>(
    `with taken as materialized (
       select distinct locked_by as id from graphile_worker.jobs
       where locked_by <> all($1::text[]) and (locked_at < now() - interval '3 seconds' or locked_at > now() + interval '1 minute')
     ) select id from taken where pg_try_advisory_lock(hashtextextended(id, $2))`,
    [[...held], LOCKS.workerAlive],
  )
  if (!rows.length) return
  const dead = rows.map((row) => row.id)
  const often = await client.query<{ id: string }>(
    'select id from graphile_worker.jobs where locked_by = any($1::text[]) and attempts >= $2',
    [dead, OFTEN],
  )
  // Writes the ids into the query text, because only a query without parameters can consist of two statements. Both statements run in one
  // transaction, so no worker can take a job between the unlocking and the rescheduling.
  const ids = (values: string[]) => `array[${values.map((value) => client.escapeLiteral(value)).join()}]`
  await client.query(
    `select graphile_worker.force_unlock_workers(${ids(dead)}::text[]);
     select graphile_worker.reschedule_jobs(${ids(often.rows.map(({ id }) => id))}::bigint[], run_at => now() + interval '5 minutes')`,
  )
  await client.query('select pg_advisory_unlock(hashtextextended(id, $2)) from unnest($1::text[]) as id', [dead, LOCKS.workerAlive])
}
