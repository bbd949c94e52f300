import type { CustomerTx } from '../../../db/types.ts'

/** The oldest first, also those that are done. */
export function selectEndings(tx: CustomerTx) {
  return tx.selectFrom('subscriptionEnding').selectAll().orderBy('begunAt').orderBy('subscription')
}
