import type { Actor } from '../../call/audit.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { findTicketOfOrder, moveCounterTickets } from '../exception/counter/counter-ticket.joins.ts'
import { exceptionErrors } from '../exception/exception.facts.ts'
import { replaceOrder, restoreOrder, withdrawOrder } from '../order/change/replace.service.ts'
import { listOrderPlaces, listOtherOrders, type OtherOrder } from './correction.queries.ts'

/**
 * A corrected file may replace a file that became several orders. This is one pair besides the main order: `from` is the old file's order, `to` the
 * corrected file's order that replaces it.
 */
export interface PartSwap {
  from: number
  to: number
  /** Ids of the open counter tickets that were moved from the order `from` to the order `to`. */
  moved: number[]
}

export interface PartSwaps {
  pairs: PartSwap[]
  /** Ids of the corrected file's orders that replaced no earlier order. */
  added: number[]
}

/**
 * What the caller supplies for a replacement: the `reason` to record; `unlisted`, which handles received units that the new order no longer lists;
 * and `resolve`, which resolves the ticket of the replaced order.
 */
interface Steps {
  reason: string
  unlisted: (order: { orderId: number; locationId: number }, only: Awaited<ReturnType<typeof replaceOrder>>['only']) => Promise<void>
  resolve: (ticketId: number, kept: number) => Promise<void>
}

/**
 * Replaces the other orders of the first file, those besides its main order, with their counterparts in the corrected file (see `pickCounterpart`).
 * If an order has no counterpart, the corrected file's main order `to` replaces it, unless packages of it were received: then the order stays.
 */
export async function replaceParts(
  tx: CustomerTx,
  by: Actor & { userId: number },
  { from, to }: { from: number; to: number },
  { reason, unlisted, resolve }: Steps,
): Promise<PartSwaps> {
  const free = await listOtherOrders(tx, to)
  const pairs: PartSwap[] = []
  for (const old of await listOtherOrders(tx, from)) {
    const next = pickCounterpart(free, old) ?? (old.amountReceived === 0 ? { id: to, locationId: old.locationId } : undefined)
    if (!next || next.id === old.id) continue
    const { only, kept } = await replaceOrder(tx, by, { from: old.id, to: next.id }, reason)
    if (only.length > 0) await unlisted({ orderId: next.id, locationId: next.locationId }, only)
    const ticket = await findTicketOfOrder(tx, old.id)
    if (ticket) await resolve(ticket.id, kept)
    pairs.push({ from: old.id, to: next.id, moved: await moveCounterTickets(tx, { from: old.id, to: next.id }) })
  }
  return { pairs, added: free.map(({ id }) => id) }
}

/**
 * Finds the order in the corrected file that replaces this order: same location and, if there are several, same seller. Removes it from `free`, so
 * that it does not replace a second order.
 */
function pickCounterpart(free: OtherOrder[], { locationId, senderGln }: OtherOrder): OtherOrder | undefined {
  const there = free.filter((one) => one.locationId === locationId)
  const found = there.find((one) => one.senderGln === senderGln) ?? (there.length === 1 ? there[0] : undefined)
  if (found) free.splice(free.indexOf(found), 1)
  return found
}

/**
 * Undoes `replaceParts`; call it before undoing the replacement itself. Also removes the orders that the corrected file added, except those of which
 * any package was received.
 *
 * @throws AppError correction_parts_elsewhere if the caller does not see all of these orders.
 */
export async function restoreParts(
  tx: CustomerTx,
  by: Actor & { userId: number },
  { pairs, added }: PartSwaps,
  { newDocumentId, reason, isToInUse, unlisted }: Omit<Steps, 'resolve'> & { newDocumentId: number; isToInUse: boolean },
): Promise<void> {
  const ids = [...new Set([...pairs.flatMap(({ from, to }) => [from, to]), ...added])]
  const places = new Map((await listOrderPlaces(tx, ids)).map(({ id, locationId }) => [id, locationId]))
  for (const { from, to, moved } of pairs) {
    const locationId = places.get(from)
    if (locationId === undefined || !places.has(to)) throw new AppError(exceptionErrors.correction_parts_elsewhere)
    const { only } = await restoreOrder(tx, by, { from, to }, { reason, isToInUse: isToInUse || to === newDocumentId })
    if (only.length > 0) await unlisted({ orderId: from, locationId }, only)
    await moveCounterTickets(tx, { from: to, to: from, only: moved })
  }
  if (isToInUse) return
  for (const id of added) {
    if (!places.has(id)) throw new AppError(exceptionErrors.correction_parts_elsewhere)
    await withdrawOrder(tx, by, id, reason)
  }
}
