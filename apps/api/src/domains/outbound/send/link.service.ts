import { LINK_DAYS, SHIPMENT_DOCUMENTS, SHIPMENT_PURPOSES } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { may } from '../../../call/access/access.ts'
import { type Config, linkBase } from '../../../core/config.ts'
import { DAY_MS } from '../../../core/day.ts'
import type { CustomerTx, Guest } from '../../../db/types.ts'
import { printMoment } from '../../../print/dates.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { createLink } from '../../inspection-link/inspection-link.service.ts'
import { findShipment, listDocuments, type ShipmentRecord } from '../outbound.queries.ts'
import { shipmentNumber } from '../paper/write-epcis.ts'
import { maySendBy, readRule } from '../rule/rule.service.ts'

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

/** Whether the author of a link may send from the location, or may send this kind of shipment. */
export const mayShow = async (tx: CustomerTx, author: Session, { locationId, purpose }: ShipmentRecord): Promise<boolean> =>
  may(author, 'shipment:send', locationId) || maySendBy(author, locationId, await readRule(tx, purpose))

/** The documents that a guest with a link sees; undefined if the link's author may no longer send from the location. */
export async function openShipmentForGuest(tx: CustomerTx, { customerId, subjectId, authorId, now }: Guest) {
  const shipment = await findShipment(tx, subjectId)
  const author = shipment && (await readPersonSession(tx, { customerId, userId: authorId, timeZone: shipment.timeZone, now }))
  if (!shipment?.sentAt || !author || !(await mayShow(tx, author, shipment))) return undefined
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
