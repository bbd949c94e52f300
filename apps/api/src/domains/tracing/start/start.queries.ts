import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export interface StartItem {
  gtin: string | null
  ndc: string | null
  serialNumber: string | null
  lotNumber: string | null
  expirationDate: string | null
  locationId: number | null
}

/** Maximum number of items in a form; longer lists should be uploaded as a file. */
const MOST = 1000

export async function listMedStart(tx: CustomerTx, medId: number): Promise<StartItem[]> {
  const { rows } = await sql<StartItem>`select m.gtin, m.ndc, m.serial_number as "serialNumber", m.lot_number as "lotNumber",
      to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate", m.location_id as "locationId"
    from med m where m.customer_id = current_customer_id() and m.id = ${medId}`.execute(tx)
  return rows
}

/** Lists the packages of a ticket; if the ticket lists no packages, those of its order. */
export async function listExceptionStart(tx: CustomerTx, documentExceptionId: number): Promise<StartItem[]> {
  const { rows } = await sql<StartItem>`
    with x as (select x.id, x.order_id, x.location_id from document_exception x where x.customer_id = current_customer_id() and x.id = ${documentExceptionId}),
    own as (select i.gtin, i.serial_number, i.lot_number, x.location_id from x
      join document_exception_item i on i.customer_id = current_customer_id() and i.document_exception_id = x.id
      where i.serial_number is not null order by i.n limit ${MOST})
    select own.gtin, null as ndc, own.serial_number as "serialNumber", own.lot_number as "lotNumber", null as "expirationDate", own.location_id as "locationId" from own
    union all
    (select m.gtin, m.ndc, m.serial_number, coalesce(d.lot_number, m.lot_number), to_char(m.expiration_date, 'YYYY-MM-DD'), x.location_id from x
      join document_med d on d.customer_id = current_customer_id() and d.document_id = x.order_id and not d.is_package and d.is_shipped
      join med m on m.customer_id = d.customer_id and m.id = d.med_id
      where not exists (select from own) order by d.line limit ${MOST})`.execute(tx)
  return rows
}

/** The package of an incident report. `serialNumber` may hold several numbers, because a report has one text field for all of them. */
export async function findIncidentStart(tx: CustomerTx, reportId: number): Promise<StartItem | undefined> {
  const { rows } = await sql<StartItem>`select null as gtin, nullif(r.ndc, '') as ndc, nullif(r.serial_number, '') as "serialNumber",
      nullif(r.lot_number, '') as "lotNumber", null as "expirationDate", r.location_id as "locationId"
    from incident_report r where r.customer_id = current_customer_id() and r.id = ${reportId}`.execute(tx)
  return rows[0]
}

/**
 * Lists the lots with which a search for a recalled product starts: those that the customer has or had and that match the recall. Possible matches
 * are left out.
 */
export async function listRecallStart(tx: CustomerTx, recallId: number): Promise<StartItem[]> {
  const { rows } = await sql<StartItem>`
    select distinct s.gtin, case when s.gtin is null then s.ndc end as ndc, null as "serialNumber", s.lot_number as "lotNumber",
      to_char(s.expiration_date, 'YYYY-MM-DD') as "expirationDate", null::bigint as "locationId"
    from recall_match m join stock_lot s on s.customer_id = m.customer_id and s.id = m.stock_lot_id
    where m.customer_id = current_customer_id() and m.recall_id = ${recallId} and m.ended_at is null and m.confidence <> 'possible'
    order by 4, 1 limit ${MOST}`.execute(tx)
  return rows
}
