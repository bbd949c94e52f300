import type { ShipmentLimits, ShipmentPurpose } from '@seriatim/schema'
import { sql } from 'kysely'
import type { Places } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'

/** Purposes of a transfer to another pharmacy that count against the limit. */
const TRANSFERS: readonly ShipmentPurpose[] = ['sale', 'need', 'loan', 'loanReturn', 'donation', 'emergency']

/** By location: packages that left for another pharmacy, or for a partner whose business is unknown, and packages received, between two instants. */
export async function countTransfers(
  tx: CustomerTx,
  places: Places,
  { from, to }: { from: Date; to: Date },
): Promise<ShipmentLimits['locations']> {
  const { rows } = await sql<ShipmentLimits['locations'][number]>`
    select l.id as "locationId", l.name as "locationName",
      (select count(*)::int from departure g join shipment s on s.customer_id = g.customer_id and s.id = g.shipment_id
        left join trading_partner p on p.customer_id = s.customer_id and p.id = s.trading_partner_id
        where g.customer_id = current_customer_id() and g.location_id = l.id and g.left_at >= ${from} and g.left_at < ${to}
          and g.back_how is distinct from 'voided' and g.purpose = any (${[...TRANSFERS]}::text[]) and coalesce(p.business, 'dispenser') = 'dispenser') as sent,
      (select coalesce(sum(case when r.undoes_id is null then r.amount else -r.amount end), 0)::int from receipt r
        where r.customer_id = current_customer_id() and r.location_id = l.id and r.at >= ${from} and r.at < ${to}) as received
    from location l where l.customer_id = current_customer_id() and (${places === 'all'} or l.id = any (${places === 'all' ? [] : [...places]}::bigint[]))
      and exists (select from departure d where d.customer_id = current_customer_id() and d.location_id = l.id and d.left_at >= ${from} and d.left_at < ${to})
    order by l.name, l.id`.execute(tx)
  return rows
}
