import type { Worker, WorkerEvents } from 'graphile-worker'

/** After a job whose queue is about to be free. Where the database takes longer, the worker's own interval is what is left. */
const AFTER_MS = [5, 25, 125, 500]

/**
 * Has a worker look again as soon as the queue of its last job is free. The engine looks for the next job before it has written down that the last one is done,
 * finds the queue taken, and would look again a second later: one file a second of all that a customer has uploaded.
 *
 * @returns ends it.
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
