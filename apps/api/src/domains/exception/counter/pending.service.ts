import { formatAmount } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { type Actor, audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { countPending } from '../../hold/data-pending.joins.ts'
import { placePending, releasePending } from '../../hold/data-pending.service.ts'
import { exceptionErrors } from '../exception.facts.ts'
import { insertEntry } from '../ticket/ticket.joins.ts'
import { lockVisibleTicket } from '../ticket/ticket.service.ts'
import { findTicket, findTicketOrder } from '../ticket/ticket-read.joins.ts'
import { findTicketOfOrder } from './counter-ticket.joins.ts'
import { affectedUnits, readAffectedUnits } from './pending-reach.ts'

/**
 * Puts packages on hold until the document's data is correct. For a counter ticket, these are the packages that the ticket lists. For other tickets,
 * they are the packages with findings that have to be fixed, or the whole order if the findings do not say which packages are affected. Wrong data
 * does not make a package suspect, so screens show such a hold separately from quarantine.
 * @throws AppError exception_not_found, exception_not_open, exception_nothing_to_hold.
 */
export async function holdForData(tx: CustomerTx, session: Session, documentExceptionId: number) {
  const locked = await lockVisibleTicket(tx, session, documentExceptionId)
  if (locked.currentErrorStatus !== 'OPEN') throw new AppError(exceptionErrors.exception_not_open)
  const order = locked.orderId === null ? undefined : await findTicketOrder(tx, locked.orderId)
  if (!order || locked.locationId === null || order.voidedAt) throw new AppError(exceptionErrors.exception_nothing_to_hold)
  must(session, 'hold:place', locked.locationId)
  const reach = await readAffectedUnits(tx, documentExceptionId, order.id)
  if (!reach) throw new AppError(exceptionErrors.exception_nothing_to_hold)
  const meds = await placePending(tx, session, {
    documentExceptionId,
    locationId: locked.locationId,
    documentId: order.id,
    label: `Ticket ${locked.ticketNumber}`,
    reason: `Data pending: ${locked.title}`.slice(0, 500),
    what: { lines: reach.lines },
  })
  const detail = { what: `put ${formatAmount(await countPending(tx, documentExceptionId), 'package')} on hold as data pending` }
  await insertEntry(tx, { documentExceptionId, at: session.now, userId: session.userId, kind: 'held', detail })
  await audit(tx, session, {
    action: 'exception.hold',
    subject: 'exception',
    subjectId: documentExceptionId,
    detail: { ticket: locked.ticketNumber, meds },
  })
  return { ok: true as const }
}

/**
 * After an order was replaced, puts the packages on hold whose data is still wrong in the corrected file, under the corrected file's own ticket.
 * Nobody is asked, because the person who decided to replace the order also decided this.
 */
export async function holdUnresolvedFindings(tx: CustomerTx, by: Actor, orderId: number): Promise<void> {
  const own = await findTicketOfOrder(tx, orderId)
  const ticket = own?.rejects && own.currentErrorStatus === 'OPEN' ? await findTicket(tx, own.id) : undefined
  if (!ticket || ticket.locationId === null) return
  const { id: documentExceptionId, locationId, ticketNumber, title } = ticket
  const reach = await affectedUnits(tx, ticket, orderId)
  if (!reach) return
  const reason = `Data pending: ${title}`.slice(0, 500)
  await placePending(tx, by, {
    documentExceptionId,
    locationId,
    documentId: orderId,
    label: `Ticket ${ticketNumber}`,
    reason,
    what: { lines: reach.lines },
  })
  const what = `put ${formatAmount(await countPending(tx, documentExceptionId), 'package')} on hold as data pending, as was done for the first file`
  await insertEntry(tx, { documentExceptionId, at: by.now, userId: by.userId, kind: 'held', detail: { what } })
}

/**
 * Releases packages before their data arrives, because a patient cannot wait. The responsible pharmacist and the reason are stored.
 *
 * @throws AppError exception_not_found, exception_nothing_held, not_allowed unless the caller administers the location.
 */
export async function releaseInEmergency(
  tx: CustomerTx,
  session: Session,
  { documentExceptionId, pharmacist, reason }: { documentExceptionId: number; pharmacist: string; reason: string },
) {
  const ticket = await lockVisibleTicket(tx, session, documentExceptionId)
  must(session, 'hold:release', ticket.locationId)
  const held = await countPending(tx, documentExceptionId)
  const { meds } = await releasePending(tx, session, { documentExceptionId, reason, pharmacist })
  if (!meds) throw new AppError(exceptionErrors.exception_nothing_held)
  const what = `released ${formatAmount(held, 'package')} in an emergency. Pharmacist: ${pharmacist}`
  await insertEntry(tx, { documentExceptionId, at: session.now, userId: session.userId, kind: 'emergency', text: reason, detail: { what } })
  const detail = { ticket: ticket.ticketNumber, meds: held, pharmacist, reason }
  await audit(tx, session, { action: 'exception.emergency', subject: 'exception', subjectId: documentExceptionId, detail })
  return { ok: true as const }
}
