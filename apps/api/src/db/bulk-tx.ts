import type { Transaction } from 'kysely'
import { AbortedTransactionError } from 'kysely'
import type { ConnectionPool, PooledConnection } from './connection/connection-pool.ts'
import { borrowKysely } from './connection/driver.ts'
import { enterCustomer } from './customer-tx.ts'
import { LOCK_TIMEOUT } from './lock-row.ts'
import type { Tables } from './tables.ts'
import type { CustomerTx, Listeners, Scope } from './types.ts'

/**
 * Like withCustomer, but also passes the connection, for COPY, which Kysely cannot express.
 * `work` must not run two statements at once, because they share the connection.
 */
export function withBulk<T>(
  pool: ConnectionPool,
  scope: Scope,
  work: (tx: CustomerTx, client: PooledConnection) => Promise<T>,
  listeners?: Listeners,
): Promise<T> {
  return withConnection(pool, async (client) => {
    return work(await enterCustomer(borrowKysely(client) as Transaction<Tables>, scope, listeners), client) // the transaction has begun already
  })
}

/**
 * Runs one transaction on a separate connection without a statement timeout: processing a document with a million serial numbers or a directory of
 * all drugs takes a long time, and no user is waiting for it.
 */
export async function withConnection<T>(pool: ConnectionPool, work: (client: PooledConnection) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    // With more `work_mem`, PostgreSQL can sort rows in index order before it inserts them. The lock timeout is set here too, because a cluster's
    // workers do not inherit it from the connection.
    await client.query(`set local statement_timeout = 0; set local work_mem = '128MB'; set local lock_timeout = '${LOCK_TIMEOUT}'`)
    const result = await work(client)
    const { command } = await client.query('commit')
    // If a statement of the transaction failed, PostgreSQL answers `commit` with ROLLBACK instead of an error.
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
    return result
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
    throw error
  } finally {
    client.release(broken)
  }
}
