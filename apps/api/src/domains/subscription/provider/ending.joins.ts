import type { CustomerTx } from '../../../db/types.ts'

/** Selects the records of all subscriptions that had or still have to be ended at the payment provider, oldest first. */
export function selectEndings(tx: CustomerTx) {
  return tx.selectFrom('subscriptionEnding').selectAll().orderBy('begunAt').orderBy('subscription')
}
