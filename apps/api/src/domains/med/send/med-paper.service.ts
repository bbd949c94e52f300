import type { Session } from '../../../call/access/access.ts'
import type { Deps } from '../../../call/deps.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { printStamp } from '../../../print/print-stamp.ts'
import { listPlaces, readLineFacts } from '../med.queries.ts'
import { readPedigree } from '../med.service.ts'
import { type TransactionParty, transactionsOf } from '../story/med-transaction.rules.ts'
import { type Paper, type PaperDocument, pedigreeFilename, pedigreeSheet } from './med-paper.pdf.ts'

/** Reads all data for a med's printed pedigree. */
export async function readPaper(tx: CustomerTx, session: Session, medId: number): Promise<Paper> {
  const pedigree = await readPedigree(tx, session, medId)
  const documents: PaperDocument[] = []
  for (const place of await listPlaces(tx, medId)) {
    const { events, document } = await readLineFacts(tx, place)
    documents.push({
      purchaseOrderNumbers: place.purchaseOrderNumbers,
      senderName: place.senderNames[0] ?? document?.senderName ?? null,
      receivedAt: place.timeStamp.toISOString(),
      // the import stores a document's locations with these fields
      transactions: transactionsOf(events, (document?.locations ?? []) as TransactionParty[]),
      isAffirmed: document?.transactionStatement ?? false,
      legalNotice: document?.legalNotice ?? null,
    })
  }
  return { pedigree, documents }
}

/** Prints transaction information, statement and history of a med. */
export async function printPaper(deps: Pick<Deps, 'pdf' | 'log' | 'config'>, session: Session, paper: Paper) {
  return { filename: pedigreeFilename(paper), bytes: await printSheet(deps, session, pedigreeSheet(paper, printStamp(deps, session))) }
}
