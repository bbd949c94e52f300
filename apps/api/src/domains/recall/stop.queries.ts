import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** A lot of an order that a recall surely or probably names, that nobody dealt with. */
export interface NamedLot {
  recallId: number
  productId: number | null
  lotNumber: string | null
  expiration: string | null
  isAnswered: boolean
}

/** What stops a receipt of an order's goods; by index, from the few lots that the order has. */
export async function listNamedLots(tx: CustomerTx, documentId: number): Promise<NamedLot[]> {
  const { rows } = await sql<NamedLot>`
    select m.recall_id as "recallId", s.epcis_med_vocabulary_id as "productId", s.lot_number as "lotNumber", to_char(s.expiration_date, 'YYYY-MM-DD') as expiration,
      exists (select from recall_answer a where a.customer_id = current_customer_id() and a.document_id = ${documentId} and a.recall_id = m.recall_id) as "isAnswered"
    from stock_lot s join recall_match m on m.customer_id = s.customer_id and m.stock_lot_id = s.id
    where s.customer_id = current_customer_id() and s.document_id = ${documentId} and s.amount > 0 and m.ended_at is null and m.confidence <> 'possible'
      and not exists (select from dismissed_recall d where d.customer_id = m.customer_id and d.recall_match_id = m.id and d.is_dismissed)
    order by m.id`.execute(tx)
  return rows
}

/** A lot that is not compared with all recalls yet. */
export interface WaitingLot extends Pick<NamedLot, 'productId' | 'lotNumber' | 'expiration'> {
  id: number
}

/** Lots of an order that wait to be compared: they are new, or recalls are. */
export async function listWaitingLots(tx: CustomerTx, documentId: number): Promise<WaitingLot[]> {
  const { rows } = await sql<WaitingLot>`
    select s.id, s.epcis_med_vocabulary_id as "productId", s.lot_number as "lotNumber", to_char(s.expiration_date, 'YYYY-MM-DD') as expiration
    from stock_lot s where s.customer_id = current_customer_id() and s.document_id = ${documentId} and s.amount > 0 and (not s.is_matched or exists (
      select from recall r where (r.load_id, r.id) > (
        coalesce((select p.load_id from recall_progress p where p.customer_id = current_customer_id()), 0),
        coalesce((select p.recall_id from recall_progress p where p.customer_id = current_customer_id()), 0))))
    order by s.id`.execute(tx)
  return rows
}

/** How many of these lines (a multirange) are of a lot. */
export async function countLines(
  tx: CustomerTx,
  documentId: number,
  lines: string,
  { productId, lotNumber, expiration }: Pick<NamedLot, 'productId' | 'lotNumber' | 'expiration'>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from document_med d where d.customer_id = current_customer_id() and d.document_id = ${documentId}
      and d.line >= lower(${lines}::int4multirange) and d.line < upper(${lines}::int4multirange) and d.line <@ ${lines}::int4multirange
      and d.epcis_med_vocabulary_id is not distinct from ${productId}::bigint and d.lot_number is not distinct from ${lotNumber}::text
      and d.expiration_date is not distinct from ${expiration}::date`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function insertAnswers(
  tx: CustomerTx,
  recallIds: readonly number[],
  values: { documentId: number; locationId: number; answeredAt: Date; answeredById: number },
): Promise<void> {
  await tx
    .insertInto('recallAnswer')
    .values(recallIds.map((recallId) => ({ recallId, ...values })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listAnswered(tx: CustomerTx, documentId: number): Promise<Set<number>> {
  const rows = await tx.selectFrom('recallAnswer').select('recallId').where('documentId', '=', documentId).execute()
  return new Set(rows.map(({ recallId }) => recallId))
}
