import { sql } from 'kysely'
import { CustomerFilter } from './customer-filter.ts'
import { openingFor } from './scoped-dialect.ts'
import type { CustomerTx, Db, Scope, SystemTx } from './types.ts'

export type Access = 'read only' | 'read write'

/**
 * Runs `work` in one transaction in which Postgres shows and accepts rows of this customer only.
 * The setting is local to the transaction, so a pooled connection never carries it to the next caller.
 * Keep network calls out of `work`: a connection is held until it returns.
 */
export function withCustomer<T>(db: Db, scope: Scope, access: Access, work: (tx: CustomerTx) => Promise<T>): Promise<T> {
  return openingFor(scope, () =>
    db
      .transaction()
      .setAccessMode(access)
      .execute((tx) => work(scoped(tx, scope.customerId))),
  )
}

/** Sets the scope inside a transaction that is open already: for sign-in, which learns only on the way whose customer it is. */
export async function enterCustomer(tx: SystemTx, { customerId, userId, scope, locationIds }: Scope): Promise<CustomerTx> {
  await sql`select set_scope(${customerId}::bigint, ${userId}::bigint, ${scope}::text, ${[...locationIds]}::bigint[])`.execute(tx)
  return scoped(tx, customerId)
}

/** The one place where a transaction becomes a customer's. */
const scoped = (tx: SystemTx, customerId: number) => tx.withPlugin(new CustomerFilter(customerId)) as CustomerTx
