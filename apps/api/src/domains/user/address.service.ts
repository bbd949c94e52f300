import { splitAddresses } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'
import {
  getRegulatorAddress,
  lockRegulatorAddress,
  lockSuspectAddress,
  lockSuspectAddresses,
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

/** Takes an address out of everybody's copies of reports. @returns of how many people's. */
export async function dropFromLists(tx: CustomerTx, emailAddress: string): Promise<number> {
  let amount = 0
  for (const { id, suspectMedEmailAddress } of await lockSuspectAddresses(tx)) {
    const { good } = splitAddresses(suspectMedEmailAddress ?? '')
    const left = good.filter((one) => one.toLowerCase() !== emailAddress.toLowerCase())
    if (left.length === good.length) continue
    await updateSuspectAddress(tx, id, left.join('; ') || null)
    amount += 1
  }
  return amount
}

/** Likewise, of the whole customer. */
export async function saveRegulatorAddress(tx: CustomerTx, customerId: number, after: string | null): Promise<string | null> {
  const before = await lockRegulatorAddress(tx, customerId)
  if (before !== after) await updateRegulatorAddress(tx, customerId, after)
  return before
}
