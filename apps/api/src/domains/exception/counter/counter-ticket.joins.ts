import type { CustomerTx } from '../../../db/types.ts'

/** Moves all open counter tickets from one order to another, or, with `only`, just these tickets (to undo a move). Returns the moved tickets. */
export async function moveCounterTickets(
  tx: CustomerTx,
  { from, to, only }: { from: number; to: number; only?: readonly number[] },
): Promise<number[]> {
  if (only?.length === 0) return []
  const rows = await tx
    .updateTable('documentException')
    .set({ orderId: to })
    .where('orderId', '=', from)
    .where('counterKind', 'is not', null)
    .where((eb) => (only ? eb('id', 'in', [...only]) : eb('currentErrorStatus', '=', 'OPEN')))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The ticket about the file of an order, as opposed to tickets opened at the counter. */
export function findTicketOfOrder(tx: CustomerTx, orderId: number) {
  return tx
    .selectFrom('documentException')
    .select(['id', 'ticketNumber', 'locationId', 'currentErrorStatus', 'ownerId', 'rejects', 'warnings'])
    .where('documentId', '=', orderId)
    .executeTakeFirst()
}
