import { sql } from 'kysely'
import type { CustomerTx, Scope } from './types.ts'

/**
 * Runs statements that see all locations of the customer, also for a person who has only some of them. Use it for changes and for yes-or-no checks that
 * tell the person nothing about another location.
 */
export async function withAllLocations<T>(tx: CustomerTx, { scope }: Pick<Scope, 'scope'>, work: () => Promise<T>): Promise<T> {
  if (scope === 'all') return work()
  await sql`set local app.location_scope = 'all'`.execute(tx)
  // After an error the transaction ends, and its settings with it.
  const result = await work()
  await sql`set local app.location_scope = 'some'`.execute(tx)
  return result
}
