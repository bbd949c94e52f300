import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { CallCounter } from './call-counter.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { SystemDb } from './db/system-tx.ts'
import type { Db } from './db/types.ts'
import type { Catalog } from './domain-facts.ts'
import type { Looks } from './domains/auth/looks.ts'
import type { SignInGate } from './domains/auth/sign-in-gate.ts'
import type { UploadDesk } from './domains/upload/upload-desk.ts'
import type { Mailer } from './outside/mail.ts'
import type { PaymentProvider } from './outside/payment.ts'
import type { PdfPrinter } from './outside/pdf.ts'
import type { Storage } from './outside/storage.ts'
import type { Secrets } from './secrets.ts'

export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Everything the program is made of, handed down from main.ts: no module keeps a global. */
export interface Deps {
  config: Config
  secrets: Secrets
  /** What the domains add: words of rights, subjects and actions, and the failures behind constraints. */
  catalog: Catalog
  clock: Clock
  db: Db
  /** The pool under `db`, for COPY (db/bulk-tx.ts). */
  pool: pg.Pool
  system: SystemDb
  /** The pool under `system`, likewise. */
  systemPool: pg.Pool
  /** Sign-in work waits here, and has connections of its own: looking up a session never waits behind it. */
  signIn: { gate: SignInGate; db: SystemDb }
  /** Who calls. */
  looks: Looks
  /** Uploads take turns here, and are waited for. */
  uploads: UploadDesk
  calls: CallCounter
  storage: Storage
  mailer: Mailer
  pdf: PdfPrinter
  /** Absent: billing is switched off. */
  payment: PaymentProvider | undefined
  log: Log
}
