import type { CustomerTx } from '../../../db/types.ts'
import { findNeedsRelease, lockNeedsRelease, updateNeedsRelease } from './counter-rule.queries.ts'

/** Whether only a person who may release a hold may receive a package of a class I recall. */
export function readNeedsRelease(tx: CustomerTx, customerId: number): Promise<boolean> {
  return findNeedsRelease(tx, customerId)
}

/** Returns the previous value; the row is locked, so that the audit entry's "before" is true. */
export async function saveNeedsRelease(tx: CustomerTx, customerId: number, after: boolean): Promise<boolean> {
  const before = await lockNeedsRelease(tx, customerId)
  if (before !== after) await updateNeedsRelease(tx, customerId, after)
  return before
}
