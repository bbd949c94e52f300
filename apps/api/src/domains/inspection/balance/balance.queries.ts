import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { hasArrived, isChosenMed, isDepartedOf, isOfGoods, isOfSelection } from '../selection.queries.ts'
import type { Selection } from '../selection.ts'

/** The number of packages of a product at a location, from one of the sources of a balance. The product is named as in that source. */
export interface Counted {
  locationId: number
  locationName: string
  gtin: string | null
  ndc: string | null
  productName: string | null
  amount: number
}

/** Packages that were shipped to the customer with orders that arrived in the period. Voided and replaced orders do not count. */
export async function countBought(tx: CustomerTx, selection: Selection): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select o.location_id as "locationId", l.name as "locationName", v.gtin, v.additional_trade_item_id as ndc, v.regulated_product_name as "productName",
      count(*)::int as amount
    from "order" o join document_med d on d.customer_id = o.customer_id and d.document_id = o.id and not d.is_package and d.is_shipped
    join location l on l.customer_id = o.customer_id and l.id = o.location_id
    left join epcis_med_vocabulary v on v.customer_id = d.customer_id and v.id = d.epcis_med_vocabulary_id
    where o.customer_id = current_customer_id() and o.voided_at is null and ${hasArrived(selection)}
      and ${isOfGoods('d', selection.goods)}
    group by o.location_id, l.name, v.gtin, v.additional_trade_item_id, v.regulated_product_name`.execute(tx)
  return rows
}

export interface ReceivedLine extends Counted {
  at: Date
  lotNumber: string | null
  documentId: number
  purchaseOrderNumbers: string[]
  senderName: string | null
  senderGln: string | null
  sentAt: Date | null
  timeStamp: Date
}

/**
 * SQL condition: a corrected order replaced the order of line `d`, and neither an active nor a later order has a receipt of the package. This happens
 * if the corrected file lacks the package: a receipt is copied to the corrected order only if both files list the package.
 */
const isOnlyReceiptOf = (alias: 'd') => sql<boolean>`(exists (select from document_correction x where x.customer_id = current_customer_id()
        and x.old_document_id = ${sql.ref(alias)}.document_id and x.state = 'replaced')
      and not exists (select from document_med n join "order" y on y.customer_id = n.customer_id and y.id = n.document_id
        where n.customer_id = current_customer_id() and n.med_id = ${sql.ref(alias)}.med_id and n.receipt_id is not null
          and (y.voided_at is null or n.document_id > ${sql.ref(alias)}.document_id)))`

/** Packages received during the period and not undone later, by order, product, lot and day of the first receipt. */
export async function listReceivedLines(tx: CustomerTx, selection: Selection): Promise<ReceivedLine[]> {
  const { rows } = await sql<ReceivedLine>`
    select o.location_id as "locationId", l.name as "locationName", v.gtin, v.additional_trade_item_id as ndc, v.regulated_product_name as "productName",
      count(*)::int as amount, min(r.at) as at, d.lot_number as "lotNumber", o.id as "documentId", o.purchase_order_numbers as "purchaseOrderNumbers",
      coalesce(e.sender_name, o.sender_names[1]) as "senderName", e.sender_gln as "senderGln", o.time_stamp as "timeStamp",
      (select min(s.sent_at) from stock_lot s where s.customer_id = current_customer_id() and s.document_id = o.id) as "sentAt"
    from receipt r join "order" o on o.customer_id = r.customer_id and o.id = r.document_id
    join epcis_document e on e.customer_id = o.customer_id and e.id = o.id
    join document_med d on d.customer_id = r.customer_id and d.document_id = r.document_id and d.receipt_id = r.id and not d.is_package and d.is_shipped
    join location l on l.customer_id = o.customer_id and l.id = o.location_id
    left join epcis_med_vocabulary v on v.customer_id = d.customer_id and v.id = d.epcis_med_vocabulary_id
    where r.customer_id = current_customer_id() and r.at >= ${selection.from} and r.at < ${selection.to} and ${isOfSelection(selection)}
      and (o.voided_at is null or ${isOnlyReceiptOf('d')})
      and ${isOfGoods('d', selection.goods)}
    group by o.location_id, l.name, v.gtin, v.additional_trade_item_id, v.regulated_product_name, d.lot_number, o.id, o.purchase_order_numbers,
      e.sender_name, o.sender_names, e.sender_gln, o.time_stamp
    order by min(r.at), o.id`.execute(tx)
  return rows
}

export interface TypedInLine extends Counted {
  at: Date
  lotNumber: string | null
}

/** Lists counts of typed-in packages by location, product, lot and minute of entry. */
export async function listTypedInLines(tx: CustomerTx, selection: Selection): Promise<TypedInLine[]> {
  const { rows } = await sql<TypedInLine>`
    select m.location_id as "locationId", l.name as "locationName", m.gtin, coalesce(m.ndc, v.additional_trade_item_id) as ndc,
      v.regulated_product_name as "productName", count(*)::int as amount, min(m.dated_at) as at, m.lot_number as "lotNumber"
    from med m join location l on l.customer_id = m.customer_id and l.id = m.location_id
    left join epcis_med_vocabulary v on v.customer_id = m.customer_id and v.id = m.epcis_med_vocabulary_id
    where m.customer_id = current_customer_id() and m.voided_at is null and ${isChosenMed(selection)}
    group by m.location_id, l.name, m.gtin, coalesce(m.ndc, v.additional_trade_item_id), v.regulated_product_name, m.lot_number, date_trunc('minute', m.dated_at)
    order by min(m.dated_at)`.execute(tx)
  return rows
}

export interface DepartedLine extends Counted {
  at: Date
  lotNumber: string | null
  documentId: number | null
  shipmentId: number
  toName: string
  purpose: string
}

/**
 * Counts the packages that left with a shipment in the period, by shipment, product and lot. A package that came back with a later receipt still
 * counts. A package does not count if its shipment was voided or if it was taken back without a file.
 */
export async function listDepartedLines(tx: CustomerTx, selection: Selection): Promise<DepartedLine[]> {
  const { rows } = await sql<DepartedLine>`
    select g.location_id as "locationId", l.name as "locationName", m.gtin, coalesce(m.ndc, v.additional_trade_item_id) as ndc,
      v.regulated_product_name as "productName", count(*)::int as amount, min(g.left_at) as at, m.lot_number as "lotNumber",
      min(x.document_id)::int as "documentId", g.shipment_id::int as "shipmentId", g.to_name as "toName", g.purpose
    from departure g join med m on m.customer_id = g.customer_id and m.id = g.med_id
    join shipment_med x on x.customer_id = g.customer_id and x.shipment_id = g.shipment_id and x.med_id = g.med_id
    join location l on l.customer_id = g.customer_id and l.id = g.location_id
    left join epcis_med_vocabulary v on v.customer_id = m.customer_id and v.id = m.epcis_med_vocabulary_id
    where g.customer_id = current_customer_id() and g.left_at >= ${selection.from} and g.left_at < ${selection.to}
      and coalesce(g.back_how, 'received') = 'received' and ${isDepartedOf(selection)}
    group by g.location_id, l.name, m.gtin, coalesce(m.ndc, v.additional_trade_item_id), v.regulated_product_name, m.lot_number, g.shipment_id, g.to_name, g.purpose
    order by min(g.left_at), g.shipment_id`.execute(tx)
  return rows
}

export interface RecalledLine extends Counted {
  at: Date
  lotNumber: string | null
  documentId: number | null
  title: string
  returned: number
  destroyed: number
}

/** Lists recalled lots with packages that somebody reported as returned or destroyed in the period, one entry per report. */
export async function listRecalledLines(tx: CustomerTx, selection: Selection): Promise<RecalledLine[]> {
  const { rows } = await sql<RecalledLine>`
    select k.location_id as "locationId", l.name as "locationName", s.gtin, coalesce(s.ndc, v.additional_trade_item_id) as ndc,
      v.regulated_product_name as "productName", coalesce(x.returned, 0) + coalesce(x.destroyed, 0) as amount, x.dismissed_at as at,
      s.lot_number as "lotNumber", s.document_id as "documentId", c.title, coalesce(x.returned, 0) as returned, coalesce(x.destroyed, 0) as destroyed
    from dismissed_recall x join recall_match k on k.customer_id = x.customer_id and k.id = x.recall_match_id
    join stock_lot s on s.customer_id = k.customer_id and s.id = k.stock_lot_id
    join recall c on c.id = k.recall_id join location l on l.customer_id = k.customer_id and l.id = k.location_id
    left join epcis_med_vocabulary v on v.customer_id = s.customer_id and v.id = s.epcis_med_vocabulary_id
    where x.customer_id = current_customer_id() and x.is_dismissed and x.dismissed_at >= ${selection.from} and x.dismissed_at < ${selection.to}
      and coalesce(x.returned, 0) + coalesce(x.destroyed, 0) > 0 and (${selection.glns}::text[] is null or exists (select from epcis_document e
        where e.customer_id = current_customer_id() and e.id = s.document_id and e.sender_gln = any (${selection.glns}::text[])))
      and (${selection.goods?.products?.ndc10 ?? null}::text[] is null or s.ndc10 = any (${selection.goods?.products?.ndc10 ?? null}::text[]))
      and (${selection.goods?.lots ?? null}::text[] is null or upper(s.lot_number) = any (${selection.goods?.lots ?? null}::text[]))
    order by x.dismissed_at, x.id`.execute(tx)
  return rows
}

/**
 * Maps NDCs of ten digits to the eleven digits that the FDA's directory lists for them. The directory is needed because a GTIN does not show where
 * the additional zero belongs.
 */
export async function listNdc11(tx: CustomerTx, ndc10: readonly string[]): Promise<Map<string, string>> {
  if (!ndc10.length) return new Map()
  const { rows } = await sql<{ digits: string; ndc11: string }>`select d.ndc_digits as digits, min(d.ndc11) as ndc11 from drug d
    where d.ndc_digits = any (${[...ndc10]}::text[]) and d.ndc11 is not null group by d.ndc_digits having count(distinct d.ndc11) = 1`.execute(
    tx,
  )
  return new Map(rows.map(({ digits, ndc11 }) => [digits, ndc11]))
}
