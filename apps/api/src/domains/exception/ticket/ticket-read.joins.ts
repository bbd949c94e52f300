import { lockRows } from '../../../db/lock-row.ts'
import type { CustomerTx } from '../../../db/types.ts'

const SHOWN = [
  'documentException.id',
  'documentException.ticketNumber',
  'documentException.locationId',
  'documentException.createdById',
  'documentException.documentId',
  'documentException.orderId',
  'documentException.sender',
  'documentException.senderGln',
  'documentException.recipient',
  'documentException.currentErrorType',
  'documentException.currentErrorStatus',
  'documentException.instanceIdentifier',
  'documentException.poNumber',
  'documentException.createdAt',
  'documentException.title',
  'documentException.otherTypes',
  'documentException.category',
  'documentException.reportKind',
  'documentException.counterKind',
  'documentException.ownerId',
  'documentException.dueOn',
  'documentException.askedAt',
  'documentException.answeredAt',
  'owner.firstName as ownerFirstName',
  'owner.lastName as ownerLastName',
] as const

export const tickets = (tx: CustomerTx) =>
  tx.selectFrom('documentException').leftJoin('user as owner', 'owner.id', 'documentException.ownerId').select(SHOWN)

export function findTicket(tx: CustomerTx, id: number) {
  return tickets(tx)
    .leftJoin('epcisDocument as document', 'document.id', 'documentException.documentId')
    .leftJoin('location', 'location.id', 'documentException.locationId')
    .select([
      'documentException.rejects',
      'documentException.warnings',
      'documentException.findings',
      'documentException.truncated',
      'documentException.header',
      'documentException.amounts',
      'documentException.excerpts',
      'documentException.readAt',
      'document.filename as documentName',
      'document.sha256',
      'document.size',
      'document.contentType',
      'document.timeStamp as documentAt',
      'document.dropShipment',
      'document.guidelineFacts',
      'location.name as locationName',
    ])
    .where('documentException.id', '=', id)
    .executeTakeFirst()
}

export type Ticket = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** Locks the orders of tickets before the tickets are changed. Receipts and corrected files lock the order first too, so no deadlock can arise. */
export function lockTicketOrders(tx: CustomerTx, documentExceptionIds: readonly number[]): Promise<void> {
  const tickets = tx
    .selectFrom('documentException')
    .select('orderId')
    .where('id', 'in', [...documentExceptionIds])
  return lockRows(tx, tx.selectFrom('order').select('id').where('id', 'in', tickets).orderBy('id'))
}

/** Locks a ticket and its order. Callers that lock several tickets call `lockTicketOrders` for all of them first. */
export async function lockTicket(tx: CustomerTx, id: number) {
  await lockTicketOrders(tx, [id])
  return tx
    .selectFrom('documentException')
    .select([
      'id',
      'ticketNumber',
      'locationId',
      'createdById',
      'currentErrorStatus',
      'documentId',
      'orderId',
      'ownerId',
      'dueOn',
      'category',
      'reportKind',
      'title',
      'sender',
      'senderGln',
      'poNumber',
      'instanceIdentifier',
      'counterKind',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>

export function selectTicketOrder(tx: CustomerTx, orderId: number | null) {
  return tx
    .selectFrom('order')
    .innerJoin('epcisDocument as document', 'document.id', 'order.id')
    .select([
      'order.id',
      'order.locationId',
      'order.amountOfMeds',
      'order.amountReceived',
      'order.voidedAt',
      'order.replacedById',
      'order.purchaseOrderNumbers',
      'document.filename',
      'document.instanceIdentifier',
    ])
    .where('order.id', '=', orderId)
}

export function findTicketOrder(tx: CustomerTx, orderId: number) {
  return selectTicketOrder(tx, orderId).executeTakeFirst()
}
