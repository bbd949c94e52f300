import { type Page, REMINDER_DAYS, type Shipment, type ShipmentSearch, type ShipmentSummary, type ShipmentUnit } from '@seriatim/schema'
import { may, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { DAY_MS, toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { pageOf, readCursor } from '../../../core/page.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { findOpenEndpoint, isEndpointReady, toPartnerEndpoint } from '../../trading-partner/shipping/endpoint.service.ts'
import { readPreference } from '../../trading-partner/shipping/receiver.service.ts'
import { listNewestAnswers } from '../../verification/verification.joins.ts'
import { listTakenBack } from '../back/back.queries.ts'
import { readDeliveries } from '../deliver/deliver.service.ts'
import { readDocumentForm } from '../draft/document-form.service.ts'
import { expectShipment, placesOf } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { listDocuments, listShipments, type ShipmentRecord } from '../outbound.queries.ts'
import { maySendBy, readRule } from '../rule/rule.service.ts'
import { listUnits } from '../scan/scan.queries.ts'
import { judgeShipment } from '../send/check.service.ts'
import { readLetterLink, toLinkState } from '../send/link.service.ts'
import { maySettle, voidableUntil } from '../send/send.service.ts'
import { listSendings } from '../send/sending.queries.ts'
import { toApproval } from './approval.view.ts'
import { toUnit } from './unit.view.ts'

const isId = (key: unknown): key is number => Number.isSafeInteger(key)
const toText = (at: Date | null) => at?.toISOString() ?? null

const toSummary = (row: ShipmentRecord, now: Date): ShipmentSummary => ({
  id: row.id,
  purpose: row.purpose,
  state: row.state,
  toName: row.toName,
  locationName: row.locationName,
  units: row.units,
  meds: row.meds,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  sentAt: toText(row.sentAt),
  papers: row.papers,
  isAsked: row.state === 'draft' && row.askedAt !== null,
  isUndelivered: row.isUndelivered,
  isUnopened: row.state === 'sent' && row.unopenedSince !== null && now.getTime() - row.unopenedSince.getTime() >= REMINDER_DAYS * DAY_MS,
  rma: row.rma,
  dueBack: row.dueBack,
  isOverdue:
    row.purpose === 'loan' &&
    row.state === 'sent' &&
    row.settledAt === null &&
    row.back < row.meds &&
    row.dueBack !== null &&
    row.dueBack < toDay(now, row.timeZone),
  back: row.back,
  settledAt: toText(row.settledAt),
})

/** Shipments of the locations where the caller may read them, newest first. */
export async function searchShipments(
  tx: CustomerTx,
  session: Session,
  { view, tradingPartnerId, limit, cursor }: ShipmentSearch,
): Promise<Page<ShipmentSummary>> {
  const rows = await listShipments(tx, placesOf(session, 'shipment:read'), {
    view,
    tradingPartnerId,
    limit,
    after: readCursor(cursor, isId),
  })
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  return { items: items.map((row) => toSummary(row, session.now)), nextCursor }
}

/** One shipment with its documents and their deliveries. @throws AppError shipment_not_found. */
export async function readShipment(tx: CustomerTx, session: Session, { shipmentId }: { shipmentId: number }): Promise<Shipment> {
  const row = await expectShipment(tx, session, shipmentId, 'shipment:read')
  const isDraft = row.state === 'draft'
  const rule = await readRule(tx, row.purpose)
  const form = isDraft && row.askedAt === null ? await readDocumentForm(tx, session, row) : row
  const mayManage = may(session, 'shipment:send', row.locationId)
  const maySend = isDraft ? maySendBy(session, row.locationId, rule) : mayManage
  const voidUntil = row.state === 'sent' && row.sentAt ? voidableUntil(row.sentAt) : null
  const preference = row.tradingPartnerId === null ? undefined : await readPreference(tx, session, row.tradingPartnerId)
  const endpoint = row.tradingPartnerId === null ? undefined : await findOpenEndpoint(tx, row.tradingPartnerId)
  return {
    ...toSummary(row, session.now),
    locationId: row.locationId,
    sender: row.sender,
    receiver: row.receiver,
    tradingPartnerId: row.tradingPartnerId,
    guideline: form.guideline,
    withTi: form.withTi,
    purchaseOrder: row.purchaseOrder,
    contact: row.contact,
    reason: row.reason,
    licenseWords: row.licenseWords,
    sentBy: row.sentBy,
    voidedAt: toText(row.voidedAt),
    voidedBy: row.voidedBy,
    voidReason: row.voidReason,
    settledBy: row.settledBy,
    settleNote: row.settleNote,
    voidUntil: toText(voidUntil),
    gaps: row.gaps,
    documents: (await listDocuments(tx, shipmentId)).map(({ size, madeAt, contentType: _, ...one }) => ({
      ...one,
      bytes: Number(size),
      madeAt: madeAt.toISOString(),
    })),
    sendings: (await listSendings(tx, shipmentId)).map((one) => ({
      id: one.id,
      to: one.toWords,
      at: one.at.toISOString(),
      by: one.byName,
      isReminder: one.isReminder,
      status: one.status,
      error: one.status === 'failed' || one.status === 'stopped' ? one.lastError : null,
      linkId: one.linkId,
      ...toLinkState(one, session.now),
    })),
    letterLink: await readLetterLink(tx, session, shipmentId),
    deliveries: await readDeliveries(tx, shipmentId),
    endpoint: endpoint ? toPartnerEndpoint(endpoint) : null,
    standing: isDraft ? await judgeShipment(tx, session, row) : null,
    mayWrite: isDraft && row.askedAt === null && may(session, 'shipment:write', row.locationId),
    maySend,
    approval: toApproval(session, row, rule),
    approvedBy: row.approvedBy,
    valueCents: row.valueCents === null ? null : Number(row.valueCents),
    labelsCheckedBy: row.labelsCheckedBy,
    mayVoid: maySend && voidUntil !== null && session.now <= voidUntil,
    maySettle: maySend && maySettle(row),
    mayTakeBack: maySend && row.state === 'sent' && row.back < row.meds,
    takenBack: (await listTakenBack(tx, shipmentId)).map((one) => ({ ...one, at: one.at.toISOString() })),
    deliverFirst: preference?.delivery === 'endpoint' && endpoint !== undefined && isEndpointReady(endpoint),
    mailTo: preference?.delivery === 'mail' ? (preference.emailAddress ?? '') : '',
  }
}

/** Scanned units, newest first. @throws AppError shipment_not_found. */
export async function listShipmentUnits(
  tx: CustomerTx,
  session: Session,
  { shipmentId, limit, cursor }: { shipmentId: number; limit: number; cursor?: string | undefined },
): Promise<Page<ShipmentUnit>> {
  await expectShipment(tx, session, shipmentId, 'shipment:read')
  const rows = await listUnits(tx, shipmentId, { limit, before: readCursor(cursor, isId) })
  const { items, nextCursor } = pageOf(rows, limit, ({ n }) => n)
  const answers = await listNewestAnswers(
    tx,
    items.flatMap(({ medId }) => medId ?? []),
  )
  const byMed = new Map(answers.map((answered) => [answered.medId, answered]))
  return { items: items.map((row) => toUnit(row, row.medId === null ? undefined : byMed.get(row.medId))), nextCursor }
}

/** Finds one document of a shipment, for the route that streams it. @throws AppError shipment_document_not_found. */
export async function downloadDocument(
  tx: CustomerTx,
  session: Session,
  { shipmentId, documentId }: { shipmentId: number; documentId: number },
) {
  await expectShipment(tx, session, shipmentId, 'shipment:read')
  const document = (await listDocuments(tx, shipmentId)).find(({ id }) => id === documentId)
  if (!document) throw new AppError(outboundErrors.shipment_document_not_found)
  const { filename, sha256, size } = document
  await audit(tx, session, {
    action: 'shipment.download',
    subject: 'shipment',
    subjectId: shipmentId,
    detail: { document: filename, sha256 },
  })
  return { filename, stored: { sha256, size: Number(size) } }
}
