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

/** Sign-in work waits here: hashing and its queries cost so much that many at once would slow everybody else down. */
export interface SignInGate {
  /**
   * Runs the work when it is its turn.
   *
   * @throws AppError sign_in_busy when too many wait already, in total or from this address's network. Nothing was tried then.
   */
  run<T>(address: string, work: () => Promise<T>): Promise<T>
}

/** Uploads of a customer take turns, and those who wait for a result share one query. */
export interface UploadQueue {
  /** Runs the work when it is its turn. @throws AppError upload_busy when no turn comes in time; then it never runs. */
  run<T>(customerId: number, work: () => Promise<T>): Promise<T>
  /** Resolves when the upload is read, when the time is over, or when the caller has left. */
  wait(customerId: number, uploadId: number, limits: { ms: number; signal: AbortSignal | undefined }): Promise<void>
}

/** Everything the program is made of, handed down from main.ts: no module keeps a global. */
export interface Deps {
  config: Config
  secrets: Secrets
  /** What the domains add: words of rights, subjects and actions, and the failures behind constraints. */
  catalog: Catalog
  clock: Clock
  db: Db
  /** The pool under `db`, for COPY (db/bulk-tx.ts). */
  pool: ConnectionPool
  system: SystemDb
  /** The pool under `system`, likewise. */
  systemPool: ConnectionPool
  /** Sign-in work waits here, and has connections of its own: looking up a session never waits behind it. */
  signIn: { gate: SignInGate; db: SystemDb }
  /** Look-ups of the caller by token, shared by concurrent calls with the same token. */
  looks: { session: SharedQuery; token: SharedQuery }
  /** Uploads take turns here, and are waited for. */
  uploads: UploadQueue
  calls: CallCounter
  storage: Storage
  mailer: Mailer
  pdf: PdfPrinter
  /** Absent: billing is switched off. */
  payment: PaymentProvider | undefined
  log: Log
}
