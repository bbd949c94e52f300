import { type Ok, type ShipmentDelivery, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import {
  type EndpointRecord,
  endpointWords,
  findDeliveryEndpoint,
  findOpenEndpoint,
  isEndpointReady,
} from '../../trading-partner/shipping/endpoint.service.ts'
import { expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { listDocuments, type ShipmentRecord } from '../outbound.queries.ts'
import { type DeliveryRecord, insertDelivery, listDeliveries, updateDelivery } from './deliver.queries.ts'

/** Reason shown if nothing was delivered to the endpoint that the sender chose. */
const NO_DOCUMENT = 'Nothing was delivered to the partner’s endpoint, because it takes EPCIS documents only. Hand the letter over yourself.'

/** The endpoint of the partner that gets a shipment. @throws AppError shipment_endpoint_missing, shipment_endpoint_unconfirmed. */
export async function expectReadyEndpoint(
  tx: CustomerTx,
  { tradingPartnerId }: Pick<ShipmentRecord, 'tradingPartnerId'>,
): Promise<EndpointRecord> {
  const endpoint = tradingPartnerId === null ? undefined : await findOpenEndpoint(tx, tradingPartnerId)
  if (!endpoint) throw new AppError(outboundErrors.shipment_endpoint_missing)
  if (!isEndpointReady(endpoint)) throw new AppError(outboundErrors.shipment_endpoint_unconfirmed)
  return endpoint
}

const kindFor = ({ state }: Pick<ShipmentRecord, 'state'>) => (state === 'voided' ? 'void' : 'epcis')

/**
 * Called as soon as a shipment's documents are stored: queues their delivery to the partner's endpoints. The EPCIS document goes to the endpoint
 * chosen for the shipment. The document that voids a shipment goes to every endpoint that may have received the EPCIS document. If one of these
 * endpoints has been replaced, the partner's current endpoint is used. Returns a sentence for the user if the document could not be queued.
 */
export async function deliverMade(tx: CustomerTx, shipment: ShipmentRecord, now: Date): Promise<string[]> {
  const documents = await listDocuments(tx, shipment.id)
  const document = documents.find(({ kind }) => kind === kindFor(shipment))
  const before = await listDeliveries(tx, shipment.id)
  const chosen = shipment.state === 'voided' ? before.filter(mayHaveArrived).map(({ endpointId }) => endpointId) : [shipment.deliverToId]
  const endpointIds = new Set(chosen.flatMap((id) => id ?? []))
  if (endpointIds.size === 0 || before.some((one) => one.documentId === document?.id)) return []
  if (!document) return [NO_DOCUMENT]
  const endpoints = new Map<number, EndpointRecord>()
  for (const endpointId of endpointIds) {
    const chosen = await findDeliveryEndpoint(tx, endpointId)
    const endpoint = chosen && (await findCurrentEndpoint(tx, shipment, chosen))
    if (endpoint && isEndpointReady(endpoint)) endpoints.set(endpoint.id, endpoint)
  }
  for (const endpoint of endpoints.values())
    await queueNew(tx, { shipmentId: shipment.id, documentId: document.id, endpoint, at: now, byName: shipment.sentBy ?? '' })
  return endpoints.size > 0 ? [] : [noEndpoint(shipment)]
}

const noEndpoint = ({ state, toName }: Pick<ShipmentRecord, 'state' | 'toName'>) =>
  `The ${state === 'voided' ? 'document that voids this shipment' : 'EPCIS document'} was not delivered, because ${toName} has no endpoint that is ready for it. Send it by email.`

/** Whether the partner may have received the EPCIS document: an attempt whose answer was lost may have succeeded, even if a later one was refused. */
const mayHaveArrived = ({ kind, state, answerLost }: DeliveryRecord) => kind === 'epcis' && (state === 'delivered' || answerLost)

/**
 * The given endpoint or, if it was replaced, the partner's newer endpoint, even if the host key of that endpoint is unconfirmed. Undefined if the
 * shipment's partner has no endpoint anymore.
 */
export async function findCurrentEndpoint(
  tx: CustomerTx,
  { tradingPartnerId }: Pick<ShipmentRecord, 'tradingPartnerId'>,
  endpoint: EndpointRecord,
): Promise<EndpointRecord | undefined> {
  return endpoint.removedAt ? findOpenEndpoint(tx, tradingPartnerId ?? endpoint.tradingPartnerId) : endpoint
}

interface Queued {
  shipmentId: number
  documentId: number
  endpoint: EndpointRecord
  at: Date
  byName: string
}

export async function queueNew(tx: CustomerTx, { endpoint, ...row }: Queued): Promise<void> {
  const deliveryId = await insertDelivery(tx, { ...row, endpointId: endpoint.id, toWords: endpointWords(endpoint), dueAt: row.at })
  await queueDelivery(tx, deliveryId)
}

/** Ends a waiting delivery whose endpoint was replaced; its document is sent to the new endpoint instead. */
export const endReplaced = (tx: CustomerTx, { id, answerLost }: Pick<DeliveryRecord, 'id' | 'answerLost'>): Promise<void> =>
  updateDelivery(tx, id, { state: 'failed', answerLost, error: 'The endpoint was replaced, so the document goes to the new one.' })

export const queueDelivery = (tx: CustomerTx, deliveryId: number, delaySeconds = 0) =>
  enqueue(tx, 'shipment.deliver', { deliveryId }, { key: `shipment.deliver ${deliveryId}`, ...(delaySeconds ? { delaySeconds } : {}) })

/**
 * Sends the document to the partner's endpoint now, for the first time or again.
 *
 * @throws AppError shipment_not_sent, shipment_papers_waiting, shipment_no_epcis, shipment_endpoint_missing, shipment_endpoint_unconfirmed.
 */
export async function deliverShipment(tx: CustomerTx, session: Session, { shipmentId }: { shipmentId: number }): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:send')
  if (!shipment.sentAt) throw new AppError(outboundErrors.shipment_not_sent)
  if (shipment.papers !== 'ready') throw new AppError(outboundErrors.shipment_papers_waiting)
  const document = (await listDocuments(tx, shipmentId)).find(({ kind }) => kind === kindFor(shipment))
  if (!document) throw new AppError(outboundErrors.shipment_no_epcis)
  const endpoint = await expectReadyEndpoint(tx, shipment)
  const own = (await listDeliveries(tx, shipmentId)).filter(({ documentId }) => documentId === document.id)
  const known = own.find(({ endpointId }) => endpointId === endpoint.id)
  // The partner's endpoint may have changed since the last delivery, because it was replaced or its partner was merged. A delivery that still waits
  // for the old endpoint ends here.
  for (const other of own) if (other !== known && other.state === 'waiting') await endReplaced(tx, other)
  if (known && known.state !== 'delivered') {
    await updateDelivery(tx, known.id, { state: 'waiting', attempts: 0, dueAt: session.now })
    await queueDelivery(tx, known.id)
  } else await queueNew(tx, { shipmentId, documentId: document.id, endpoint, at: session.now, byName: writeFullName(session) })
  const detail = { to: endpointWords(endpoint), document: document.filename, again: known !== undefined }
  await audit(tx, session, { action: 'shipment.deliver', subject: 'shipment', subjectId: shipmentId, detail })
  return { ok: true }
}

/** Deliveries of a shipment's documents to endpoints, newest first. */
export async function readDeliveries(tx: CustomerTx, shipmentId: number): Promise<ShipmentDelivery[]> {
  return (await listDeliveries(tx, shipmentId)).map((one) => ({
    id: one.id,
    to: one.toWords,
    document: one.kind,
    at: one.at.toISOString(),
    by: one.byName,
    state: one.state,
    attempts: one.attempts,
    dueAt: one.state === 'waiting' ? one.dueAt.toISOString() : null,
    lastAt: one.lastAt?.toISOString() ?? null,
    status: one.status,
    answer: one.answer,
    error: one.error,
  }))
}
