import { splitAddresses } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { CustomerTx } from '../../../db/types.ts'
import {
  getRegulatorAddress,
  lockRegulatorAddress,
  lockSuspectAddress,
  lockSuspectAddresses,
  updateRegulatorAddress,
  updateSuspectAddress,
} from './address.queries.ts'

/**
 * Saves the addresses that get copies of the user's reports.
 * @returns the previous addresses. They are read under a row lock, so that the audit entry shows the value that was really replaced.
 */
export async function saveSuspectAddress(tx: CustomerTx, userId: number, after: string | null): Promise<string | null> {
  const before = await lockSuspectAddress(tx, userId)
  if (before !== after) await updateSuspectAddress(tx, userId, after)
  return before
}

export function readRegulatorAddress(tx: CustomerTx, customerId: number): Promise<string | null> {
  return getRegulatorAddress(tx, customerId)
}

/** Removes the address of a deactivated person from the report copies of all users and of the customer, with an audit entry for each list. */
export async function dropFromLists(tx: CustomerTx, session: Session, emailAddress: string): Promise<void> {
  const action = 'user.copiesStopped'
  for (const { id, suspectMedEmailAddress: before } of await lockSuspectAddresses(tx)) {
    const after = without(before, emailAddress)
    if (before === after) continue
    await updateSuspectAddress(tx, id, after)
    await audit(tx, session, { action, subject: 'user', subjectId: id, detail: { field: 'suspectMedEmailAddress', before, after } })
  }
  const { customerId } = session
  const before = await lockRegulatorAddress(tx, customerId)
  const after = without(before, emailAddress)
  if (before === after) return
  await updateRegulatorAddress(tx, customerId, after)
  await audit(tx, session, {
    action,
    subject: 'customer',
    subjectId: customerId,
    detail: { field: 'regulatorEmailAddress', before, after },
  })
}

/** The list without this address, or the unchanged list if it does not contain it. */
function without(list: string | null, emailAddress: string): string | null {
  const { good } = splitAddresses(list ?? '')
  const left = good.filter((one) => one.toLowerCase() !== emailAddress.toLowerCase())
  return left.length === good.length ? list : left.join('; ') || null
}

/** Saves the address of the authority that receives every report of the customer. @returns the previous one. */
export async function saveRegulatorAddress(tx: CustomerTx, customerId: number, after: string | null): Promise<string | null> {
  const before = await lockRegulatorAddress(tx, customerId)
  if (before !== after) await updateRegulatorAddress(tx, customerId, after)
  return before
}
