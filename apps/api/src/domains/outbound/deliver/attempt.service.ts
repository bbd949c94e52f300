import { text } from 'node:stream/consumers'
import { formatAmount } from '@seriatim/schema'
import { audit } from '../../../call/audit.ts'
import { linkBase } from '../../../core/config.ts'
import { MINUTE_MS } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { sendMail } from '../../mail/mail.service.ts'
import {
  type EndpointRecord,
  endpointWords,
  findDeliveryEndpoint,
  isEndpointReady,
} from '../../trading-partner/shipping/endpoint.service.ts'
import { type EndpointAttempt, sendToEndpoint } from '../../trading-partner/shipping/endpoint-send.service.ts'
import { undeliveredMails } from '../outbound.mails.ts'
import { findShipment } from '../outbound.queries.ts'
import { type ClaimedDelivery, claimDelivery, listDeliveries, updateDelivery } from './deliver.queries.ts'
import { endReplaced, findCurrentEndpoint, queueDelivery, queueNew } from './deliver.service.ts'
import { nextAttempt } from './retry.rules.ts'

/**
 * If an attempt has not ended after this time, another run takes over its delivery, because the attempt's process must have died. No attempt takes
 * this long.
 */
const LEASE_MS = 10 * MINUTE_MS

const notSent = (error: string): Attempted => ({ kind: 'refused', status: null, answer: null, error, isSent: false })
const REMOVED = notSent('The endpoint was removed.')
const UNCONFIRMED = notSent(
  'The endpoint was replaced by a server whose host key nobody has confirmed yet. Test it on the partner’s page, then send the document again.',
)

/** Sends a document to a partner's endpoint, if it is due. The attempt is counted before it begins, and its result is recorded after the answer. */
export async function attemptDelivery(job: JobContext, deliveryId: number): Promise<void> {
  const now = job.clock.now()
  const begun = await job.inTx('read write', async (tx) => {
    const delivery = await claimDelivery(tx, deliveryId, { now, lease: new Date(now.getTime() + LEASE_MS) })
    if (!delivery) return undefined
    const shipment = await findShipment(tx, delivery.shipmentId)
    const endpoint = await findDeliveryEndpoint(tx, delivery.endpointId)
    if (!endpoint || !shipment) return undefined
    const current = await findCurrentEndpoint(tx, shipment, endpoint)
    if (!current || current.id === endpoint.id || !isEndpointReady(current))
      return { delivery, shipment, endpoint, obstacle: endpoint.removedAt ? (current ? UNCONFIRMED : REMOVED) : undefined }
    await moveDelivery(tx, delivery, current, now)
    return undefined
  })
  if (!begun) return
  const { delivery, endpoint, shipment, obstacle } = begun
  const { kind, filename, contentType, sha256 } = delivery.document
  const file = {
    name: `${shipment.sender.location.gln}-${filename}`,
    contentType,
    text: await text(await job.storage.get(job.customerId ?? 0, sha256)),
    key: `${shipment.sender.location.gln}-${filename}-${sha256.slice(0, 16)}`,
  }
  const attempt = obstacle ?? { ...(await sendToEndpoint(endpoint, file, job, job.signal)), isSent: true }
  if (attempt.kind !== 'delivered') job.log.warn({ deliveryId, kind, status: attempt.status }, 'a document was not delivered to a partner')
  await job.inTx('read write', (tx) => recordAttempt(tx, job, { delivery, attempt, to: endpointWords(endpoint) }))
}

/**
 * Called when another endpoint replaced the delivery's endpoint while the delivery waited: ends the delivery, and queues a new one to the new
 * endpoint with all attempts left. Unlike a retry, the new delivery does not take a 409 (conflict) to mean that the receiver already has the
 * document.
 */
