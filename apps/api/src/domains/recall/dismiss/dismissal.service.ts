import { type RecallDismissing, type RecallHolding, type RecallToggle, writeFullName } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import { makePersonName } from '../../../core/text/person.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printMoment } from '../../../print/dates.ts'
import { placeLotHold } from '../../hold/hold.service.ts'
import { recallErrors } from '../recall.facts.ts'
import { type AffectedRecord, listAffected, listRecalls } from '../recall.queries.ts'
import { mustHaveRecalls } from '../recall.service.ts'
import { makeDismissal } from './affected.service.ts'
import { lockDismissal, lockMatch, markSeenAmount, saveDismissal, updateDismissal } from './dismissal.queries.ts'
import { dismissalSummary, isSameReport } from './dismissal.rules.ts'
import { listPackages } from './packages.queries.ts'

/**
 * Records that an affected lot has been dealt with. The lot does not count again until more packages of it arrive, or until a later version of the
 * recall names it with more certainty. Repeating a dismissal with the same values changes nothing.
 * @throws AppError recalls_not_subscribed, recall_not_found; recall_numbers_too_many if the numbers exceed the packages; recall_none_and_numbers;
 * recall_dismissed with the numbers of the first dismissal, if this one differs.
 */
export async function dismiss(tx: CustomerTx, session: Session, { recallId, epcisEventId, notes, ...done }: RecallDismissing) {
  await mustHaveRecalls(tx, session.now)
  const match = await lockMatch(tx, epcisEventId)
  if (!match || match.recallId !== recallId) throw new AppError(recallErrors.recall_not_found)
  must(session, 'recall:dismiss', match.locationId)
  const row = await findAffected(tx, epcisEventId)
  const numbers = {
    quarantined: done.quarantined ?? null,
    returned: done.returned ?? null,
    destroyed: done.destroyed ?? null,
    dispensed: done.dispensed ?? null,
  }
  const sum = Object.values(numbers).reduce((total: number, number) => total + (number ?? 0), 0)
  if (done.noneOnHand && sum > 0) throw new AppError(recallErrors.recall_none_and_numbers)
  const said = { ...numbers, notes, noneOnHand: done.noneOnHand }
  if (row.isDismissed) {
    auditNothing(session)
    if (isSameReport(said, row)) return answer(tx, epcisEventId)
    throw new AppError(recallErrors.recall_dismissed, { detail: firstWords(session, row), facts: { dismissal: makeDismissal(row) } })
  }
  if (sum > row.amount) throw new AppError(recallErrors.recall_numbers_too_many, { facts: { amount: row.amount } })
  const values = { ...said, version: match.version, amount: row.amount }
  await saveDismissal(tx, match, {
    ...values,
    isDismissed: true,
    dismissedAt: session.now,
    dismissedById: session.userId,
    decidedAt: session.now,
    followsId: null,
  })
  await markSeenAmount(tx, match.id, row.amount)
  await audit(tx, session, {
    action: 'recall.dismiss',
    subject: 'recall',
    subjectId: recallId,
    detail: { epcisEventId, lotNumber: row.lotNumber, location: row.locationName, ...values },
  })
  return answer(tx, epcisEventId)
}

/** The message for a second person who dismisses a lot: somebody has dismissed it already, with the numbers that the first person gave. */
function firstWords(session: Session, row: AffectedRecord): string {
  const by = row.dismissedById === session.userId ? undefined : makePersonName(row)
  const who = by ? writeFullName(by) : row.dismissedById === session.userId ? 'You' : 'Somebody'
  const at = row.dismissedAt ? ` on ${printMoment(row.dismissedAt.toISOString(), session)}` : ''
  return `${who} already dismissed this lot${at}: ${dismissalSummary(row).slice(0, 300).replace(/\.$/, '')}. To change that, undo the dismissal first.`
}

