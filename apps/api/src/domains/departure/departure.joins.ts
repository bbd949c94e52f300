import { type RawBuilder, sql } from 'kysely'

export interface Departure {
  shipmentId: number
  toName: string
  purpose: string
  /** ISO 8601 */
  leftAt: string
  /** The day (`YYYY-MM-DD`) on which the package left, in its location's time zone. */
  leftOn: string
}

/**
 * SQL condition: whether the package of a departure `g` came back to its location, with or without a file, or was received at another location of the
 * customer.
 */
export const CAME_BACK = sql<boolean>`(g.back_how in ('received', 'takenBack') or g.elsewhere_receipt_id is not null)`

/** SQL condition: whether the package of a departure `g` has not come back, so its receiver still has it. */
export const IS_WITH_RECEIVER = sql<boolean>`(g.back_at is null and g.elsewhere_receipt_id is null)`

/** The departure of a med `m` that left and is not back, as JSON for a column; null if it is here. */
export const DEPARTURE_OF_MED = sql<Departure | null>`(select json_build_object('shipmentId', g.shipment_id, 'toName', g.to_name, 'purpose', g.purpose,
      'leftAt', to_char(g.left_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'leftOn', to_char(g.left_at at time zone l.time_zone, 'YYYY-MM-DD'))
    from departure g join location l on l.customer_id = g.customer_id and l.id = g.location_id where g.customer_id = current_customer_id() and g.med_id = m.id and g.back_at is null)`

/**
 * SQL for the name of the recipient to whom a med was shipped; null if the med is here or has come back. `med` is the name or alias of the med's
 * table in the statement.
 */
export const sentToOf = (med: 'm' | 'med') => sql<string | null>`(select g.to_name from departure g
    where g.customer_id = current_customer_id() and g.med_id = ${sql.ref(`${med}.id`)} and g.back_at is null)`

export interface DepartureRow {
  shipmentId: number
  toName: string
  purpose: string
  leftAt: Date
  leftBy: string
  backAt: Date | null
  backHow: 'voided' | 'received' | 'takenBack' | null
  /** Who recorded that the package came back without a file, and why. */
  backBy: string | null
  backReason: string | null
}

/** Every departure of a med, newest first. */
export const selectDepartures = (medId: number, limit: number) => sql<DepartureRow>`
    select g.shipment_id as "shipmentId", g.to_name as "toName", g.purpose, g.left_at as "leftAt", g.left_by as "leftBy", g.back_at as "backAt",
      g.back_how as "backHow", g.back_by as "backBy", g.back_reason as "backReason"
    from departure g where g.customer_id = current_customer_id() and g.med_id = ${medId} order by g.id desc limit ${limit}`

/**
 * SQL for the time at which the sender shipped line `d` of a document: that of the newest shipping event for the line or for a container around it.
 * If the document has no such event, the time at which the order `o` arrived.
 */
const SHIPPED_AT = sql<Date>`coalesce((select max(e.happened_at) from epcis_event e
    where e.customer_id = current_customer_id() and e.document_id = d.document_id and e.biz_step = 'shipping' and e.restated_by is null
      and (e.lines @> d.line or exists (select from document_med up where up.customer_id = current_customer_id() and up.document_id = d.document_id
        and up.line < d.line and up.last_line >= d.line and e.lines @> up.line))), o.time_stamp)`

/**
 * SQL condition: whether line `d` of a document brings back the package of a departure `g`. The document must have arrived after the departure, say
 * that the package was shipped after the departure, and not be the document with which the package had arrived before it left. The line must not have
 * been received before the departure. Times are compared in whole seconds, because documents state them in whole seconds.
 */
export const BRINGS_BACK = sql<boolean>`(not exists (select from shipment_med x
      where x.customer_id = current_customer_id() and x.shipment_id = g.shipment_id and x.med_id = g.med_id and x.document_id = d.document_id)
    and not exists (select from receipt early where early.customer_id = current_customer_id() and early.document_id = d.document_id
      and early.undoes_id is null and early.lines @> d.line and early.at < g.left_at)
    and exists (select from "order" o where o.customer_id = current_customer_id() and o.id = d.document_id
      and o.time_stamp >= date_trunc('second', g.left_at) and ${SHIPPED_AT} >= date_trunc('second', g.left_at)))`

/** SQL condition: whether any location of the customer ever sent a shipment, also a location that the person cannot see. */
export const HAS_SENT = sql<boolean>`exists (select from shipment_document x where x.customer_id = current_customer_id())`

/** Whether the med of line `d` has left and the line's document doesn't count as its return, so that the line cannot be received. */
export const IS_LINE_DEPARTED = sql<boolean>`exists (select from departure g
    where g.customer_id = current_customer_id() and g.med_id = d.med_id and g.back_at is null and not ${BRINGS_BACK})`

/**
 * SQL for receiving packages that had left and have now come back: ends their departures. It belongs in the statement that writes the receipt and
 * reads two of its parts: `marked` (each `med_id` that is received) and `made` (the receipt).
 */
export const returnMarkedMeds = (documentId: number, at: Date): RawBuilder<unknown> => sql`update departure as g
    set back_at = ${at}, back_how = 'received', back_receipt_id = (select id from made)
    where g.customer_id = current_customer_id() and g.med_id = any (array (select med_id from marked)) and g.back_at is null
      and exists (select from document_med d where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.med_id = g.med_id
        and not d.is_package and ${BRINGS_BACK})`
