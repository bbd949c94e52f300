import { LINK_DAYS, type Ok, SHIPMENT_DOCUMENTS, SHIPMENT_PURPOSES } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { type Config, linkBase } from '../../../core/config.ts'
import { DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx, Guest } from '../../../db/types.ts'
import { printMoment } from '../../../print/dates.ts'
import { createLink, revokeLink } from '../../inspection-link/inspection-link.service.ts'
import { expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { findShipment, listDocuments, type ShipmentRecord } from '../outbound.queries.ts'
import { shipmentNumber } from '../paper/write-epcis.ts'
import { findSending } from './sending.queries.ts'

export interface ShipmentLink {
  id: number
  url: string
  /** ISO 8601 */
  expiresAt: string
}

/** Creates a link with which the receiver downloads the documents without an account. */
export async function createShipmentLink(
  tx: CustomerTx,
  session: Session,
  config: Pick<Config, 'publicUrl' | 'port'>,
  { id, locationId }: Pick<ShipmentRecord, 'id' | 'locationId'>,
): Promise<ShipmentLink> {
  const expiresAt = new Date(session.now.getTime() + LINK_DAYS * DAY_MS)
  const link = await createLink(tx, session, { kind: 'shipment', subjectId: id, locationId, expiresAt })
  return { id: link.id, url: `${linkBase(config)}${link.path}`, expiresAt: link.expiresAt }
}

/**
 * The documents that a guest with a link sees. The receiver must keep transaction information, so the link works until it expires or somebody ends it, also
 * after its author left.
 */
export async function openShipmentForGuest(tx: CustomerTx, { subjectId }: Guest) {
  const shipment = await findShipment(tx, subjectId)
  if (!shipment?.sentAt) return undefined
  const documents = await listDocuments(tx, shipment.id)
  const { purpose, toName, meds, sender, timeZone, voidedAt } = shipment
  const clock = { timeZone, clockHours: 12 as const }
  return {
    name: shipmentNumber(shipment),
    purpose: SHIPMENT_PURPOSES[purpose].name,
    from: sender.owner.name,
    to: toName,
    meds,
    sent: `${printMoment(shipment.sentAt.toISOString(), clock)} (${timeZone})`,
    voided: voidedAt && `${printMoment(voidedAt.toISOString(), clock)} (${timeZone})`,
    files: documents.map(({ id, kind, filename, contentType, size, sha256 }) => ({
      id,
      name: SHIPMENT_DOCUMENTS[kind],
      filename,
      contentType,
      bytes: Number(size),
      sha256,
    })),
  }
}

interface SendingRef {
  shipmentId: number
  sendingId: number
}

/** Locks the shipment and finds one of its emails. @throws AppError shipment_not_found. */
export async function expectLockedSending(tx: CustomerTx, session: Session, { shipmentId, sendingId }: SendingRef) {
  await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  const sending = await findSending(tx, shipmentId, sendingId)
  if (!sending) throw new AppError(outboundErrors.shipment_not_found)
  return sending
}

/** Ends the link in an email at once, such as one that went to a wrong address. @throws AppError shipment_not_found. */
export async function endShipmentLink(tx: CustomerTx, session: Session, { shipmentId, sendingId }: SendingRef): Promise<Ok> {
  const sending = await expectLockedSending(tx, session, { shipmentId, sendingId })
  await revokeLink(tx, session, { linkId: sending.linkId, kind: 'shipment' }, ({ locationId }) =>
    must(session, 'shipment:send', locationId),
  )
  const detail = { to: sending.toWords }
  await audit(tx, session, { action: 'shipment.endLink', subject: 'shipment', subjectId: shipmentId, detail })
  return { ok: true }
}
