import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import type { FollowedMatch } from './follow.rules.ts'

export async function listMatchesOfOrders(tx: CustomerTx, documentIds: readonly number[]): Promise<FollowedMatch[]> {
  const rows = await tx
    .selectFrom('recallMatch')
    .innerJoin('stockLot', 'stockLot.id', 'recallMatch.stockLotId')
    .leftJoin('dismissedRecall', 'dismissedRecall.recallMatchId', 'recallMatch.id')
    .select([
      'recallMatch.id',
      'recallMatch.recallId',
      'recallMatch.stockLotId',
      'recallMatch.locationId',
      'recallMatch.confidence',
      'recallMatch.version',
      'recallMatch.toldAt',
      'stockLot.documentId',
      'stockLot.amount',
      'dismissedRecall.id as decisionId',
      'dismissedRecall.isDismissed',
      'dismissedRecall.notes',
      'dismissedRecall.noneOnHand',
      'dismissedRecall.quarantined',
      'dismissedRecall.returned',
      'dismissedRecall.destroyed',
      'dismissedRecall.dispensed',
      'dismissedRecall.dismissedAt',
      'dismissedRecall.dismissedById',
      'dismissedRecall.decidedAt',
      'dismissedRecall.followsId',
    ])
    .where('stockLot.documentId', 'in', [...documentIds])
    .where('recallMatch.endedAt', 'is', null)
    .orderBy('recallMatch.id')
    .execute()
  return rows.map(({ decisionId, isDismissed, notes, noneOnHand, dismissedAt, dismissedById, decidedAt, ...row }) => {
    const { quarantined, returned, destroyed, dispensed, followsId, documentId, ...match } = row
    const isDecided = decisionId !== null && dismissedAt !== null && dismissedById !== null && decidedAt !== null
    const numbers = { quarantined, returned, destroyed, dispensed, followsId }
    const said = { isDismissed: isDismissed ?? false, notes: notes ?? '', noneOnHand: noneOnHand ?? false }
    return {
      ...match,
      documentId: documentId ?? 0,
      decision: isDecided ? { id: decisionId, dismissedAt, dismissedById, decidedAt, ...said, ...numbers } : null,
    }
  })
}

export interface SharedUnits {
  /**
   * `target`: id of a lot of the new order. `source`: id of a lot of the order that it replaces. `units`: number of packages that are in both lots.
   */
  target: number
  source: number
  units: number
}

/**
 * For each lot of the old order and each lot of the new order, counts the packages that are in both. The planner has no statistics about a new order
 * yet, so nested loops are turned off: each order is read once, by its primary key range, and then joined.
 */
export async function countSharedPackages(
  tx: CustomerTx,
  { from, to }: { from: number; to: number },
  stockIds: readonly number[],
): Promise<SharedUnits[]> {
  await sql`set local enable_nestloop = off`.execute(tx)
  const { rows } = await sql<SharedUnits>`
    with lot as materialized (
      select id, document_id, coalesce(epcis_med_vocabulary_id, 0) as product, coalesce(lot_number, '') as lot, coalesce(expiration_date, 'infinity') as expiry
      from stock_lot where customer_id = current_customer_id() and id = any (${[...stockIds]}::bigint[])
    ), unit as materialized (
      select lot.id as stock_id, lot.document_id, x.med_id, x.line from lot join document_med x on x.customer_id = current_customer_id()
        and x.document_id = any (${[from, to]}::bigint[]) and x.document_id = lot.document_id and x.is_shipped and not x.is_package and x.med_id is not null
        and coalesce(x.epcis_med_vocabulary_id, 0) = lot.product and coalesce(x.lot_number, '') = lot.lot and coalesce(x.expiration_date, 'infinity') = lot.expiry
    )
    select t.stock_id as target, s.stock_id as source, count(distinct t.line)::int as units from unit t join unit s using (med_id)
    where t.document_id = ${to} and s.document_id = ${from} group by 1, 2`.execute(tx)
  await sql`set local enable_nestloop = on`.execute(tx)
  return rows
}

/**
 * Takes the orders of these lots and finds the orders that they replaced. Lists each pair of a replaced order (`from`) and its replacement (`to`)
 * once, in ascending order of `to`.
 */
export async function listReplaced(tx: CustomerTx, stockIds: readonly number[]): Promise<{ from: number; to: number }[]> {
  if (!stockIds.length) return []
  const { rows } = await sql<{ from: number; to: number }>`
    select distinct o.id as "from", o.replaced_by_id as "to" from "order" o
    where o.customer_id = current_customer_id() and o.replaced_by_id in (
      select s.document_id from stock_lot s where s.customer_id = current_customer_id() and s.id = any (${[...stockIds]}::bigint[]))
    order by 2, 1`.execute(tx)
  return rows
}

export async function markFollowing(tx: CustomerTx, matchId: number, toldAt: Date): Promise<void> {
  await tx.updateTable('recallMatch').set({ toldAt, news: null }).where('id', '=', matchId).where('toldAt', 'is', null).execute()
}

/** Copies the answers to recalls that were given at the counter for the order `from`, so that they apply to the order `to` as well. */
export async function copyAnswers(tx: CustomerTx, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`insert into recall_answer (recall_id, document_id, location_id, answered_at, answered_by_id, version, classification, reason)
    select recall_id, ${to}::bigint, location_id, answered_at, answered_by_id, version, classification, reason from recall_answer
    where customer_id = current_customer_id() and document_id = ${from} on conflict do nothing`.execute(tx)
}
