import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import type { Selection } from '../selection.ts'

export interface IncidentRow {
  id: number
  threadId: number
  reportType: string
  incidentNumber: string | null
  productName: string
  ndc: string
  lotNumber: string
  serialNumber: string
  locationName: string
  determinedAt: Date
  createdAt: Date
  by: string | null
  /** When the FDA was first notified, by email or as recorded by a person; null if not yet. */
  toldAt: Date | null
  partnersToldAt: Date | null
  terminatedAt: Date | null
  pdfSha256: string
}

/** Forms 3911 of a period, in order of id. A form states its product in words, so the list cannot be narrowed to a pack's chosen NDCs or partners. */
export async function listIncidentRows(tx: CustomerTx, { from, to }: Selection, afterId: number, limit: number): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    select r.id, r.thread_id as "threadId", r.report_type as "reportType", t.incident_number as "incidentNumber", r.product_name as "productName", r.ndc,
      r.lot_number as "lotNumber", r.serial_number as "serialNumber", l.name as "locationName", t.determined_at as "determinedAt",
      r.created_at as "createdAt", u.first_name || ' ' || u.last_name as by, least(t.fda_told_at, told.at) as "toldAt",
      t.partners_told_at as "partnersToldAt", t.terminated_at as "terminatedAt", r.pdf_sha256 as "pdfSha256"
    from incident_report r join incident_thread t on t.customer_id = r.customer_id and t.id = r.thread_id
    join location l on l.customer_id = r.customer_id and l.id = r.location_id
    left join "user" u on u.customer_id = r.customer_id and u.id = r.created_by_id
    left join lateral (select min(m.sent_at) as at from incident_mail i join mail m on m.customer_id = i.customer_id and m.id = i.mail_id
      where i.customer_id = current_customer_id() and i.thread_id = t.id and i.kind = 'report' and (i.recipient = 'fda' or i.recipient is null)
        and m.status = 'sent') told on true
    where r.customer_id = current_customer_id() and r.created_at >= ${from} and r.created_at < ${to} and r.id > ${afterId}
    order by r.id limit ${limit}`.execute(tx)
  return rows
}
