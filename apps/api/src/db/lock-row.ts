import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { CustomerTx } from './types.ts'

/** How long anybody waits for a lock; a connection begins with it. */
export const LOCK_TIMEOUT = '20s'

/**
 * How long a person's call waits for a row that others work on for seconds. It may wait twice: for its turn among those who wait, then for the row; both
 * together stay under a second.
 */
export const SHORT_LOCK_TIMEOUT = '400ms'

/** Somebody else works on the row, and who asked for it did not wait. Nothing was done. */
export class RowLockedError extends Error {
  override name = 'HeldError'
}

/** Looked at once, before the first row is: whoever hurries (`Scope.isHurried`) waits no longer than the scope says, the others as ever. */
const HURRY = sql<boolean>`(select set_config('lock_timeout', coalesce(nullif(current_setting('app.lock_wait', true), ''), ${LOCK_TIMEOUT}), true)) is not null`

/** Every other lock of the transaction is waited for as ever; looked at when all of `locked` is. */
const CALM = sql`set_config('lock_timeout', case when (select count(*) from locked) >= 0 then ${LOCK_TIMEOUT} end, true)`

/**
 * Locks the row that a query finds, against everybody but who only refers to it. In one statement, because it is what a scan costs.
 *
 * @throws HeldError where somebody else has it and the caller hurries. `isPatient`: waits also then.
 */
export async function lockRow<Of, Table extends keyof Of, Row>(
  tx: CustomerTx,
  found: SelectQueryBuilder<Of, Table, Row>,
  { isPatient = false } = {},
): Promise<Row | undefined> {
  const rows = isPatient ? found.forNoKeyUpdate() : found.where(HURRY).forNoKeyUpdate()
  const [row] = await ask<Row>(tx, sql`with locked as materialized (${rows}) select locked.* from locked where ${CALM} is not null`)
  // Where there is no row, nothing of it was looked at but the hurry.
  if (!row && !isPatient) await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx)
  return row
}

/** The same for several rows, in the order of the query: so that no two wait for each other, everybody locks them in that of their ids. */
export async function lockRows<Of, Table extends keyof Of, Row>(tx: CustomerTx, found: SelectQueryBuilder<Of, Table, Row>): Promise<void> {
  await ask(tx, sql`with locked as materialized (${found.where(HURRY).forNoKeyUpdate()}) select ${CALM} as calm`)
}

async function ask<Row>(tx: CustomerTx, statement: RawBuilder<unknown>): Promise<Row[]> {
  try {
    const { rows } = await statement.execute(tx)
    return rows as Row[] // the columns of `locked`
  } catch (error) {
    const { code } = error as { code?: unknown } // what pg adds to an error
    // A lock was waited for too long.
    throw code === '55P03' ? new RowLockedError('The row is held.', { cause: error }) : error
  }
}
