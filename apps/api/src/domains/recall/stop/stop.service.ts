import type { RecallStop } from '@seriatim/schema'
import { may, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readEntitlement } from '../../entitlement/entitlement.service.ts'
import { readCustomerSettings } from '../../user/customer/customer-setting.service.ts'
import { firmKey, lotKey, toNdc10 } from '../load/lot.rules.ts'
import { endOfPeriod } from '../match/match.rules.ts'
import { findMatchesOfUnrecorded, findUnrecordedMatches } from '../match/match.service.ts'
import { recallErrors } from '../recall.facts.ts'
import { listRecalls } from '../recall.queries.ts'
import { isAnswered } from '../report/answer.rules.ts'
import {
  countStoppedLines,
  type DifferentLabel,
  listAnswers,
  listLabelGroups,
  listStoppingLots,
  type NamedLot,
  saveAnswers,
  type WaitingLot,
} from './stop.queries.ts'

export interface RecallAnswer {
  /** Recalls that the caller was shown before choosing to receive anyway; this choice is stored with the order. */
  knownRecallIds?: number[] | undefined
  /** The caller's reason for receiving despite the recalls. */
  recallReason?: string | undefined
}

interface Receiving {
  documentId: number
  locationId: number
  /** Lines to receive, as a multirange; the caller has excluded held ones. */
  lines: string | null
  /** Packages with labels that differ from the file and that the caller receives anyway. */
  labels?: readonly DifferentLabel[]
}

/**
 * Refuses a receipt of recalled packages until the caller has answered each recall for this order, either with a choice to receive anyway or by
 * putting the packages on hold (packages on hold are never received). An answer is valid as long as the recall does not become more severe. A
 * dismissal covers only packages that existed when the lot was dismissed; later packages need an answer. A call over REST is never refused, as
 * documented; the recall is then reported by email and on screen. Possible matches never stop a receipt, and without a subscription that includes
 * recalls, no match does.
 * @throws AppError recall_stops with class, reason and numbers of each recall; recall_reason_needed; recall_release_needed for a recall of class I.
 */
export async function stopRecalled(
  tx: CustomerTx,
  session: Session,
  receiving: Receiving,
  { knownRecallIds = [], recallReason }: RecallAnswer = {},
): Promise<void> {
  const { documentId, locationId, lines, labels = [] } = receiving
  if (session.isOverRest || lines === null) return
  const { named: recorded, waiting } = await listStoppingLots(tx, documentId)
  if (recorded.length + waiting.length + labels.length === 0 || !(await readEntitlement(tx, session.now)).hasRecalls) return
  const all = [...recorded, ...(await nameWaiting(tx, session.now, waiting))]
  const labeled = await nameLabeled(tx, session.now, { documentId, locationId, lines, labels })
  const named = all.length > 0 ? await leaveAnswered(tx, documentId, all) : []
  const meds = new Map<number, number>()
  for (const lot of named) {
    const n = await countStoppedLines(tx, documentId, lines, lot)
    if (n > 0) meds.set(lot.recallId, (meds.get(lot.recallId) ?? 0) + n)
  }
  const counted = new Set(named.map(lotKeyOf))
  // A lot whose packages were counted by the lot in the file must not be counted a second time by the labels.
  for (const lot of (labeled.length > 0 ? await leaveAnswered(tx, documentId, labeled) : []).filter((one) => !counted.has(lotKeyOf(one))))
    meds.set(lot.recallId, (meds.get(lot.recallId) ?? 0) + lot.amount)
  const known = [...meds.keys()].filter((recallId) => knownRecallIds.includes(recallId))
  if (known.length < meds.size) throw makeStopError(await asStops(tx, meds))
  if (known.length === 0) return
  if (recallReason === undefined) throw new AppError(recallErrors.recall_reason_needed)
  const recalls = await listRecalls(tx, known)
  await mayReceiveGrave(tx, session, locationId, recalls)
  await saveAnswers(tx, known, {
    documentId,
    locationId,
    answeredAt: session.now,
    answeredById: session.userId,
    reason: recallReason,
  })
  const recallNumbers = recalls.flatMap((recall) => recall.recallNumbers).slice(0, 50)
  await audit(tx, session, {
    action: 'recall.answer',
    subject: 'order',
    subjectId: documentId,
    detail: { recallIds: known, recallNumbers, reason: recallReason },
  })
}

