import { sql } from 'kysely'

/** Active holds of a med `m`, newest first, as a JSON value. */
export const HOLDS_OF_MED = sql`(select coalesce(json_agg(json_build_object('reason', h.reason, 'isPending', h.cause = 'dataPending', 'disposal', h.disposal_how) order by h.id desc), '[]')
        from hold_med k join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
        where k.customer_id = current_customer_id() and k.med_id = m.id and k.is_active)`

/**
 * The GTINs and the serial numbers that a scanned barcode may stand for. A query must match both, because packages of different products may have the
 * same serial number.
 */
export interface WantedUnits {
  gtins: readonly string[]
  serialNumbers: readonly string[]
}

/** Active holds on packages that no document lists. */
export const selectUnlistedHolds = ({ gtins, serialNumbers }: WantedUnits) => sql<{
  gtin: string | null
  serialNumber: string | null
  reason: string
}>`
    select h.gtin, h.serial_number as "serialNumber", h.reason from hold h
    where h.customer_id = current_customer_id() and h.released_at is null and h.meds = 0 and h.serial_number = any (${[...serialNumbers]}::text[])
      and (h.gtin is null or h.gtin = any (${[...gtins]}::text[]))
    order by h.id desc limit 20`
