import { sql } from 'kysely'

/**
 * SQL condition: whether a med `m` may be the product in an item `a` of a tracing request. It is also true if the item has no GTIN or NDC, or if the
 * med has no GTIN, because then they cannot be compared.
 */
export const IS_PRODUCT = sql`(a.gtin is null or m.gtin is null or m.gtin = a.gtin)
      and (a.ndc10 = '{}' or m.gtin is null or (substr(m.gtin, 2, 2) = '03' and substr(m.gtin, 4, 10) = any (a.ndc10)))`

/** Whether a med `m` was received in the period of an item `a (from_on, to_on, zone)`; true if the item has no period. */
export const IS_IN_PERIOD = sql`(a.from_on is null or m.dated_at >= a.from_on::timestamp at time zone a.zone) and (a.to_on is null or m.dated_at < (a.to_on + 1)::timestamp at time zone a.zone)`
