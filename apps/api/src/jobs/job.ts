import type { z } from 'zod'
import type { Deps } from '../call/deps.ts'
import type { Access } from '../db/customer-tx.ts'
import type { CustomerTx } from '../db/types.ts'

/** What a running job gets besides its payload. */
export interface JobContext extends Deps {
  customerId: number | null
  userId: number | null
  /** Counts from 1. */
  attempt: number
  isLastAttempt: boolean
  /** It had failed for good, and an operator has it run again. */
  isReplay?: boolean
  signal: AbortSignal
  /** One transaction of the job's customer, seeing all its locations; rows made in it have the job's user as creator. */
  inTx<T>(access: Access, work: (tx: CustomerTx) => Promise<T>): Promise<T>
}

/** A job is one exported value of a `*.jobs.ts`; its domain's `*.domain.ts` lists it. */
export interface Job<Payload = unknown> {
  name: string
  payload: z.ZodType<Payload>
  /** Tries before it is given up, with exponential backoff between them. */
  attempts: number
  /**
   * Jobs of a lane have workers of their own. `long`: minutes of work, so that a mailed code never waits behind a large file. `mail`: a mail server
   * that says nothing keeps nobody else waiting.
   */
  lane?: 'long' | 'mail'
  /** Crontab line, for jobs that run by the clock. */
  schedule?: string
  run(payload: Payload, context: JobContext): Promise<void>
  /** The process ended each time that it was run, and would again: says so where people look. Jobs without it are told of in the log and by `/ready`. */
  abandon?(payload: Payload, context: JobContext): Promise<void>
}

export function defineJob<Payload>(job: Job<Payload>): Job {
  const { payload: shape, abandon } = job
  const parsed = {
    ...job,
    run: (payload: unknown, context: JobContext) => job.run(shape.parse(payload), context),
    ...(abandon ? { abandon: (payload: unknown, context: JobContext) => abandon(shape.parse(payload), context) } : {}),
  }
  return parsed as Job // the payload is parsed first, whatever it was
}
