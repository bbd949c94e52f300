import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { isDepartedOf } from '../selection.queries.ts'
import type { Selection } from '../selection.ts'

export interface ShipmentTold {
  id: number
  purpose: string
  state: string
  toName: string
  shipToGln: string | null
  locationName: string
  meds: number
  sentAt: Date
  sentBy: string | null
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

/** `g` is a departure of the period, with its med `m` and its line `x`. */
const DEPARTED = (selection: Selection) => sql`departure g
    join med m on m.customer_id = g.customer_id and m.id = g.med_id
    join shipment_med x on x.customer_id = g.customer_id and x.shipment_id = g.shipment_id and x.med_id = g.med_id
    where g.customer_id = current_customer_id() and g.left_at >= ${selection.from} and g.left_at < ${selection.to} and ${isDepartedOf(selection)}`

/** Shipments in the period, including voided ones, that contain any of the chosen goods; `meds` counts the chosen goods only. */
export async function listShipmentsTold(tx: CustomerTx, selection: Selection): Promise<ShipmentTold[]> {
  const { rows } = await sql<ShipmentTold>`
    select s.id::int, s.purpose, s.state, s.to_name as "toName", s.receiver -> 'location' ->> 'gln' as "shipToGln", l.name as "locationName", d.meds, s.sent_at as "sentAt",
      s.sent_by as "sentBy", s.license_words as "licenseWords", s.with_ti as "withTi", s.purchase_order as "purchaseOrder", s.rma, s.contact, s.reason,
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
  backHow: string | null
}

/** One page of the packages that left in the period, after the last one of the previous page. */
export async function listDepartedMeds(tx: CustomerTx, selection: Selection, after: number, limit: number): Promise<DepartedMed[]> {
  const { rows } = await sql<DepartedMed>`
    select d.id, d."shipmentId", d."serialNumber", d.gtin, d."lotNumber", d."expirationDate", d."toName", d."leftAt", d."leftBy", d."backAt", d."backHow", coalesce(n.ndc, v.additional_trade_item_id) as ndc, v.regulated_product_name as "productName" from (
      select g.id::int, g.shipment_id::int as "shipmentId", m.id as med_id, m.serial_number as "serialNumber", m.gtin, m.lot_number as "lotNumber",
        to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate", g.to_name as "toName", g.left_at as "leftAt", g.left_by as "leftBy",
        g.back_at as "backAt", g.back_how as "backHow"
      from ${DEPARTED(selection)} and g.id > ${after} order by g.id limit ${limit}
    ) d
    join med n on n.customer_id = current_customer_id() and n.id = d.med_id
    left join epcis_med_vocabulary v on v.customer_id = current_customer_id() and v.id = n.epcis_med_vocabulary_id
    order by d.id`.execute(tx)
  return rows
}
