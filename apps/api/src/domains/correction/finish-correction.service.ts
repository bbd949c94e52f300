import type { CustomerTx } from '../../db/types.ts'
import { insertEntry } from '../exception/ticket/ticket.joins.ts'
import { findTicketOrder } from '../exception/ticket/ticket-read.joins.ts'
import { lockCorrectionOfUpload, updateCorrection } from './correction.queries.ts'
import { type Correction, replaceOrderAndTickets } from './swap.service.ts'

/**
 * Whether a decision about a corrected file still holds when its import begins. Returns false if the order in question was replaced in the meantime,
 * so that the file must be compared again. An order voided in the meantime cannot be replaced: the corrected file then becomes a separate order.
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
  /** The order created from the file; null if there is none. */
  newDocumentId: number | null
  /** Whether an active order had already been created from an identical file. */
  isKnown?: boolean
  now: Date
}

/** Carries out the decision once the corrected file's order exists. Without an order, the decision is open again. */
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
