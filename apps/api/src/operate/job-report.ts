import type pg from 'pg'
import { oneLine } from '../core/text/one-line.ts'

export interface TaskLine {
  task: string
  due: number
  running: number
  /** Number of jobs due later, by schedule or as a retry. */
  later: number
  retrying: number
  failed: number
  nextAt: Date | null
}

export interface FailedJob {
  id: string
  task: string
  queue: string | null
  reason: string | null
  failedAt: Date
}

const FAILED = 'locked_at is null and attempts >= max_attempts'

export async function listTasks(owner: pg.Client): Promise<TaskLine[]> {
  const { rows } = await owner.query<TaskLine>(`
    select task_identifier as task, count(*) filter (where is_waiting and run_at <= now())::int as due, count(locked_at)::int as running,
      count(*) filter (where is_waiting and run_at > now())::int as later, count(*) filter (where is_waiting and attempts > 0)::int as retrying,
      count(*) filter (where ${FAILED})::int as failed, min(run_at) filter (where is_waiting) as "nextAt"
    from (select *, locked_at is null and attempts < max_attempts as is_waiting from graphile_worker.jobs) job group by task_identifier order by 1`)
  return rows
}

export async function listFailed(owner: pg.Client): Promise<FailedJob[]> {
  const { rows } = await owner.query<FailedJob>(
    `select id, task_identifier as task, queue_name as queue, last_error as reason, updated_at as "failedAt" from graphile_worker.jobs where ${FAILED} order by id`,
  )
  return rows
}

/**
 * Runs failed jobs again, each with its full number of attempts.
 *
 * @param id of one job; if absent, all failed jobs run again. @returns the number of
 * jobs.
 */
export async function replay(owner: pg.Client, id?: string): Promise<number> {
  const { rowCount } = await owner.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now(), attempts => 0) from graphile_worker.jobs
     where ${FAILED} and id = coalesce($1::bigint, id) having count(*) > 0`,
    [id],
  )
  return rowCount ?? 0
}

export function describeTasks(tasks: readonly TaskLine[]): string[] {
  const row = (task: string, ...cells: (string | number)[]) => `${task.padEnd(32)}${cells.map((cell) => String(cell).padStart(9)).join('')}`
  return [
    `${row('Job', 'due', 'running', 'later', 'retrying', 'failed')}  next`,
    ...tasks.map((line) =>
      `${row(line.task, line.due, line.running, line.later, line.retrying, line.failed)}  ${line.nextAt?.toISOString() ?? ''}`.trimEnd(),
    ),
  ]
}

export function describeFailed(jobs: readonly FailedJob[]): string[] {
  return jobs.flatMap(({ id, task, queue, reason, failedAt }) => [
    `${id}  ${task}  failed ${failedAt.toISOString()}${queue === null ? '' : `  queue ${queue}`}`,
    `  ${reason === null ? 'reason unknown: the process died while it ran' : oneLine(reason)}`,
  ])
}
