import type { CloseReason, ExceptionStatus } from '@seriatim/schema'
import type { Actor } from '../../../call/audit.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { releasePending } from '../../hold/data-pending.service.ts'
import { findDueDay } from './due.service.ts'
import { updateTicket } from './ticket.joins.ts'
import { insertStatus } from './ticket.queries.ts'

/**
 * Writes a status down, whoever brought it about. A hold for data ends with its ticket: nothing waits for a ticket on which nobody works any more.
 * Reopening holds nothing again.
 */
export async function setStatus(
  tx: CustomerTx,
  by: Actor,
  ticket: { id: number; locationId: number | null },
  { status, notes, reason = null }: { status: ExceptionStatus; notes: string | null; reason?: CloseReason | null },
): Promise<void> {
  if (status !== 'OPEN')
    await releasePending(tx, by, {
      documentExceptionId: ticket.id,
      reason: `The ticket was ${status === 'CLOSED' ? 'closed' : 'resolved'}`,
    })
  const dueOn = status === 'OPEN' ? { dueOn: await findDueDay(tx, ticket.locationId, by.now) } : {}
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
