import type { CustomerTx } from '../../db/types.ts'
import { insertEntry } from '../exception/ticket/ticket.joins.ts'
import { findTicketOrder } from '../exception/ticket/ticket-read.joins.ts'
import { lockCorrectionOfUpload, updateCorrection } from './correction.queries.ts'
import { type Correction, replaceOrderAndTickets } from './swap.service.ts'

/**
 * Whether the decision to replace an order by a corrected file is still valid when the import of that file begins. Returns false if another file has
 * replaced the order since; the corrected file must then be compared again. If the order was only voided, it can no longer be replaced, and the
 * corrected file becomes a separate order.
 */
export async function isDecisionCurrent(tx: CustomerTx, uploadId: number): Promise<boolean> {
  const correction = await lockCorrectionOfUpload(tx, uploadId)
  if (!correction || correction.state === 'kept') return true
  if (correction.state !== 'replacing') return false
  const old = await findTicketOrder(tx, correction.oldDocumentId)
  if (!old?.voidedAt) return true
  await updateCorrection(tx, correction.id, { state: old.replacedById === null ? 'kept' : 'outdated' })
  return old.replacedById === null
}

interface Finished {
  customerId: number
  uploadId: number
  /** Id of the order that the import created from the corrected file; null if it created none. */
  newDocumentId: number | null
  /** Whether an active order had already been created from an identical file. */
  isKnown?: boolean
  now: Date
}

/**
 * Called when the import of a corrected file has ended. If the import created an order and a person has decided to replace the first file, replaces
 * the old order and its tickets. If it created no order, reopens the decision.
 */
export async function finishCorrection(
  tx: CustomerTx,
  { customerId, uploadId, newDocumentId, isKnown = false, now }: Finished,
): Promise<void> {
  const correction = await lockCorrectionOfUpload(tx, uploadId)
  if (!correction || correction.decidedById === null) return
  if (correction.state === 'kept' && newDocumentId !== null) await updateCorrection(tx, correction.id, { newDocumentId })
  if (correction.state !== 'replacing') return
  if (newDocumentId === null || newDocumentId === correction.oldDocumentId)
    await handBack(tx, correction, { why: 'no order could be created from it', now })
  else
    await replaceOrderAndTickets(
      tx,
      { customerId, userId: correction.decidedById, now },
      isKnown ? { ...correction, newDocumentId } : correction,
      newDocumentId,
    )
}

/** Reopens the decision because a corrected file could not be read or its import was stopped; the ticket states the reason. */
export async function reopenCorrection(
  tx: CustomerTx,
  { uploadId, why, now }: { uploadId: number; why: string; now: Date },
): Promise<void> {
  const correction = await lockCorrectionOfUpload(tx, uploadId)
  if (correction?.state === 'replacing') await handBack(tx, correction, { why, now })
}

async function handBack(tx: CustomerTx, { id, documentExceptionId, filename }: Correction, { why, now }: { why: string; now: Date }) {
  await updateCorrection(tx, id, { state: 'found', decidedAt: null, decidedById: null, reason: null })
  if (documentExceptionId === null) return
  const what = `${filename} did not replace the first file: ${why}. Please decide again`
  const detail = { what, href: `/exceptions/corrections/${id}` }
  await insertEntry(tx, { documentExceptionId, at: now, userId: null, kind: 'linked', detail })
}