/** Only a person who may release a hold may receive a package under a Class I recall, unless the customer has turned that rule off. */
async function mayReceiveGrave(
  tx: CustomerTx,
  session: Session,
  locationId: number,
  recalls: readonly { classification: string | null }[],
): Promise<void> {
  if (!recalls.some(({ classification }) => classification === 'Class I') || may(session, 'hold:release', locationId)) return
  if ((await readCustomerSettings(tx, session.customerId)).classOneNeedsRelease) throw new AppError(recallErrors.recall_release_needed)
}

/** Compares these lots with the recalls right now, because somebody may scan a package before the background job has compared its lot. */
async function nameWaiting(tx: CustomerTx, now: Date, lots: readonly WaitingLot[]): Promise<NamedLot[]> {
  if (lots.length === 0) return []
  const byId = new Map(lots.map((lot) => [lot.id, lot]))
  const found = (await findUnrecordedMatches(tx, now, [...byId.keys()])).filter(({ confidence }) => confidence !== 'possible')
  return found.flatMap(({ recallId, stockLotId, version }) => {
    const lot = byId.get(stockLotId)
    return lot ? [{ ...lot, recallId, version }] : []
  })
}

/** Compares the lot and expiration date on the package's label with the recalls, because the label counts more than the file. */
async function nameLabeled(
  tx: CustomerTx,
  now: Date,
  { documentId, locationId, lines, labels }: Required<Receiving> & { lines: string },
): Promise<LabeledLot[]> {
  if (labels.length === 0) return []
  const groups = await listLabelGroups(tx, documentId, lines, labels)
  const lots = groups.map((group, id) => {
    const lotNumber = group.saidLot ?? group.lotNumber
    return {
      id,
      locationId,
      ndc10: toNdc10(group),
      lotNumber,
      lotKey: lotNumber === null ? null : lotKey(lotNumber),
      firmKey: firmKey(group.manufacturer),
      expirationDate: group.saidExpiration === null ? group.expiration : endOfPeriod(group.saidExpiration),
      sentAt: group.sentAt ?? now,
      amount: group.amount,
    }
  })
  const found = (await findMatchesOfUnrecorded(tx, now, lots)).filter(({ confidence }) => confidence !== 'possible')
  return found.flatMap(({ recallId, stockLotId, version }) => {
    const group = groups[stockLotId]
    return group ? [{ ...group, recallId, version }] : []
  })
}

type LabeledLot = NamedLot & { amount: number }

const lotKeyOf = ({ recallId, productId, lotNumber, expiration }: NamedLot) => JSON.stringify([recallId, productId, lotNumber, expiration])

async function leaveAnswered<Lot extends NamedLot>(tx: CustomerTx, documentId: number, lots: readonly Lot[]): Promise<Lot[]> {
  const answers = await listAnswers(tx, documentId)
  const recalls = await listRecalls(tx, [...answers.keys()])
  const classes = new Map(recalls.map(({ id, classification }) => [id, classification]))
  return lots.filter(
    ({ recallId, version }) => !isAnswered(answers.get(recallId), { version, classification: classes.get(recallId) ?? null }),
  )
}

async function asStops(tx: CustomerTx, meds: ReadonlyMap<number, number>): Promise<RecallStop[]> {
  const recalls = await listRecalls(tx, [...meds.keys()])
  const stops = recalls.map(({ id, title, classification, reason, recallNumbers }) => ({
    recallId: id,
    title,
    classification,
    reason,
    recallNumbers,
    meds: meds.get(id) ?? 0,
  }))
  return stops.sort((a, b) => (a.classification ?? 'Z').localeCompare(b.classification ?? 'Z') || a.recallId - b.recallId)
}

function makeStopError(recalls: RecallStop[]): AppError {
  const [first] = recalls
  const about = [first?.classification ?? 'Not classified yet', first?.recallNumbers[0]].filter(Boolean).join(', ')
  const reason = first?.reason ? ` Reason: ${first.reason.replace(/\.$/, '')}.` : ''
  return new AppError(recallErrors.recall_stops, {
    detail: `A recall names this package (${about}).${reason} It was not received.`,
    facts: { recalls },
  })
}
