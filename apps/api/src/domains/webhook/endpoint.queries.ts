import type { WebhookDeliveryState, WebhookEvent, WebhookOffReason } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'

interface Settings {
  name: string
  url: string
  events: WebhookEvent[]
}

interface NewEndpoint extends Settings {
  locationId: number | null
  secret: Buffer
  createdAt: Date
  createdById: number
  createdBy: string
}

export async function insertEndpoint(tx: CustomerTx, values: NewEndpoint): Promise<number> {
  return (await tx.insertInto('webhookEndpoint').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const selectEndpoint = (tx: CustomerTx, id: number) =>
  tx
    .selectFrom('webhookEndpoint')
    .select(['id', 'name', 'url', 'locationId', 'secret', 'previousSecret', 'previousSecretUntil', 'offAt', 'failingSince', 'pausedUntil'])
    .select((eb) => eb.ref('events').$castTo<WebhookEvent[]>().as('events'))
    .where('id', '=', id)

export const findEndpoint = (tx: CustomerTx, id: number) => selectEndpoint(tx, id).executeTakeFirst()
export type EndpointRecord = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>

/** Locks the endpoint against other changes but not against new events, because a long import may create events and keep its transaction open. */
export const lockEndpoint = (tx: CustomerTx, id: number) => selectEndpoint(tx, id).forNoKeyUpdate().executeTakeFirst()

type Change = Partial<
  Settings & {
    secret: Buffer
    previousSecret: Buffer | null
    previousSecretUntil: Date | null
    offAt: Date | null
    offReason: WebhookOffReason | null
    failingSince: Date | null
    pausedUntil: Date | null
  }
>

export async function updateEndpoint(tx: CustomerTx, id: number, values: Change): Promise<void> {
  await tx.updateTable('webhookEndpoint').set(values).where('id', '=', id).execute()
}

export async function deleteEndpoint(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('webhookEndpoint').where('id', '=', id).execute()
}

export async function countEndpoints(tx: CustomerTx): Promise<number> {
  const row = await tx
    .selectFrom('webhookEndpoint')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .executeTakeFirstOrThrow()
  return row.amount
}

/**
 * Lists the endpoints of these locations, each with its last delivery attempt. `all` lists the endpoints of all locations, and those that belong to
 * no location but to the whole customer.
 */
export function listEndpoints(tx: CustomerTx, locationIds: readonly number[] | 'all') {
  let query = tx
    .selectFrom('webhookEndpoint')
    .leftJoin('location', 'location.id', 'webhookEndpoint.locationId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhookDelivery')
          .innerJoin('webhookEvent', 'webhookEvent.id', 'webhookDelivery.eventId')
          .select(['webhookDelivery.lastAt', 'webhookDelivery.status', 'webhookDelivery.error', 'webhookEvent.type'])
          .select((one) => one.ref('webhookDelivery.state').$castTo<WebhookDeliveryState>().as('state'))
          .whereRef('webhookDelivery.endpointId', '=', 'webhookEndpoint.id')
          .where('webhookDelivery.lastAt', 'is not', null)
          .orderBy('webhookDelivery.lastAt', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'webhookEndpoint.id',
      'webhookEndpoint.name',
      'webhookEndpoint.url',
      'webhookEndpoint.locationId',
      'webhookEndpoint.createdAt',
      'webhookEndpoint.createdBy',
      'webhookEndpoint.offAt',
      'webhookEndpoint.failingSince',
      'webhookEndpoint.previousSecretUntil',
      'location.name as locationName',
      'last.lastAt',
      'last.type as lastType',
      'last.state as lastState',
      'last.status as lastStatus',
      'last.error as lastError',
    ])
    .select((eb) => [
      eb.ref('webhookEndpoint.events').$castTo<WebhookEvent[]>().as('events'),
      eb.ref('webhookEndpoint.offReason').$castTo<WebhookOffReason | null>().as('offReason'),
      eb
        .selectFrom('webhookDelivery')
        .select((one) => one.fn.countAll<number>().as('amount'))
        .whereRef('webhookDelivery.endpointId', '=', 'webhookEndpoint.id')
        .where('webhookDelivery.state', '=', 'waiting')
        .as('waiting'),
    ])
    .orderBy('webhookEndpoint.id')
  if (locationIds !== 'all') query = query.where('webhookEndpoint.locationId', 'in', locationIds.length ? [...locationIds] : [0])
  return query.execute()
}
