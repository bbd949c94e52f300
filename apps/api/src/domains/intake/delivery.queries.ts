import type { CaptureBehavior, DeliverySearch, Door, TakenFor } from '@seriatim/schema'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { DAY_MS } from '../../core/day.ts'
import type { DateKey } from '../../core/page.ts'
import type { Tables } from '../../db/tables.ts'
import type { CustomerTx } from '../../db/types.ts'

export interface NewMessage {
  door: Door
  doorId: number | null
  mailId?: number | null
  createdById: number
  fromName: string
  fromAddress: string | null
  receivedAt: Date
  lastAt: Date
  filename: string
  contentType: string
  size: number
  sha256: string
  takenFor: TakenFor
  uploadId: number | null
  /** For a file that arrived through the EPCIS capture interface: what happens to the other events if one is wrong. Null for other files. */
  capture: CaptureBehavior | null
}

export const insertMessage = (tx: CustomerTx, values: NewMessage) =>
  tx.insertInto('inboundMessage').values(values).returning(['id', 'receivedAt']).executeTakeFirstOrThrow()

/**
 * Finds an earlier delivery of the same bytes: through the same door or, for HTTPS without a door, by the same person. An EPCIS capture matches only
 * an earlier capture with the same error behavior; any other delivery matches only deliveries that are not captures. The caller must hold the lock
 * for these bytes.
 */
export function findSameMessage(
  tx: CustomerTx,
  { doorId, createdById, sha256, capture }: Pick<NewMessage, 'doorId' | 'createdById' | 'sha256' | 'capture'>,
) {
  const query = tx
    .selectFrom('inboundMessage')
    .select(['id', 'receivedAt', 'size', 'sha256'])
    .select((eb) => eb.ref('takenFor').$castTo<TakenFor>().as('takenFor'))
    .where('sha256', '=', sha256)
    .where('capture', capture === null ? 'is' : '=', capture)
    .orderBy('id')
    .limit(1)
  return (
    doorId === null
      ? query.where('door', '=', 'https').where('doorId', 'is', null).where('createdById', '=', createdById)
      : query.where('doorId', '=', doorId)
  ).executeTakeFirst()
}

