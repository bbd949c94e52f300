import type { ShipmentParty, ShipmentPurpose, ShipmentSearch, ShipmentSend } from '@seriatim/schema'
import { sql } from 'kysely'
import type { Places } from '../../call/access/access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { CAME_BACK, IS_WITH_RECEIVER } from '../departure/departure.joins.ts'

/** SQL condition: whether the newest attempt to send the documents of shipment `s`, by email or to an endpoint, failed. */
const IS_UNDELIVERED = sql<boolean>`coalesce((select w.failed from (
  (select x.at, l.status in ('failed', 'stopped') as failed from shipment_sending x join mail l on l.customer_id = x.customer_id and l.id = x.mail_id
    where x.customer_id = current_customer_id() and x.shipment_id = s.id order by x.id desc limit 1)
  union all
  (select y.at, y.state = 'failed' from shipment_delivery y where y.customer_id = current_customer_id() and y.shipment_id = s.id order by y.id desc limit 1)
  ) w order by w.at desc, w.failed desc limit 1), false)`

/** Time of the first sent email with the documents; null if somebody has opened a link or an endpoint has received the documents. */
const UNOPENED_SINCE = sql<Date | null>`(select min(x.at) from shipment_sending x
    join mail l on l.customer_id = x.customer_id and l.id = x.mail_id join inspection_link k on k.customer_id = x.customer_id and k.id = x.link_id
  where x.customer_id = current_customer_id() and x.shipment_id = s.id and l.status = 'sent' and k.revoked_at is null having max(k.uses) = 0
    and not exists (select from shipment_delivery y where y.customer_id = current_customer_id() and y.shipment_id = s.id and y.state = 'delivered'))`

/** SQL expression for the number of packages of a shipment `s` that came back, including those that came back to another location. */
const BACK = sql<number>`(select count(*)::int from departure g where g.customer_id = current_customer_id() and g.shipment_id = s.id and ${CAME_BACK})`

const shipments = (tx: CustomerTx) =>
  tx
    .selectFrom('shipment as s')
    .innerJoin('location as l', 'l.id', 's.locationId')
    .selectAll('s')
    .select((eb) => [
      'l.name as locationName',
      IS_UNDELIVERED.as('isUndelivered'),
      UNOPENED_SINCE.as('unopenedSince'),
      eb.ref('s.sender').$castTo<ShipmentParty>().as('sender'),
      eb.ref('s.receiver').$castTo<ShipmentParty>().as('receiver'),
      BACK.as('back'),
      eb.ref('s.asked').$castTo<Omit<ShipmentSend, 'shipmentId'> | null>().as('asked'),
      eb.ref('s.purpose').$castTo<ShipmentPurpose>().as('purpose'),
    ])

export const findShipment = (tx: CustomerTx, id: number) => shipments(tx).where('s.id', '=', id).executeTakeFirst()
export type ShipmentRecord = NonNullable<Awaited<ReturnType<typeof findShipment>>>

/** Locks the shipment until the transaction ends, so that nobody scans into it while it is sent. */
export async function lockShipment(tx: CustomerTx, id: number): Promise<ShipmentRecord | undefined> {
  await tx.selectFrom('shipment').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return findShipment(tx, id)
}

/** SQL condition: the receiver still has at least one package of the shipment `s`. */
const IS_OUT = sql<boolean>`exists (select from departure g where g.customer_id = current_customer_id() and g.shipment_id = s.id and ${IS_WITH_RECEIVER})`

const DUE = sql`coalesce(s.due_back, 'infinity'::date)`

const isDueAfter = (id: number) =>
  sql<boolean>`(${DUE}, s.id) > (select coalesce(a.due_back, 'infinity'::date), a.id from shipment a where a.customer_id = current_customer_id() and a.id = ${id})`

/** Lists shipments, one more than the limit: newest first, or open loans by due day. Leaves out discarded drafts. */
export function listShipments(
  tx: CustomerTx,
  places: Places,
  { view, tradingPartnerId, limit, after }: Pick<ShipmentSearch, 'view' | 'tradingPartnerId' | 'limit'> & { after: number | undefined },
) {
  let query = shipments(tx)
    .where('s.state', '<>', 'discarded')
    .limit(limit + 1)
  query = view === 'loans' ? query.orderBy(DUE).orderBy('s.id') : query.orderBy('s.id', 'desc')
  if (view === 'approval') query = query.where('s.state', '=', 'draft').where('s.askedAt', 'is not', null)
  if (view === 'draft' || view === 'sent' || view === 'voided') query = query.where('s.state', '=', view)
  if (view === 'returns') query = query.where('s.purpose', 'in', ['return', 'nonsaleable'])
  if (view === 'loans')
    query = query.where('s.purpose', '=', 'loan').where('s.state', '=', 'sent').where('s.settledAt', 'is', null).where(IS_OUT)
  if (tradingPartnerId !== undefined) query = query.where('s.tradingPartnerId', '=', tradingPartnerId)
  if (places !== 'all') query = query.where('s.locationId', 'in', places.length ? [...places] : [0])
  if (after !== undefined) query = view === 'loans' ? query.where(isDueAfter(after)) : query.where('s.id', '<', after)
  return query.execute()
}

export interface NewShipmentRow {
  locationId: number
  purpose: ShipmentPurpose
  tradingPartnerId: number | null
  toLocationId: number | null
  toName: string
  sender: ShipmentParty
  receiver: ShipmentParty
  shipToStateId: number | null
  guideline: 'r12' | 'r13'
  withTi: boolean
  purchaseOrder: string | null
  rma: string | null
  contact: string | null
  reason: string | null
  dueBack: string | null
  valueCents: number | null
  createdAt: Date
  createdById: number
  createdBy: string
  timeZone: string
}

export async function insertShipment(tx: CustomerTx, { sender, receiver, ...row }: NewShipmentRow): Promise<number> {
  const values = { ...row, sender: JSON.stringify(sender), receiver: JSON.stringify(receiver) }
  return (await tx.insertInto('shipment').values(values).returning('id').executeTakeFirstOrThrow()).id
}

interface Changes {
  state?: 'sent' | 'voided' | 'discarded'
  sentAt?: Date
  sentById?: number
  sentBy?: string
  licenseWords?: string | null
  guideline?: 'r12' | 'r13'
  withTi?: boolean
  mailTo?: string[]
  deliverToId?: number | null
  askedAt?: Date | null
  askedById?: number | null
  askedBy?: string | null
  asked?: string | null
  approvedById?: number | null
  approvedBy?: string | null
  refusedBy?: string | null
  refuseReason?: string | null
  labelsCheckedBy?: string | null
  valueCents?: number | null
  voidedAt?: Date
  voidedById?: number
  voidedBy?: string
  voidReason?: string
  settledAt?: Date
  settledById?: number
  settledBy?: string
  settleNote?: string | null
  purchaseOrder?: string | null
  rma?: string | null
  contact?: string | null
  reason?: string | null
  dueBack?: string | null
  papers?: 'none' | 'queued' | 'ready' | 'failed'
  gaps?: string[]
}

export async function updateShipment(tx: CustomerTx, id: number, changes: Changes): Promise<void> {
  await tx.updateTable('shipment').set(changes).where('id', '=', id).execute()
}

export const listDocuments = (tx: CustomerTx, shipmentId: number) =>
  tx
    .selectFrom('shipmentDocument')
    .select(['id', 'kind', 'filename', 'contentType', 'size', 'sha256', 'madeAt'])
    .where('shipmentId', '=', shipmentId)
    .orderBy('id')
    .execute()
