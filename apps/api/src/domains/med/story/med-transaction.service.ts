import type { CustomerTx } from '../../../db/types.ts'
import { findPaperDocument, listShipments } from '../send/med-email.queries.ts'
import { type Transaction, type TransactionParty, transactionsOf } from './med-transaction.rules.ts'

/** The transactions of a document, with seller and buyer, and the sender's wording of the affirmation in its transaction statement. */
export async function readTransactions(
  tx: CustomerTx,
  documentId: number,
): Promise<{ legalNotice: string | null; transactions: Transaction[] }> {
  const document = await findPaperDocument(tx, documentId)
  const parties = (document?.locations ?? []) as TransactionParty[] // `locations` is a JSON column that the import writes in this shape
  return { legalNotice: document?.legalNotice ?? null, transactions: transactionsOf(await listShipments(tx, documentId), parties) }
}
