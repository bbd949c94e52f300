import pLimit from 'p-limit'
import type { UploadQueue } from '../../call/deps.ts'
import { AppError } from '../../core/errors.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import type { Db } from '../../db/types.ts'
import { uploadErrors } from './upload.facts.ts'
import { listSettled } from './upload.queries.ts'

/**
 * Maximum number of files of one customer that are received at the same time. Further files wait unread, so that other customers' calls do not queue
 * behind hundreds of chunks.
 */
const AT_ONCE = 8
/**
 * An upload is refused if it waits in the customer's queue for this long without any other upload of the customer finishing. Otherwise, uploads over
 * slow connections would silently wait for each other.
 */
const SLOT_WAIT_MS = 30_000
/** Interval between queries for outcomes. It starts short, because small files are read quickly, and grows while callers wait. */
const SHORTEST_MS = 150
const LONGEST_MS = 2000

interface CustomerQueue {
  limit: ReturnType<typeof pLimit>
  /** Timers of the uploads that wait for a slot. */
  timers: Set<NodeJS.Timeout>
}

interface Waiting {
  uploadId: number
  done: () => void
}

/** The upload queue of each customer. All callers that wait for an outcome share one query. */
export class UploadDesk implements UploadQueue {
  private readonly db: Db
  private readonly queues = new Map<number, CustomerQueue>()
  private readonly waiting = new Map<number, Set<Waiting>>()
  private readonly pauses = new Map<number, number>()

  private readonly slotWaitMs: number

  constructor(db: Db, { slotWaitMs = SLOT_WAIT_MS } = {}) {
    this.db = db
    this.slotWaitMs = slotWaitMs
  }

  /** Runs the work when a slot is free. @throws AppError upload_busy if no slot becomes free in time; then the work is never run. */
  async run<T>(customerId: number, work: () => Promise<T>): Promise<T> {
    const line = this.queues.get(customerId) ?? { limit: pLimit(AT_ONCE), timers: new Set() }
    this.queues.set(customerId, line)
    const { limit, timers } = line
    const late = Promise.withResolvers<never>()
    const refusal = new AppError(uploadErrors.upload_busy)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      timers.delete(timer)
      late.reject(refusal)
    }, this.slotWaitMs)
    timers.add(timer)
    const slot = limit(async () => {
      if (isLate) throw refusal
      clearTimeout(timer)
      timers.delete(timer)
      try {
        return await work()
      } finally {
        for (const other of timers) other.refresh()
      }
    })
    try {
      return await Promise.race([slot, late.promise])
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.queues.delete(customerId)
    }
  }

  /** Resolves when the upload has been read, on timeout, or when the caller has left; read the outcome afterwards. */
  async wait(customerId: number, uploadId: number, { ms, signal }: { ms: number; signal: AbortSignal | undefined }): Promise<void> {
    if (signal?.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const one: Waiting = { uploadId, done: () => resolve() }
    const others = this.waiting.get(customerId)
    const leave = () => resolve()
    const timer = setTimeout(leave, ms)
    signal?.addEventListener('abort', leave, { once: true })
    this.pauses.set(customerId, SHORTEST_MS)
    if (others) others.add(one)
    else {
      this.waiting.set(customerId, new Set([one]))
      void this.poll(customerId)
    }
    await promise
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
    this.waiting.get(customerId)?.delete(one)
  }

  /** Polls for finished uploads for as long as any caller of this customer is waiting. */
  private async poll(customerId: number): Promise<void> {
    for (let all = this.waiting.get(customerId); all?.size; all = this.waiting.get(customerId)) {
      const ms = this.pauses.get(customerId) ?? SHORTEST_MS
      this.pauses.set(customerId, Math.min(ms * 1.25, LONGEST_MS))
      await new Promise((resolve) => setTimeout(resolve, ms))
      if (!all.size) continue
      const settled = new Set(
        await this.findSettled(
          customerId,
          [...all].map(({ uploadId }) => uploadId),
        ),
      )
      for (const { uploadId, done } of all) if (settled.has(uploadId)) done()
      // Lets resolved waiters remove themselves before the next poll.
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.waiting.delete(customerId)
    this.pauses.delete(customerId)
  }

  /**
   * Finds the uploads that have been read. If the query fails, returns all ids: this ends all waits, and each caller then runs its own query and gets
   * the error.
   */
  private findSettled(customerId: number, ids: number[]): Promise<number[]> {
    const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
    return withCustomer(this.db, scope, 'read only', (tx) => listSettled(tx, ids)).catch(() => ids)
  }
}
