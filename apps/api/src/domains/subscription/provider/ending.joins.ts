import type { CustomerTx } from '../../../db/types.ts'

/** All endings, finished ones included, oldest first. */
export function selectEndings(tx: CustomerTx) {
  return tx.selectFrom('subscriptionEnding').selectAll().orderBy('begunAt').orderBy('subscription')
}
