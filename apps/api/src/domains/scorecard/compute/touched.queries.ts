import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { ARRIVAL } from './arrival.ts'
import { addToMonth } from './months.rules.ts'

/**
 * Lists the months (`YYYY-MM`) whose figures may have changed since a point in time. These are the months of orders and files that arrived, were
 * received, closed, voided or replaced since then, or whose tickets, corrections or recalls changed; and the months of returns that were sent, voided
 * or credited. For each order, the orders that it replaced or that replaced it are included, because an order counts in the month of its first file.
 */
export async function listTouchedMonths(
  tx: CustomerTx,
  since: Date,
  { timeZone, first }: { timeZone: string; first: string },
): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    with recursive touched (id) as (${touchedDocuments(since)}), linked (id) as (
      select id from touched
      union
      select k.other from linked t join (
        select replaced_by_id as id, id as other from "order" where customer_id = current_customer_id() and replaced_by_id is not null
        union all select id, replaced_by_id from "order" where customer_id = current_customer_id() and replaced_by_id is not null
        union all select old_document_id, new_document_id from document_correction where customer_id = current_customer_id() and new_document_id is not null
        union all select new_document_id, old_document_id from document_correction where customer_id = current_customer_id() and new_document_id is not null
      ) k on k.id = t.id
    ), months as (
      select to_char(${ARRIVAL} at time zone coalesce(l.time_zone, ${timeZone}), 'YYYY-MM') as month
      from linked t join epcis_document d on d.customer_id = current_customer_id() and d.id = t.id
      left join location l on l.customer_id = d.customer_id and l.id = d.location_id
      union
      select to_char(s.sent_at at time zone l.time_zone, 'YYYY-MM') from shipment s
      join location l on l.customer_id = s.customer_id and l.id = s.location_id
      where s.customer_id = current_customer_id() and s.sent_at is not null
        and (s.sent_at >= ${since} or s.settled_at >= ${since} or s.voided_at >= ${since})
    )
    select month from months where month >= ${first} order by month`.execute(tx)
  return rows.map(({ month }) => month)
}

const touchedDocuments = (since: Date) => sql`
  select o.id from "order" o where o.customer_id = current_customer_id() and o.time_stamp >= ${since}
  union select a.subject_id from audit a where a.customer_id = current_customer_id() and a.subject = 'order' and a.at >= ${since} and a.subject_id is not null
  union select r.document_id from receipt r where r.customer_id = current_customer_id() and r.at >= ${since}
  union select named.id from document_exception_status s
    join document_exception x on x.customer_id = s.customer_id and x.id = s.document_exception_id
    cross join lateral (values (x.document_id), (x.order_id)) as named (id)
    where s.customer_id = current_customer_id() and s.at >= ${since} and named.id is not null
  union select named.id from audit a join document_exception x on x.customer_id = a.customer_id and x.id = a.subject_id
    cross join lateral (values (x.document_id), (x.order_id)) as named (id)
    where a.customer_id = current_customer_id() and a.subject = 'exception' and a.at >= ${since} and named.id is not null
  union select u.document_id from upload u where u.customer_id = current_customer_id() and u.created_at >= ${since} and u.document_id is not null
  union select u.document_id from inbound_message m join upload u on u.customer_id = m.customer_id and u.id = m.upload_id
    where m.customer_id = current_customer_id() and m.last_at >= ${since} and u.document_id is not null
  union select k.old_document_id from document_correction k where k.customer_id = current_customer_id() and (k.found_at >= ${since} or k.decided_at >= ${since})
  union select s.document_id from recall_match m join stock_lot s on s.customer_id = m.customer_id and s.id = m.stock_lot_id
    where m.customer_id = current_customer_id() and (m.matched_at >= ${since} or m.changed_at >= ${since} or m.ended_at >= ${since}) and s.document_id is not null`

/**
 * Lists months to recompute because the time zone of a location changed after their figures were computed. Includes the month before and the month
 * after each of them, because orders may move there. For files without a location, `timeZone` is the current time zone.
 */
export async function listMisplacedMonths(tx: CustomerTx, { timeZone, first }: { timeZone: string; first: string }): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct s.month from scorecard_month s left join location l on l.customer_id = s.customer_id and l.id = s.location_id
    where s.customer_id = current_customer_id() and s.month >= ${first} and s.time_zone <> coalesce(l.time_zone, ${timeZone}) order by s.month`.execute(
    tx,
  )
  return rows.flatMap(({ month }) => [addToMonth(month, -1), month, addToMonth(month, 1)]).filter((month) => month >= first)
}
