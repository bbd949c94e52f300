import type { Logins, Role } from '@seriatim/db/logins'
import pg from 'pg'
import { ConnectionPool } from './connection/connection-pool.ts'
import { Database } from './connection/driver.ts'
import type { ConstraintErrors } from './constraints.ts'
import { NO_LISTENERS } from './listeners.ts'
import { LOCK_TIMEOUT } from './lock-row.ts'
import type { Db, Listeners } from './types.ts'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082

function safeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a JSON number.`)
  return value
}

const parseInt8Array = pg.types.getTypeParser(INT8_ARRAY as never) as (text: string) => string[] // pg's types lack arrays

/** Parses bigint as number (ids, decision 1) and date as `YYYY-MM-DD`; everything else as pg does. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return safeNumber
  if (oid === INT8_ARRAY) return (text) => parseInt8Array(text).map(safeNumber)
  if (oid === DATE) return (text) => text
  return pg.types.getTypeParser(oid, format ?? 'text')
}

/** Detects within minutes that a connection died silently; by default, the system would check only after two hours. */
export const WATCHED_CONNECTION = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 }

interface PoolOptions {
  /** The errors to throw for violated constraints. An operator's command passes none, because it has no caller to inform. */
  constraints?: ConstraintErrors
  /** Timeout for getting a connection. */
  waitMs?: number
}

/**
 * Opens a pool whose connections work with the rights of `role`.
 * @param database the roles' logins, or the owner's connection string for tools without an installation key. With the latter, the pool logs in as the
 * owner and then switches to the role.
 */
export function openPool(
  database: Logins | string,
  role: Role,
  max: number,
  { constraints = {}, waitMs = 10_000 }: PoolOptions = {},
): ConnectionPool {
  const { connectionString, isOwner } = typeof database === 'string' ? { connectionString: database, isOwner: true } : database[role]
  return new ConnectionPool({
    connectionString,
    max,
    constraints,
    // Every wait has a limit: a lock or statement that exceeds its timeout ends the call with a message.
    options: `${isOwner ? `-c role=${role} ` : ''}-c citus.propagate_set_commands=local -c timezone=UTC -c lock_timeout=${LOCK_TIMEOUT} -c statement_timeout=60s`,
    // our function takes the parameters of one of the overloads that pg declares
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
    application_name: `seriatim ${role}`,
    connectionTimeoutMillis: waitMs,
    idle_in_transaction_session_timeout: 120_000,
    ...WATCHED_CONNECTION,
  })
}

export const openDb = (pool: ConnectionPool, listeners: Listeners = NO_LISTENERS): Db => new Database(pool, listeners)
