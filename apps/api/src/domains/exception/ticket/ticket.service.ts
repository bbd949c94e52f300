import { type CloseReason, type ExceptionCategory, type ExceptionStatus, formatAmount, type PdgKind, writeFullName } from '@seriatim/schema'
import { may, mustOrOwn, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { countPending } from '../../hold/data-pending.joins.ts'
import { exceptionErrors } from '../exception.facts.ts'
import { canTransition, sortIds } from '../exception.rules.ts'
import { ownedBy } from '../exception.service.ts'
import { listPeopleAt, setFollowing } from './exception-people.queries.ts'
import { insertEntry, updateTicket } from './ticket.joins.ts'
import { type LockedTicket, lockTicket, lockTicketOrders } from './ticket-read.joins.ts'
import { setStatus } from './ticket-status.service.ts'

/** @throws AppError exception_not_found, not_allowed. */
export async function lockVisibleTicket(tx: CustomerTx, session: Session, documentExceptionId: number): Promise<LockedTicket> {
  const ticket = await lockTicket(tx, documentExceptionId)
  if (!ticket) throw new AppError(exceptionErrors.exception_not_found)
  mustOrOwn(session, 'exception:write', ownedBy(ticket))
  return ticket
}

interface StatusChange {
  documentExceptionId: number
  status: ExceptionStatus
  notes?: string | undefined
  reason?: CloseReason | undefined
}

/**
 * Changes a ticket's status (decision 57) and records the person, the time and the reason. The order itself stays unchanged. Ending a ticket releases
 * the packages that wait for its data; if there are such packages, the user needs the right to release holds. @throws AppError exception_not_found,
 * exception_not_open, exception_reason_needed for reopening without a reason, exception_holds.
 */
export async function changeStatus(tx: CustomerTx, session: Session, change: StatusChange) {
  const ticket = await lockVisibleTicket(tx, session, change.documentExceptionId)
  await applyStatus(tx, session, ticket, change)
  return { documentExceptionId: ticket.id, status: change.status }
}

async function applyStatus(tx: CustomerTx, session: Session, ticket: LockedTicket, change: StatusChange): Promise<boolean> {
  const { status, notes } = change
  if (ticket.currentErrorStatus === status) {
    auditNothing(session)
    return false
  }
  if (!canTransition(ticket.currentErrorStatus, status)) throw new AppError(exceptionErrors.exception_not_open)
  if (status === 'OPEN' && !notes) throw new AppError(exceptionErrors.exception_reason_needed, { facts: { field: 'notes' } })
  const released = status === 'OPEN' ? 0 : await countPending(tx, ticket.id)
  if (released > 0 && !may(session, 'hold:release', ticket.locationId))
    throw new AppError(exceptionErrors.exception_holds, {
      detail: `${formatAmount(released, 'package')} ${released === 1 ? 'waits' : 'wait'} for corrected data on ticket ${ticket.ticketNumber}. Ask a location admin to close the ticket, which releases them.`,
    })
  const reason = status === 'CLOSED' ? (change.reason ?? 'other') : null
  await setStatus(tx, session, ticket, { status, notes: notes ?? null, reason })
  if (released > 0)
    await insertEntry(tx, {
      documentExceptionId: ticket.id,
      at: session.now,
      userId: session.userId,
      kind: 'released',
      detail: {
        what: `released ${formatAmount(released, 'package')} that ${released === 1 ? 'was' : 'were'} waiting for data`,
      },
    })
  const detail = {
    ticket: ticket.ticketNumber,
    before: ticket.currentErrorStatus,
    status,
    reason,
    notes: notes ?? null,
    ...(released > 0 ? { released } : {}),
  }
  await audit(tx, session, { action: 'exception.status', subject: 'exception', subjectId: ticket.id, detail })
  return true
}

/**
 * Locks the orders of these tickets. Returns the ids of the tickets in the sequence in which the caller must lock the tickets themselves, so that
 * concurrent calls don't deadlock.
 */
export async function lockInOrder(tx: CustomerTx, ids: readonly number[]): Promise<number[]> {
  await lockTicketOrders(tx, ids)
  return sortIds(ids)
}

/**
 * Closes the tickets that can be closed, and returns the others with a reason.
 *
 * @throws AppError exception_not_found if the caller can't see one of
 * them.
 */
export async function closeMany(
  tx: CustomerTx,
  session: Session,
  { documentExceptionIds, reason, notes }: { documentExceptionIds: readonly number[]; reason: CloseReason; notes?: string | undefined },
) {
  let changed = 0
  const left: { ticketNumber: number; why: string }[] = []
  for (const documentExceptionId of await lockInOrder(tx, documentExceptionIds)) {
    const ticket = await lockVisibleTicket(tx, session, documentExceptionId)
    const why = await whyNotClosed(tx, session, ticket)
    if (why) left.push({ ticketNumber: ticket.ticketNumber, why })
    else if (await applyStatus(tx, session, ticket, { documentExceptionId, status: 'CLOSED', reason, notes })) changed += 1
  }
  if (!changed) auditNothing(session)
  return { ok: true as const, changed, left }
}

async function whyNotClosed(tx: CustomerTx, session: Session, ticket: LockedTicket): Promise<string | undefined> {
  if (ticket.currentErrorStatus === 'CLOSED') return 'already closed'
  if (ticket.currentErrorStatus === 'RESOLVED') return 'already resolved'
  const waits = may(session, 'hold:release', ticket.locationId) ? 0 : await countPending(tx, ticket.id)
  return waits > 0
    ? `${formatAmount(waits, 'package')} ${waits === 1 ? 'is' : 'are'} waiting for data; a location admin can close the ticket`
    : undefined
}

/** Assigns tickets to a person, who then follows them, or unassigns them. @throws AppError exception_owner_unknown. */
export async function assignMany(
  tx: CustomerTx,
  session: Session,
  { documentExceptionIds, userId }: { documentExceptionIds: readonly number[]; userId: number | null },
) {
  let changed = 0
  for (const documentExceptionId of await lockInOrder(tx, documentExceptionIds)) {
    const ticket = await lockVisibleTicket(tx, session, documentExceptionId)
    if (ticket.ownerId === userId) continue
    const people = await listPeopleAt(tx, ticket.locationId, ticket.createdById)
    const person = people.find(({ id }) => id === userId)
    if (userId !== null && !person) throw new AppError(exceptionErrors.exception_owner_unknown)
    const name = person ? writeFullName(person) : null
    await updateTicket(tx, ticket.id, { ownerId: userId })
    if (userId !== null) await setFollowing(tx, { documentExceptionId, userId, since: session.now }, true)
    await insertEntry(tx, { documentExceptionId, at: session.now, userId: session.userId, kind: 'owner', detail: { name } })
    const detail = { ticket: ticket.ticketNumber, owner: name }
    await audit(tx, session, { action: 'exception.assign', subject: 'exception', subjectId: ticket.id, detail })
    changed += 1
  }
  if (!changed) auditNothing(session)
  return { ok: true as const, changed }
}

/**
 * Changes the due date of an open ticket.
 * @throws AppError exception_not_found, exception_not_open
 */
export async function changeDue(
  tx: CustomerTx,
  session: Session,
  { documentExceptionId, dueOn }: { documentExceptionId: number; dueOn: string },
) {
  const ticket = await lockVisibleTicket(tx, session, documentExceptionId)
  if (ticket.currentErrorStatus !== 'OPEN') throw new AppError(exceptionErrors.exception_not_open)
  if (ticket.dueOn === dueOn) {
    auditNothing(session)
    return { ok: true as const }
  }
  await updateTicket(tx, ticket.id, { dueOn })
  await insertEntry(tx, { documentExceptionId, at: session.now, userId: session.userId, kind: 'due', detail: { dueOn } })
  const detail = { ticket: ticket.ticketNumber, before: ticket.dueOn, dueOn }
  await audit(tx, session, { action: 'exception.due', subject: 'exception', subjectId: ticket.id, detail })
  return { ok: true as const }
}

export async function changeKind(
  tx: CustomerTx,
  session: Session,
  { documentExceptionId, category, reportKind }: { documentExceptionId: number; category: ExceptionCategory; reportKind: PdgKind | null },
) {
  const ticket = await lockVisibleTicket(tx, session, documentExceptionId)
  if (ticket.category === category && ticket.reportKind === reportKind) {
    auditNothing(session)
    return { ok: true as const }
  }
  await updateTicket(tx, ticket.id, { category, reportKind })
  await insertEntry(tx, { documentExceptionId, at: session.now, userId: session.userId, kind: 'kind', detail: { category, reportKind } })
  const detail = { ticket: ticket.ticketNumber, category, reportKind }
  await audit(tx, session, { action: 'exception.kind', subject: 'exception', subjectId: ticket.id, detail })
  return { ok: true as const }
}

export async function followTicket(
  tx: CustomerTx,
  session: Session,
  { documentExceptionId, isFollowing }: { documentExceptionId: number; isFollowing: boolean },
) {
  const ticket = await lockVisibleTicket(tx, session, documentExceptionId)
  await setFollowing(tx, { documentExceptionId, userId: session.userId, since: session.now }, isFollowing)
  const detail = { ticket: ticket.ticketNumber, isFollowing }
  await audit(tx, session, { action: 'exception.follow', subject: 'exception', subjectId: ticket.id, detail })
  return { ok: true as const }
}
