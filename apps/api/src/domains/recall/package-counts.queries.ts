import { type Expression, type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { IS_PENDING } from '../hold/hold.joins.ts'
import { COUNTS, LIVE, OF_MATCH } from './recall.queries.ts'

/** The columns of a lot that determine which packages belong to it. */
const LOT = sql`id, location_id, document_id, epcis_med_vocabulary_id, lot_number, expiration_date, gtin, ndc`

/**
 * Whether the package row `d` belongs to the lot `l`. PostgreSQL can use a hash join for the comparisons with `coalesce`, but not for `is not
 * distinct from`, which is needed in addition to tell a missing lot number from an empty one.
 */
const IS_OF_LOT = sql`coalesce(d.lot_number, '') = coalesce(l.lot_number, '') and d.lot_number is not distinct from l.lot_number
    and coalesce(d.expiration_date, '-infinity') = coalesce(l.expiration_date, '-infinity')
    and coalesce(d.epcis_med_vocabulary_id, 0) = coalesce(l.epcis_med_vocabulary_id, 0)`

/**
 * Selects the packages of the lots in `lots`. For a lot of a document, these are the packages that the document lists as shipped; for other lots, the
 * packages typed in at the lot's location, which count as received. `offset 0` keeps the planner from reading a document again for each of its lots.
 */
const packagesWith = (ofLot: RawBuilder<unknown>) => sql`
  select d.med_id, d.receipt_id is not null as is_received, ${ofLot} from (
      select document_id, epcis_med_vocabulary_id, lot_number, expiration_date, med_id, receipt_id from document_med
      where customer_id = current_customer_id() and document_id = any (array(select distinct document_id from lots where document_id is not null))
        and is_shipped and not is_package and med_id is not null offset 0) d
    join lots l on l.document_id = d.document_id and ${IS_OF_LOT}
  union all
  select d.id, true, ${ofLot} from (
      select id, location_id, epcis_med_vocabulary_id, lot_number, expiration_date, gtin, ndc from med
      where customer_id = current_customer_id() and location_id = any (array(select distinct location_id from lots where document_id is null))
        and not is_epcis_generated and voided_at is null offset 0) d
    join lots l on l.document_id is null and l.location_id = d.location_id and ${IS_OF_LOT}
      and (l.gtin is null or d.gtin is null or d.gtin = l.gtin) and (l.ndc is null or d.ndc is null or d.ndc = l.ndc)`

/**
 * Counts the packages on hand that active recalls affect, each package once (`count`), and counts these recalls (`recalls`). A package is on hand if
 * it was received or typed in and is not on hold; `isHeld` is an SQL condition on a row `d` with a column `med_id`. A recall that the FDA has
 * terminated is not active: it stays in the list until somebody handles it, but is not counted.
 */
export async function countActive(tx: CustomerTx, isHeld: Expression<boolean>): Promise<{ count: number; recalls: number }> {
  const { rows } = await sql<{ count: number; recalls: number }>`
    with named as materialized (
      select m.recall_id, s.* from ${OF_MATCH} join recall r on r.id = m.recall_id
      where ${LIVE} and ${COUNTS} and r.status is distinct from 'Terminated'
    ), lots as materialized (
      select distinct ${LOT} from named
    ), packages as materialized (
      select d.lot_id, d.med_id from (${packagesWith(sql`l.id as lot_id`)}) d where d.is_received and not ${isHeld}
    )
    select (select count(distinct med_id)::int from packages) as count,
      (select count(distinct n.recall_id)::int from named n where n.id in (select lot_id from packages)) as recalls`.execute(tx)
  return rows[0] ?? { count: 0, recalls: 0 }
}

/** Packages that match a recall exactly or probably, each counted once, however many orders list them. */
export interface PackageCounts {
  /** Number of packages in lots that have not been dismissed. */
  packages: number
  /** Number of these packages (`packages`) that were received; the others are expected. */
  received: number
  onHold: number
  /** Expected packages that are not in quarantine: not on hold, or on hold only because data is missing. */
  expectedNotHeld: number
  /** Number of packages on hold only because a ticket waits for their data to be corrected. */
  pending: number
  /** Number of packages of dismissed lots. */
  dismissed: number
}

export const NO_PACKAGES: PackageCounts = { packages: 0, received: 0, onHold: 0, expectedNotHeld: 0, pending: 0, dismissed: 0 }

/**
 * For each key of `named (key, is_dismissed, …)`, counts the packages of its lots; a key without packages has no row. Each package looks up its own
 * holds, which stays fast if the planner misjudges the number of packages.
 */
const countByKey = (named: RawBuilder<unknown>) => sql`
    with named as materialized (${named}), lots as materialized (
      select ${LOT}, array_agg(key) as keys, array_agg(is_dismissed) as dismissed from named group by ${LOT}
    ), lines as materialized (
      select p.*, ${IS_PENDING} as is_pending from (${packagesWith(sql`l.keys, l.dismissed`)}) p cross join lateral (select p.med_id as id) m
    ), packages as (
      select s.key, p.med_id, bool_or(not s.is_dismissed) as is_open, bool_or(p.is_received) as is_received, bool_and(p.is_pending) as is_pending
      from lines p cross join lateral unnest(p.keys, p.dismissed) s (key, is_dismissed) group by 1, 2
    )
    select p.key, (count(*) filter (where p.is_open))::int as packages,
      (count(*) filter (where p.is_open and p.is_received))::int as received, (count(*) filter (where p.is_open and not p.is_pending))::int as "onHold",
      (count(*) filter (where p.is_open and not p.is_received and p.is_pending is not false))::int as "expectedNotHeld",
      (count(*) filter (where p.is_open and p.is_pending))::int as pending, (count(*) filter (where not p.is_open))::int as dismissed
    from packages p group by 1`

/** Counts of recalled packages on file, by recall; a recall without any has no row. */
export const selectPackageCounts = (recallIds: readonly number[]) => sql<PackageCounts & { recallId: number }>`
    select c.key as "recallId", c.packages, c.received, c."onHold", c."expectedNotHeld", c.pending, c.dismissed from (${countByKey(sql`
      select m.recall_id as key, d.is_dismissed is true as is_dismissed, s.* from ${OF_MATCH}
      where ${LIVE} and m.confidence <> 'possible' and m.recall_id = any (${[...recallIds]}::bigint[])`)}) c`

/**
 * Selects, for each group of matches, the number of packages in its lots, and how many of them were received. A package in several lots of a group
 * counts once. Dismissed and ended matches count too.
 */
export const selectPackagesOfMatches = (groups: readonly (readonly number[])[]) => sql<{
  group: number
  packages: number
  received: number
}>`
    select c.key as "group", c.packages, c.received from (${countByKey(sql`
      select g.key, false as is_dismissed, s.* from unnest(${groups.flatMap((ids, at) => ids.map(() => at))}::int[], ${groups.flat()}::bigint[]) g (key, match_id)
      join recall_match m on m.customer_id = current_customer_id() and m.id = g.match_id
      join stock_lot s on s.customer_id = m.customer_id and s.id = m.stock_lot_id`)}) c`
