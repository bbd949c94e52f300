import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/**
 * Inserts those meds of a document that are not known yet, from the rows that the import has staged in `import_line`. They are inserted in the order
 * of the key of the widest index, so that the pages of this index are written once. @throws unique_violation if somebody else entered one of the meds
 * at the same moment: the whole transaction then restarts. Looking for existing meds first costs a third less than `on conflict`, which checks each
 * row.
 */
export async function insertStagedMeds(tx: CustomerTx, { locationId, at }: { locationId: number; at: Date }): Promise<void> {
  await sql`with made as (insert into med (location_id, gtin, serial_number, lot_number, expiration_date, ndc, epcis_med_vocabulary_id, is_epcis_generated, created_at, created_by_id, dated_at)
    select ${locationId}::bigint, i.gtin, i.serial_number, i.lot_number, i.expiration_date, i.ndc, i.epcis_med_vocabulary_id, true, ${at}::timestamptz, current_user_id(), ${at}::timestamptz
    from (select * from import_line where gtin is not null offset 0) i
    left join med m on m.customer_id = current_customer_id() and m.location_id = ${locationId} and m.gtin = i.gtin and m.serial_number = i.serial_number
    where m.id is null
    order by i.gtin, i.serial_number returning 1) select count(*) from made`.execute(tx)
}

/**
 * Fills blank values of meds that the location already has with values from the file. A med keeps its id, its attachments and the values that it
 * already has (decision 20). One exception: if the file's product description includes everything of a typed-in one, it replaces that one.
 */
export async function fillBlanksFromStaged(tx: CustomerTx, { locationId }: { locationId: number }): Promise<void> {
  await sql`update med m set is_epcis_generated = true, voided_at = null, voided_by_id = null, void_reason = null, lot_number = coalesce(m.lot_number, told.lot_number),
      expiration_date = coalesce(m.expiration_date, told.expiration_date), ndc = coalesce(m.ndc, told.ndc),
      epcis_med_vocabulary_id = case when told.says_all and m.epcis_med_vocabulary_id is not distinct from told.known_product
        and (m.epcis_med_vocabulary_id is null or not m.is_epcis_generated) then told.product else m.epcis_med_vocabulary_id end
    from (
      select known.id, i.lot_number, i.expiration_date, i.ndc, i.epcis_med_vocabulary_id as product, known.epcis_med_vocabulary_id as known_product,
        i.epcis_med_vocabulary_id is not null and (known.epcis_med_vocabulary_id is null or (not known.is_epcis_generated and typed.id is not null and named.id is not null
          and coalesce(lower(typed.regulated_product_name) = lower(named.regulated_product_name), typed.regulated_product_name is null)
          and coalesce(lower(typed.manufacturer_of_trade_item_party_name) = lower(named.manufacturer_of_trade_item_party_name),
            typed.manufacturer_of_trade_item_party_name is null))) as says_all
      from (select * from import_line offset 0) i
      join med known on known.customer_id = current_customer_id() and known.location_id = ${locationId} and known.gtin = i.gtin and known.serial_number = i.serial_number
      left join epcis_med_vocabulary typed on typed.customer_id = current_customer_id() and typed.id = known.epcis_med_vocabulary_id
      left join epcis_med_vocabulary named on named.customer_id = current_customer_id() and named.id = i.epcis_med_vocabulary_id
      where not known.is_epcis_generated or (known.lot_number is null and i.lot_number is not null)
        or (known.expiration_date is null and i.expiration_date is not null) or (known.epcis_med_vocabulary_id is null and i.epcis_med_vocabulary_id is not null)
    ) told
    where m.customer_id = current_customer_id() and m.id = told.id and (not m.is_epcis_generated or (m.lot_number is null and told.lot_number is not null)
      or (m.expiration_date is null and told.expiration_date is not null) or (m.epcis_med_vocabulary_id is null and told.product is not null))`.execute(
    tx,
  )
}
