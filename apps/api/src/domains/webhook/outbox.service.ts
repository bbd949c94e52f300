import { randomBytes } from 'node:crypto'
import type { WebhookEvent } from '@seriatim/schema'
import type { AuditAction } from '../../call/audit.ts'
import type { AuditedAction, CustomerTx, RecallHit, TicketStatus } from '../../db/types.ts'
import { enqueue } from '../../jobs/queue.ts'
import { findHoldPlace } from '../hold/hold.joins.ts'
import {
  findDocumentPlace,
  findIncidentPlace,
  findTicketPlace,
  findTracingPlace,
  insertDeliveries,
  insertEvent,
  listSubscribers,
} from './outbox.queries.ts'

/** An event, with the ids that its receiver needs for reading more. */
interface Happening {
  /** Subject of the event, such as `order:12`. Events about the same subject are sent in order. */
  subject: string
  /** null: the event goes only to endpoints of the whole customer. */
  locationId: number | null
  data: Record<string, number | string>
  /** Path of the page that shows the subject. */
  path: string
}

interface Source {
  type: WebhookEvent
  /** Looks up the event that a change triggers; undefined if it triggers none. */
  find(tx: CustomerTx, change: { id: number; subject: string; detail: AuditedAction['detail'] }): Promise<Happening | undefined>
}

const tracing = (type: WebhookEvent): Source => ({
  type,
  async find(tx, { id }) {
    const request = await findTracingPlace(tx, id)
    return request && { ...request, subject: `tracing:${id}`, data: { requestId: id }, path: `/tracing/${id}` }
  },
})

const hold = (type: WebhookEvent): Source => ({
  type,
  async find(tx, { id }) {
    const place = await findHoldPlace(tx, id)
    if (!place) return undefined
    const { locationId, documentId } = place
    const path = documentId === null ? '/' : `/orders/receive/${documentId}`
    return { locationId, subject: `hold:${id}`, data: { holdId: id, ...(documentId === null ? {} : { documentId }) }, path }
  },
})

/** For each audit action that triggers an event, the source of that event. It runs in the transaction that recorded the action. */
const SOURCES: Readonly<Partial<Record<AuditAction, Source>>> = {
  'order.import': {
    type: 'order.imported',
    async find(tx, { id }) {
      const place = await findDocumentPlace(tx, id)
      return place && { ...place, subject: `order:${id}`, data: { documentId: id }, path: `/orders/receive/${id}` }
    },
  },
  'order.importRefused': {
    type: 'order.refused',
    async find(tx, { id, subject, detail }) {
      // A capture that was rolled back has no document, so the event refers to the upload instead.
      if (subject === 'upload') return { ...unreadUpload(id), locationId: typeof detail.locationId === 'number' ? detail.locationId : null }
      const place = await findDocumentPlace(tx, id)
      const uploadId = Number(detail.uploadId)
      return place && { ...place, subject: `order:${id}`, data: { documentId: id, uploadId }, path: `/orderupload?upload=${uploadId}` }
    },
  },
  'order.uploadRefused': {
    type: 'order.refused',
    find: async (_tx, { id }) => unreadUpload(id),
  },
  'order.close': {
    type: 'order.received',
    async find(tx, { id, detail }) {
      const place = await findDocumentPlace(tx, id)
      return place && orderReceived({ documentId: id, locationId: place.locationId, missing: Number(detail.missing) })
    },
  },
  'exception.reply': {
    type: 'ticket.answered',
    async find(tx, { id, detail }) {
      // An automatic reply such as "I am on vacation" is not an answer.
      const ticket = detail.automatic ? undefined : await findTicketPlace(tx, id)
      return ticket && { ...ticket, ...ticketFacts(id) }
    },
  },
  'hold.place': hold('hold.placed'),
  'hold.release': hold('hold.released'),
  'incident.submit': {
    type: 'incident.filed',
    async find(tx, { id }) {
      const report = await findIncidentPlace(tx, id)
      return report && { ...report, subject: `incident:${id}`, data: { incidentId: id }, path: `/incidenttracker/${id}` }
    },
  },
  'tracing.create': tracing('tracing.recorded'),
  'tracing.mail': tracing('tracing.recorded'),
  'tracing.ask': tracing('tracing.recorded'),
  'tracing.send': tracing('tracing.answered'),
  'tracing.reply': tracing('tracing.answered'),
}

const ticketFacts = (id: number) => ({ subject: `ticket:${id}`, data: { documentExceptionId: id }, path: `/exceptions/${id}` })

const orderReceived = ({ documentId, locationId, missing }: { documentId: number; locationId: number | null; missing: number }) => ({
  subject: `order:${documentId}`,
  locationId,
  data: { documentId, missing },
  path: `/orders/receive/${documentId}`,
})

