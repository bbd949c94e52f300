import type { ReceivedHow } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Lines of an order, as multiranges. `held`: all lines on hold. `pending`: those of them that are on hold only because data is missing. */
export interface HeldLines {
  held: string | null
  pending: string | null
}

export interface Lot {
  productId: number | null
  gtin: string | null
  lotNumber: string | null
  expirationDate: string | null
  total: number
  received: number
  held: number
  /** Number of held meds that are on hold only because data is missing. */
  pending: number
}

/** SQL condition: whether the line of row `d` is in `lines` (a multirange); always false if `lines` is null. */
const isIn = (lines: string | null) => (lines === null ? sql<boolean>`false` : sql<boolean>`d.line <@ ${lines}::int4multirange`)

/** Counts shipped meds by product, lot and expiry, in the order of the document. */
export async function countLots(tx: CustomerTx, documentId: number, { held, pending }: HeldLines): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select d.epcis_med_vocabulary_id as "productId", m.gtin, d.lot_number as "lotNumber", d.expiration_date as "expirationDate",
      count(*)::int as total, count(d.receipt_id)::int as received,
      count(*) filter (where ${isIn(held)})::int as held, count(*) filter (where ${isIn(pending)})::int as pending
    from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.is_shipped and not d.is_package
    group by 1, 2, 3, 4 order by min(d.line)`.execute(tx)
  return rows
}

/**
 * State of a med of the order. `held` and `pending` meds are on hold, `pending` ones only because data is missing; an `elsewhere` med was received
 * with another order.
 */
export type MedState = 'received' | 'receivedHeld' | 'receivedPending' | 'elsewhere' | 'open' | 'held' | 'pending'

export interface SerialLine {
  productId: number | null
  gtin: string | null
  lotNumber: string | null
  expirationDate: string | null
  serialNumber: string
  state: MedState
}

/** The document's shipped meds in line order, at most `limit`. */
export async function listSerialLines(
  tx: CustomerTx,
  documentId: number,
  { held, pending, limit }: HeldLines & { limit: number },
): Promise<SerialLine[]> {
  const { rows } = await sql<SerialLine>`
    select d.epcis_med_vocabulary_id as "productId", m.gtin, d.lot_number as "lotNumber", d.expiration_date as "expirationDate",
      m.serial_number as "serialNumber",
      case when ${isIn(pending)} then case when d.receipt_id is null then 'pending' else 'receivedPending' end
        when ${isIn(held)} then case when d.receipt_id is null then 'held' else 'receivedHeld' end
        when d.receipt_id is not null then 'received' when m.receipt_id is not null then 'elsewhere' else 'open' end as state
    from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.is_shipped and not d.is_package
    order by d.line limit ${limit}`.execute(tx)
  return rows
}

export interface ReceiptDay {
  day: string
  how: ReceivedHow
  isUndo: boolean
  firstName: string
  lastName: string
  first: Date
  last: Date
  amount: number
}

/** Receipts of an order, grouped by day, person and method because an order that is scanned med by med has thousands of them; oldest first. */
export async function listReceiptDays(tx: CustomerTx, documentId: number, timeZone: string): Promise<ReceiptDay[]> {
  const { rows } = await sql<ReceiptDay>`
    select to_char(r.at at time zone ${timeZone}, 'YYYY-MM-DD') as day, r.how, r.undoes_id is not null as "isUndo",
      u.first_name as "firstName", u.last_name as "lastName", min(r.at) as first, max(r.at) as last, sum(r.amount)::int as amount
    from receipt r join "user" u on u.customer_id = r.customer_id and u.id = r.user_id
    where r.customer_id = current_customer_id() and r.document_id = ${documentId}
    group by 1, 2, 3, u.id, u.first_name, u.last_name order by min(r.id) limit 1000`.execute(tx)
  return rows
}
