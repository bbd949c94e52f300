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
  /** Gives back the jobs of workers that are dead. */
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
      }),
    async end() {
      isEnded = true
      await last.catch(() => undefined)
      await (await line?.catch(() => undefined))?.end().catch(() => undefined)
    },
  }
}

/** So many times a process is seldom ended at random while it does the same job: after them it waits, for the next process to do the other work first. */
const OFTEN = 10

async function free(client: pg.Client, held: ReadonlySet<string>): Promise<void> {
  // A worker takes its first job a moment before it has its lock; so what was taken just now is left alone.
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
  // One text is one transaction: no worker takes a job between the two.
  const ids = (values: string[]) => `array[${values.map((value) => client.escapeLiteral(value)).join()}]`
  await client.query(
    `select graphile_worker.force_unlock_workers(${ids(dead)}::text[]);
     select graphile_worker.reschedule_jobs(${ids(often.rows.map(({ id }) => id))}::bigint[], run_at => now() + interval '5 minutes')`,
  )
  await client.query('select pg_advisory_unlock(hashtextextended(id, $2)) from unnest($1::text[]) as id', [dead, LOCKS.workerAlive])
}
