import { FINDING_KINDS, type InvestigationEnd, type InvestigationOutcome, type NewFinding, type Ok } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import { toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { holdErrors } from '../hold/hold.facts.ts'
import { release } from '../hold/hold.service.ts'
import { type HoldToInvestigate, listHoldStates, lockHoldsToInvestigate } from '../hold/investigated.service.ts'
import { investigationErrors } from './investigation.facts.ts'
import {
  type InvestigationRecord,
  insertFinding,
  insertInvestigated,
  insertInvestigation,
  listFindings,
  listInvestigated,
  lockInvestigation,
  markEnded,
} from './investigation.queries.ts'
import { draftReport } from './investigation-report.service.ts'

/**
 * Opens an investigation of quarantined product.
 *
 * @throws AppError hold_not_found, hold_released, hold_disposed, hold_data_pending, hold_investigated, investigation_locations.
 */
export async function openInvestigation(
  tx: CustomerTx,
  session: Session,
  { holdIds, reason }: { holdIds: readonly number[]; reason: string },
) {
  const holds = await lockHoldsToInvestigate(tx, holdIds)
  const [first] = holds
  if (!first) throw new AppError(holdErrors.hold_not_found)
  const { locationId } = first
  for (const hold of holds) must(session, 'incident:write', hold.locationId)
  if (holds.some((hold) => hold.locationId !== locationId)) throw new AppError(investigationErrors.investigation_locations)
  const investigationId = await insertInvestigation(tx, { locationId, reason, openedAt: session.now, openedById: session.userId })
  await insertInvestigated(tx, holds.map(asInvestigated(investigationId)))
  await audit(tx, session, {
    action: 'investigation.open',
    subject: 'investigation',
    subjectId: investigationId,
    detail: { holds: holds.map(({ label }) => label), reason },
  })
  return { investigationId }
}

const asInvestigated =
  (investigationId: number) =>
  ({ id, label, productName, meds }: HoldToInvestigate) => ({ investigationId, holdId: id, label, productName, packages: meds })

/** Adds more product to an investigation. @throws the errors of `openInvestigation`, and investigation_not_found, investigation_ended. */
export async function addHolds(
  tx: CustomerTx,
  session: Session,
  { investigationId, holdIds }: { investigationId: number; holdIds: readonly number[] },
): Promise<Ok> {
  const { locationId } = await lockOpen(tx, session, investigationId)
  const holds = await lockHoldsToInvestigate(tx, holdIds)
  for (const hold of holds) must(session, 'incident:write', hold.locationId)
  if (holds.some((hold) => hold.locationId !== locationId)) throw new AppError(investigationErrors.investigation_locations)
  await insertInvestigated(tx, holds.map(asInvestigated(investigationId)))
  await audit(tx, session, {
    action: 'investigation.more',
    subject: 'investigation',
    subjectId: investigationId,
    detail: { holds: holds.map(({ label }) => label) },
  })
  return { ok: true }
}

/** @throws AppError investigation_not_found, investigation_ended, investigation_found_ahead. */
export async function addFinding(tx: CustomerTx, session: Session, input: NewFinding): Promise<Ok> {
  await lockOpen(tx, session, input.investigationId)
  if (input.foundOn > toDay(session.now, session.timeZone))
    throw new AppError(investigationErrors.investigation_found_ahead, { facts: { field: 'foundOn' } })
  await insertFinding(tx, { ...input, createdAt: session.now, createdById: session.userId })
  const { investigationId, kind, foundOn, words } = input
  await audit(tx, session, {
    action: 'investigation.finding',
    subject: 'investigation',
    subjectId: investigationId,
    detail: { kind: FINDING_KINDS[kind], foundOn, words },
  })
  return { ok: true }
}

/**
 * Clears the product and releases its holds, which requires the right to release.
 *
 * @throws AppError investigation_not_found, investigation_ended, investigation_no_finding, not_allowed.
 */
export async function clearProduct(tx: CustomerTx, session: Session, input: InvestigationEnd): Promise<Ok> {
  const { id, locationId } = await lockOpen(tx, session, input.investigationId)
  must(session, 'hold:release', locationId)
  await end(tx, session, input, 'cleared')
  const holdIds = (await listInvestigated(tx, [id])).map(({ holdId }) => holdId)
  const held = (await listHoldStates(tx, holdIds)).filter(({ releasedAt, disposedAt }) => releasedAt === null && disposedAt === null)
  for (const hold of held.toSorted((one, other) => one.id - other.id))
    await release(tx, session, { holdId: hold.id, reason: `Investigation ${id} cleared: ${input.conclusion}` })
  return { ok: true }
}

/**
 * Declares the product illegitimate. It stays on hold, and a report to the FDA is drafted, which is due 24 hours from now.
 *
 * @throws AppError investigation_not_found, investigation_ended, investigation_no_finding.
 */
export async function findIllegitimate(tx: CustomerTx, session: Session, input: InvestigationEnd): Promise<{ draftId: number }> {
  const investigation = await lockOpen(tx, session, input.investigationId)
  await end(tx, session, input, 'illegitimate')
  return draftReport(tx, session, { ...investigation, conclusion: input.conclusion, endedAt: session.now })
}

async function end(
  tx: CustomerTx,
  session: Session,
  { investigationId, conclusion }: InvestigationEnd,
  outcome: InvestigationOutcome,
): Promise<void> {
  if ((await listFindings(tx, investigationId)).length === 0) throw new AppError(investigationErrors.investigation_no_finding)
  await markEnded(tx, investigationId, { outcome, conclusion, endedAt: session.now, endedById: session.userId })
  await audit(tx, session, {
    action: outcome === 'cleared' ? 'investigation.clear' : 'investigation.illegitimate',
    subject: 'investigation',
    subjectId: investigationId,
    detail: { conclusion },
  })
}

async function lockOpen(tx: CustomerTx, session: Session, investigationId: number): Promise<InvestigationRecord> {
  const investigation = await lockInvestigation(tx, investigationId)
  if (!investigation) throw new AppError(investigationErrors.investigation_not_found)
  must(session, 'incident:write', investigation.locationId)
  if (investigation.outcome !== null) throw new AppError(investigationErrors.investigation_ended)
  return investigation
}
