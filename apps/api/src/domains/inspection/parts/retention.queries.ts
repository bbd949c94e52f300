import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export interface RetentionRow {
  locationName: string
  isClosed: boolean
  orders: number
  first: Date | null
  last: Date | null
  kept: number
}

/** For each location: the number of its orders on record, the times of the first and the last one, and how many are kept until further notice. */
export async function listRetention(tx: CustomerTx, locationIds: readonly number[]): Promise<RetentionRow[]> {
  const { rows } = await sql<RetentionRow>`
    select l.name as "locationName", l.closed_at is not null as "isClosed", count(o.id)::int as orders, min(o.time_stamp) as first, max(o.time_stamp) as last,
      (count(o.id) filter (where o.kept_at is not null))::int as kept
    from location l left join "order" o on o.customer_id = l.customer_id and o.location_id = l.id
    where l.customer_id = current_customer_id() and l.id = any (${[...locationIds]}::bigint[]) group by l.id, l.name, l.closed_at order by l.name, l.id`.execute(
    tx,
  )
  return rows
}
