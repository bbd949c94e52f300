import type { HoldKind } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** A hold as listed in the records for an inspection. */
export interface HoldRecord {
  id: number
  locationName: string
  kind: HoldKind
  cause: string
  label: string
  productName: string | null
  gtin: string | null
  serialNumber: string | null
  meds: number
  reason: string
  placedAt: Date
  placedBy: string | null
  releasedAt: Date | null
  releasedBy: string | null
  releaseReason: string | null
  pharmacist: string | null
  disposedAt: Date | null
  disposedBy: string | null
  disposalHow: string | null
  disposalReason: string | null
}

interface Period {
  from: Date
  /** Exclusive. */
  to: Date
}

const isInPeriod = ({ from, to }: Period) =>
  sql<boolean>`h.placed_at < ${to} and coalesce(h.released_at, h.disposed_at, 'infinity'::timestamptz) >= ${from}`

/** Lists the holds that were active at any time in a period, in order of id. A selection of products and sellers does not apply to holds. */
export async function listHoldRecords(tx: CustomerTx, period: Period, afterId: number, limit: number): Promise<HoldRecord[]> {
  const { rows } = await sql<HoldRecord>`
    select h.id, l.name as "locationName", h.kind, h.cause, h.label, h.product_name as "productName", h.gtin, h.serial_number as "serialNumber", h.meds,
      h.reason, h.placed_at as "placedAt", p.first_name || ' ' || p.last_name as "placedBy", h.released_at as "releasedAt",
      r.first_name || ' ' || r.last_name as "releasedBy", h.release_reason as "releaseReason", h.pharmacist, h.disposed_at as "disposedAt",
      s.first_name || ' ' || s.last_name as "disposedBy", h.disposal_how as "disposalHow", h.disposal_reason as "disposalReason"
    from hold h join location l on l.customer_id = h.customer_id and l.id = h.location_id
    left join "user" p on p.customer_id = h.customer_id and p.id = h.placed_by_id
    left join "user" r on r.customer_id = h.customer_id and r.id = h.released_by_id
    left join "user" s on s.customer_id = h.customer_id and s.id = h.disposed_by_id
    where h.customer_id = current_customer_id() and h.id > ${afterId} and ${isInPeriod(period)} order by h.id limit ${limit}`.execute(tx)
  return rows
}

export async function countHoldRecords(tx: CustomerTx, period: Period): Promise<number> {
  const { rows } = await sql<{ amount: number }>`select count(*)::int as amount from hold h
    where h.customer_id = current_customer_id() and ${isInPeriod(period)}`.execute(tx)
  return rows[0]?.amount ?? 0
}

export interface DisposedRow {
  holdId: number
  at: Date
  how: string
  reason: string | null
  label: string
  locationId: number
  locationName: string
  productId: number | null
  gtin: string | null
  ndc: string | null
  productName: string | null
  lotNumber: string | null
  documentId: number | null
  amount: number
}

/**
 * Counts the packages, received or typed in, that were disposed of in a period, by hold, product, lot and order. A package that several orders list
 * belongs to the first order that still counts.
 * @param period with `glns`: only packages whose order came from one of these sellers. If `glns` is null, packages of all orders and typed-in
 * packages are counted.
 */
export async function listDisposed(tx: CustomerTx, { from, to, glns }: Period & { glns: string[] | null }): Promise<DisposedRow[]> {
  const { rows } = await sql<DisposedRow>`
    select h.id as "holdId", h.disposed_at as at, h.disposal_how as how, h.disposal_reason as reason, h.label, h.location_id as "locationId",
      l.name as "locationName", m.epcis_med_vocabulary_id as "productId", m.gtin, coalesce(m.ndc, v.additional_trade_item_id) as ndc,
      v.regulated_product_name as "productName", m.lot_number as "lotNumber", o.id as "documentId", count(*)::int as amount
    from hold h join location l on l.customer_id = h.customer_id and l.id = h.location_id
    join hold_med k on k.customer_id = h.customer_id and k.hold_id = h.id
    join med m on m.customer_id = k.customer_id and m.id = k.med_id
    left join epcis_med_vocabulary v on v.customer_id = m.customer_id and v.id = m.epcis_med_vocabulary_id
    left join lateral (select min(d.document_id) as id from document_med d join "order" x on x.customer_id = d.customer_id and x.id = d.document_id
      where d.customer_id = current_customer_id() and d.med_id = m.id and x.voided_at is null and not d.is_package) o on true
    where h.customer_id = current_customer_id() and h.disposed_at >= ${from} and h.disposed_at < ${to}
      and (${glns}::text[] is null
        or exists (select from epcis_document e where e.customer_id = current_customer_id() and e.id = o.id and e.sender_gln = any (${glns}::text[])))
      and not exists (select from document_med c where c.customer_id = current_customer_id() and c.med_id = m.id and c.is_package)
      and (not m.is_epcis_generated
        or exists (select from document_med t where t.customer_id = current_customer_id() and t.med_id = m.id and t.receipt_id is not null))
    group by h.id, l.name, m.epcis_med_vocabulary_id, m.gtin, coalesce(m.ndc, v.additional_trade_item_id), v.regulated_product_name, m.lot_number, o.id,
      h.disposed_at, h.disposal_how, h.disposal_reason, h.label, h.location_id
    order by h.disposed_at, h.id`.execute(tx)
  return rows
}
