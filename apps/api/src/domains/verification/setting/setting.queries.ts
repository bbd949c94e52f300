import type { VerificationContexts, VerificationDriver } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'

export interface SettingRecord {
  driver: VerificationDriver
  baseUrl: string | null
  requesterGln: string | null
  contexts: VerificationContexts
  credentialHeader: string
  credential: Buffer | null
  walletUrl: string | null
  walletHolder: string | null
  emailAddress: string | null
  phoneNumber: string | null
}

/** The customer's stored settings; undefined if the customer never changed them. */
export function findSetting(tx: CustomerTx): Promise<SettingRecord | undefined> {
  return tx
    .selectFrom('verificationSetting')
    .select(['baseUrl', 'requesterGln', 'credentialHeader', 'credential', 'walletUrl', 'walletHolder', 'emailAddress', 'phoneNumber'])
    .select((eb) => [
      eb.ref('driver').$castTo<VerificationDriver>().as('driver'),
      eb.ref('contexts').$castTo<VerificationContexts>().as('contexts'),
    ])
    .executeTakeFirst()
}

export async function saveSetting(
  tx: CustomerTx,
  { contexts, ...values }: SettingRecord & { updatedAt: Date; updatedById: number },
): Promise<void> {
  const row = { ...values, contexts: JSON.stringify(contexts) }
  await tx
    .insertInto('verificationSetting')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customerId']).doUpdateSet(row))
    .execute()
}
