import type { z } from 'zod'
import type { Deps } from '../call/deps.ts'
import type { Access } from '../db/customer-tx.ts'
import type { CustomerTx } from '../db/types.ts'

/** The context that a running job receives besides its payload. */
export interface JobContext extends Deps {
  customerId: number | null
  userId: number | null
  /** Number of this attempt, starting with 1. */
  attempt: number
  isLastAttempt: boolean
  /** True if the job had failed for good and an operator has started it again. */
  isReplay?: boolean
  signal: AbortSignal
  /** Opens a transaction of the job's customer with access to all locations; rows it creates have the job's user as creator. */
  inTx<T>(access: Access, work: (tx: CustomerTx) => Promise<T>): Promise<T>
}

/** A job is an exported value of a `*.jobs.ts` file, listed in the domain's `*.domain.ts`. */
export interface Job<Payload = unknown> {
  name: string
  payload: z.ZodType<Payload>
  /** Attempts before the job is given up, with exponential backoff between them. */
  attempts: number
  /**
   * Jobs of each lane have their own workers, so that they delay no other jobs. `long`: work that takes minutes, such as a large file. `mail`:
   * emails, because a mail server may not respond. `webhook` and `fetch`: calls to webhook receivers and to file servers, which may not respond
   * either.
   */
  lane?: 'long' | 'mail' | 'webhook' | 'fetch'
  /** Crontab line of a job that runs on a schedule; absent for other jobs. */
  schedule?: string
  run(payload: Payload, context: JobContext): Promise<void>
  /**
   * Called when the job is given up because its process died on every attempt. The function must report this where people will see it; without it,
   * only the log and `/ready` do.
   */
  abandon?(payload: Payload, context: JobContext): Promise<void>
}

export function defineJob<Payload>(job: Job<Payload>): Job {
  const { payload: shape, abandon } = job
  const parsed = {
    ...job,
    run: (payload: unknown, context: JobContext) => job.run(shape.parse(payload), context),
    ...(abandon ? { abandon: (payload: unknown, context: JobContext) => abandon(shape.parse(payload), context) } : {}),
  }
  return parsed as Job // the payload is parsed first, so any type is safe
}
