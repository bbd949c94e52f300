import type { Disposal } from '@seriatim/schema'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Why a package is on hold. `dataPending`: the paperwork is wrong, not the product. */
export type HoldCause = 'quarantine' | 'dataPending'

/** Selects for each lot of these documents the number of shipped meds in quarantine, and the number on hold only because data is missing. */
export const selectHeldByLot = (documentIds: DocumentIds) => sql<{
  documentId: number
  productId: number | null
  lotNumber: string | null
  expiration: string | null
  onHold: number
  /** Number of meds in quarantine that have not been received. */
  expectedOnHold: number
  pending: number
}>`
    select l.document_id as "documentId", l.epcis_med_vocabulary_id as "productId", l.lot_number as "lotNumber",
      to_char(l.expiration_date, 'YYYY-MM-DD') as expiration, (count(*) filter (where not l.is_pending))::int as "onHold",
      (count(*) filter (where not l.is_pending and l.receipt_id is null))::int as "expectedOnHold",
      (count(*) filter (where l.is_pending))::int as pending
    from (${heldLines(documentIds)}) l group by 1, 2, 3, 4`

/** Number of meds on hold (`held`), and the number of those that are on hold only because a ticket's data is missing (`pending`). */
export interface HeldAmount {
  held: number
  pending: number
}

type DocumentIds = readonly number[] | RawBuilder<number[]>

/** Query with one row for each line of these documents whose med is on hold; `is_pending` is true if no quarantine covers the med. */
const heldLines = (documentIds: DocumentIds) => sql`
  select d.document_id, d.line, d.epcis_med_vocabulary_id, d.lot_number, d.expiration_date, d.receipt_id,
    bool_and(h.cause = 'dataPending') as is_pending
  from hold_med k join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
  join document_med d on d.customer_id = k.customer_id and d.med_id = k.med_id and d.document_id = any (${'isRawBuilder' in documentIds ? documentIds : sql`${[...documentIds]}::bigint[]`})
  where k.customer_id = current_customer_id() and k.is_active and d.is_shipped and not d.is_package
  group by d.document_id, d.line, d.epcis_med_vocabulary_id, d.lot_number, d.expiration_date, d.receipt_id`

/** Number of shipped meds of these orders that are on hold now. An order without held meds is missing from the map. */
export async function countHeldMeds(tx: CustomerTx, orderIds: readonly number[]): Promise<Map<number, HeldAmount>> {
  const { rows } = await sql<HeldAmount & { documentId: number }>`
    select l.document_id as "documentId", count(*)::int as held, (count(*) filter (where l.is_pending))::int as pending
    from (${heldLines(orderIds)}) l group by l.document_id`.execute(tx)
  return new Map(rows.map(({ documentId, held, pending }) => [documentId, { held, pending }]))
}

/** Whether the med of a line `d` is on hold; used as a value in a query of the order. */
export const IS_LINE_HELD = sql<boolean>`exists (select from hold_med k where k.customer_id = current_customer_id() and k.med_id = d.med_id and k.is_active)`

/** The newest active hold of any med of a unit `s (document_id, line, last_line)`, as a row to join: author, time and reason. */
export const UNIT_HOLD = sql`(select h.placed_at, h.placed_by_id, h.reason from hold_med k
    join document_med u on u.customer_id = k.customer_id and u.med_id = k.med_id and u.document_id = s.document_id and u.line between s.line and s.last_line
    join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
    where k.customer_id = current_customer_id() and k.is_active order by h.id desc limit 1)`

/** SQL value for a query of the order: the lines of a document whose meds are on hold, as a multirange; null if there are none. */
export const selectHeldLines = (documentId: number) => sql<string | null>`(
    select range_agg(int4range(d.line, d.line, '[]')) from hold_med h
    join document_med d on d.customer_id = h.customer_id and d.med_id = h.med_id and d.document_id = ${documentId}
    where h.customer_id = current_customer_id() and h.is_active)`

/**
 * Selects for each product of an order how many of its meds that nobody has received are on hold, and how many of these are on hold only because a
 * ticket's data is missing.
 */
