import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { CustomerTx } from '../../../db/types.ts'

export async function insertOrder(tx: CustomerTx, row: Insertable<Tables['order']>): Promise<void> {
  await tx.insertInto('order').values(row).execute()
}

/**
 * Inserts the lines of a document, in their order, from the rows that the import staged in `import_line`. The meds of the lines must exist already.
 */
export async function insertStagedLines(
  tx: CustomerTx,
  { documentId, locationId }: { documentId: number; locationId: number },
): Promise<void> {
  await sql`with made as (insert into document_med (document_id, line, last_line, parent_line, location_id, med_id, sscc, epcis_med_vocabulary_id, lot_number, expiration_date,
      is_package, is_shipped, meds, children)
    select ${documentId}::bigint, i.line, i.last_line, i.parent_line, ${locationId}::bigint, m.id, i.sscc, i.epcis_med_vocabulary_id, i.lot_number, i.expiration_date,
      i.is_package, i.is_shipped, i.meds, i.children
    from (select * from import_line offset 0) i left join med m on m.customer_id = current_customer_id() and m.location_id = ${locationId} and m.gtin = i.gtin and m.serial_number = i.serial_number
    order by i.line returning 1) select count(*) from made`.execute(tx)
}

/** Like `insertStagedLines`, but inserts the document's events, staged in `import_event`. */
export async function insertStagedEvents(
  tx: CustomerTx,
  { documentId, locationId }: { documentId: number; locationId: number },
): Promise<void> {
  await sql`with made as (insert into epcis_event (document_id, event_number, location_id, kind, event_id, action, biz_step, disposition, event_time, happened_at,
      event_time_zone_offset, read_point, biz_location, parent, biz_transactions, sources, destinations, lines, restated_by)
    select ${documentId}::bigint, event_number, ${locationId}::bigint, kind, event_id, action, biz_step, disposition, event_time, happened_at, event_time_zone_offset,
      read_point, biz_location, parent, biz_transactions, sources, destinations, lines, restated_by
    from (select * from import_event offset 0) e order by event_number returning 1) select count(*) from made`.execute(tx)
}
