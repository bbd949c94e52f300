import type { CustomerTx } from '../../db/types.ts'
import { readEntitlement } from '../entitlement/entitlement.service.ts'

/** How many locations the customer's subscriptions allow (LOC-021). The one place that asks. */
export async function countAllowedLocations(tx: CustomerTx, now: Date): Promise<number | 'unlimited'> {
  return (await readEntitlement(tx, now)).locations
}
