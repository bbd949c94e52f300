import type { CustomerTx } from '../../../db/types.ts'

/** All records of subscriptions to be ended at the provider, oldest first, including those of subscriptions that have been ended. */
export function selectEndings(tx: CustomerTx) {
  return tx.selectFrom('subscriptionEnding').selectAll().orderBy('begunAt').orderBy('subscription')
}
