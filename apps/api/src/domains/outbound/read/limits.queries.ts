import type { ShipmentPurpose } from '@seriatim/schema'
import { sql } from 'kysely'
import type { Places } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'

/** Purposes whose shipments count against the limit on transfers if they go to another pharmacy. */
const TRANSFERS: readonly ShipmentPurpose[] = ['sale', 'need', 'loan', 'loanReturn', 'donation', 'emergency']

export interface TransferCount {
  locationId: number
  locationName: string
  sent: number
  received: number
  dispensed: number | null
  sentCents: number
  withoutValue: number
  dispensedCents: number | null
}

/**
 * Counts for each location, between two instants, the packages that left for another pharmacy (or for a partner whose business is unknown) and the
 * packages received with orders that were not voided. Adds the number of packages dispensed in the calendar year, as somebody entered it.
 */
export async function countTransfers(
  tx: CustomerTx,
  places: Places,
  { from, to, year }: { from: Date; to: Date; year: number },
): Promise<TransferCount[]> {
  const { rows } = await sql<TransferCount>`
    with moved as (
      select g.location_id, s.id, s.value_cents, count(*)::int as meds
      from departure g join shipment s on s.customer_id = g.customer_id and s.id = g.shipment_id
      left join trading_partner p on p.customer_id = s.customer_id and p.id = s.trading_partner_id
      where g.customer_id = current_customer_id() and g.left_at >= ${from} and g.left_at < ${to} and g.back_how is distinct from 'voided'
        and g.purpose = any (${[...TRANSFERS]}::text[]) and coalesce(p.business, 'dispenser') = 'dispenser'
      group by g.location_id, s.id, s.value_cents
    )
    select l.id::int as "locationId", l.name as "locationName", coalesce(t.sent, 0) as sent,
      (select coalesce(sum(case when r.undoes_id is null then r.amount else -r.amount end), 0)::int from receipt r
        join "order" o on o.customer_id = r.customer_id and o.id = r.document_id and o.voided_at is null
        where r.customer_id = current_customer_id() and r.location_id = l.id and r.at >= ${from} and r.at < ${to}) as received,
      y.units as dispensed, coalesce(t.cents, 0)::float8 as "sentCents", coalesce(t.without, 0) as "withoutValue", y.value_cents::float8 as "dispensedCents"
    from location l
    left join lateral (select sum(m.meds)::int as sent, sum(m.value_cents) as cents, count(*) filter (where m.value_cents is null)::int as without
      from moved m where m.location_id = l.id) t on true
    left join lateral (select d.units, d.value_cents from dispensed_year d
      where d.customer_id = current_customer_id() and d.location_id = l.id and d.year = ${year} order by d.id desc limit 1) y on true
    where l.customer_id = current_customer_id() and (${places === 'all'} or l.id = any (${places === 'all' ? [] : [...places]}::bigint[]))
      and exists (select from departure d where d.customer_id = current_customer_id() and d.location_id = l.id and d.left_at >= ${from} and d.left_at < ${to})
    order by l.name, l.id`.execute(tx)
  return rows
}

export async function insertDispensedYear(
  tx: CustomerTx,
  row: {
    locationId: number
    year: number
    units: number | null
    valueCents: number | null
    createdAt: Date
    createdById: number
    createdBy: string
  },
): Promise<void> {
  await tx.insertInto('dispensedYear').values(row).execute()
}
