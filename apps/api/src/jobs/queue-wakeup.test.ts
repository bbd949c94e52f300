import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wakeOnQueueUnlock } from './queue-wakeup.ts'

const events: WorkerEvents = new EventEmitter()
const complete = (worker: object, job_queue_id: number | null) => events.emit('job:complete', { worker, job: { job_queue_id } } as never) // only these fields are read
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  end = wakeOnQueueUnlock(events)
})
afterEach(() => {
  end()
  events.removeAllListeners()
  vi.useRealTimers()
})

test('after a worker finishes a job of a queue, it polls again within milliseconds, and then a few more times', () => {
  const worker = { nudge: vi.fn() }
  complete(worker, 7)
  expect(worker.nudge).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5)
  expect(worker.nudge).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(worker.nudge).toHaveBeenCalledTimes(4)
})

test('the end of a job triggers no polling if the job has no queue, the worker was released, or the process is shutting down', () => {
  const worker = { nudge: vi.fn() }
  complete(worker, null)
  vi.advanceTimersByTime(60_000)
  complete(worker, 7)
  events.emit('worker:release', { worker } as never)
  vi.advanceTimersByTime(60_000)
  const other = { nudge: vi.fn() }
  complete(other, 7)
  end()
  vi.advanceTimersByTime(60_000)
  expect(worker.nudge).not.toHaveBeenCalled()
  expect(other.nudge).not.toHaveBeenCalled()
})
