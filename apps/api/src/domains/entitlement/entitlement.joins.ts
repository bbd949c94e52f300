import type { Together } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'

export const selectBilling = (tx: CustomerTx) => tx.selectFrom('billing').select(['isOn', 'plans'])

/**
 * Everything that decides a customer's entitlement: the billing configuration, the customer's subscriptions, and when billing began for the customer
 * (when billing was introduced, or when the customer was created if that was later).
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