export const selectHeldByProduct = (documentId: number) => sql<HeldAmount & { productId: number | null }>`
    select l.epcis_med_vocabulary_id as "productId", count(*)::int as held, (count(*) filter (where l.is_pending))::int as pending
    from (${heldLines([documentId])}) l where l.receipt_id is null group by 1`

/** How many of the shipped meds in a case or pallet are on hold. */
export const selectHeldInside = ({ documentId, line }: { documentId: number; line: number }) => sql<HeldAmount>`
    select count(told.is_pending)::int as held, (count(*) filter (where told.is_pending))::int as pending from document_med p
    join document_med d on d.customer_id = p.customer_id and d.document_id = p.document_id and d.line > p.line and d.line <= p.last_line
      and not d.is_package and d.is_shipped
    cross join lateral (
      select bool_and(h.cause = 'dataPending') as is_pending from hold_med k join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
      where k.customer_id = current_customer_id() and k.med_id = d.med_id and k.is_active) told
    where p.customer_id = current_customer_id() and p.document_id = ${documentId} and p.line = ${line}`

export async function countHeldInside(tx: CustomerTx, place: { documentId: number; line: number }): Promise<HeldAmount> {
  const { rows } = await selectHeldInside(place).execute(tx)
  return rows[0] ?? { held: 0, pending: 0 }
}

export interface HeldMed {
  medId: number
  isPending: boolean
}

/** Selects which of these meds are held now; `isPending` if they are held only because data is missing. */
export const selectHeld = (medIds: readonly number[]) => sql<HeldMed>`
    select k.med_id as "medId", bool_and(h.cause = 'dataPending') as "isPending" from hold_med k
    join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
    where k.customer_id = current_customer_id() and k.med_id = any (${[...medIds]}::bigint[]) and k.is_active group by k.med_id`

/** Whether a med `m` is on hold only because data is missing; null if it is not on hold. Used as a value in another query. */
export const IS_PENDING = sql<boolean | null>`(select bool_and(h.cause = 'dataPending') from hold_med k
    join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
    where k.customer_id = current_customer_id() and k.med_id = m.id and k.is_active)`

/** For each held med, `dataPending` if all of its holds wait for data, otherwise `quarantine`. */
export const collectCauses = (rows: readonly HeldMed[]): Map<number, HoldCause> =>
  new Map(rows.map(({ medId, isPending }) => [medId, isPending ? 'dataPending' : 'quarantine']))

export async function listHeld(tx: CustomerTx, medIds: readonly number[]): Promise<Map<number, HoldCause>> {
  return medIds.length ? collectCauses((await selectHeld(medIds).execute(tx)).rows) : new Map()
}

export interface HoldRow {
  kind: string
  label: string
  reason: string
  placedAt: Date
  placedBy: string | null
  releasedAt: Date | null
  releasedBy: string | null
  releaseReason: string | null
  disposedAt: Date | null
  disposedBy: string | null
  disposalHow: Disposal | null
  disposalReason: string | null
}

/** Selects the holds that cover or covered a med, newest first. */
export const selectHoldRows = (medId: number, limit: number) => sql<HoldRow>`
    select h.kind, h.label, h.reason, h.placed_at as "placedAt", p.first_name || ' ' || p.last_name as "placedBy", h.released_at as "releasedAt",
      r.first_name || ' ' || r.last_name as "releasedBy", h.release_reason as "releaseReason", h.disposed_at as "disposedAt",
      s.first_name || ' ' || s.last_name as "disposedBy", h.disposal_how as "disposalHow", h.disposal_reason as "disposalReason"
    from hold_med k
    join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
    left join "user" p on p.customer_id = h.customer_id and p.id = h.placed_by_id
    left join "user" r on r.customer_id = h.customer_id and r.id = h.released_by_id
    left join "user" s on s.customer_id = h.customer_id and s.id = h.disposed_by_id
    where k.customer_id = current_customer_id() and k.med_id = ${medId} order by h.id desc limit ${limit}`

/** The location of a hold and the order to which the hold refers (`documentId`); undefined if the hold is gone. */
export const findHoldPlace = (tx: CustomerTx, holdId: number) =>
  tx.selectFrom('hold').select(['locationId', 'documentId']).where('id', '=', holdId).executeTakeFirst()
