import { StorageUnavailableError, UnavailableError } from '../core/unavailable.ts'
import { withCustomer } from '../db/customer-tx.ts'
import { type SystemDb, withSystem } from '../db/system-tx.ts'
import type { CustomerTx, Db } from '../db/types.ts'

/** Ids of all customers. Reads them from the logins, because other tables have row security, which shows the rows of only one customer at a time. */
export async function listCustomerIds(system: SystemDb): Promise<number[]> {
  const rows = await withSystem(system, (tx) => tx.selectFrom('login').select('customerId').distinct().orderBy('customerId').execute())
  return rows.map((row) => row.customerId)
}

/**
 * Runs scheduled work for each customer, one after the other, each in its own transaction.
 *
 * @throws AggregateError at the end, so one customer's failure doesn't stop the others. UnavailableError if the only problem was that something was
 * unreachable; the attempt then doesn't count. StorageUnavailableError if a storage denied access, because people have to fix that.
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
  const failed = new AggregateError(failures, `The job failed for ${failures.length} customers.`)
  if (!failures.every((failure) => failure instanceof UnavailableError)) throw failed
  const isRefused = failures.some((failure) => failure instanceof StorageUnavailableError && failure.isRefused)
  throw isRefused
    ? new StorageUnavailableError(failed, { isFull: false, isRefused })
    : new UnavailableError(failed.message, { cause: failed })
}
