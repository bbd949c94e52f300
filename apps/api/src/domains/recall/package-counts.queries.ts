import { type Expression, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { HELD_MEDS } from '../hold/hold.joins.ts'
import { COUNTS, LIVE, OF_MATCH } from './recall.queries.ts'

const IS_LOT = sql`lot_number is not distinct from s.lot_number and expiration_date is not distinct from s.expiration_date
    and epcis_med_vocabulary_id is not distinct from s.epcis_med_vocabulary_id`

/** The columns of a lot that tell which packages are of it. */
const LOT = sql`id, location_id, document_id, epcis_med_vocabulary_id, lot_number, expiration_date, gtin, ndc`

/** The packages of a lot `s`: the shipped ones of its document, or the typed-in ones of its location, which were received. */
const PACKAGES = sql`
  select med_id, receipt_id is not null as is_received from document_med where s.document_id is not null and customer_id = current_customer_id()
    and document_id = s.document_id and is_shipped and not is_package and med_id is not null and ${IS_LOT}
  union all
  select id, true from med where s.document_id is null and customer_id = current_customer_id() and location_id = s.location_id and not is_epcis_generated
    and voided_at is null and ${IS_LOT} and (s.gtin is null or gtin is null or gtin = s.gtin) and (s.ndc is null or ndc is null or ndc = s.ndc)`

/**
 * Packages on hand that recalls name, each counted once, and the number of these recalls: received or typed in, and not on hold (`isHeld` is evaluated
 * on a row `d (med_id)`). A recall that the FDA has terminated is not active: it stays in the list until somebody deals with it, and counts nowhere.
 */
export async function countActive(tx: CustomerTx, isHeld: Expression<boolean>): Promise<{ count: number; recalls: number }> {
  const { rows } = await sql<{ count: number; recalls: number }>`
    with named as materialized (
      select m.recall_id, s.* from ${OF_MATCH} join recall r on r.id = m.recall_id
      where ${LIVE} and ${COUNTS} and r.status is distinct from 'Terminated'
    ), lots as (
      select distinct ${LOT} from named
    ), packages as materialized (
      select s.id as lot_id, d.med_id from lots s cross join lateral (${PACKAGES}) d where d.is_received and not ${isHeld}
    )
    select (select count(distinct med_id)::int from packages) as count,
      (select count(distinct n.recall_id)::int from named n where n.id in (select lot_id from packages)) as recalls`.execute(tx)
  return rows[0] ?? { count: 0, recalls: 0 }
}

/** The packages that a recall surely or probably names, each counted once, however many orders brought it. */
export interface PackageCounts {
  /** Of lots that nobody dealt with. */
  packages: number
  /** The part of them that came in; the others are expected. */
  received: number
  onHold: number
  /** Those that wait for the data of a ticket only. */
  pending: number
  /** Of lots that were dismissed. */
  dismissed: number
}

export const NO_PACKAGES: PackageCounts = { packages: 0, received: 0, onHold: 0, pending: 0, dismissed: 0 }

/** By recall; one that names no such package has no row. */
export const selectPackageCounts = (recallIds: readonly number[]) => sql<PackageCounts & { recallId: number }>`
    with named as materialized (
      select m.recall_id, d.is_dismissed is true as is_dismissed, s.* from ${OF_MATCH}
      where ${LIVE} and m.confidence <> 'possible' and m.recall_id = any (${[...recallIds]}::bigint[])
    ), packages as (
      select s.recall_id, p.med_id, bool_or(not s.is_dismissed) as is_open, bool_or(p.is_received) as is_received
      from named s cross join lateral (${PACKAGES}) p group by 1, 2
    ), held as (${HELD_MEDS})
    select p.recall_id as "recallId", (count(*) filter (where p.is_open))::int as packages,
      (count(*) filter (where p.is_open and p.is_received))::int as received, (count(*) filter (where p.is_open and not h.is_pending))::int as "onHold",
      (count(*) filter (where p.is_open and h.is_pending))::int as pending, (count(*) filter (where not p.is_open))::int as dismissed
    from packages p left join held h on h.med_id = p.med_id group by 1`
