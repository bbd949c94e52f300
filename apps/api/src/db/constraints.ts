import type { ErrorKey } from '../errors.ts'
import { constraints } from '../facts.ts'
import { HeldError } from './held-row.ts'
import { DatabaseAwayError } from './lost-connection.ts'

/** What a violated constraint means to the caller; constraints not named by a domain are mistakes of ours. */
const MEANING: Record<string, ErrorKey> = constraints

interface PgError {
  code?: string
  constraint?: string
  message?: string
}

/** What other states of PostgreSQL mean to the caller. */
function keyOfState(code: string | undefined): ErrorKey | undefined {
  // Class 22: a NUL byte, a date or a number beyond what can be stored. Only a caller's value can be that.
  if (code?.startsWith('22')) return 'value_refused'
  // Waited too long for a lock, or for a statement; a deadlock that was resolved against us.
  if (code === '55P03' || code === '57014' || code === '40P01' || code === '40001') return 'busy'
  // The server's own disk: nothing can be written there, and what was under way is undone.
  if (code === '53100') return 'disk_full'
  return undefined
}

/** Whether two transactions came in each other's way: run again, this one finds what the other has written, or no longer what it has removed (a six-year-old med). */
export function isCollision(error: unknown): boolean {
  const failed = (error ?? {}) as PgError // what pg throws has no type of its own
  const { code } = failed
  return (
    code === '40P01' ||
    code === '40001' ||
    findConstraint(failed).bare === 'document_med__med' ||
    keyOfConstraint(error) === 'exists_already'
  )
}

/** The violated constraint. A distributed table puts its shard's number behind the name and names it in the message only: `bare` is without. */
function findConstraint({ constraint, message }: PgError): { name: string; bare: string } {
  const name = constraint ?? message?.match(/constraint "(.+?)"/)?.[1] ?? ''
  return { name, bare: name.replace(/_\d+$/, '') }
}

/** The key of a violated constraint or a refused value, or undefined. */
export function keyOfConstraint(error: unknown): ErrorKey | undefined {
  if (error instanceof DatabaseAwayError) return error.isBusy ? 'database_busy' : 'database_away'
  if (error instanceof HeldError) return 'order_busy'
  const failed = (error ?? {}) as PgError // what pg throws has no type of its own
  if (!failed.code?.startsWith('23')) return keyOfState(failed.code)
  const { name, bare } = findConstraint(failed)
  return MEANING[bare] ?? MEANING[name]
}