async function moveDelivery(tx: CustomerTx, delivery: ClaimedDelivery, endpoint: EndpointRecord, at: Date): Promise<void> {
  const { shipmentId, documentId, byName } = delivery
  await endReplaced(tx, delivery)
  const isKnown = (await listDeliveries(tx, shipmentId)).some((one) => one.documentId === documentId && one.endpointId === endpoint.id)
  if (!isKnown) await queueNew(tx, { shipmentId, documentId, endpoint, at, byName })
}

type Attempted = EndpointAttempt & { isSent: boolean }

interface Recorded {
  delivery: ClaimedDelivery
  attempt: Attempted
  to: string
}

/** Whether a conflict (409) means that the receiver accepted the document in an earlier attempt, whose answer was lost. */
const hasAlready = ({ answerLost }: ClaimedDelivery, { status }: EndpointAttempt) => answerLost && status === 409

/** Whether the receiver may have accepted the document although it reported a server error or sent no answer. */
const isAnswerLost = ({ kind, status, isSent }: Attempted) => isSent && kind === 'failed' && (status === null || status >= 500)

async function recordAttempt(tx: CustomerTx, job: JobContext, recorded: Recorded): Promise<void> {
  const { attempt } = recorded
  const delivery = { ...recorded.delivery, attempts: recorded.delivery.attempts - (attempt.isSent ? 0 : 1) }
  const { kind: _, isSent: __, retryAfter, ...result } = attempt
  const now = job.clock.now()
  const kind = hasAlready(delivery, attempt) ? 'delivered' : attempt.kind
  const seen = { ...result, attempts: delivery.attempts, answerLost: delivery.answerLost || isAnswerLost(attempt) }
  if (kind === 'delivered') return updateDelivery(tx, delivery.id, { ...seen, state: 'delivered' })
  const dueAt = kind === 'failed' ? nextAttempt(delivery.attempts, retryAfter, now, Math.random()) : null
  if (dueAt === null) {
    await updateDelivery(tx, delivery.id, { ...seen, state: 'failed' })
    return notifySender(tx, job, { ...recorded, delivery })
  }
  await updateDelivery(tx, delivery.id, { ...seen, dueAt })
  await queueDelivery(tx, delivery.id, Math.ceil((dueAt.getTime() - now.getTime()) / 1000))
}

/** Emails the person who sent the shipment, once a delivery has failed for good. */
async function notifySender(tx: CustomerTx, job: JobContext, { delivery, attempt, to }: Recorded): Promise<void> {
  const shipment = await findShipment(tx, delivery.shipmentId)
  if (!shipment || shipment.sentById === null || job.customerId === null) return
  const now = job.clock.now()
  const reason = describeAttempt(attempt, delivery.attempts)
  const detail = { to, reason }
  await audit(tx, { now, userId: null }, { action: 'shipment.undelivered', subject: 'shipment', subjectId: shipment.id, detail })
  const { timeZone } = shipment
  const sender = await readPersonSession(tx, { customerId: job.customerId, userId: shipment.sentById, timeZone, now })
  if (!sender) return
  const body = [
    `The document ${delivery.document.filename} was not delivered to ${shipment.toName} (${to}).`,
    reason,
    '',
    'The packages have left, so the receiver still needs the document. Open the shipment to deliver it again, to email it, or to download it:',
    `${linkBase(job.config)}/outbound/${shipment.id}`,
  ].join('\n')
  const subject = `Documents of shipment ${shipment.id} were not delivered`
  await sendMail(tx, { now, userId: null }, { kind: undeliveredMails, to: [sender.emailAddress], subject, text: body })
}

function describeAttempt({ status, answer, error }: EndpointAttempt, attempts: number): string {
  const times = attempts > 1 ? ` It was sent ${formatAmount(attempts, 'time')}.` : ''
  if (status === null) return `${error ?? 'The connection failed.'}${times}`
  return `The receiver answered with status ${status}${answer ? `: ${answer}` : ''}.${error ? ` ${error}` : ''}${times}`
}
