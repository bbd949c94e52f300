import type { CustomerTx } from '../../../db/types.ts'

/** All records of subscriptions to be ended at the provider, including those that are done, oldest first. */
export function selectEndings(tx: CustomerTx) {
  return tx.selectFrom('subscriptionEnding').selectAll().orderBy('begunAt').orderBy('subscription')
}
