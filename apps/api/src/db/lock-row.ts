import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { CustomerTx } from './types.ts'

/** Default lock timeout of a connection. */
export const LOCK_TIMEOUT = '20s'

/**
 * Lock timeout of an interactive call for a row that another transaction may lock for seconds. A call may wait this long twice, in the lock queue and
 * for the row itself, which together is less than a second.
 */
export const SHORT_LOCK_TIMEOUT = '400ms'

/** Another transaction holds the row, and the caller did not wait. No change was made. */
export class RowLockedError extends Error {
  override name = 'RowLockedError'
}

/**
 * SQL condition that is always true and evaluated once, before any row. Its evaluation lowers lock_timeout, but only for interactive calls
 * (`Scope.isHurried`).
 */
const LOWER_LOCK_TIMEOUT = sql<boolean>`(select set_config('lock_timeout', coalesce(nullif(current_setting('app.lock_wait', true), ''), ${LOCK_TIMEOUT}), true)) is not null`

/** Restores the default lock_timeout once `locked` has been read. */
const RESTORE_LOCK_TIMEOUT = sql`set_config('lock_timeout', case when (select count(*) from locked) >= 0 then ${LOCK_TIMEOUT} end, true)`

/**
 * Locks the row that a query finds, against everything except references to it. It is a single statement, because it runs on every scan of a package.
 *
 * @throws RowLockedError if another transaction holds the row and the caller is interactive. With `waitsForLock` it waits anyway.
 */
export async function lockRow<Of, Table extends keyof Of, Row>(
  tx: CustomerTx,
  found: SelectQueryBuilder<Of, Table, Row>,
  { waitsForLock = false } = {},
): Promise<Row | undefined> {
  const rows = waitsForLock ? found.forNoKeyUpdate() : found.where(LOWER_LOCK_TIMEOUT).forNoKeyUpdate()
  const [row] = await ask<Row>(
    tx,
    sql`with locked as materialized (${rows}) select locked.* from locked where ${RESTORE_LOCK_TIMEOUT} is not null`,
  )
  // The statement above lowers the lock timeout, and restores it only if it finds a row. If it found none, the timeout is restored here.
  if (!row && !waitsForLock) await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx)
  return row
}

/** Like `lockRow`, for several rows in the query's order. Callers order by id, so that no two of them deadlock. */
export async function lockRows<Of, Table extends keyof Of, Row>(tx: CustomerTx, found: SelectQueryBuilder<Of, Table, Row>): Promise<void> {
  await ask(
    tx,
    sql`with locked as materialized (${found.where(LOWER_LOCK_TIMEOUT).forNoKeyUpdate()}) select ${RESTORE_LOCK_TIMEOUT} as restored`,
  )
}

async function ask<Row>(tx: CustomerTx, statement: RawBuilder<unknown>): Promise<Row[]> {
  try {
    const { rows } = await statement.execute(tx)
    return rows as Row[] // the statement returns the columns of `locked`
  } catch (error) {
    const { code } = error as { code?: unknown } // pg adds `code` to an error.
    throw code === '55P03' ? new RowLockedError('The row is locked.', { cause: error }) : error
  }
}
