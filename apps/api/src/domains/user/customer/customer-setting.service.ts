import type { CustomerTx } from '../../../db/types.ts'
import { type CustomerSettings, getCustomerSettings, lockCustomerSettings, updateCustomerSettings } from './customer-setting.queries.ts'

export type { CustomerSettings } from './customer-setting.queries.ts'

export function readCustomerSettings(tx: CustomerTx, customerId: number): Promise<CustomerSettings> {
  return getCustomerSettings(tx, customerId)
}

/** Saves a setting and returns its previous value. Locks the row, so that the audit entry's previous value is correct. */
export async function saveCustomerSetting<Name extends keyof CustomerSettings>(
  tx: CustomerTx,
  customerId: number,
  name: Name,
  after: CustomerSettings[Name],
): Promise<CustomerSettings[Name]> {
  const before = (await lockCustomerSettings(tx, customerId))[name]
  if (before !== after) await updateCustomerSettings(tx, customerId, { [name]: after })
  return before
}
