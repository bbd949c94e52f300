import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

interface NewDelivery {
  shipmentId: number
  documentId: number
  endpointId: number
  toWords: string
  at: Date
  byName: string
  dueAt: Date
}

export async function insertDelivery(tx: CustomerTx, row: NewDelivery): Promise<number> {
  return (await tx.insertInto('shipmentDelivery').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Deliveries of a shipment, newest first. */
export const listDeliveries = (tx: CustomerTx, shipmentId: number) =>
  tx
    .selectFrom('shipmentDelivery as d')
    .innerJoin('shipmentDocument as x', 'x.id', 'd.documentId')
    .select(['d.id', 'd.documentId', 'd.endpointId', 'd.toWords', 'd.at', 'd.byName', 'd.state', 'd.attempts', 'd.dueAt', 'd.lastAt'])
    .select(['d.status', 'd.answer', 'd.error', 'd.answerLost', 'x.kind'])
    .where('d.shipmentId', '=', shipmentId)
    .orderBy('d.id', 'desc')
    .limit(100)
    .execute()
export type DeliveryRecord = Awaited<ReturnType<typeof listDeliveries>>[number]

/**
 * Starts an attempt to deliver: counts it, and postpones the next one until `lease`, so that no other process starts one at the same time. Returns
 * undefined if the delivery is not due. The row's `answer_lost` is set until this attempt's result is recorded; the returned `answerLost` is its
 * earlier value: whether the answer to an earlier attempt was lost.
 * @param lease when the next attempt begins if the process dies during this one.
 */
export async function claimDelivery(tx: CustomerTx, id: number, { now, lease }: { now: Date; lease: Date }) {
  const before = await tx.selectFrom('shipmentDelivery').select('answerLost').where('id', '=', id).forUpdate().executeTakeFirst()
  const claimed = await tx
    .updateTable('shipmentDelivery')
    .set({ attempts: sql<number>`attempts + 1`, lastAt: now, dueAt: lease, answerLost: true })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', now)
    .returning(['id', 'shipmentId', 'documentId', 'endpointId', 'attempts', 'byName'])
    .executeTakeFirst()
  if (!before || !claimed) return undefined
  const document = await tx
    .selectFrom('shipmentDocument')
    .select(['kind', 'filename', 'contentType', 'sha256'])
    .where('id', '=', claimed.documentId)
    .executeTakeFirstOrThrow()
  return { ...claimed, ...before, document }
}
export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

interface DeliveryChange {
  state?: 'waiting' | 'delivered' | 'failed'
  attempts?: number
  dueAt?: Date
  status?: number | null
  answer?: string | null
  error?: string | null
  answerLost?: boolean
}

export async function updateDelivery(tx: CustomerTx, id: number, values: DeliveryChange): Promise<void> {
  await tx.updateTable('shipmentDelivery').set(values).where('id', '=', id).execute()
}

/** Marks a shipment's deliveries that are still waiting for an attempt as failed. */
export async function failWaiting(tx: CustomerTx, shipmentId: number, error: string): Promise<void> {
  await tx
    .updateTable('shipmentDelivery')
    .set({ state: 'failed', error })
    .where('shipmentId', '=', shipmentId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Ids of the waiting deliveries whose time has come. */
export async function listDue(tx: CustomerTx, now: Date): Promise<number[]> {
  const rows = await tx.selectFrom('shipmentDelivery').select('id').where('state', '=', 'waiting').where('dueAt', '<=', now).execute()
  return rows.map(({ id }) => id)
}
