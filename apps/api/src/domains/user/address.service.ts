import type { CustomerTx } from '../../db/types.ts'
import {
  getRegulatorAddress,
  lockRegulatorAddress,
  lockSuspectAddress,
  updateRegulatorAddress,
  updateSuspectAddress,
} from './address.queries.ts'

/** Who gets a copy of the user's reports. @returns what it was before; the row is locked, so that the trail's "before" is true. */
export async function saveSuspectAddress(tx: CustomerTx, userId: number, after: string | null): Promise<string | null> {
  const before = await lockSuspectAddress(tx, userId)
  if (before !== after) await updateSuspectAddress(tx, userId, after)
  return before
}

export function readRegulatorAddress(tx: CustomerTx, customerId: number): Promise<string | null> {
  return getRegulatorAddress(tx, customerId)
}

/** Likewise, of the whole customer. */
export async function saveRegulatorAddress(tx: CustomerTx, customerId: number, after: string | null): Promise<string | null> {
  const before = await lockRegulatorAddress(tx, customerId)
  if (before !== after) await updateRegulatorAddress(tx, customerId, after)
  return before
}
