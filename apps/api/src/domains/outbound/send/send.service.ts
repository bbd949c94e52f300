import {
  formatAmount,
  type Ok,
  purposeOf,
  SHIPMENT_STOPS,
  type ShipmentSend,
  type ShipmentStop,
  VOID_HOURS,
  writeFullName,
} from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { HOUR_MS, toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { recordDepartures, undoDepartures } from '../../departure/departure.service.ts'
import { expectReceiver, type JudgedReceiver, judgeReceiver } from '../../trading-partner/shipping/receiver.service.ts'
import { failWaiting } from '../deliver/deliver.queries.ts'
import { expectReadyEndpoint } from '../deliver/deliver.service.ts'
import { findShipToState } from '../draft/draft.service.ts'
import { expectDraft, expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { type ShipmentRecord, updateShipment } from '../outbound.queries.ts'
import { judgeLeaving } from '../scan/judge.ts'
import { closeUnits, listShipmentMeds } from '../scan/scan.queries.ts'
import { readLeaving } from '../scan/scan.service.ts'
import { collectRecipients } from './recipients.ts'

/** Whether the partner may get a shipment today; null for a location of one's own. */
export async function judgeShipment(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId, shipToStateId, timeZone }: Pick<ShipmentRecord, 'tradingPartnerId' | 'shipToStateId' | 'timeZone'>,
): Promise<JudgedReceiver | null> {
  if (tradingPartnerId === null) return null
  const partner = await expectReceiver(tx, session, tradingPartnerId)
  const judge = await judgeReceiver(tx, partner, { day: toDay(session.now, timeZone), timeZone })
  return judge(await findShipToState(tx, shipToStateId))
}

/**
 * Sends a shipment: its packages leave the stock in this transaction, and a job makes its documents. Everything is checked again, because a package may
 * have been put on hold since it was scanned.
 *
 * @throws AppError shipment_empty, shipment_stopped with the packages, shipment_partner_refused, shipment_license_unknown, shipment_endpoint_missing, shipment_endpoint_unconfirmed.
 */
export async function sendShipment(tx: CustomerTx, session: Session, input: ShipmentSend): Promise<Ok> {
  const { shipmentId, mailTo, deliver, acceptUnknownLicense } = input
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  expectDraft(shipment)
  if (purposeOf(shipment.purpose).needsRma && shipment.rma === null) throw new AppError(outboundErrors.shipment_rma_missing)
  if (shipment.meds === 0) throw new AppError(outboundErrors.shipment_empty)
  const recipients = mailTo === '' ? [] : collectRecipients(mailTo)
  const endpoint = deliver ? await expectReadyEndpoint(tx, shipment) : undefined
  const judged = await judgeShipment(tx, session, shipment)
  expectAuthorized(judged, acceptUnknownLicense)
  await expectNothingStopped(tx, session, shipment)
  const by = writeFullName(session)
  const left = await recordDepartures(tx, {
    shipmentId,
    toName: shipment.toName,
    purpose: shipment.purpose,
    leftAt: session.now,
    leftBy: by,
  })
  if (left < shipment.meds) throw new AppError(outboundErrors.shipment_stopped)
  await closeUnits(tx, shipmentId)
  await updateShipment(tx, shipmentId, {
    state: 'sent',
    sentAt: session.now,
    sentById: session.userId,
    sentBy: by,
    licenseWords: judged?.words ?? null,
    mailTo: recipients,
    deliverToId: endpoint?.id ?? null,
    papers: 'queued',
  })
  await enqueue(tx, 'shipment.papers', { shipmentId })
  const { purpose, meds, toName } = shipment
  const detail = {
    purpose,
    meds,
    to: toName,
    license: judged?.words ?? null,
    acceptUnknownLicense,
    mailTo: recipients,
    endpointId: endpoint?.id ?? null,
  }
  await audit(tx, session, { action: 'shipment.send', subject: 'shipment', subjectId: shipmentId, detail })
  return { ok: true }
}

function expectAuthorized(judged: JudgedReceiver | null, acceptUnknown: boolean): void {
  if (judged?.standing === 'refused') {
    const detail = `${judged.words}. Nothing can be sent to this partner today.`
    throw new AppError(outboundErrors.shipment_partner_refused, { detail })
  }
  if (judged?.standing === 'unknown' && !acceptUnknown) throw new AppError(outboundErrors.shipment_license_unknown)
}

const SHOWN = 50

async function expectNothingStopped(tx: CustomerTx, session: Session, shipment: ShipmentRecord): Promise<void> {
  const leaving = await readLeaving(tx, session, shipment)
  const stopped = (await listShipmentMeds(tx, shipment.id)).flatMap((med) => {
    const [stop] = judgeLeaving(med, {}, leaving).filter(({ code }) => code !== 'thisShipment' && !SHIPMENT_STOPS[code].asks)
    return stop ? [{ serialNumber: med.serialNumber, productName: med.productName, stop }] : []
  })
  const [first] = stopped
  if (!first) return
  throw new AppError(outboundErrors.shipment_stopped, {
    detail: stoppedWords(first, stopped.length),
    facts: { stopped: stopped.slice(0, SHOWN) },
  })
}

function stoppedWords({ serialNumber, stop }: { serialNumber: string; stop: ShipmentStop }, amount: number): string {
  const more = amount > 1 ? ` ${formatAmount(amount - 1, 'more package')} cannot leave either.` : ''
  return `Nothing was sent. Serial ${serialNumber} can no longer leave: ${stop.text}${more}`
}

/**
 * Voids a shipment within a day: its packages are in stock again, and a document that says so is made. After that they come back as a return.
 *
 * @throws AppError shipment_not_sent, shipment_too_old.
 */
export async function voidShipment(
  tx: CustomerTx,
  session: Session,
  { shipmentId, reason }: { shipmentId: number; reason: string },
): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  if (shipment.state !== 'sent' || !shipment.sentAt) throw new AppError(outboundErrors.shipment_not_sent)
  if (session.now > voidableUntil(shipment.sentAt)) throw new AppError(outboundErrors.shipment_too_old)
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

/** Whether a shipment has an end of its own that is not recorded yet. */
export const maySettle = ({ state, purpose, settledAt }: Pick<ShipmentRecord, 'state' | 'purpose' | 'settledAt'>): boolean =>
  state === 'sent' && settledAt === null && purposeOf(purpose).ends !== undefined
