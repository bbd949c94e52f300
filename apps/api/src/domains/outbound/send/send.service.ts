import { type Ok, purposeOf, type ShipmentSend, VOID_HOURS, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { HOUR_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { hasArrivedAt, recordDepartures, undoDepartures } from '../../departure/departure.service.ts'
import { failWaiting } from '../deliver/deliver.queries.ts'
import { readDocumentForm } from '../draft/document-form.service.ts'
import { expectDraft, expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { type ShipmentRecord, updateShipment } from '../outbound.queries.ts'
import { expectMaySend, readRule } from '../rule/rule.service.ts'
import { closeUnits } from '../scan/scan.queries.ts'
import { expectSendable, type Sendable } from './check.service.ts'

/**
 * Sends a shipment: its packages leave the stock in this transaction, and a job makes its documents.
 *
 * @throws AppError shipment_approval_needed, shipment_sender_refused, and those of `expectSendable`.
 */
export async function sendShipment(tx: CustomerTx, session: Session, { shipmentId, ...input }: ShipmentSend): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:write')
  expectDraft(shipment)
  const rule = await readRule(tx, shipment.purpose)
  expectMaySend(session, shipment.locationId, rule)
  if (rule.needsApproval) throw new AppError(outboundErrors.shipment_approval_needed)
  const sendable = await expectSendable(tx, session, shipment, input)
  const sender = { id: session.userId, name: writeFullName(session) }
  await letLeave(tx, session, shipment, { ...sendable, input, sender })
  const { purpose, meds, toName } = shipment
  const { recipients, endpoint, license } = sendable
  const { acceptUnknownLicense } = input
  const detail = { purpose, meds, to: toName, license, acceptUnknownLicense, mailTo: recipients, endpointId: endpoint?.id ?? null }
  await audit(tx, session, { action: 'shipment.send', subject: 'shipment', subjectId: shipmentId, detail })
  return { ok: true }
}

interface Leave extends Sendable {
  input: Omit<ShipmentSend, 'shipmentId'>
  /** The person who sends the shipment; if somebody else approved it, the person who asked for approval. */
  sender: { id: number; name: string }
  approver?: { id: number; name: string }
}

/** Takes the packages of a checked shipment out of the stock and queues its documents. @throws AppError shipment_stopped. */
export async function letLeave(tx: CustomerTx, session: Session, shipment: ShipmentRecord, leave: Leave): Promise<void> {
  const { now } = session
  const { recipients, endpoint, license, input, sender, approver } = leave
  const { id: shipmentId, toName, purpose, meds } = shipment
  const left = await recordDepartures(tx, { shipmentId, toName, purpose, leftAt: now, leftBy: sender.name })
  if (left < meds) throw new AppError(outboundErrors.shipment_stopped)
  await closeUnits(tx, shipmentId)
  await updateShipment(tx, shipmentId, {
    state: 'sent',
    ...(await readDocumentForm(tx, session, shipment)),
    sentAt: now,
    sentById: sender.id,
    sentBy: sender.name,
    approvedById: approver?.id ?? null,
    approvedBy: approver?.name ?? null,
    licenseWords: license,
    labelsCheckedBy: purposeOf(purpose).checksLabels && input.labelsChecked ? sender.name : null,
    mailTo: recipients,
    deliverToId: endpoint?.id ?? null,
    papers: 'queued',
  })
  await enqueue(tx, 'shipment.papers', { shipmentId })
}

/**
 * Voids a shipment within a day of sending: its packages go back into stock, and a document that says so is made. After that day, packages can only
 * come back as a return.
 *
 * @throws AppError shipment_not_sent, shipment_too_old; shipment_arrived if another location of the customer has received a package of it.
 */
export async function voidShipment(
  tx: CustomerTx,
  session: Session,
  { shipmentId, reason }: { shipmentId: number; reason: string },
): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  if (shipment.state !== 'sent' || !shipment.sentAt) throw new AppError(outboundErrors.shipment_not_sent)
  if (session.now > voidableUntil(shipment.sentAt)) throw new AppError(outboundErrors.shipment_too_old)
  const { toLocationId: locationId, sentAt } = shipment
  if (locationId !== null && (await hasArrivedAt(tx, session, { shipmentId, locationId, sentAt })))
    throw new AppError(outboundErrors.shipment_arrived)
  await failWaiting(tx, shipmentId, 'The shipment was voided before this document was delivered.')
  const back = await undoDepartures(tx, shipmentId, session.now)
  const by = { voidedAt: session.now, voidedById: session.userId, voidedBy: writeFullName(session) }
  await updateShipment(tx, shipmentId, { state: 'voided', ...by, voidReason: reason, papers: 'queued' })
  await enqueue(tx, 'shipment.papers', { shipmentId })
  await audit(tx, session, { action: 'shipment.void', subject: 'shipment', subjectId: shipmentId, detail: { reason, back } })
  return { ok: true }
}

/** Makes the documents again after a failure. Those that exist stay as they are. @throws AppError shipment_papers_made. */
export async function remakePapers(tx: CustomerTx, session: Session, { shipmentId }: { shipmentId: number }): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  if (shipment.papers !== 'failed') throw new AppError(outboundErrors.shipment_papers_made)
  await updateShipment(tx, shipmentId, { papers: 'queued', gaps: [] })
  await enqueue(tx, 'shipment.papers', { shipmentId })
  await audit(tx, session, { action: 'shipment.remake', subject: 'shipment', subjectId: shipmentId })
  return { ok: true }
}

/** The last moment at which a shipment can be voided. */
export const voidableUntil = (sentAt: Date): Date => new Date(sentAt.getTime() + VOID_HOURS * HOUR_MS)

/** Records that a loan was settled or a return credited. @throws AppError shipment_not_settleable. */
export async function settleShipment(
  tx: CustomerTx,
  session: Session,
  { shipmentId, note }: { shipmentId: number; note: string | null },
): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  if (!maySettle(shipment)) throw new AppError(outboundErrors.shipment_not_settleable)
  const by = { settledAt: session.now, settledById: session.userId, settledBy: writeFullName(session) }
  await updateShipment(tx, shipmentId, { ...by, settleNote: note })
  await audit(tx, session, { action: 'shipment.settle', subject: 'shipment', subjectId: shipmentId, detail: { note } })
  return { ok: true }
}

/** Whether a sent shipment, such as a loan or a return, can still be marked as settled. */
export const maySettle = ({ state, purpose, settledAt }: Pick<ShipmentRecord, 'state' | 'purpose' | 'settledAt'>): boolean =>
  state === 'sent' && settledAt === null && purposeOf(purpose).ends !== undefined
