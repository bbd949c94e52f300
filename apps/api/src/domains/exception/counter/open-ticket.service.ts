import { type CounterKind, type ExceptionCategory, formatAmount, NO_ERROR_TYPE, type PdgKind } from '@seriatim/schema'
import { type Actor, audit } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { countMissingMeds, isLineMissing } from '../../order/stop/scan-stop.service.ts'
import { insertItems } from '../exception.queries.ts'
import { findDueDay } from '../ticket/due.service.ts'
import { insertEntry, updateTicket } from '../ticket/ticket.joins.ts'
import {
  deleteItems,
  findCounterOrder,
  insertMissingItems,
  insertStatus,
  insertTicket,
  nextTicketNumber,
} from '../ticket/ticket.queries.ts'

interface KindWords {
  category: ExceptionCategory
  reportKind: PdgKind | null
  title: (amount: number) => string
}

const packages = (amount: number, are: string, is: string) => `${formatAmount(amount, 'package')} ${amount === 1 ? is : are}`

export const KINDS: Record<CounterKind, KindWords> = {
  unknownScan: {
    category: 'productNoData',
    reportKind: 'missing_product_data',
    title: (amount) => `${packages(amount, 'were', 'was')} scanned but not listed in any file`,
  },
  overage: { category: 'productNoData', reportKind: 'overages', title: () => 'More packages arrived than the file lists' },
  shortage: {
    category: 'dataNoProduct',
    reportKind: 'underages',
    title: (amount) => (amount ? `${packages(amount, 'are', 'is')} missing` : 'Fewer packages arrived than the file lists'),
  },
  damage: { category: 'packaging', reportKind: null, title: () => 'Damaged on arrival' },
  wrongProduct: { category: 'dataNoProduct', reportKind: 'data_misalignment', title: () => 'The wrong product arrived' },
  received: {
    category: 'productNoData',
    reportKind: 'missing_product_data',
    title: (amount) => `${packages(amount, 'were', 'was')} received but not listed in the corrected file`,
  },
}

interface AtCounter {
  orderId: number
  kind: CounterKind
  notes?: string | undefined
}

/** The person who opens the ticket, even if a job carries out that person's decision. */
export type Opener = Actor & { userId: number }

export type NewItem = Parameters<typeof insertItems>[2][number]

/** Opens a ticket about an order that is being received, with due date, owner and number like any other ticket. @throws AppError order_not_found. */
async function openTicket(tx: CustomerTx, session: Opener, { orderId, kind, notes }: AtCounter, amount: number) {
  const order = await findCounterOrder(tx, orderId)
  if (!order) throw new AppError(coreErrors.order_not_found)
  const { category, reportKind, title } = KINDS[kind]
  const ticketNumber = await nextTicketNumber(tx)
  const id = await insertTicket(tx, {
    ticketNumber,
    locationId: order.locationId,
    createdById: session.userId,
    createdAt: session.now,
    orderId,
    documentId: null,
    sender: order.senderNames[0] ?? order.senderGln,
    senderGln: order.senderGln,
    recipient: order.receiverName ?? order.receiverGln,
    currentErrorType: NO_ERROR_TYPE,
    currentErrorStatus: 'OPEN',
    instanceIdentifier: order.instanceIdentifier,
    poNumber: order.purchaseOrderNumbers[0] ?? null,
    rejects: 0,
    warnings: 0,
    findings: '[]',
    truncated: '{}',
    amounts: '{}',
    excerpts: '[]',
    title: title(amount),
    category,
    reportKind,
    counterKind: kind,
    dueOn: await findDueDay(tx, order.locationId, session.now),
  })
  await insertStatus(tx, {
    documentExceptionId: id,
    locationId: order.locationId,
    createdById: session.userId,
    status: 'OPEN',
    notes: null,
    at: session.now,
  })
  await tx.listeners.ticketStatusSet?.(tx, { documentExceptionId: id, locationId: order.locationId, status: 'OPEN', at: session.now })
  const entryId = await insertEntry(tx, {
    documentExceptionId: id,
    at: session.now,
    userId: session.userId,
    kind: 'opened',
    text: notes || null,
    detail: { what: kind === 'received' ? 'opened the ticket when the file was replaced' : 'opened the ticket at the counter' },
  })
  await audit(tx, session, {
    action: 'exception.create',
    subject: 'exception',
    subjectId: id,
    detail: { ticket: ticketNumber, kind, documentId: orderId, notes: notes ?? null },
  })
  return { id, ticketNumber, entryId }
}

/**
 * Opens a counter ticket about the given items. If `items` is empty and `isAllMissing` is set, the ticket lists the order's packages that did not
 * arrive.
 */
export async function openCounterTicket(tx: CustomerTx, session: Opener, at: AtCounter, items: readonly NewItem[], isAllMissing = false) {
  const ticket = await openTicket(tx, session, at, items.length)
  if (items.length) await insertItems(tx, ticket.id, items)
  else if (isAllMissing) await replaceMissingItems(tx, ticket.id, at.orderId)
  return ticket
}

/**
 * Replaces a ticket's items with those packages of the order that did not arrive, up to the maximum number of items of a ticket. Returns the ticket's
 * new title, whose count includes the packages beyond that maximum.
 */
export async function replaceMissingItems(tx: CustomerTx, id: number, orderId: number): Promise<string> {
  await deleteItems(tx, id)
  await insertMissingItems(tx, id, orderId, isLineMissing(orderId))
  const title = KINDS.shortage.title(await countMissingMeds(tx, orderId))
  await updateTicket(tx, id, { title })
  return title
}

/** Opens a ticket for received packages that a corrected file lacks (decision 63). */
export function openReceived(
  tx: CustomerTx,
  by: Opener,
  orderId: number,
  items: readonly (NewItem & { medId: number })[],
  notes: string,
): Promise<{ id: number; ticketNumber: number }> {
  return openCounterTicket(
    tx,
    by,
    { orderId, kind: 'received', notes },
    items.map(({ medId: _, ...item }) => item),
  )
}
