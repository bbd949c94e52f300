import { sql } from 'kysely'

/**
 * Recalls that name the lot of a med `m` exactly or probably, as JSON for a column. Includes dismissed ones, because a dismissal covers only the
 * packages that existed then. The most severe class first.
 */
export const RECALLS_OF_MED = sql`(
    select coalesce(json_agg(json_build_object('classification', r.classification, 'number', (select min(p.recall_number) from recall_product p where p.recall_id = r.id), 'confidence', f.confidence)
      order by r.classification nulls last, r.id), '[]')
    from (
      select c.recall_id, min(c.confidence) as confidence from (
        select s.id from document_med x
        join "order" o on o.customer_id = x.customer_id and o.id = x.document_id and o.voided_at is null
        join stock_lot s on s.customer_id = x.customer_id and s.document_id = x.document_id and s.lot_number is not distinct from x.lot_number
          and s.expiration_date is not distinct from x.expiration_date and s.epcis_med_vocabulary_id is not distinct from x.epcis_med_vocabulary_id
        where x.customer_id = current_customer_id() and x.med_id = m.id
        union
        select s.id from stock_lot s
        where s.customer_id = current_customer_id() and not m.is_epcis_generated and s.document_id is null and s.location_id = m.location_id
          and s.lot_number is not distinct from m.lot_number and s.expiration_date is not distinct from m.expiration_date
          and s.epcis_med_vocabulary_id is not distinct from m.epcis_med_vocabulary_id and (s.gtin is null or m.gtin is null or s.gtin = m.gtin)
      ) l join recall_match c on c.customer_id = current_customer_id() and c.stock_lot_id = l.id and c.ended_at is null and c.confidence <> 'possible'
      group by c.recall_id) f
    join recall r on r.id = f.recall_id)`

/** Whether any lot of the customer or any loaded recall has not been compared yet. */
export const selectUncompared = () => sql<{ isWaiting: boolean }>`
    select exists (select from stock_lot s where s.customer_id = current_customer_id() and not s.is_matched)
      or exists (select from recall r where (r.load_id, r.id) > (coalesce(p.load_id, 0), coalesce(p.recall_id, 0))) as "isWaiting"
    from (select 1) one left join recall_progress p on p.customer_id = current_customer_id()`
