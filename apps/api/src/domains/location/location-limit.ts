import type { CustomerTx } from '../../db/types.ts'

/** How many locations the customer's subscriptions allow (LOC-021). The one place that asks. */
export async function countAllowedLocations(_tx: CustomerTx, _now: Date): Promise<number | 'unlimited'> {
  return 'unlimited'
}
