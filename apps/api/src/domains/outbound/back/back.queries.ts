import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { IS_WITH_RECEIVER } from '../../departure/departure.joins.ts'

/** A package that is still with the receiver, and the unit that was scanned to send it: the package itself or its case. */
export interface MedOut {
  medId: number
  gtin: string | null
  serialNumber: string
  /** The order (`documentId`) and line with which the package left; null if it was typed in by hand. */
  documentId: number | null
  line: number | null
  isInCase: boolean
  caseSscc: string | null
  caseGtin: string | null
  caseSerialNumber: string | null
}

/** The packages of a shipment that are still with the receiver. */
export async function listOut(tx: CustomerTx, shipmentId: number): Promise<MedOut[]> {
  const { rows } = await sql<MedOut>`
    select m.id as "medId", m.gtin, m.serial_number as "serialNumber", x.document_id::int as "documentId", x.line, u.is_package as "isInCase", u.sscc as "caseSscc", u.gtin as "caseGtin",
      u.serial_number as "caseSerialNumber"
    from departure g join med m on m.customer_id = g.customer_id and m.id = g.med_id
    join shipment_med x on x.customer_id = g.customer_id and x.shipment_id = g.shipment_id and x.med_id = g.med_id
    join shipment_unit u on u.customer_id = x.customer_id and u.shipment_id = x.shipment_id and u.n = x.n
    where g.customer_id = current_customer_id() and g.shipment_id = ${shipmentId} and ${IS_WITH_RECEIVER} order by x.n, m.id`.execute(tx)
  return rows
}

/** Packages that people recorded as having come back, oldest entry first. */
export async function listTakenBack(tx: CustomerTx, shipmentId: number) {
  const { rows } = await sql<{ at: Date; by: string; reason: string; meds: number }>`
    select g.back_at as at, g.back_by as by, g.back_reason as reason, count(*)::int as meds from departure g
    where g.customer_id = current_customer_id() and g.shipment_id = ${shipmentId} and g.back_how = 'takenBack'
    group by g.back_at, g.back_by, g.back_reason order by g.back_at`.execute(tx)
  return rows
}
