import type { Worker, WorkerEvents } from 'graphile-worker'

/**
 * Delays in milliseconds after the end of a job. After each, the worker polls for the next job, because the ended job's queue is about to be free. If
 * the database takes longer, the worker's own polling picks the next job up.
 */
const AFTER_MS = [5, 25, 125, 500]

/**
 * Makes a worker poll again as soon as the queue of its last job is free. The engine polls before it has recorded that job as done, finds the queue
 * locked, and would wait a second, which limits a customer's uploads to one file per second.
 *
 * @returns a function that stops it.
 */
export function wakeOnQueueUnlock(events: WorkerEvents): () => void {
  const timers = new Set<NodeJS.Timeout>()
  const gone = new WeakSet<Worker>()
  events.on('worker:release', ({ worker }) => void gone.add(worker))
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id === null) return
    for (const ms of AFTER_MS) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        if (!gone.has(worker)) worker.nudge()
      }, ms)
      timers.add(timer.unref())
    }
  })
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}
