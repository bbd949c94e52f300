import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** A partner from which the customer stopped buying, or that was merged into another. */
export interface Former {
  id: number
  name: string
  locationId: number | null
  deactivatedAt: Date
  reason: string | null
  /** Name of the partner into which this partner was merged; null if this partner was not merged. */
  mergedInto: string | null
}

/** Deactivated partners with one of these names; `names` must be in lower case. */
export async function listFormerNamed(tx: CustomerTx, names: readonly string[]): Promise<Former[]> {
  const { rows } = await sql<Former>`
    select p.id, p.name, p.location_id as "locationId", p.deactivated_at as "deactivatedAt", p.deactivate_reason as reason, k.name as "mergedInto"
    from trading_partner p
    left join partner_merge m on m.customer_id = p.customer_id and m.merged_id = p.id and m.undone_at is null
    left join trading_partner k on k.customer_id = m.customer_id and k.id = m.kept_id
    where p.customer_id = current_customer_id() and p.deactivated_at is not null and lower(p.name) = any (${[...names]}::text[]) order by p.id`.execute(
    tx,
  )
  return rows
}

/**
 * Lists the former partners that have one of these GLNs, if no active partner has it. Merged partners are left out, because their GLNs moved to the
 * kept partner.
 */
export async function listFormerOfGlns(tx: CustomerTx, glns: readonly string[]): Promise<(Former & { gln: string })[]> {
  const { rows } = await sql<Former & { gln: string }>`
    select p.id, p.name, p.location_id as "locationId", p.deactivated_at as "deactivatedAt", p.deactivate_reason as reason, null as "mergedInto",
      g.global_location_number as gln
    from partner_gln g
    join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id
    where g.customer_id = current_customer_id() and g.global_location_number = any (${[...glns]}::text[]) and p.deactivated_at is not null
      and not exists (select from partner_merge m where m.customer_id = current_customer_id() and m.merged_id = p.id and m.undone_at is null)
      and not exists (select from partner_gln o join trading_partner q on q.customer_id = o.customer_id and q.id = o.trading_partner_id
        where o.customer_id = current_customer_id() and o.global_location_number = g.global_location_number and q.deactivated_at is null
          and (q.location_id is null or p.location_id is null or q.location_id = p.location_id))
    order by p.id`.execute(tx)
  return rows
}
