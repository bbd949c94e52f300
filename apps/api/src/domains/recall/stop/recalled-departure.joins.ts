import { sql } from 'kysely'
import { IS_WITH_RECEIVER } from '../../departure/departure.joins.ts'

/**
 * Subquery for the ids of departures: packages that were shipped, are still with the recipient, and belong to a lot that matches the recall exactly
 * or probably.
 */
export const selectRecalledDepartures = (recallId: number) => sql<{ id: number }>`
    with lot as (
      select s.document_id, s.location_id, s.gtin, s.lot_number, s.expiration_date, s.epcis_med_vocabulary_id
      from recall_match c join stock_lot s on s.customer_id = c.customer_id and s.id = c.stock_lot_id
      where c.customer_id = current_customer_id() and c.recall_id = ${recallId} and c.ended_at is null and c.confidence <> 'possible'
    )
    select g.id from lot s
    join document_med x on x.customer_id = current_customer_id() and x.document_id = s.document_id and x.lot_number is not distinct from s.lot_number
      and x.expiration_date is not distinct from s.expiration_date and x.epcis_med_vocabulary_id is not distinct from s.epcis_med_vocabulary_id
      and not x.is_package
    join departure g on g.customer_id = current_customer_id() and g.med_id = x.med_id and ${IS_WITH_RECEIVER}
    union
    select g.id from lot s
    join med m on m.customer_id = current_customer_id() and s.document_id is null and m.location_id = s.location_id and not m.is_epcis_generated
      and m.lot_number is not distinct from s.lot_number and m.expiration_date is not distinct from s.expiration_date
      and m.epcis_med_vocabulary_id is not distinct from s.epcis_med_vocabulary_id and (s.gtin is null or m.gtin is null or s.gtin = m.gtin)
    join departure g on g.customer_id = current_customer_id() and g.med_id = m.id and ${IS_WITH_RECEIVER}`
