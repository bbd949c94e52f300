import type { WebhookDeliverySearch, WebhookDeliveryState } from '@seriatim/schema'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Whether no earlier event about the same subject is still waiting at the endpoint: events of one subject are sent in order. */
const IS_NEXT: Expression<SqlBool> = sql<boolean>`not exists (select from webhook_delivery earlier
  where earlier.customer_id = webhook_delivery.customer_id and earlier.endpoint_id = webhook_delivery.endpoint_id
    and earlier.subject = webhook_delivery.subject and earlier.state = 'waiting' and earlier.event_id < webhook_delivery.event_id)`

/** Deliveries to send now, at most one for each subject, most overdue first. */
export const listDue = (tx: CustomerTx, endpointId: number, now: Date, limit: number) =>
  tx
    .selectFrom('webhookDelivery')
    .innerJoin('webhookEvent', 'webhookEvent.id', 'webhookDelivery.eventId')
    .select(['webhookDelivery.id', 'webhookDelivery.attempts', 'webhookEvent.messageId', 'webhookEvent.type', 'webhookEvent.happenedAt'])
    .select((eb) => eb.ref('webhookEvent.data').$castTo<{ path: string } & Record<string, unknown>>().as('data'))
    .where('webhookDelivery.endpointId', '=', endpointId)
    .where('webhookDelivery.state', '=', 'waiting')
    .where('webhookDelivery.dueAt', '<=', now)
    .where(IS_NEXT)
    .orderBy('webhookDelivery.dueAt')
    .orderBy('webhookDelivery.eventId')
    .limit(limit)
    .execute()
export type DueDelivery = Awaited<ReturnType<typeof listDue>>[number]

/** When the next delivery is due; null if none waits. */
export async function findNextDue(tx: CustomerTx, endpointId: number): Promise<Date | null> {
  const { at } = await tx
    .selectFrom('webhookDelivery')
    .select((eb) => eb.fn.min<Date | null>('webhookDelivery.dueAt').as('at'))
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'waiting')
    .where(IS_NEXT)
    .executeTakeFirstOrThrow()
  return at
}

interface Change {
  state: WebhookDeliveryState
  attempts: number
  lastAt: Date
  dueAt?: Date
  status: number | null
  answer: string | null
  error: string | null
}

export async function updateDelivery(tx: CustomerTx, id: number, values: Change): Promise<void> {
  await tx.updateTable('webhookDelivery').set(values).where('id', '=', id).execute()
}

/** Marks all waiting deliveries of an endpoint as failed, because the endpoint is being turned off. */
export async function failWaiting(tx: CustomerTx, endpointId: number): Promise<void> {
  await tx
    .updateTable('webhookDelivery')
    .set({ state: 'failed', error: 'The endpoint was turned off.' })
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}

const RENEWED = { state: 'waiting', attempts: 0, status: null, answer: null, error: null } as const

/** Queues one delivery again, from its first attempt. @returns false if the endpoint has no such delivery. */
export async function renewDelivery(tx: CustomerTx, { endpointId, id, dueAt }: { endpointId: number; id: number; dueAt: Date }) {
  const { numUpdatedRows } = await tx
    .updateTable('webhookDelivery')
    .set({ ...RENEWED, dueAt })
    .where('endpointId', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Period {
  from: Date
  until: Date
}

/**
 * Lists the events of a period that an endpoint subscribes to, including events from before the endpoint was added or while it was off. Reads one
 * more than `limit`, so that the caller can see that there are more.
 */
export const listEvents = (
  tx: CustomerTx,
  { locationId, events, from, until }: Period & { locationId: number | null; events: readonly string[] },
  limit: number,
) => {
  const query = tx
    .selectFrom('webhookEvent')
    .select(['id', 'subject'])
    .where('happenedAt', '>=', from)
    .where('happenedAt', '<', until)
    .where('type', 'in', [...events])
    .orderBy('id')
    .limit(limit + 1)
  return (locationId === null ? query : query.where('locationId', '=', locationId)).execute()
}

const ROWS = 1000

/** Queues these events for an endpoint. An existing delivery of an event is reset, so that the event is sent again even if it was sent before. */
export async function renewDeliveries(
  tx: CustomerTx,
  endpointId: number,
  events: readonly { id: number; subject: string }[],
  dueAt: Date,
): Promise<void> {
  for (let at = 0; at < events.length; at += ROWS)
    await tx
      .insertInto('webhookDelivery')
      .values(events.slice(at, at + ROWS).map(({ id, subject }) => ({ endpointId, eventId: id, subject, dueAt })))
      .onConflict((conflict) => conflict.columns(['customerId', 'endpointId', 'eventId']).doUpdateSet({ ...RENEWED, dueAt }))
      .execute()
}

/** Deliveries of an endpoint, newest first; one more than `limit`, to tell whether there is a next page. */
export function listDeliveries(tx: CustomerTx, { webhookId, state, limit }: WebhookDeliverySearch, beforeId: number | undefined) {
  let query = tx
    .selectFrom('webhookDelivery')
    .innerJoin('webhookEvent', 'webhookEvent.id', 'webhookDelivery.eventId')
    .select([
      'webhookDelivery.id',
      'webhookDelivery.attempts',
      'webhookDelivery.dueAt',
      'webhookDelivery.lastAt',
      'webhookDelivery.status',
      'webhookDelivery.answer',
      'webhookDelivery.error',
      'webhookDelivery.subject',
      'webhookEvent.messageId',
      'webhookEvent.type',
      'webhookEvent.happenedAt',
    ])
    .select((eb) => eb.ref('webhookDelivery.state').$castTo<WebhookDeliveryState>().as('state'))
    .where('webhookDelivery.endpointId', '=', webhookId)
    .orderBy('webhookDelivery.id', 'desc')
    .limit(limit + 1)
  if (state) query = query.where('webhookDelivery.state', '=', state)
  if (beforeId !== undefined) query = query.where('webhookDelivery.id', '<', beforeId)
  return query.execute()
}

/** Deletes events from before this time, with their deliveries. */
export async function deleteEventsBefore(tx: CustomerTx, before: Date): Promise<void> {
  await tx.deleteFrom('webhookEvent').where('happenedAt', '<', before).execute()
}

/** Endpoints that have a delivery due. */
export const listWaitingEndpoints = (tx: CustomerTx, now: Date) =>
  tx.selectFrom('webhookDelivery').select('endpointId').distinct().where('state', '=', 'waiting').where('dueAt', '<=', now).execute()
