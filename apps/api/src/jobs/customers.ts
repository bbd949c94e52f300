import { StorageUnavailableError, UnavailableError } from '../core/unavailable.ts'
import { withCustomer } from '../db/customer-tx.ts'
import { type SystemDb, withSystem } from '../db/system-tx.ts'
import type { CustomerTx, Db } from '../db/types.ts'

/** Every customer's id; the logins know them all, the customer table shows only one at a time. */
export async function listCustomerIds(system: SystemDb): Promise<number[]> {
  const rows = await withSystem(system, (tx) => tx.selectFrom('login').select('customerId').distinct().orderBy('customerId').execute())
  return rows.map((row) => row.customerId)
}

/**
 * Work by the clock for each customer in turn, each in a transaction of its own.
 *
 * @throws AggregateError at the end: one customer's failure keeps no other from it. UnavailableError if the only trouble was that something
 * could not be reached: the attempt does not count. StorageUnavailableError if one of these was a storage that refuses access: people have to hear of it.
 */
export async function forEachCustomer(
  { db, system }: { db: Db; system: SystemDb },
  work: (tx: CustomerTx, customerId: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const customerId of await listCustomerIds(system)) {
    const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
    await withCustomer(db, scope, 'read write', (tx) => work(tx, customerId)).catch((error: unknown) => failures.push(error))
  }
  if (failures.length === 0) return
  const failed = new AggregateError(failures, `It failed for ${failures.length} customers.`)
  if (!failures.every((failure) => failure instanceof UnavailableError)) throw failed
  const isRefused = failures.some((failure) => failure instanceof StorageUnavailableError && failure.isRefused)
  throw isRefused
    ? new StorageUnavailableError(failed, { isFull: false, isRefused })
    : new UnavailableError(failed.message, { cause: failed })
}
