import type { CustomerTx } from '../../../db/types.ts'

/** Oldest first, including finished ones. */
export function selectEndings(tx: CustomerTx) {
  return tx.selectFrom('subscriptionEnding').selectAll().orderBy('begunAt').orderBy('subscription')
}
