import type { JobHelpers } from 'graphile-worker'
import { storable } from '../core/text/storable.ts'

/**
 * The engine forbids changes to the row of a running job. `putOff` and `keepAsFailed` therefore add a new row with the outcome, and the running row
 * then ends as done. They differ if the process dies in between. `putOff` has already moved the job's key to the new row, so the old row remains
 * without a key and merely shows as failed. `keepAsFailed` leaves the key on the old row, so the job runs again and its next outcome replaces the new
 * row.
 */

/** Runs the job again after this time; the attempt does not count. */
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

/** Keeps the job as failed, with its reason, for an operator to see and replay (`npm run jobs`). A job with a key keeps only its latest failure. */
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

/** Whether another job was enqueued under the same key while this one ran; the newer one then does the work. */
export async function isReplaced({ withPgClient, job }: JobHelpers): Promise<boolean> {
  if (job.key === null) return false
  const text = 'select from graphile_worker.jobs where id = $1 and key is null'
  return withPgClient(async (client) => (await client.query(text, [job.id])).rowCount === 1).catch(() => false)
}
