import { scorecardTally } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import type { MonthRow, Owner } from './scorecard.rules.ts'

export interface RowFilter {
  months: readonly string[]
  locationId: number | null
  /** The product's GTIN; empty for all products together. */
  gtin: string
}

/** The computed rows of these months, for the locations that the caller may see. */
export async function listMonthRows(tx: CustomerTx, { months, locationId, gtin }: RowFilter): Promise<MonthRow[]> {
  const rows = await tx
    .selectFrom('scorecardMonth')
    .select(['month', 'locationId', 'sender', 'tally'])
    .where('month', 'in', [...months])
    .where('gtin', '=', gtin)
    .$if(locationId !== null, (query) => query.where('locationId', '=', locationId))
    .execute()
  return rows.map((row) => ({ ...row, tally: scorecardTally.parse(row.tally) }))
}

/**
 * For each trading partner, lists the senders whose figures belong to it. A sender is a GLN of the partner, or `partner` with the id of the partner
 * or of one merged into it, because product returns refer to a partner by id instead of by GLN.
 */
export async function listOwners(tx: CustomerTx): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    with recursive merged (kept_id, id) as (
      select p.id, p.id from trading_partner p where p.customer_id = current_customer_id()
        and not exists (select from partner_merge m where m.customer_id = current_customer_id() and m.merged_id = p.id and m.undone_at is null)
      union
      select o.kept_id, m.merged_id from merged o join partner_merge m on m.customer_id = current_customer_id() and m.kept_id = o.id and m.undone_at is null
    ), senders as (
      select g.trading_partner_id as partner_id, g.global_location_number as sender from partner_gln g
      where g.customer_id = current_customer_id() and exists (select from merged k where k.kept_id = g.trading_partner_id)
      union all
      select o.kept_id, 'partner ' || o.id from merged o
    )
    select s.sender, p.id as "partnerId", p.name, p.location_id as "locationId", p.deactivated_at is null as "isActive", p.type <> 'downstream' as "isSupplier"
    from senders s join trading_partner p on p.customer_id = current_customer_id() and p.id = s.partner_id order by p.id`.execute(tx)
  return rows
}

/** Time up to which the figures were last computed; null if never. */
export async function findComputedAt(tx: CustomerTx): Promise<Date | null> {
  const row = await tx.selectFrom('scorecardProgress').select('checkedUntil').executeTakeFirst()
  return row?.checkedUntil ?? null
}

/** A product with the number of its orders from one sender at one location. */
export interface ProductRow {
  locationId: number | null
  sender: string
  gtin: string
  orders: number
}

/** Counts orders by product, sender and location in these months, at the locations that the caller may see. */
export async function listProductRows(tx: CustomerTx, { months, locationId }: Omit<RowFilter, 'gtin'>): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select s.location_id::int as "locationId", s.sender, s.gtin, sum((s.tally->>'orders')::int)::int as orders from scorecard_month s
    where s.customer_id = current_customer_id() and s.month = any (${[...months]}::text[]) and s.gtin <> ''
      and (${locationId}::bigint is null or s.location_id = ${locationId})
    group by 1, 2, 3 having sum((s.tally->>'orders')::int) > 0`.execute(tx)
  return rows
}

/** The newest name that suppliers' files give each of these products, by GTIN. */
export async function listProductNames(tx: CustomerTx, gtins: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ gtin: string; name: string }>`
    select distinct on (v.gtin) v.gtin, v.regulated_product_name as name from epcis_med_vocabulary v
    where v.customer_id = current_customer_id() and v.gtin = any (${[...gtins]}::bpchar[]) and v.regulated_product_name is not null
    order by v.gtin, v.id desc`.execute(tx)
  return new Map(rows.map(({ gtin, name }) => [gtin, name]))
}
