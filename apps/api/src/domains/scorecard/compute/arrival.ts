import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for the time at which the file of the document `d` first arrived. If an identical file arrives later, or if the file is read later, this time
 * stays the same. A document that is part of a file has the file's arrival time.
 */
export const ARRIVAL: RawBuilder<Date> = sql<Date>`coalesce((select min(u.created_at) from upload u
  where u.customer_id = current_customer_id() and u.document_id = coalesce(d.part_of_id, d.id)), d.time_stamp)`

/** Ids of the documents that may have arrived in the period: a preselection, which the caller narrows down with {@link ARRIVAL}. */
export const arrivedBetween = (from: Date, to: Date): RawBuilder<unknown> => sql`
  select u.document_id as id from upload u
  where u.customer_id = current_customer_id() and u.created_at >= ${from} and u.created_at < ${to} and u.document_id is not null
  union
  select p.id from upload u join epcis_document p on p.customer_id = u.customer_id and p.part_of_id = u.document_id
  where u.customer_id = current_customer_id() and u.created_at >= ${from} and u.created_at < ${to}
  union
  select d.id from epcis_document d where d.customer_id = current_customer_id() and d.time_stamp >= ${from} and d.time_stamp < ${to}`
