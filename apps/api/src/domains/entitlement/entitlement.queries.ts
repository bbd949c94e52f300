import type { CustomerTx, SystemTx } from '../../db/types.ts'
import { selectBilling } from './entitlement.joins.ts'

/** The billing configuration that was saved at startup; undefined if none was ever saved. */
export function findBilling(tx: CustomerTx) {
  return selectBilling(tx).executeTakeFirst()
}
export type BillingRecord = NonNullable<Awaited<ReturnType<typeof findBilling>>>

export async function saveBilling(tx: SystemTx, values: { isOn: boolean; plans: string }): Promise<void> {
  await tx
    .insertInto('billing')
    .values(values)
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet(values))
    .execute()
}
