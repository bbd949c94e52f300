import type { CaptureBehavior, EventError } from '@seriatim/schema'
import { sql } from 'kysely'
import type { DateKey } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'

/** Owner of capture jobs: a door, or all programs of one person. */
export interface Capturer {
  doorId: number | null
  userId: number
}

/** Maximum number of errors listed for one capture job. */
const MOST_ERRORS = 100

/** SQL for the errors about single events that the document's ticket lists. */
const TICKET_ERRORS = sql<EventError[] | null>`(select jsonb_agg(jsonb_build_object('event', f -> 'event', 'message', f -> 'message'))
  from (select f from jsonb_array_elements(document_exception.findings) f where f ->> 'severity' = 'reject' and f ->> 'event' is not null limit ${MOST_ERRORS}) e)`

const selectCaptures = (tx: CustomerTx, { doorId, userId }: Capturer) => {
  const query = tx
    .selectFrom('inboundMessage')
    .innerJoin('upload', 'upload.id', 'inboundMessage.uploadId')
    .leftJoin('documentException', 'documentException.documentId', 'upload.documentId')
    .select([
      'inboundMessage.id',
      'inboundMessage.receivedAt',
      'upload.status',
      'upload.kind',
      'upload.facts',
      'upload.finishedAt',
      'upload.locationId',
    ])
    .select((eb) => eb.ref('inboundMessage.capture').$castTo<CaptureBehavior>().as('capture'))
    .select(TICKET_ERRORS.as('ticketErrors'))
    .where('inboundMessage.capture', 'is not', null)
  return doorId === null
    ? query.where('inboundMessage.doorId', 'is', null).where('inboundMessage.createdById', '=', userId)
    : query.where('inboundMessage.doorId', '=', doorId)
}

export const findCapture = (tx: CustomerTx, owner: Capturer, id: number) =>
  selectCaptures(tx, owner).where('inboundMessage.id', '=', id).executeTakeFirst()

export type CaptureRecord = NonNullable<Awaited<ReturnType<typeof findCapture>>>

/** Lists an owner's captures, newest first. Returns up to one row more than `limit`, which tells the caller that another page follows. */
export function listCaptures(tx: CustomerTx, owner: Capturer, limit: number, after: DateKey | undefined) {
  const query = selectCaptures(tx, owner)
    .orderBy('inboundMessage.receivedAt', 'desc')
    .orderBy('inboundMessage.id', 'desc')
    .limit(limit + 1)
  return (
    after ? query.where(sql<boolean>`(inbound_message.received_at, inbound_message.id) < (${new Date(after[0])}, ${after[1]})`) : query
  ).execute()
}