/** The first delivery of an upload: its door and its sender. */
export const findMessageOfUpload = (tx: CustomerTx, uploadId: number) =>
  tx
    .selectFrom('inboundMessage')
    .select(['door', 'doorId', 'mailId', 'createdById', 'fromName', 'fromAddress'])
    .where('uploadId', '=', uploadId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Counts a repeated delivery, and marks its file as available: the bytes have just been stored again, even if the file had been deleted. */
export async function markRepeated(tx: CustomerTx, id: number, lastAt: Date): Promise<void> {
  await tx
    .updateTable('inboundMessage')
    .set((eb) => ({ times: eb('times', '+', 1), lastAt, removedAt: null }))
    .where('id', '=', id)
    .execute()
}

export async function setMessageUpload(tx: CustomerTx, id: number, values: { uploadId: number; takenFor: TakenFor }): Promise<void> {
  await tx.updateTable('inboundMessage').set(values).where('id', '=', id).execute()
}

export async function markRemoved(tx: CustomerTx, id: number, removedAt: Date): Promise<void> {
  await tx.updateTable('inboundMessage').set({ removedAt }).where('id', '=', id).execute()
}

export const lockMessage = (tx: CustomerTx, id: number) =>
  tx.selectFrom('inboundMessage').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

const selectMessages = (tx: CustomerTx) =>
  tx
    .selectFrom('inboundMessage')
    .leftJoin('upload', 'upload.id', 'inboundMessage.uploadId')
    .leftJoin('intakeDoor', 'intakeDoor.id', 'inboundMessage.doorId')
    .leftJoin('intakeMail', 'intakeMail.id', 'inboundMessage.mailId')
    .leftJoin('order', 'order.id', 'upload.documentId')
    .leftJoin('documentException', 'documentException.documentId', 'upload.documentId')
    .select([
      'inboundMessage.id',
      'inboundMessage.door',
      'inboundMessage.doorId',
      'inboundMessage.createdById',
      'inboundMessage.fromName',
      'inboundMessage.fromAddress',
      'inboundMessage.receivedAt',
      'inboundMessage.times',
      'inboundMessage.filename',
      'inboundMessage.contentType',
      'inboundMessage.size',
      'inboundMessage.sha256',
      'inboundMessage.removedAt',
      'inboundMessage.uploadId',
      'intakeDoor.locationId as doorLocationId',
      'intakeMail.authentication',
      'upload.status',
      'upload.kind',
      'upload.facts',
      'upload.locationId',
      'order.id as orderId',
      'documentException.ticketNumber',
    ])
    .select((eb) => eb.ref('inboundMessage.takenFor').$castTo<TakenFor>().as('takenFor'))

/** The files of an email, in the email's order. */
export const listMessagesOfMail = (tx: CustomerTx, mailId: number) =>
  selectMessages(tx).where('inboundMessage.mailId', '=', mailId).orderBy('inboundMessage.id').execute()

export type MessageRecord = NonNullable<Awaited<ReturnType<typeof findMessage>>>

export const findMessage = (tx: CustomerTx, id: number) => selectMessages(tx).where('inboundMessage.id', '=', id).executeTakeFirst()

/**
 * The person who asks for deliveries. A viewer sees three groups: deliveries that they uploaded themselves, deliveries to their locations, and
 * deliveries through doors of their locations that are not assigned to a location yet. A delivery through a door does not count as uploaded by the
 * person who created the door, because that person may have lost access to its location.
 */
export interface Viewer {
  userId: number
  locationIds: readonly number[] | 'all'
}

type Joined = ExpressionBuilder<Pick<Tables, 'inboundMessage' | 'upload' | 'intakeDoor'>, 'inboundMessage' | 'upload' | 'intakeDoor'>

function isVisible({ eb, userId, locationIds }: { eb: Joined } & Viewer): Expression<SqlBool> {
  if (locationIds === 'all') return eb.lit(true)
  const own = locationIds.length ? [...locationIds] : [0]
  return eb.or([
    eb.and([eb('inboundMessage.doorId', 'is', null), eb('inboundMessage.createdById', '=', userId)]),
    eb('upload.locationId', 'in', own),
    eb.and([eb('upload.locationId', 'is', null), eb('intakeDoor.locationId', 'in', own)]),
  ])
}

/** The SQL condition of each state of a delivery, for the list of deliveries and its counts. */
const STATES = {
  waiting: sql<boolean>`(upload.status = 'processing' or upload.kind = 'notAddressed')`,
  attention: sql<boolean>`(upload.status in ('exception', 'refused', 'stopped', 'differs') and upload.kind <> 'notAddressed')`,
  kept: sql<boolean>`(inbound_message.upload_id is null and inbound_message.removed_at is null)`,
} as const

/** Deliveries that the viewer may see, newest first; one row more than the limit. */
export function listMessages(tx: CustomerTx, viewer: Viewer, { state, doorId, limit }: DeliverySearch, after: DateKey | undefined) {
  let query = selectMessages(tx)
    .where((eb) => isVisible({ eb: eb as unknown as Joined, ...viewer })) // this query joins every table that `Joined` names
    .orderBy('inboundMessage.receivedAt', 'desc')
    .orderBy('inboundMessage.id', 'desc')
    .limit(limit + 1)
  if (state) query = query.where(STATES[state])
  if (doorId) query = query.where('inboundMessage.doorId', '=', doorId)
  if (after) query = query.where(sql<boolean>`(inbound_message.received_at, inbound_message.id) < (${new Date(after[0])}, ${after[1]})`)
  return query.execute()
}

const COUNTED_MS = 90 * DAY_MS

/** Number of deliveries of the last 90 days, by state. */
export function countMessages(tx: CustomerTx, viewer: Viewer, now: Date) {
  return tx
    .selectFrom('inboundMessage')
    .leftJoin('upload', 'upload.id', 'inboundMessage.uploadId')
    .leftJoin('intakeDoor', 'intakeDoor.id', 'inboundMessage.doorId')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere(STATES.waiting).as('waiting'),
      eb.fn.countAll<number>().filterWhere(STATES.attention).as('attention'),
      eb.fn.countAll<number>().filterWhere(STATES.kept).as('kept'),
    ])
    .where((eb) => isVisible({ eb: eb as unknown as Joined, ...viewer })) // this query joins all tables that `Joined` lists
    .where('inboundMessage.receivedAt', '>', new Date(now.getTime() - COUNTED_MS))
    .executeTakeFirstOrThrow()
}

/** The time of the oldest delivery that is still being read; null if there is none. */
export async function findOldestUnread(tx: CustomerTx, viewer: Viewer): Promise<Date | null> {
  const { at } = await tx
    .selectFrom('inboundMessage')
    .innerJoin('upload', 'upload.id', 'inboundMessage.uploadId')
    .leftJoin('intakeDoor', 'intakeDoor.id', 'inboundMessage.doorId')
    .select((eb) => eb.fn.min<Date | null>('inboundMessage.receivedAt').as('at'))
    .where('upload.status', '=', 'processing')
    .where((eb) => isVisible({ eb: eb as unknown as Joined, ...viewer })) // this query joins every table that `Joined` names
    .executeTakeFirstOrThrow()
  return at
}

/** For each kind of door except HTTPS, finds the newest delivery that the viewer may see and that came without a door in `intake_door`. */
export function listLastByDoor(tx: CustomerTx, viewer: Viewer) {
  return tx
    .selectFrom('inboundMessage')
    .leftJoin('upload', 'upload.id', 'inboundMessage.uploadId')
    .leftJoin('intakeDoor', 'intakeDoor.id', 'inboundMessage.doorId')
    .distinctOn('inboundMessage.door')
    .select(['inboundMessage.door', 'inboundMessage.receivedAt', 'inboundMessage.filename'])
    .where('inboundMessage.door', '<>', 'https')
    .where('inboundMessage.doorId', 'is', null)
    .where((eb) => isVisible({ eb: eb as unknown as Joined, ...viewer })) // the query joins every table that `Joined` names
    .orderBy('inboundMessage.door')
    .orderBy('inboundMessage.receivedAt', 'desc')
    .execute()
}
