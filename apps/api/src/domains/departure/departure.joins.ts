import { type RawBuilder, sql } from 'kysely'

/** Where a package went, and since when. */
export interface Departure {
  shipmentId: number
  toName: string
  purpose: string
  /** ISO 8601 */
  leftAt: string
}

/** The departure of a med `m` that left and is not back, as JSON for a column; null if it is here. */
export const DEPARTURE_OF_MED = sql<Departure | null>`(select json_build_object('shipmentId', g.shipment_id, 'toName', g.to_name, 'purpose', g.purpose,
      'leftAt', to_char(g.left_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from departure g where g.customer_id = current_customer_id() and g.med_id = m.id and g.back_at is null)`

/** The name of who got a med that left and is not back; null if it is here. `med` is the med's name in the statement. */
export const sentToOf = (med: 'm' | 'med') => sql<string | null>`(select g.to_name from departure g
    where g.customer_id = current_customer_id() and g.med_id = ${sql.ref(`${med}.id`)} and g.back_at is null)`

export interface DepartureTold {
  shipmentId: number
  toName: string
  purpose: string
  leftAt: Date
  leftBy: string
  backAt: Date | null
  backHow: 'voided' | 'received' | null
}

/** Every departure of a med, newest first. */
export const selectDepartures = (medId: number, limit: number) => sql<DepartureTold>`
    select g.shipment_id as "shipmentId", g.to_name as "toName", g.purpose, g.left_at as "leftAt", g.left_by as "leftBy", g.back_at as "backAt",
      g.back_how as "backHow"
    from departure g where g.customer_id = current_customer_id() and g.med_id = ${medId} order by g.id desc limit ${limit}`

/** The part of a receipt's statement that marks departed packages as back: `marked` contains each `med_id` that is received. */
export const returnMarkedMeds = (at: Date): RawBuilder<unknown> => sql`update departure as g set back_at = ${at}, back_how = 'received'
    where g.customer_id = current_customer_id() and g.med_id = any (array (select med_id from marked)) and g.back_at is null`
