import type { Actor } from '../../../call/audit.ts'
import { audit } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { receiveMedsByDocument } from '../../med/from-order/med-receipt.joins.ts'
import { followOrder } from '../../recall/match/follow.service.ts'
import { orderErrors } from '../order.facts.ts'
import { lockOrder, voidOrder } from '../order.queries.ts'
import { copyStops } from '../stop/scan-stop.queries.ts'
import {
  copyReceipts,
  findLastReceiver,
  listReceivedOnlyBy,
  lockPair,
  setNestedLoops,
  setReplaced,
  undoSameReceipts,
} from './replace.queries.ts'

export { findLastReceiver }

interface Pair {
  /** Id of the order that is being replaced. */
  from: number
  /** The order that replaces `from`. */
  to: number
}

/**
 * Replaces an order with its corrected one (decision 63). Receipts of units that both orders list are copied to the corrected order. Received units
 * that the corrected order lacks stay received, and are returned to the caller. The replaced order keeps its lines, receipts and history, but no
 * longer counts.
 * @throws AppError order_not_found, order_voided if one of the two orders no longer counts.
 */
export async function replaceOrder(tx: CustomerTx, by: Actor, { from, to }: Pair, reason: string) {
  const orders = await lockPair(tx, [from, to])
  const old = orders.find(({ id }) => id === from)
  const next = orders.find(({ id }) => id === to)
  if (!old || !next) throw new AppError(coreErrors.order_not_found)
  if (old.voidedAt || next.voidedAt) throw new AppError(orderErrors.order_voided)
  await setNestedLoops(tx, true)
  const kept = await copyReceipts(tx, from, to, { onlyNew: false })
  await receiveMedsByDocument(tx, to)
  const only = await listReceivedOnlyBy(tx, from, to)
  await setNestedLoops(tx, false)
  await copyStops(tx, from, to)
  await setReplaced(tx, from, { voidedAt: by.now, voidedById: by.userId, voidReason: reason, replacedById: to })
  await followOrder(tx, by, { from, to })
  await audit(tx, by, {
    action: 'order.void',
    subject: 'order',
    subjectId: from,
    detail: { reason, replacedBy: to, receiptsKept: kept, onlyHere: only.length },
  })
  return { kept, only }
}

/**
 * Undoes the replacement of an order (`from`) by its corrected order (`to`). For units that the first order lists, it repeats the receipts and undos
 * that were recorded on the corrected order. It voids the corrected order, unless that order was already in use before the replacement (`isToInUse`).
 * @returns in `only`, the units that were received only on the corrected order.
 * @throws AppError order_not_found, order_voided if the corrected order has been replaced or voided.
 */
export async function restoreOrder(
  tx: CustomerTx,
  by: Actor,
  { from, to }: Pair,
  { reason, isToInUse }: { reason: string; isToInUse: boolean },
): Promise<{ only: Awaited<ReturnType<typeof listReceivedOnlyBy>> }> {
  const orders = await lockPair(tx, [from, to])
  const old = orders.find(({ id }) => id === from)
  const next = orders.find(({ id }) => id === to)
  if (!old || !next) throw new AppError(coreErrors.order_not_found)
  if (old.replacedById !== to || next.voidedAt) throw new AppError(orderErrors.order_voided)
  await setReplaced(tx, from, { voidedAt: null, voidedById: null, voidReason: null, replacedById: null })
  await setNestedLoops(tx, true)
  await undoSameReceipts(tx, from, to)
  await copyReceipts(tx, to, from, { onlyNew: true })
  await copyStops(tx, to, from)
  if (!isToInUse) await setReplaced(tx, to, { voidedAt: by.now, voidedById: by.userId, voidReason: reason, replacedById: from })
  await receiveMedsByDocument(tx, from)
  const only = isToInUse ? [] : await listReceivedOnlyBy(tx, to, from, { onlyHere: true })
  await setNestedLoops(tx, false)
  await followOrder(tx, by, { from: to, to: from })
  await audit(tx, by, { action: 'order.restore', subject: 'order', subjectId: from, detail: { reason, instead: to } })
  return { only }
}

/** Voids an order that a corrected file has made obsolete. Does nothing if the order is already void or packages were received on it. */
export async function withdrawOrder(tx: CustomerTx, by: Actor & { userId: number }, documentId: number, reason: string): Promise<void> {
  const order = await lockOrder(tx, documentId, { waitsForLock: true })
  if (!order || order.voidedAt || order.amountReceived > 0) return
  await voidOrder(tx, documentId, { voidedAt: by.now, voidedById: by.userId, voidReason: reason })
  await audit(tx, by, { action: 'order.void', subject: 'order', subjectId: documentId, detail: { reason } })
}
