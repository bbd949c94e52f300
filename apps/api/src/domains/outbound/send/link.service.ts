import { LINK_DAYS, type Ok, SHIPMENT_DOCUMENTS, SHIPMENT_PURPOSES, type ShipmentLetterLink } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { type Config, linkBase } from '../../../core/config.ts'
import { DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx, Guest } from '../../../db/types.ts'
import { printMoment } from '../../../print/dates.ts'
import { createLink, revokeLink } from '../../inspection-link/inspection-link.service.ts'
import { readCustomerSettings } from '../../user/customer/customer-setting.service.ts'
import { expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { findShipment, listDocuments, type ShipmentRecord } from '../outbound.queries.ts'
import { shipmentNumber } from '../paper/write-epcis.ts'
import { findLetterLink, findSending, listSendings } from './sending.queries.ts'

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
 * Reads what a guest with a link sees: a shipment's documents. The receiver must keep transaction information, so the link works until it expires or
 * somebody ends it, even if its author has left.
 */
export async function openShipmentForGuest(tx: CustomerTx, { customerId, subjectId }: Guest) {
  const shipment = await findShipment(tx, subjectId)
  if (!shipment?.sentAt) return undefined
  const documents = await listDocuments(tx, shipment.id)
  const { purpose, toName, meds, sender, timeZone, voidedAt } = shipment
  const { clockHours } = await readCustomerSettings(tx, customerId)
  const clock = { timeZone, clockHours }
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

type LinkState = Pick<
  NonNullable<Awaited<ReturnType<typeof findLetterLink>>>,
  'uses' | 'lastUsedAt' | 'expiresAt' | 'revokedAt' | 'revokedBy'
>

/** How often a link was opened, and whether it still works. */
export const toLinkState = ({ uses, lastUsedAt, expiresAt, revokedAt, revokedBy }: LinkState, now: Date) => ({
  opened: uses,
  lastOpenedAt: lastUsedAt?.toISOString() ?? null,
  linkEndedBy: revokedBy,
  linkWorks: revokedAt === null && expiresAt > now,
})

/** The link that is printed on the shipment's letter and was not sent by email; null if there is none. */
export async function readLetterLink(tx: CustomerTx, { now }: Session, shipmentId: number): Promise<ShipmentLetterLink | null> {
  const link = await findLetterLink(tx, shipmentId)
  return link ? { linkId: link.linkId, expiresAt: link.expiresAt.toISOString(), ...toLinkState(link, now) } : null
}

interface SendingRef {
  shipmentId: number
  sendingId: number
}

interface LinkRef {
  shipmentId: number
  linkId: number
}

/**
 * Locks a shipment and finds the email `sendingId` with which its documents were sent.
 * @throws AppError shipment_not_found, also if the shipment has no such email.
 */
export async function expectLockedSending(tx: CustomerTx, session: Session, { shipmentId, sendingId }: SendingRef) {
  await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  const sending = await findSending(tx, shipmentId, sendingId)
  if (!sending) throw new AppError(outboundErrors.shipment_not_found)
  return sending
}

/**
 * Revokes a shipment's link to its documents at once, for example a link that was emailed to a wrong address, or the link that is printed on a
 * letter. @throws AppError shipment_not_found; link_not_found for a link that does not belong to this shipment.
 */
export async function endShipmentLink(tx: CustomerTx, session: Session, { shipmentId, linkId }: LinkRef): Promise<Ok> {
  await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  const { revokedAt } = await revokeLink(tx, session, { linkId, kind: 'shipment' }, ({ subjectId }) => {
    if (subjectId !== shipmentId) throw new AppError(outboundErrors.shipment_not_found)
  })
  // The link had been revoked earlier, so there is nothing to record in the audit trail.
  if (revokedAt !== session.now.toISOString()) return { ok: true }
  const detail = { to: (await listSendings(tx, shipmentId)).find((one) => one.linkId === linkId)?.toWords ?? 'the letter' }
  await audit(tx, session, { action: 'shipment.endLink', subject: 'shipment', subjectId: shipmentId, detail })
  return { ok: true }
}
