import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { isChosen } from '../selection.queries.ts'
import type { Selection } from '../selection.ts'

export interface PackOrder {
  documentId: number
  locationId: number
  locationName: string
  timeStamp: Date
  /** When the goods were sent, if the document says so. */
  sentAt: Date | null
  purchaseOrderNumbers: string[]
  senderName: string | null
  senderGln: string | null
  amountOfMeds: number
  amountReceived: number
  voidedAt: Date | null
  voidReason: string | null
  replacedById: number | null
  closedAt: Date | null
  closeReason: string | null
  transactionStatement: boolean
  filename: string
  sha256: string
  size: number
  instanceIdentifier: string | null
}

/**
 * Lists the orders of a pack that follow the order `after`, oldest first, including voided and replaced ones. The query looks up the time of `after`
 * itself, because a `Date` has no microseconds.
 */
export async function listPackOrders(
  tx: CustomerTx,
  selection: Selection,
  after: PackOrder | undefined,
  limit: number,
): Promise<PackOrder[]> {
  const { rows } = await sql<PackOrder>`
    select o.id as "documentId", o.location_id as "locationId", l.name as "locationName", o.time_stamp as "timeStamp", sent.at as "sentAt",
      o.purchase_order_numbers as "purchaseOrderNumbers", coalesce(d.sender_name, o.sender_names[1]) as "senderName", d.sender_gln as "senderGln",
      o.amount_of_meds as "amountOfMeds", o.amount_received as "amountReceived", o.voided_at as "voidedAt", o.void_reason as "voidReason",
      o.replaced_by_id as "replacedById", o.closed_at as "closedAt", o.close_reason as "closeReason",
      d.transaction_statement as "transactionStatement", d.filename, d.sha256, d.size, d.instance_identifier as "instanceIdentifier"
    from "order" o join epcis_document d on d.customer_id = o.customer_id and d.id = o.id
    join location l on l.customer_id = o.customer_id and l.id = o.location_id
    left join lateral (select min(s.sent_at) as at from stock_lot s where s.customer_id = current_customer_id() and s.document_id = o.id) sent on true
    where o.customer_id = current_customer_id() and ${isChosen(selection)}
      and (${after?.documentId ?? null}::bigint is null
        or (o.time_stamp, o.id) > (select time_stamp, id from "order" where customer_id = current_customer_id() and id = ${after?.documentId ?? null}::bigint))
    order by o.time_stamp, o.id limit ${limit}`.execute(tx)
  return rows
}

export interface OrderFigures {
  orders: number
  voided: number
  unstated: number
  bytes: number
}

export const selectOrderFigures = (selection: Selection) => sql<OrderFigures>`
  select count(*)::int as orders, (count(*) filter (where o.voided_at is not null))::int as voided,
    (count(*) filter (where o.voided_at is null and not d.transaction_statement))::int as unstated, coalesce(sum(d.size), 0)::bigint as bytes
  from "order" o join epcis_document d on d.customer_id = o.customer_id and d.id = o.id
  where o.customer_id = current_customer_id() and ${isChosen(selection)}`

export interface NamedOrder {
  documentId: number
  purchaseOrderNumbers: string[]
  senderName: string | null
  timeStamp: Date
}

/** Lists the selected orders that are not voided and whose document lacks a transaction statement. */
export async function listUnstatedOrders(tx: CustomerTx, selection: Selection, limit: number): Promise<NamedOrder[]> {
  const { rows } = await sql<NamedOrder>`
    select o.id as "documentId", o.purchase_order_numbers as "purchaseOrderNumbers", coalesce(d.sender_name, o.sender_names[1]) as "senderName",
      o.time_stamp as "timeStamp"
    from "order" o join epcis_document d on d.customer_id = o.customer_id and d.id = o.id
    where o.customer_id = current_customer_id() and ${isChosen(selection)} and o.voided_at is null and not d.transaction_statement
    order by o.time_stamp, o.id limit ${limit}`.execute(tx)
  return rows
}
