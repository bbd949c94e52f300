import type { Together } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'

export const selectBilling = (tx: CustomerTx) => tx.selectFrom('billing').select(['isOn', 'plans'])

/**
 * What decides what a customer may: the billing, its subscriptions, and when billing began for it: when this was brought in, where the customer was there
 * before, else when the customer was made.
 */
export const selectEntitlementFacts = (tx: CustomerTx) => ({
  billing: selectBilling(tx),
  subscriptions: tx.selectFrom('subscription').select(['product', 'quantity', 'isActive', 'endedAt']).orderBy('id'),
  begins: tx
    .selectFrom('customer')
    .leftJoin('paymentAccount', 'paymentAccount.customerId', 'customer.id')
    .select((eb) => eb.fn.coalesce('paymentAccount.begunAt', 'customer.createdAt').as('at')),
})

export type EntitlementFacts = Together<ReturnType<typeof selectEntitlementFacts>>
