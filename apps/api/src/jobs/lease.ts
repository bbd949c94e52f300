import { LOCKS } from '@seriatim/db/advisory-locks'
import pg from 'pg'
import { WATCHED_CONNECTION } from '../db/pool.ts'

/**
 * Tells living workers from dead ones. The engine lets nobody touch a job that a worker took for four hours, also when that worker was killed;
 * here every worker holds an advisory lock as long as its process lives, and a job whose worker holds none is free at once.
 */
export interface Lease {
  /** Holds the lock of a worker that was made just now. */
  hold(workerId: string): Promise<void>
  /** Gives back the jobs of workers that are dead, and those that a clock put off which was ahead. */
  freeAbandoned(): Promise<void>
  end(): Promise<void>
}

/** Between two tries to have the locks again. */
const AGAIN_MS = 250
/** Who lost its own locks takes nobody for dead for so long: the others may have lost theirs with them, as in a restart of the database. */
const CALM_MS = 10_000

export function openLease(ownerUrl: string, { calmMs = CALM_MS } = {}): Lease {
  const held = new Set<string>()
  let line: Promise<pg.Client> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isEnded = false
  let isTaking = false
  let calmUntil = 0

  /** One statement at a time: they share the connection. */
  function next<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const turn = last.catch(() => undefined).then(async () => work(await open()))
    last = turn
    return turn
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: ownerUrl, application_name: 'seriatim jobs alive', ...WATCHED_CONNECTION })
    // The locks went with the connection: they are taken again on a new one at once, before another process finds a living worker without its lock.
    let isLost = false
    client.on('error', () => {
      // Told twice, by the server and of the socket.
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
      .catch(() => setTimeout(takeAgain, AGAIN_MS).unref())
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
        await pullBack(client)
      }),
    async end() {
      isEnded = true
      await last.catch(() => undefined)
      await (await line?.catch(() => undefined))?.end().catch(() => undefined)
    },
  }
}

/** So many times a process is seldom ended at random while it does the same job. */
const OFTEN = 10

async function free(client: pg.Client, held: ReadonlySet<string>): Promise<void> {
  // A worker takes its first job a moment before it has its lock; so what was taken just now is left alone.
  const { rows } = await client.query<{ id: string }>(
    `with taken as materialized (
       select distinct locked_by as id from graphile_worker._private_jobs
       where locked_by <> all($1::text[]) and (locked_at < now() - interval '3 seconds' or locked_at > now() + interval '1 minute')
     ) select id from taken where pg_try_advisory_lock(hashtextextended(id, $2))`,
    [[...held], LOCKS.workerAlive],
  )
  if (!rows.length) return
  const dead = rows.map((row) => row.id)
  // The engine takes no job that was begun as often as it may be; that its process died is no fault of the job. Where it died often it may be, and then
  // the next process has some minutes to do the other work in.
  await client.query(
    `update graphile_worker._private_jobs set attempts = least(attempts, max_attempts - 1),
       run_at = case when attempts >= $2 then greatest(run_at, now() + interval '5 minutes') else run_at end where locked_by = any($1::text[])`,
    [dead, OFTEN],
  )
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
  await client.query('select pg_advisory_unlock(hashtextextended(id, $2)) from unnest($1::text[]) as id', [dead, LOCKS.workerAlive])
}

/**
 * A minute of the clock puts its jobs into the queue once, and the last one is written down: where it lies ahead, nothing would run until then.
 * A clock that was ahead and has been set back leaves jobs that would wait until it is as late again: they are due now. A try that failed is repeated
 * after six hours at most.
 */
async function pullBack(client: pg.Client): Promise<void> {
  await client.query(
    `update graphile_worker._private_known_crontabs set last_execution = now() where last_execution > now() + interval '1 minute'`,
  )
  await client.query(
    `update graphile_worker._private_jobs set run_at = now(), created_at = least(created_at, now())
     where locked_at is null and run_at > now() and (created_at > now() + interval '1 minute' or run_at > now() + interval '7 hours')`,
  )
}
