import type { ClockHours, UnknownAtDispense } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'

export interface CustomerSettings {
  /** Whether receiving a package under a Class I recall requires the right to release holds. */
  classOneNeedsRelease: boolean
  clockHours: ClockHours
  /** The customer's choice of what a dispense check answers about a package that is not on file. */
  unknownAtDispense: UnknownAtDispense
}

const select = (tx: CustomerTx, customerId: number) =>
  tx
    .selectFrom('customer')
    .select(['classOneNeedsRelease', 'clockHours', 'unknownAtDispense'])
    .$narrowType<CustomerSettings>()
    .where('id', '=', customerId)

export function getCustomerSettings(tx: CustomerTx, customerId: number): Promise<CustomerSettings> {
  return select(tx, customerId).executeTakeFirstOrThrow()
}

export function lockCustomerSettings(tx: CustomerTx, customerId: number): Promise<CustomerSettings> {
  return select(tx, customerId).forUpdate().executeTakeFirstOrThrow()
}

export async function updateCustomerSettings(tx: CustomerTx, customerId: number, settings: Partial<CustomerSettings>): Promise<void> {
  await tx.updateTable('customer').set(settings).where('id', '=', customerId).execute()
}
