import { sql } from 'kysely'
import { CustomerFilter } from './customer-filter.ts'
import { NO_LISTENERS } from './listeners.ts'
import type { CustomerTx, Db, Listeners, Scope, SystemTx } from './types.ts'

/** `snapshot`: the transaction is read-only, and all of its statements see the same state of the database. */
export type Access = 'read only' | 'read write' | 'snapshot'

/**
 * Runs `work` in one transaction in which PostgreSQL shows and accepts rows of this customer only.
 * The customer is set for this transaction only, so a pooled connection never carries it to the next caller.
 * Keep network calls out of `work`: it holds a connection until it returns.
 */
export function withCustomer<T>(db: Db, scope: Scope, access: Access, work: (tx: CustomerTx) => Promise<T>): Promise<T> {
  const begin = db.scoped(scope).transaction()
  const started =
    access === 'snapshot' ? begin.setIsolationLevel('repeatable read').setAccessMode('read only') : begin.setAccessMode(access)
  return started.execute((tx) => work(makeScoped(tx, scope.customerId, db.listeners)))
}

/** Sets the scope inside an open transaction, for example for sign-in, whose transaction begins before the customer is known. */
export async function enterCustomer(
  tx: SystemTx,
  { customerId, userId, scope, locationIds }: Scope,
  listeners: Listeners = NO_LISTENERS,
): Promise<CustomerTx> {
  await sql`select set_scope(${customerId}::bigint, ${userId}::bigint, ${scope}::text, ${[...locationIds]}::bigint[])`.execute(tx)
  return makeScoped(tx, customerId, listeners)
}

/** The only place that turns a transaction into one that sees a single customer's rows. */
const makeScoped = (tx: SystemTx, customerId: number, listeners: Listeners) =>
  Object.assign(tx.withPlugin(new CustomerFilter(customerId)), { listeners }) as CustomerTx // the brand exists in types only
