import { coreErrors } from '../core/core.facts.ts'
import type { ErrorKind } from '../core/errors.ts'
import { DatabaseUnavailableError } from './connection/lost-connection.ts'
import { RowLockedError } from './lock-row.ts'

/** The errors for violated constraints, by constraint name. */
export type ConstraintErrors = Readonly<Record<string, ErrorKind>>

interface PgError {
  code?: string
  constraint?: string
  message?: string
}

/** The error for a constraint violation that a caller can cause. `code` and `constraint` come from PostgreSQL's error, which is kept as `cause`. */
class ConstraintError extends Error {
  override name = 'ConstraintError'
  readonly kind: ErrorKind
  readonly code: string
  readonly constraint: string

  constructor(kind: ErrorKind, { code, constraint, cause }: { code: string; constraint: string; cause: unknown }) {
    super(kind.text, { cause })
    this.kind = kind
    this.code = code
    this.constraint = constraint
  }
}

/**
 * The violated constraint. For a distributed table, only the message contains the name, with the shard number appended; `bare` is the name without
 * the number.
 */
function findConstraint({ constraint, message }: PgError): { name: string; bare: string } {
  const name = constraint ?? message?.match(/constraint "(.+?)"/)?.[1] ?? ''
  return { name, bare: name.replace(/_\d+$/, '') }
}

/** Returns the typed error for a violated constraint, otherwise the given error. */
export function toConstraintError(thrown: unknown, constraints: ConstraintErrors): unknown {
  const failed = (thrown ?? {}) as PgError // pg exports no type for its errors
  if (!failed.code?.startsWith('23')) return thrown
  const { name, bare } = findConstraint(failed)
  const kind = constraints[bare] ?? constraints[name]
  return kind ? new ConstraintError(kind, { code: failed.code, constraint: constraints[bare] ? bare : name, cause: thrown }) : thrown
}

/** Returns the error that a caller gets for a PostgreSQL error code other than a constraint violation; undefined if we have none for the code. */
function findStateError(code: string | undefined): ErrorKind | undefined {
  // Class 22: a NUL byte, or a date or number outside the storable range. Only values from the caller can cause these errors.
  if (code?.startsWith('22')) return coreErrors.value_refused
  // A lock or statement timeout, or a deadlock or serialization failure that aborted our transaction.
  if (code === '55P03' || code === '57014' || code === '40P01' || code === '40001') return coreErrors.busy
  // The database server's disk is full: nothing can be written, and the transaction is rolled back.
  if (code === '53100') return coreErrors.disk_full
  return undefined
}

/** Whether two transactions collided. A retry sees what the other transaction changed, for example that it removed a med older than six years. */
export function isCollision(error: unknown): boolean {
  if (error instanceof ConstraintError && error.kind === coreErrors.exists_already) return true
  const failed = (error ?? {}) as PgError // pg exports no type for its errors
  return failed.code === '40P01' || failed.code === '40001' || findConstraint(failed).bare === 'document_med__med'
}

/** Finds the error for a violated constraint, a refused value or a lost database; undefined for any other error. */
export function findDatabaseError(error: unknown): ErrorKind | undefined {
  if (error instanceof ConstraintError) return error.kind
  if (error instanceof DatabaseUnavailableError) return error.isBusy ? coreErrors.database_busy : coreErrors.database_away
  if (error instanceof RowLockedError) return coreErrors.order_busy
  return findStateError((error as PgError | null | undefined)?.code) // the error may have no code
}
