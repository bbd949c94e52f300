import { administers, must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { reopenDepartures } from '../../departure/departure.service.ts'
import { unreceiveMeds } from '../../med/from-order/med-receipt.joins.ts'
import { orderErrors } from '../order.facts.ts'
import { addReceived, lockOrder } from '../order.queries.ts'
import { reopenStops } from '../stop/scan-stop.queries.ts'
import { countReceivable, findLastReceipt, findReceipt, insertReceipt, type LineChoice, unmarkReceived } from './receive.queries.ts'

/**
 * Undoes a receipt completely or for some of its lines. People undo their own last receipt without a reason; another person's receipt requires the
 * location's admin (decision 45).
 *
 * @throws AppError receipt_not_found, receipt_not_yours, reason_needed, receipt_undone.
 */
export async function takeReceiptBack(
  tx: CustomerTx,
  session: Session,
  {
    documentId,
    receiptId,
    lines,
    reason,
  }: { documentId: number; receiptId: number; lines?: number[] | undefined; reason?: string | undefined },
): Promise<{ undone: number; amountNotReceived: number }> {
  const order = await lockOrder(tx, documentId)
  if (!order) throw new AppError(coreErrors.order_not_found)
  must(session, 'order:undo', order.locationId)
  if (order.voidedAt) throw new AppError(orderErrors.order_voided)
  const receipt = await findReceipt(tx, documentId, receiptId)
  if (!receipt) throw new AppError(orderErrors.receipt_not_found)
  if (receipt.userId !== session.userId && !administers(session, order.locationId)) throw new AppError(orderErrors.receipt_not_yours)
  const chosen: LineChoice = lines ? { lines } : { all: true }
  const standing = await countReceivable(tx, documentId, receiptId, chosen)
  if (!standing.amount || !standing.lines) throw new AppError(orderErrors.receipt_undone)
  if (!reason && (receipt.userId !== session.userId || (await findLastReceipt(tx, documentId, session.userId)) !== receiptId))
    throw new AppError(coreErrors.reason_needed)
  await unreceiveMeds(tx, { documentId, lines: standing.lines }, receiptId)
  await reopenStops(tx, receiptId, standing.lines)
  await unmarkReceived(tx, documentId, chosen, receiptId)
  await reopenDepartures(tx, session, { documentId, receiptId, lines: standing.lines })
  await insertReceipt(tx, {
    documentId,
    locationId: order.locationId,
    userId: session.userId,
    at: session.now,
    how: receipt.how,
    amount: standing.amount,
    lines: standing.lines,
    undoesId: receiptId,
    reason: reason ?? null,
  })
  await addReceived(tx, documentId, -standing.amount)
  await audit(tx, session, {
    action: 'order.undoReceipt',
    subject: 'order',
    subjectId: documentId,
    detail: { receiptId, amount: standing.amount, reason: reason ?? null },
  })
  return { undone: standing.amount, amountNotReceived: order.amountOfMeds - order.amountReceived + standing.amount }
}
