import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import type { Catalog } from '../core/domain-facts.ts'
import type { Secrets } from '../core/secrets.ts'
import type { ConnectionPool } from '../db/connection/connection-pool.ts'
import type { SharedQuery } from '../db/connection/shared-query.ts'
import type { SystemDb } from '../db/system-tx.ts'
import type { Db } from '../db/types.ts'
import type { Mailer } from '../outside/mail.ts'
import type { PaymentProvider } from '../outside/payment.ts'
import type { PdfPrinter } from '../outside/pdf.ts'
import type { Storage } from '../outside/storage.ts'
import type { CallCounter } from './call-counter.ts'

export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Queue for sign-in work: hashing a password, with its queries, is so expensive that many sign-ins at once would slow everybody down. */
export interface SignInGate {
  /**
   * Runs the work when a slot is free.
   *
   * @throws AppError sign_in_busy when the queue is too long, in total or for this address's network; in that case, the work has not run.
   */
  run<T>(address: string, work: () => Promise<T>): Promise<T>
}

/** Queue of a customer's uploads. Callers that wait for a result share one query. */
export interface UploadQueue {
  /** Runs the work when a slot is free. @throws AppError upload_busy when none is free in time; the work never runs then. */
  run<T>(customerId: number, work: () => Promise<T>): Promise<T>
  /** Resolves when the upload has been read, when the time limit is reached, or when the caller has disconnected. */
  wait(customerId: number, uploadId: number, limits: { ms: number; signal: AbortSignal | undefined }): Promise<void>
}

/**
 * The program's dependencies, passed down from main.ts. A module keeps no state between calls except caches of values that cannot change,
 * and one idle thread that reads documents (`reading-thread.ts`).
 */
export interface Deps {
  config: Config
  secrets: Secrets
  /** Contributions of the domains: words for rights, subjects and actions, and the errors for violated constraints. */
  catalog: Catalog
  clock: Clock
  db: Db
  /** The connection pool of `db`, for COPY (db/bulk-tx.ts). */
  pool: ConnectionPool
  system: SystemDb
  /** The connection pool of `system`, for COPY. */
  systemPool: ConnectionPool
  /** Queue for sign-in work. It has its own connections, so that a session lookup never waits behind it. */
  signIn: { gate: SignInGate; db: SystemDb }
  /** Lookups of the caller by token, shared by concurrent calls with the same token. */
  sharedQueries: { session: SharedQuery; token: SharedQuery }
  /** Each customer's queue of uploads, and of the calls that wait for the result of an upload. */
  uploads: UploadQueue
  calls: CallCounter
  storage: Storage
  mailer: Mailer
  pdf: PdfPrinter
  /** The payment provider; undefined if billing is off. */
  payment: PaymentProvider | undefined
  log: Log
}
