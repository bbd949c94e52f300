import type { CloseReason, ExceptionStatus } from '@seriatim/schema'
import type { Actor } from '../../../call/audit.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { releasePending } from '../../hold/data-pending.service.ts'
import { findDueDay } from './due.service.ts'
import { updateTicket } from './ticket.joins.ts'
import { insertStatus } from './ticket.queries.ts'

/**
 * Records a status change, whether a person or a job caused it. Ending a ticket releases its data-pending hold, because nobody works on the missing
 * data any longer. Reopening does not place a hold.
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
  await tx.listeners.ticketStatusSet?.(tx, { documentExceptionId: ticket.id, locationId: ticket.locationId, status, at: by.now })
}
