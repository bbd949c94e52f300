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
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JSON number.`)
  return value
}

const parseInt8Array = pg.types.getTypeParser(INT8_ARRAY as never) as (text: string) => string[] // pg's types know no arrays

/** bigint as number (ids, decision 1), date as `YYYY-MM-DD`; everything else as pg reads it. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return safeNumber
  if (oid === INT8_ARRAY) return (text) => parseInt8Array(text).map(safeNumber)
  if (oid === DATE) return (text) => text
  return pg.types.getTypeParser(oid, format ?? 'text')
}

/** A line that went dead without a word is found out in minutes; without a delay of its own the system would look after two hours. */
export const WATCHED_CONNECTION = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 }

interface PoolOptions {
  /** The failures that violated constraints stand for; commands that no caller waits for need none. */
  constraints?: ConstraintErrors
  /** How long anybody waits for a connection. */
  waitMs?: number
}

/**
 * A pool that works as `role`, and logs in as it.
 *
 * @param database where it is the owner's connection string, for tools that know no key of an installation, the pool logs in as the owner, which row
 * security is forced on too, and only sets the role.
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
    // Nobody waits for ever: a lock that is held longer, or a statement that runs longer, ends the call with a sentence.
    options: `${isOwner ? `-c role=${role} ` : ''}-c citus.propagate_set_commands=local -c timezone=UTC -c lock_timeout=${LOCK_TIMEOUT} -c statement_timeout=60s`,
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser }, // one of its overloads
    application_name: `seriatim ${role}`,
    connectionTimeoutMillis: waitMs,
    idle_in_transaction_session_timeout: 120_000,
    ...WATCHED_CONNECTION,
  })
}

export const openDb = (pool: ConnectionPool, listeners: Listeners = NO_LISTENERS): Db => new Database(pool, listeners)