/**
 * Undoes a dismissal, or restores an undone one with its report. If the dismissal is already in the state that `isDismissed` asks for, only the audit
 * trail records the call.
 * @throws AppError recalls_not_subscribed, recall_not_found.
 */
export async function toggleDismissal(tx: CustomerTx, session: Session, { dismissedRecallId, isDismissed: wanted }: RecallToggle) {
  await mustHaveRecalls(tx, session.now)
  const dismissal = await lockDismissal(tx, dismissedRecallId)
  if (!dismissal) throw new AppError(recallErrors.recall_not_found)
  must(session, 'recall:dismiss', dismissal.locationId)
  const row = await findAffected(tx, dismissal.recallMatchId)
  const isDismissed = wanted ?? !dismissal.isDismissed
  const isChanged = isDismissed !== dismissal.isDismissed
  if (isChanged && isDismissed) await markSeenAmount(tx, dismissal.recallMatchId, row.amount)
  if (isChanged)
    await updateDismissal(tx, dismissal.id, {
      isDismissed,
      decidedAt: session.now,
      followsId: null,
      ...(isDismissed ? { amount: row.amount, version: row.version, dismissedAt: session.now, dismissedById: session.userId } : {}),
    })
  await audit(tx, session, {
    action: isDismissed ? 'recall.dismiss' : 'recall.undismiss',
    subject: 'recall',
    subjectId: row.recallId,
    detail: { epcisEventId: row.id, lotNumber: row.lotNumber, location: row.locationName, ...(isChanged ? {} : { wasSo: true }) },
  })
  return answer(tx, row.id)
}

async function findAffected(tx: CustomerTx, matchId: number): Promise<AffectedRecord> {
  const [row] = await listAffected(tx, { matchIds: [matchId] })
  if (!row) throw new AppError(recallErrors.recall_not_found)
  return row
}

async function answer(tx: CustomerTx, epcisEventId: number) {
  const dismissal = makeDismissal(await findAffected(tx, epcisEventId))
  if (!dismissal) throw new AppError(recallErrors.recall_not_found)
  return { ...dismissal, epcisEventId }
}

/**
 * Puts on hold the packages of the given lots or, if none are given, of all affected lots that are neither dismissed nor matched as merely possible.
 * Places one hold per lot; packages already on hold stay as they are. @throws AppError recalls_not_subscribed, recall_not_found.
 */
export async function holdAffected(tx: CustomerTx, session: Session, { recallId, epcisEventIds, reason }: RecallHolding) {
  await mustHaveRecalls(tx, session.now)
  const [recall] = await listRecalls(tx, [recallId])
  if (!recall) throw new AppError(recallErrors.recall_not_found)
  const named = await listAffected(tx, { recallId, ...(epcisEventIds ? { matchIds: epcisEventIds } : {}) })
  if (epcisEventIds && named.length < new Set(epcisEventIds).size) throw new AppError(recallErrors.recall_not_found)
  const rows = epcisEventIds ? named : named.filter(({ confidence, isDismissed }) => confidence !== 'possible' && !isDismissed)
  let holds = 0
  let meds = 0
  for (const { locationId } of rows) must(session, 'recall:dismiss', locationId)
  const packages = await listPackages(tx, rows)
  for (const row of rows) {
    const held = await placeLotHold(tx, session, {
      locationId: row.locationId,
      documentId: null,
      label: row.lotNumber === null ? `packages of recall ${recall.recallNumbers[0] ?? ''}` : `lot ${row.lotNumber}`,
      productName: row.productName,
      medIds: (packages.get(row.id) ?? []).map(({ medId }) => medId),
      reason: (reason ?? `Recall ${recall.recallNumbers.join(', ')}: ${recall.reason ?? recall.title}`).slice(0, 500),
    })
    meds += held
    if (held > 0) holds += 1
  }
  await audit(tx, session, { action: 'recall.hold', subject: 'recall', subjectId: recallId, detail: { holds, meds } })
  return { holds, meds }
}
