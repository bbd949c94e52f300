import { sql } from 'kysely'
import type { Places } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'

export interface DrillPackage {
  id: number
  gtin: string | null
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  locationId: number
}

/** For each point in time, finds the first package received at these locations from then on; if there is none, the last one received before. */
export async function listPackagesAt(tx: CustomerTx, instants: readonly Date[], places: Places, since: Date): Promise<DrillPackage[]> {
  const isAt = sql<boolean>`(${places === 'all'} or m.location_id = any (${places === 'all' ? [] : [...places]}::bigint[]))`
  const columns = sql`m.id, m.gtin, m.serial_number as "serialNumber", m.lot_number as "lotNumber", to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate",
      m.location_id as "locationId"`
  const { rows } = await sql<DrillPackage>`
    select distinct on (p.id) p.* from unnest(${[...instants]}::timestamptz[]) as t (at) cross join lateral (
      (select ${columns} from med m where m.customer_id = current_customer_id() and m.receipt_id is not null and m.voided_at is null
        and m.dated_at >= t.at and ${isAt} order by m.dated_at, m.id limit 1)
      union all
      (select ${columns} from med m where m.customer_id = current_customer_id() and m.receipt_id is not null and m.voided_at is null
        and m.dated_at < t.at and m.dated_at >= ${since} and ${isAt} order by m.dated_at desc, m.id desc limit 1)
      limit 1) p`.execute(tx)
  return rows
}

/**
 * Packages received at the same time and location as one of these. They complete a drill when the randomly drawn times hit too few packages, for
 * example because the customer has only small orders.
 */
export async function listPackagesBeside(tx: CustomerTx, ids: readonly number[], limit: number): Promise<DrillPackage[]> {
  const { rows } = await sql<DrillPackage>`
    select m.id, m.gtin, m.serial_number as "serialNumber", m.lot_number as "lotNumber", to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate",
      m.location_id as "locationId"
    from med one join med m on m.customer_id = one.customer_id and m.dated_at = one.dated_at and m.location_id = one.location_id
      and m.receipt_id is not null and m.voided_at is null
    where one.customer_id = current_customer_id() and one.id = any (${[...ids]}::bigint[]) and m.id <> all (${[...ids]}::bigint[])
    order by m.id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Reads what decides whether to remind a customer of the yearly drill: whether a drill ended since this time, whether the customer has orders from
 * before it, and whether a reminder was sent since.
 */
export async function readDrillStanding(
  tx: CustomerTx,
  since: Date,
): Promise<{ hasDrill: boolean; hasOrders: boolean; isReminded: boolean }> {
  const { rows } = await sql<{ hasDrill: boolean; hasOrders: boolean; isReminded: boolean }>`
    select exists (select from tracing_request r where r.customer_id = current_customer_id() and r.is_drill and r.ended_at >= ${since}) as "hasDrill",
      exists (select from "order" o where o.customer_id = current_customer_id() and o.time_stamp < ${since}) as "hasOrders",
      exists (select from mail m where m.customer_id = current_customer_id() and m.created_by_id is null and m.created_at >= ${since}
        and m.kind = 'tracing.drillDue') as "isReminded"`.execute(tx)
  return rows[0] ?? { hasDrill: true, hasOrders: false, isReminded: true }
}
