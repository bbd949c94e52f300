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

/** Who gets a copy of the user's reports. @returns what it was before; the row is locked, so that the trail's "before" is true. */
export async function saveSuspectAddress(tx: CustomerTx, userId: number, after: string | null): Promise<string | null> {
  const before = await lockSuspectAddress(tx, userId)
  if (before !== after) await updateSuspectAddress(tx, userId, after)
  return before
}

export function readRegulatorAddress(tx: CustomerTx, customerId: number): Promise<string | null> {
  return getRegulatorAddress(tx, customerId)
}

/** Takes the address of somebody who was deactivated out of everybody's copies of reports and of the customer's; each list has its line in the trail. */
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

/** A list without this address; as it was where it does not have it. */
function without(list: string | null, emailAddress: string): string | null {
  const { good } = splitAddresses(list ?? '')
  const left = good.filter((one) => one.toLowerCase() !== emailAddress.toLowerCase())
  return left.length === good.length ? list : left.join('; ') || null
}

/** Likewise, of the whole customer. */
export async function saveRegulatorAddress(tx: CustomerTx, customerId: number, after: string | null): Promise<string | null> {
  const before = await lockRegulatorAddress(tx, customerId)
  if (before !== after) await updateRegulatorAddress(tx, customerId, after)
  return before
}
