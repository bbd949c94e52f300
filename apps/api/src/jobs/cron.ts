import { type ParsedCronItem, parseCronItems } from 'graphile-worker'
import type pg from 'pg'
import type { Job } from './job.ts'

/**
 * Number of minutes within which to search for the next minute of a schedule. They make up a leap year, in which every valid schedule has a matching
 * minute.
 */
const MOST_MINUTES = 366 * 24 * 60

export function readSchedules(jobs: readonly Job[]): ParsedCronItem[] {
  return parseCronItems(jobs.flatMap(({ name, schedule }) => (schedule ? [{ task: name, match: schedule }] : [])))
}

/**
 * Makes sure that each schedule has one waiting job, due at the next minute that matches the schedule by the database's clock. If no process ran
 * during some of these minutes, the job runs once to make up for them. The job key prevents several processes from scheduling the same job twice. If
 * the clock was too fast and has been set back, jobs that were scheduled too far in the future become due now or at the next minute of their
 * schedule.
 */
export async function keepTime(pool: pg.Pool, schedules: readonly ParsedCronItem[]): Promise<void> {
  const { rows } = await pool.query<{ now: Date }>('select now()')
  const [clock] = rows
  if (!clock) return
  await pool.query(PLAN, [schedules.map(({ task }) => task), schedules.map((schedule) => findNextMinute(schedule, clock.now))])
  await pool.query(PULL_BACK)
  await pool.query(FORGET)
}

// Adds each schedule's next job, unless its current job is running or waiting for a retry. A job that used up its attempts loses its key, so that the
// new job can be added.
const PLAN = `select graphile_worker.add_job(task, '{"input":{}}', run_at => due, job_key => 'clock ' || task)
  from unnest($1::text[], $2::timestamptz[]) as next (task, due) left join graphile_worker.jobs on key = 'clock ' || task
  where key is null or (locked_at is null and (attempts >= max_attempts or (attempts = 0 and run_at > due)))`

// Treats a job that is due more than seven hours ahead as the result of a wrong clock, because the engine retries a failed job within six hours.
// Leaves out the next jobs of schedules (`clock …`), which `PLAN` corrects.
const PULL_BACK = `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
  where locked_at is null and attempts < max_attempts and run_at > now() and (attempts > 0 or key is null or key not like 'clock %')
    and (updated_at > now() + interval '1 minute' or run_at > now() + interval '7 hours') having count(*) > 0`

/** Drops failed jobs that nobody has replayed within 30 days. */
const FORGET = `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
  where locked_at is null and attempts >= max_attempts and updated_at < now() - interval '30 days' having count(*) > 0`

/** Caches the last result of `findNextMinute` for each schedule. The result is valid while the clock is between `after` and `due`. */
const found = new WeakMap<ParsedCronItem, { after: Date; due: Date }>()

/** The next minute at which a schedule is due. It is cached, because every sweep asks for it and searching a year of minutes takes milliseconds. */
function findNextMinute(schedule: ParsedCronItem, now: Date): Date {
  const known = found.get(schedule)
  if (known && known.after <= now && now < known.due) return known.due
  const due = seekNextMinute(schedule, now)
  found.set(schedule, { after: now, due })
  return due
}

function seekNextMinute({ task, match }: ParsedCronItem, now: Date): Date {
  const at = new Date(now)
  at.setUTCSeconds(0, 0)
  for (let minutes = 0; minutes < MOST_MINUTES; minutes += 1) {
    at.setUTCMinutes(at.getUTCMinutes() + 1)
    const [min, hour, date, month, dow] = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCDay()]
    if (match({ min, hour, date, month, dow })) return at
  }
  throw new Error(`The schedule of ${task} never runs.`)
}
