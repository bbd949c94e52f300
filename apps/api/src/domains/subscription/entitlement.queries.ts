import type { CustomerTx, SystemTx } from '../../db/types.ts'

/** What billing decides by, as the program said it at start; absent: it never did. */
export function findBilling(tx: CustomerTx | SystemTx) {
  return tx.selectFrom('billing').select(['isOn', 'plans']).executeTakeFirst()
}

export async function saveBilling(tx: SystemTx, values: { isOn: boolean; plans: string }): Promise<void> {
  await tx
    .insertInto('billing')
    .values(values)
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet(values))
    .execute()
}

export function listCounted(tx: CustomerTx) {
  return tx.selectFrom('subscription').select(['product', 'quantity', 'isActive', 'endedAt']).orderBy('id').execute()
}

/** When billing began for the customer: when this was brought in, where the customer was there before, else when the customer was made. */
export async function getBillingBegin(tx: CustomerTx): Promise<Date> {
  const row = await tx
    .selectFrom('customer')
    .leftJoin('paymentAccount', 'paymentAccount.customerId', 'customer.id')
    .select(['customer.createdAt', 'paymentAccount.begunAt'])
    .executeTakeFirstOrThrow()
  return row.begunAt ?? row.createdAt
}
