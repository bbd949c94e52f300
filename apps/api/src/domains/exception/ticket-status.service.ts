import type { CloseReason, ExceptionStatus } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'
import { insertStatus, updateTicket } from './ticket.queries.ts'
import { dueDayOf } from './ticket-import.service.ts'

/** Writes a status down, whoever brought it about. */
export async function setStatus(
  tx: CustomerTx,
  by: { userId: number | null; now: Date },
  ticket: { id: number; locationId: number | null },
  { status, notes, reason = null }: { status: ExceptionStatus; notes: string | null; reason?: CloseReason | null },
): Promise<void> {
  const dueOn = status === 'OPEN' ? { dueOn: await dueDayOf(tx, ticket.locationId, by.now) } : {}
  await updateTicket(tx, ticket.id, { currentErrorStatus: status, settledAt: status === 'OPEN' ? null : by.now, ...dueOn })
  await insertStatus(tx, {
    documentExceptionId: ticket.id,
    locationId: ticket.locationId,
    createdById: by.userId,
    status,
    notes,
    reason,
    at: by.now,
  })
}
