import type { ReceivedHow } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { isChosenMed, isOfGoods, isOfSelection } from '../selection.queries.ts'
import type { Selection } from '../selection.ts'

/** A receipt, or the undo of a receipt. */
export interface ReceiptHead {
  id: number
  amount: number
}

/**
 * SQL condition: whether a pack lists the receipt `r`. When a new order replaces an earlier one, it gets copies of the receipts. The pack lists only
 * the originals, so that each receipt counts once.
 */
const isChosenReceipt = (
  selection: Selection,
) => sql<boolean>`r.moved_from_id is null and r.at >= ${selection.from} and r.at < ${selection.to}
    and ${isOfSelection(selection)}`

/** The receipts of a pack in order of id, after `afterId`. */
export async function listReceiptHeads(tx: CustomerTx, selection: Selection, afterId: number, limit: number): Promise<ReceiptHead[]> {
  const { rows } = await sql<ReceiptHead>`
    select r.id, r.amount from receipt r join "order" o on o.customer_id = r.customer_id and o.id = r.document_id
    where r.customer_id = current_customer_id() and ${isChosenReceipt(selection)} and r.id > ${afterId} order by r.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export interface ReceivedUnit {
  receiptId: number
  line: number
  at: Date
  how: ReceivedHow
  isUndo: boolean
  reason: string | null
  by: string
  locationName: string
  gtin: string | null
  serialNumber: string | null
  ndc: string | null
  productName: string | null
  lotNumber: string | null
  expirationDate: string | null
  documentId: number
  purchaseOrderNumbers: string[]
  senderName: string | null
  transactionStatement: boolean
  isVoided: boolean
}

/** Packages of these receipts, in the order of receipt and line. */
export async function listReceivedUnits(
  tx: CustomerTx,
  { goods }: Selection,
  { receiptIds, afterLine, limit }: { receiptIds: readonly number[]; afterLine: number; limit: number },
): Promise<ReceivedUnit[]> {
  const { rows } = await sql<ReceivedUnit>`
    select r.id as "receiptId", d.line, r.at, r.how, r.undoes_id is not null as "isUndo", r.reason, u.first_name || ' ' || u.last_name as by,
      l.name as "locationName", m.gtin, m.serial_number as "serialNumber", v.additional_trade_item_id as ndc, v.regulated_product_name as "productName",
      d.lot_number as "lotNumber", to_char(d.expiration_date, 'YYYY-MM-DD') as "expirationDate", r.document_id as "documentId",
      o.purchase_order_numbers as "purchaseOrderNumbers", coalesce(e.sender_name, o.sender_names[1]) as "senderName",
      e.transaction_statement as "transactionStatement", o.voided_at is not null as "isVoided"
    from receipt r cross join lateral unnest(r.lines) as part (span)
    join document_med d on d.customer_id = r.customer_id and d.document_id = r.document_id and d.line >= lower(part.span) and d.line < upper(part.span)
      and not d.is_package and d.is_shipped
    join "order" o on o.customer_id = r.customer_id and o.id = r.document_id
    join epcis_document e on e.customer_id = o.customer_id and e.id = o.id
    join "user" u on u.customer_id = r.customer_id and u.id = r.user_id
    join location l on l.customer_id = r.customer_id and l.id = r.location_id
    left join med m on m.customer_id = d.customer_id and m.id = d.med_id
    left join epcis_med_vocabulary v on v.customer_id = d.customer_id and v.id = d.epcis_med_vocabulary_id
    where r.customer_id = current_customer_id() and r.id = any (${[...receiptIds]}::bigint[]) and d.line > ${afterLine}
      and ${isOfGoods('d', goods)}
    order by r.id, d.line limit ${limit}`.execute(tx)
  return rows
}

export interface ReceiptFigures {
  received: number
  scanned: number
  takenBack: number
}

/** Number of packages in a receipt `r` that belong to the chosen goods. */
const amountOf = ({ goods }: Selection) =>
  goods === null
    ? sql<number>`r.amount`
    : sql<number>`(select count(*) from unnest(r.lines) as part (span) join document_med d on d.customer_id = current_customer_id()
        and d.document_id = r.document_id and d.line >= lower(part.span) and d.line < upper(part.span) and not d.is_package and d.is_shipped
        and ${isOfGoods('d', goods)})`

/** Number of packages received, how many of these were received by scan, and the number undone. */
export const selectReceiptFigures = (selection: Selection) => sql<ReceiptFigures>`
  select coalesce(sum(r.packages) filter (where r.undoes_id is null), 0)::int as received,
    coalesce(sum(r.packages) filter (where r.undoes_id is null and r.how = 'scan'), 0)::int as scanned,
    coalesce(sum(r.packages) filter (where r.undoes_id is not null), 0)::int as "takenBack"
  from (select r.undoes_id, r.how, ${amountOf(selection)} as packages
    from receipt r join "order" o on o.customer_id = r.customer_id and o.id = r.document_id
    where r.customer_id = current_customer_id() and ${isChosenReceipt(selection)}) r`

export interface TypedInMed {
  id: number
  at: Date
  serialNumber: string
  gtin: string | null
  ndc: string | null
  productName: string | null
  lotNumber: string | null
  expirationDate: string | null
  locationId: number
  locationName: string
  by: string | null
  voidedAt: Date | null
  voidReason: string | null
}

/** Packages typed in without a document, by id, including voided ones. */
export async function listTypedIn(tx: CustomerTx, selection: Selection, afterId: number, limit: number): Promise<TypedInMed[]> {
  const { rows } = await sql<TypedInMed>`
    select m.id, m.dated_at as at, m.serial_number as "serialNumber", m.gtin, coalesce(m.ndc, v.additional_trade_item_id) as ndc,
      v.regulated_product_name as "productName", m.lot_number as "lotNumber", to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate",
      m.location_id as "locationId", l.name as "locationName", u.first_name || ' ' || u.last_name as by, m.voided_at as "voidedAt", m.void_reason as "voidReason"
    from med m join location l on l.customer_id = m.customer_id and l.id = m.location_id
    left join "user" u on u.customer_id = m.customer_id and u.id = m.created_by_id
    left join epcis_med_vocabulary v on v.customer_id = m.customer_id and v.id = m.epcis_med_vocabulary_id
    where m.customer_id = current_customer_id() and ${isChosenMed(selection)} and m.id > ${afterId} order by m.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function countTypedIn(tx: CustomerTx, selection: Selection): Promise<number> {
  const { rows } = await sql<{ amount: number }>`select count(*)::int as amount from med m
    where m.customer_id = current_customer_id() and ${isChosenMed(selection)} and m.voided_at is null`.execute(tx)
  return rows[0]?.amount ?? 0
}
