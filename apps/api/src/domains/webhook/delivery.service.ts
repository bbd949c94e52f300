import { type Ok, type Page, WEBHOOK_TEST, type WebhookDelivery, type WebhookDeliverySearch } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import { AppError } from '../../core/errors.ts'
import { pageOf, readCursor } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'
import { listDeliveries, listEvents, renewDeliveries, renewDelivery } from './delivery.queries.ts'
import { lockEndpoint, updateEndpoint } from './endpoint.queries.ts'
import { expectEndpoint } from './endpoint.service.ts'
import { insertEvent } from './outbox.queries.ts'
import { newMessageId, queueSending } from './outbox.service.ts'
import { webhookErrors } from './webhook.facts.ts'

const MOST_REPLAYED = 5000

const isId = (key: unknown): key is number => Number.isSafeInteger(key)

/** Lists the deliveries of an endpoint, newest first. @throws AppError webhook_not_found. */
export async function searchDeliveries(tx: CustomerTx, session: Session, search: WebhookDeliverySearch): Promise<Page<WebhookDelivery>> {
  await expectEndpoint(tx, session, search, { right: 'webhook:read' })
  const rows = await listDeliveries(tx, search, readCursor(search.cursor, isId))
  const { items, nextCursor } = pageOf(rows, search.limit, ({ id }) => id)
  return {
    items: items.map(({ happenedAt, dueAt, lastAt, ...row }) => ({
      ...row,
      happenedAt: happenedAt.toISOString(),
      dueAt: row.state === 'waiting' ? dueAt.toISOString() : null,
      lastAt: lastAt?.toISOString() ?? null,
    })),
    nextCursor,
  }
}

/** Locks an endpoint that is switched on and ends its pause, because a person is waiting for the result. @throws AppError webhook_off. */
async function openForSending(tx: CustomerTx, session: Session, ref: { webhookId: number }) {
  const endpoint = await expectEndpoint(tx, session, ref, { find: lockEndpoint })
  if (endpoint.offAt !== null) throw new AppError(webhookErrors.webhook_off)
  if (endpoint.pausedUntil !== null) await updateEndpoint(tx, endpoint.id, { pausedUntil: null })
  return endpoint
}

/** Sends a test event to one endpoint. It takes the same path as any other event. */
export async function sendTest(tx: CustomerTx, session: Session, ref: { webhookId: number }): Promise<Ok> {
  const { id, locationId, name } = await openForSending(tx, session, ref)
  const subject = `webhook:${id}`
  const data = JSON.stringify({ webhookId: id, locationId, path: '/intake/webhooks' })
  const event = { messageId: newMessageId(), type: WEBHOOK_TEST, subject, locationId, happenedAt: session.now, data }
  const eventId = await insertEvent(tx, event)
  await renewDeliveries(tx, id, [{ id: eventId, subject }], session.now)
  await queueSending(tx, id)
  await audit(tx, session, { action: 'webhook.test', subject: 'webhook', subjectId: id, detail: { name } })
  return { ok: true }
}

/** Sends one event again, with the same id. @throws AppError webhook_not_found, webhook_off. */
export async function replayDelivery(
  tx: CustomerTx,
  session: Session,
  { deliveryId, ...ref }: { webhookId: number; deliveryId: number },
): Promise<Ok> {
  const { id, name } = await openForSending(tx, session, ref)
  if (!(await renewDelivery(tx, { endpointId: id, id: deliveryId, dueAt: session.now })))
    throw new AppError(webhookErrors.webhook_not_found)
  await queueSending(tx, id)
  await audit(tx, session, { action: 'webhook.replay', subject: 'webhook', subjectId: id, detail: { name, events: 1 } })
  return { ok: true }
}

/**
 * Resends all events of a period that the endpoint wants, including those that happened while it was off.
 *
 * @throws AppError webhook_not_found, webhook_off, webhook_replay_too_many.
 */
export async function replayPeriod(
  tx: CustomerTx,
  session: Session,
  { from, until, ...ref }: { webhookId: number; from: string; until: string },
): Promise<{ events: number }> {
  const { id, name, locationId, events } = await openForSending(tx, session, ref)
  const wanted = await listEvents(tx, { locationId, events, from: new Date(from), until: new Date(until) }, MOST_REPLAYED)
  if (wanted.length > MOST_REPLAYED) throw new AppError(webhookErrors.webhook_replay_too_many)
  await renewDeliveries(tx, id, wanted, session.now)
  if (wanted.length) await queueSending(tx, id)
  const detail = { name, events: wanted.length, from, until }
  await audit(tx, session, { action: 'webhook.replay', subject: 'webhook', subjectId: id, detail })
  return { events: wanted.length }
}
