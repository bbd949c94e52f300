import type { CustomerTx } from '../../../db/types.ts'

/** Locks the user's row until the transaction ends, so that the audit entry's previous value is correct. Returns the stored address. */
export async function lockSuspectAddress(tx: CustomerTx, userId: number): Promise<string | null> {
  const row = await tx.selectFrom('user').select('suspectMedEmailAddress').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  return row.suspectMedEmailAddress
}

export async function updateSuspectAddress(tx: CustomerTx, userId: number, suspectMedEmailAddress: string | null): Promise<void> {
  await tx.updateTable('user').set({ suspectMedEmailAddress }).where('id', '=', userId).execute()
}

/** Locks and reads every user's list of addresses that get copies of the user's reports. */
export function lockSuspectAddresses(tx: CustomerTx) {
  return tx
    .selectFrom('user')
    .select(['id', 'suspectMedEmailAddress'])
    .where('suspectMedEmailAddress', 'is not', null)
    .forUpdate()
    .execute()
}

export async function getRegulatorAddress(tx: CustomerTx, customerId: number): Promise<string | null> {
  const row = await tx.selectFrom('customer').select('regulatorEmailAddress').where('id', '=', customerId).executeTakeFirstOrThrow()
  return row.regulatorEmailAddress
}

/** Reads the email address of the customer's regulator, and locks the customer's row until the transaction ends. */
export async function lockRegulatorAddress(tx: CustomerTx, customerId: number): Promise<string | null> {
  const query = tx.selectFrom('customer').select('regulatorEmailAddress').where('id', '=', customerId).forUpdate()
  return (await query.executeTakeFirstOrThrow()).regulatorEmailAddress
}

export async function updateRegulatorAddress(tx: CustomerTx, customerId: number, regulatorEmailAddress: string | null): Promise<void> {
  await tx.updateTable('customer').set({ regulatorEmailAddress }).where('id', '=', customerId).execute()
}
