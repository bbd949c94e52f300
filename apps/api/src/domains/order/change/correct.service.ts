import type { Ok } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { reopenDepartures } from '../../departure/departure.service.ts'
import { unreceiveMeds } from '../../med/from-order/med-receipt.joins.ts'
import { orderErrors } from '../order.facts.ts'
import { closeOrder, lockOrder, voidOrder } from '../order.queries.ts'
import { countMissingMeds } from '../stop/scan-stop.service.ts'

export interface OrderCorrection {
  documentId: number
  reason: string
}

/**
 * Voids an order that was sent by mistake, so that nothing of it counts. Its document, lines, receipts and history stay.
 *
 * @throws AppError order_not_found, order_voided, not_allowed unless the caller administers its location.
 */
export async function voidByMistake(tx: CustomerTx, session: Session, { documentId, reason }: OrderCorrection): Promise<Ok> {
  const order = await open(tx, session, documentId)
  await voidOrder(tx, order.id, { voidedAt: session.now, voidedById: session.userId, voidReason: reason })
  await unreceiveMeds(tx, { documentId: order.id })
  await reopenDepartures(tx, session, { documentId: order.id })
  const detail = { reason, amountReceived: order.amountReceived, amountOfMeds: order.amountOfMeds }
  await audit(tx, session, { action: 'order.void', subject: 'order', subjectId: order.id, detail })
  return { ok: true }
}

/**
 * Closes an order that arrived short, and opens a ticket about the missing packages. Packages on hold, set aside or sent back do not count as
 * missing; if no package is missing, the order is closed without a ticket.
 */
export async function closeShort(tx: CustomerTx, session: Session, { documentId, reason }: OrderCorrection): Promise<Ok> {
  const order = await open(tx, session, documentId)
  if (order.closedAt) throw new AppError(orderErrors.order_closed)
  const left = order.amountOfMeds - order.amountReceived
  if (left === 0) throw new AppError(orderErrors.order_complete)
  const missing = await countMissingMeds(tx, order.id)
  await closeOrder(tx, order.id, { closedAt: session.now, closedById: session.userId, closeReason: reason })
  await audit(tx, session, {
    action: 'order.close',
    subject: 'order',
    subjectId: order.id,
    detail: { reason, missing, keptBack: left - missing },
  })
  if (missing > 0) await tx.listeners.orderClosedShort(tx, session, { orderId: order.id, reason })
  return { ok: true }
}

/** Reopens an order whose missing packages have arrived after all. */
export async function reopen(tx: CustomerTx, session: Session, { documentId, reason }: OrderCorrection): Promise<Ok> {
  const order = await open(tx, session, documentId)
  if (!order.closedAt) throw new AppError(orderErrors.order_not_closed)
  await closeOrder(tx, order.id, { closedAt: null, closedById: null, closeReason: null })
  await audit(tx, session, { action: 'order.reopen', subject: 'order', subjectId: order.id, detail: { reason } })
  return { ok: true }
}

async function open(tx: CustomerTx, session: Session, documentId: number) {
  const order = await lockOrder(tx, documentId)
  if (!order) throw new AppError(coreErrors.order_not_found)
  must(session, 'order:correct', order.locationId)
  if (order.voidedAt) throw new AppError(orderErrors.order_voided)
  return order
}
