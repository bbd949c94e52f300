import type { JobHelpers } from 'graphile-worker'
import { storable } from '../core/text/storable.ts'

/*
 * The engine lets nobody change the row of a job while it runs. So what a job becomes is a new row, after which the running one ends as done. The new row takes the key
 * in the same statement: a process that is killed between the two leaves a row without a key, which is not tried again.
 */

/** Tries the job again after so long; the try that was made does not count. */
export async function putOff({ withPgClient, job }: JobHelpers, seconds: number): Promise<void> {
  await withPgClient((client) =>
    client.query(
      `select graphile_worker.add_job(task_identifier, $2, queue_name, now() + make_interval(secs => $3), max_attempts, key, priority)
       from graphile_worker.jobs where id = $1`,
      [job.id, JSON.stringify(job.payload), seconds],
    ),
  )
}

const LONGEST_REASON = 2000

/** Keeps the job as failed, with its reason, for an operator to see and to replay (`npm run jobs`). Of a job with a key only the latest failure is kept. */
export async function keepAsFailed({ withPgClient, job }: JobHelpers, reason: string): Promise<void> {
  const key = job.key === null ? null : `failed ${job.key.replace(/^failed /, '')}`
  await withPgClient(async (client) => {
    await client.query(
      `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
       where key = $1 and id <> $2 and locked_at is null and attempts >= max_attempts having count(*) > 0`,
      [key, job.id],
    )
    await client.query(
      `select graphile_worker.permanently_fail_jobs(
         array[(graphile_worker.add_job(task_identifier, $2, queue_name, max_attempts => max_attempts, priority => priority, job_key => $4)).id], $3)
       from graphile_worker.jobs where id = $1`,
      [job.id, JSON.stringify(job.payload), storable(reason).slice(0, LONGEST_REASON), key],
    )
  })
}

/** While it ran another one was enqueued under its key: this one is over, and the newer one does its work. */
export async function isReplaced({ withPgClient, job }: JobHelpers): Promise<boolean> {
  if (job.key === null) return false
  const text = 'select from graphile_worker.jobs where id = $1 and key is null'
  return withPgClient(async (client) => (await client.query(text, [job.id])).rowCount === 1).catch(() => false)
}
