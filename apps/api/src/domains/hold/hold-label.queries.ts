import type { HoldKind } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface LabelledHold {
  id: number
  kind: HoldKind
  label: string
  productName: string | null
  gtin: string | null
  meds: number
  reason: string
  placedAt: Date
  placedBy: string | null
  locationId: number
  locationName: string
  isEnded: boolean
  /** The lot, if all held packages share it. */
  lotNumber: string | null
  expirationDate: string | null
}

export async function findLabelledHold(tx: CustomerTx, holdId: number): Promise<LabelledHold | undefined> {
  const { rows } = await sql<LabelledHold>`
    select h.id, h.kind, h.label, h.product_name as "productName", h.gtin, h.meds, h.reason, h.placed_at as "placedAt",
      u.first_name || ' ' || u.last_name as "placedBy", h.location_id as "locationId", l.name as "locationName",
      h.released_at is not null or h.disposed_at is not null as "isEnded",
      case when facts.lots = 1 then facts.lot end as "lotNumber", case when facts.days = 1 then facts.day end as "expirationDate"
    from hold h
    join location l on l.customer_id = h.customer_id and l.id = h.location_id
    left join "user" u on u.customer_id = h.customer_id and u.id = h.placed_by_id
    cross join lateral (select count(distinct m.lot_number) as lots, min(m.lot_number) as lot, count(distinct m.expiration_date) as days,
      min(m.expiration_date)::text as day from hold_med k join med m on m.customer_id = k.customer_id and m.id = k.med_id
      where k.customer_id = current_customer_id() and k.hold_id = h.id) as facts
    where h.customer_id = current_customer_id() and h.id = ${holdId}`.execute(tx)
  return rows[0]
}
