import type { WebhookEvent } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Endpoints subscribed to events of this type, including those that are off, because a replay may send them the event later. */
export const listSubscribers = (tx: CustomerTx, type: WebhookEvent) =>
  tx.selectFrom('webhookEndpoint').select(['id', 'locationId', 'offAt']).where(sql<boolean>`${type} = any (events)`).orderBy('id').execute()

export interface NewEvent {
  messageId: string
  type: string
  subject: string
  locationId: number | null
  happenedAt: Date
  data: string
}

export async function insertEvent(tx: CustomerTx, values: NewEvent): Promise<number> {
  return (await tx.insertInto('webhookEvent').values(values).returning('id').executeTakeFirstOrThrow()).id
}

interface NewDelivery {
  endpointId: number
  eventId: number
  subject: string
  dueAt: Date
}

export async function insertDeliveries(tx: CustomerTx, rows: readonly NewDelivery[]): Promise<void> {
  await tx
    .insertInto('webhookDelivery')
    .values([...rows])
    .execute()
}

/** Finds the location of a document, whether or not it became an order; undefined if the document no longer exists. */
export const findDocumentPlace = (tx: CustomerTx, id: number) =>
  tx.selectFrom('epcisDocument').select('locationId').where('id', '=', id).executeTakeFirst()

export const findTicketPlace = (tx: CustomerTx, id: number) =>
  tx.selectFrom('documentException').select('locationId').where('id', '=', id).executeTakeFirst()

export const findIncidentPlace = (tx: CustomerTx, id: number) =>
  tx.selectFrom('incidentReport').select('locationId').where('id', '=', id).executeTakeFirst()

export const findTracingPlace = (tx: CustomerTx, id: number) =>
  tx.selectFrom('tracingRequest').select('locationId').where('id', '=', id).executeTakeFirst()
