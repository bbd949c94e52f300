import type { ShipmentPurpose } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { CAME_BACK } from '../departure/departure.joins.ts'
import type { Span } from './report.queries.ts'

/** Shipments sent in the range, each with the number of its packages that came back. */
const sent = ({ from, to, locationId }: Span) => sql`select s.*,
    (select count(*)::int from departure g where g.customer_id = current_customer_id() and g.shipment_id = s.id and ${CAME_BACK}) as back
  from shipment s where s.customer_id = current_customer_id() and s.sent_at >= ${from} and s.sent_at < ${to}
    and (${locationId}::bigint is null or s.location_id = ${locationId}::bigint)`

export interface SentShipment {
  id: number
  at: Date
  purpose: ShipmentPurpose
  toName: string
  locationName: string
  by: string
  approvedBy: string | null
  meds: number
  back: number
  valueCents: number | null
  isVoided: boolean
}

/** The shipments that were sent in the span, with the number of packages that came back, newest first. */
export async function listSentShipments(tx: CustomerTx, span: Span, limit: number): Promise<SentShipment[]> {
  const { rows } = await sql<SentShipment>`
    select s.id::int as id, s.sent_at as at, s.purpose, s.to_name as "toName", l.name as "locationName", s.sent_by as by,
      s.approved_by as "approvedBy", s.meds, s.back, s.value_cents::float8 as "valueCents", s.voided_at is not null as "isVoided"
    from (${sent(span)}) as s join location l on l.customer_id = current_customer_id() and l.id = s.location_id
    order by s.sent_at desc, s.id desc limit ${limit}`.execute(tx)
  return rows
}

export interface SentPurpose {
  purpose: ShipmentPurpose
  shipments: number
  meds: number
  back: number
  valueCents: number
  withoutValue: number
  voided: number
}

/** Number, meds and value of the sent shipments by purpose. Voided shipments count only in `voided`. */
export async function countSentPurposes(tx: CustomerTx, span: Span): Promise<SentPurpose[]> {
  const { rows } = await sql<SentPurpose>`
    select s.purpose, (count(*) filter (where s.voided_at is null))::int as shipments,
      coalesce(sum(s.meds) filter (where s.voided_at is null), 0)::int as meds,
      coalesce(sum(s.back) filter (where s.voided_at is null), 0)::int as back,
      coalesce(sum(s.value_cents) filter (where s.voided_at is null), 0)::float8 as "valueCents",
      (count(*) filter (where s.voided_at is null and s.value_cents is null))::int as "withoutValue",
      (count(*) filter (where s.voided_at is not null))::int as voided
    from (${sent(span)}) as s group by s.purpose order by meds desc, s.purpose`.execute(tx)
  return rows
}

/** Packages sent by day, without voided shipments. */
export async function countSentDays(tx: CustomerTx, span: Span): Promise<{ day: string; meds: number }[]> {
  const { rows } = await sql<{ day: string; meds: number }>`
    select to_char(s.sent_at at time zone ${span.timeZone}, 'YYYY-MM-DD') as day, sum(s.meds)::int as meds
    from (${sent(span)}) as s where s.voided_at is null group by 1 order by 1`.execute(tx)
  return rows
}
