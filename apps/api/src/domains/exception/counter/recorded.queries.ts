import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** A package's data in an order's file, and how the package was received. */
export interface PackageOnFile {
  gtin: string
  lotNumber: string | null
  expirationDate: string | null
  productName: string | null
  isReceived: boolean
  /** The label's value at receiving, if it differed from the file. */
  labelLot: string | null
  labelExpiry: string | null
}

/**
 * Finds the order's data about each package in `units`, keyed by the package's index in `units`. Leaves out a package that the order does not list,
 * and a package without a GTIN whose serial number occurs for several products of the order.
 */
export async function listRecorded(
  tx: CustomerTx,
  documentId: number,
  units: readonly { gtin: string | null; serialNumber: string | null }[],
): Promise<Map<number, PackageOnFile>> {
  if (!units.length) return new Map()
  const { rows } = await sql<PackageOnFile & { at: number }>`
    select (u.n - 1)::int as at, found.* from unnest(${units.map(({ gtin }) => gtin)}::text[], ${units.map(({ serialNumber }) => serialNumber)}::text[])
      with ordinality as u (gtin, serial_number, n)
    cross join lateral (
      select m.gtin, d.lot_number as "lotNumber", to_char(d.expiration_date, 'YYYY-MM-DD') as "expirationDate", d.receipt_id is not null as "isReceived",
        (select p.regulated_product_name from epcis_med_vocabulary p where p.customer_id = current_customer_id() and p.id = d.epcis_med_vocabulary_id) as "productName",
        label.lot_number as "labelLot", label.expiration_date as "labelExpiry"
      from med m join document_med d on d.customer_id = m.customer_id and d.med_id = m.id and d.document_id = ${documentId}
      left join receipt_label label on label.customer_id = d.customer_id and label.receipt_id = d.receipt_id and label.line = d.line
      where m.customer_id = current_customer_id() and m.serial_number = u.serial_number and (u.gtin is null or m.gtin = u.gtin::bpchar)
      order by d.line offset 0
    ) found order by u.n`.execute(tx)
  const found = Map.groupBy(rows, ({ at }) => at)
  return new Map(
    [...found].flatMap(([at, [first, ...more]]) => (first && more.every(({ gtin }) => gtin === first.gtin) ? [[at, first] as const] : [])),
  )
}

/** For each GTIN, the number of packages that an order lists as shipped and the number received. */
export async function listAmounts(
  tx: CustomerTx,
  documentId: number,
  gtins: readonly string[],
): Promise<Map<string, { listed: number; received: number }>> {
  if (!gtins.length) return new Map()
  const { rows } = await sql<{ gtin: string; listed: number; received: number }>`
    select told.gtin, count(*)::int as listed, (count(*) filter (where told.is_received))::int as received from (
      select (select m.gtin from med m where m.customer_id = current_customer_id() and m.id = d.med_id)::text as gtin, d.receipt_id is not null as is_received
      from document_med d
      where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.is_shipped and not d.is_package offset 0
    ) told where told.gtin = any (${[...gtins]}::text[]) group by told.gtin`.execute(tx)
  return new Map(rows.map(({ gtin, ...amount }) => [gtin, amount]))
}
