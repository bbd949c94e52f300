import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { isDepartedOf } from '../selection.queries.ts'
import type { Selection } from '../selection.ts'

export interface ShipmentRow {
  id: number
  purpose: string
  state: string
  toName: string
  shipToGln: string | null
  locationName: string
  meds: number
  sentAt: Date
  sentBy: string | null
  approvedBy: string | null
  labelsCheckedBy: string | null
  valueCents: number | null
  licenseWords: string | null
  withTi: boolean
  purchaseOrder: string | null
  rma: string | null
  contact: string | null
  reason: string | null
  dueBack: string | null
  voidedAt: Date | null
  voidReason: string | null
  settledAt: Date | null
  settleNote: string | null
  gaps: string[]
  documents: { filename: string; sha256: string; kind: string }[]
}

/** SQL for the departures `g` of chosen goods in the period, one row per med; `m` is the med and `x` its line in the shipment. */
const DEPARTED = (selection: Selection) => sql`departure g
    join med m on m.customer_id = g.customer_id and m.id = g.med_id
    join shipment_med x on x.customer_id = g.customer_id and x.shipment_id = g.shipment_id and x.med_id = g.med_id
    where g.customer_id = current_customer_id() and g.left_at >= ${selection.from} and g.left_at < ${selection.to} and ${isDepartedOf(selection)}`

/** Shipments in the period, including voided ones, that contain any of the chosen goods; `meds` counts the chosen goods only. */
export async function listShipmentRows(tx: CustomerTx, selection: Selection): Promise<ShipmentRow[]> {
  const { rows } = await sql<ShipmentRow>`
    select s.id::int, s.purpose, s.state, s.to_name as "toName", s.receiver -> 'location' ->> 'gln' as "shipToGln", l.name as "locationName", d.meds, s.sent_at as "sentAt",
      s.sent_by as "sentBy", s.approved_by as "approvedBy", s.labels_checked_by as "labelsCheckedBy", s.value_cents::float8 as "valueCents", s.license_words as "licenseWords", s.with_ti as "withTi", s.purchase_order as "purchaseOrder", s.rma, s.contact, s.reason,
      to_char(s.due_back, 'YYYY-MM-DD') as "dueBack", s.voided_at as "voidedAt", s.void_reason as "voidReason", s.settled_at as "settledAt",
      s.settle_note as "settleNote", s.gaps,
      (select coalesce(json_agg(json_build_object('filename', f.filename, 'sha256', f.sha256, 'kind', f.kind) order by f.id), '[]') from shipment_document f
        where f.customer_id = current_customer_id() and f.shipment_id = s.id) as documents
    from (select g.shipment_id, count(*)::int as meds from ${DEPARTED(selection)} group by g.shipment_id) d
    join shipment s on s.customer_id = current_customer_id() and s.id = d.shipment_id
    join location l on l.customer_id = s.customer_id and l.id = s.location_id
    order by s.sent_at, s.id limit 10000`.execute(tx)
  return rows
}

export interface HandOver {
  shipmentId: number
  /** Kind of the document that was delivered to an endpoint; null for an email with the link to all documents. */
  document: string | null
  to: string
  at: Date
  by: string
  state: string
  attempts: number | null
  lastAt: Date | null
  /** How often the link was opened; null for an endpoint. */
  opened: number | null
  status: number | null
  answer: string | null
}

/** How the documents of these shipments were sent: emails with the link to them, and deliveries to endpoints; oldest first. */
export async function listHandOvers(tx: CustomerTx, shipmentIds: readonly number[]): Promise<HandOver[]> {
  const { rows } = await sql<HandOver>`
    select x.shipment_id::int as "shipmentId", null as document, x.to_words as "to", x.at, x.by_name as by, l.status as state,
      null::int as attempts, l.sent_at as "lastAt", k.uses as opened, null::int as status, l.last_error as answer
    from shipment_sending x join mail l on l.customer_id = x.customer_id and l.id = x.mail_id
    join inspection_link k on k.customer_id = x.customer_id and k.id = x.link_id
    where x.customer_id = current_customer_id() and x.shipment_id = any (${[...shipmentIds]}::bigint[])
    union all
    select y.shipment_id::int, f.kind, y.to_words, y.at, y.by_name, y.state, y.attempts, y.last_at, null, y.status, coalesce(y.answer, y.error)
    from shipment_delivery y join shipment_document f on f.customer_id = y.customer_id and f.id = y.document_id
    where y.customer_id = current_customer_id() and y.shipment_id = any (${[...shipmentIds]}::bigint[])
    order by at, "shipmentId"`.execute(tx)
  return rows
}

export interface DepartedMed {
  id: number
  shipmentId: number
  serialNumber: string
  gtin: string | null
  ndc: string | null
  productName: string | null
  lotNumber: string | null
  expirationDate: string | null
  toName: string
  leftAt: Date
  leftBy: string
  backAt: Date | null
  backHow: 'voided' | 'received' | 'takenBack' | null
  backReason: string | null
}

/** One page of the packages that left in the period; `after` is the id of the last departure on the previous page. */
export async function listDepartedMeds(tx: CustomerTx, selection: Selection, after: number, limit: number): Promise<DepartedMed[]> {
  const { rows } = await sql<DepartedMed>`
    select d.id, d."shipmentId", d."serialNumber", d.gtin, d."lotNumber", d."expirationDate", d."toName", d."leftAt", d."leftBy", d."backAt", d."backHow", d."backReason", coalesce(n.ndc, v.additional_trade_item_id) as ndc, v.regulated_product_name as "productName" from (
      select g.id::int, g.shipment_id::int as "shipmentId", m.id as med_id, m.serial_number as "serialNumber", m.gtin, m.lot_number as "lotNumber",
        to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate", g.to_name as "toName", g.left_at as "leftAt", g.left_by as "leftBy",
        g.back_at as "backAt", g.back_how as "backHow", g.back_reason as "backReason"
      from ${DEPARTED(selection)} and g.id > ${after} order by g.id limit ${limit}
    ) d
    join med n on n.customer_id = current_customer_id() and n.id = d.med_id
    left join epcis_med_vocabulary v on v.customer_id = current_customer_id() and v.id = n.epcis_med_vocabulary_id
    order by d.id`.execute(tx)
  return rows
}