const unreadUpload = (id: number): Happening => ({
  subject: `upload:${id}`,
  locationId: null,
  data: { uploadId: id },
  path: `/orderupload?upload=${id}`,
})

const isSource = (action: string): action is keyof typeof SOURCES & AuditAction => Object.hasOwn(SOURCES, action)

/** Turns entries of the audit trail into events. An action that triggers no event costs no query, and an event without a subscriber costs one. */
export async function publishAudited(tx: CustomerTx, entries: readonly AuditedAction[]): Promise<void> {
  for (const { action, subject, subjectId, detail, at } of entries) {
    const source = isSource(action) ? SOURCES[action] : undefined
    if (source && subjectId !== null) await publish(tx, source.type, at, () => source.find(tx, { id: subjectId, subject, detail }))
  }
}

export async function publishReceived(
  tx: CustomerTx,
  { documentId, locationId, at }: { documentId: number; locationId: number; at: Date },
): Promise<void> {
  await publish(tx, 'order.received', at, async () => orderReceived({ documentId, locationId, missing: 0 }))
}

export async function publishTicket(tx: CustomerTx, { documentExceptionId, locationId, status, at }: TicketStatus): Promise<void> {
  const type = status === 'OPEN' ? 'ticket.opened' : 'ticket.closed'
  await publish(tx, type, at, async () => ({ locationId, ...ticketFacts(documentExceptionId) }))
}

export async function publishUnreadable(tx: CustomerTx, { uploadId, at }: { uploadId: number; at: Date }): Promise<void> {
  await publish(tx, 'order.refused', at, async () => unreadUpload(uploadId))
}

export async function publishRecalls(tx: CustomerTx, hits: readonly RecallHit[], at: Date): Promise<void> {
  const finds = hits.map(({ recallId, locationId }) => async () => ({
    locationId,
    subject: `recall:${recallId}`,
    data: { recallId },
    path: `/recalls/detail/${recallId}`,
  }))
  await publish(tx, 'recall.hit', at, ...finds)
}

/** The id of a message, which stays the same in all attempts. It contains no dot, because the signed text is joined with dots. */
export const newMessageId = (): string => `msg_${randomBytes(18).toString('base64url')}`

/** Writes events of one type for the endpoints that want them, in the transaction of the change. */
async function publish(
  tx: CustomerTx,
  type: WebhookEvent,
  at: Date,
  ...finds: readonly (() => Promise<Happening | undefined>)[]
): Promise<void> {
  const subscribers = await listSubscribers(tx, type)
  if (!subscribers.length) return
  for (const find of finds) {
    const happening = await find()
    if (happening) await writeEvent(tx, { ...happening, type, at }, subscribers)
  }
}

async function writeEvent(
  tx: CustomerTx,
  { type, at, subject, locationId, data, path }: Happening & { type: WebhookEvent; at: Date },
  subscribers: Awaited<ReturnType<typeof listSubscribers>>,
): Promise<void> {
  const allowed = subscribers.filter((one) => one.locationId === null || one.locationId === locationId)
  if (!allowed.length) return
  const event = {
    messageId: newMessageId(),
    type,
    subject,
    locationId,
    happenedAt: at,
    data: JSON.stringify({ ...data, locationId, path }),
  }
  const eventId = await insertEvent(tx, event)
  const open = allowed.filter(({ offAt }) => offAt === null).map(({ id }) => id)
  if (!open.length) return
  await insertDeliveries(
    tx,
    open.map((endpointId) => ({ endpointId, eventId, subject, dueAt: at })),
  )
  for (const endpointId of open) await queueSending(tx, endpointId)
}

const sendingQueue = (endpointId: number) => `webhook ${endpointId}`

/**
 * Queues a job that sends the deliveries of an endpoint. Jobs of an endpoint run one after the other. They have no job key, because a key's lock
 * would make the customer's transactions wait for each other.
 */
export async function queueSending(tx: CustomerTx, endpointId: number): Promise<void> {
  await enqueue(tx, 'webhook.send', { endpointId }, { queue: sendingQueue(endpointId) })
}

/**
 * Like `queueSending`, but after a delay. An endpoint has at most one delayed job, however often this is called, and that job sends all deliveries
 * that are due by then. Only the job that sends an endpoint's deliveries may call it, because the job key would make other transactions of the
 * customer wait.
 */
export async function queueSendingLater(tx: CustomerTx, endpointId: number, delaySeconds: number): Promise<void> {
  const queue = sendingQueue(endpointId)
  await enqueue(tx, 'webhook.send', { endpointId }, { queue, key: `${queue} later`, delaySeconds })
}
