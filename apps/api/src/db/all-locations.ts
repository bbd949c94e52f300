import { sql } from 'kysely'
import type { CustomerTx, Scope } from './types.ts'

/**
 * Runs statements that see all locations of the customer, even for a person whose rights cover only some of them. Use it for changes and for
 * yes-or-no checks that tell the person nothing about another location.
 */
export async function withAllLocations<T>(tx: CustomerTx, { scope }: Pick<Scope, 'scope'>, work: () => Promise<T>): Promise<T> {
  if (scope === 'all') return work()
  await sql`set local app.location_scope = 'all'`.execute(tx)
  // If `work` fails, the line that resets the setting is skipped; the error rolls the transaction back, which resets it too.
  const result = await work()
  await sql`set local app.location_scope = 'some'`.execute(tx)
  return result
}
