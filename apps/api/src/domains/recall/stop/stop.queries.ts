import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import type { AnsweredVersion } from '../report/answer.rules.ts'

/** A lot of an order that matches a recall exactly or probably. */
export interface NamedLot {
  recallId: number
  productId: number | null
  lotNumber: string | null
  expiration: string | null
  /** The recall version that first named the lot. */
  version: number
}

/** A lot that is not compared with all recalls yet, because the lot or a recall is new. */
export interface WaitingLot extends Pick<NamedLot, 'productId' | 'lotNumber' | 'expiration'> {
  id: number
}

/**
 * Lists the lots that may stop a receipt of an order's goods: lots that are named by recalls, and lots that have not been compared with all recalls
 * yet. This query runs at every scan, so it starts from the few lots of the order and uses an index.
 */
export async function listStoppingLots(tx: CustomerTx, documentId: number): Promise<{ named: NamedLot[]; waiting: WaitingLot[] }> {
  const { rows } = await sql<WaitingLot & { recallId: number | null; version: number | null; isWaiting: boolean }>`
    select s.id, s.epcis_med_vocabulary_id as "productId", s.lot_number as "lotNumber", to_char(s.expiration_date, 'YYYY-MM-DD') as expiration,
      m.recall_id as "recallId", m.version, w.is_waiting as "isWaiting"
    from stock_lot s
    left join recall_match m on m.customer_id = s.customer_id and m.stock_lot_id = s.id and m.ended_at is null and m.confidence <> 'possible'
    cross join lateral (select not s.is_matched or exists (
      select from recall r where (r.load_id, r.id) > (
        coalesce((select p.load_id from recall_progress p where p.customer_id = current_customer_id()), 0),
        coalesce((select p.recall_id from recall_progress p where p.customer_id = current_customer_id()), 0))) as is_waiting) w
    where s.customer_id = current_customer_id() and s.document_id = ${documentId} and s.amount > 0 and (m.id is not null or w.is_waiting)
    order by m.id, s.id`.execute(tx)
  const waiting = new Map(rows.filter(({ isWaiting }) => isWaiting).map((lot) => [lot.id, lot]))
  const named = rows.flatMap(({ recallId, version, ...lot }) =>
    recallId === null || version === null ? [] : [{ ...lot, recallId, version }],
  )
  return { named, waiting: [...waiting.values()] }
}

/** Counts the lines of an order that are among the given lines (a multirange) and have the given product, lot and expiration date. */
export async function countStoppedLines(
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

/** The values of a label that differ from the order's file. A case's label applies to all lines in the case. */
export interface DifferentLabel {
  line: number
  lastLine: number
  label: { lotNumber: string | null; expirationDate: string | null }
}

/**
 * A group of packages that have the same product, lot and expiration date in the file, and whose labels all show the same other lot or expiration
 * date.
 */
export interface LabelGroup extends Pick<NamedLot, 'productId' | 'lotNumber' | 'expiration'> {
  gtin: string | null
  ndc: string | null
  manufacturer: string | null
  saidLot: string | null
  /** `YYYY-MM-DD` or `YYYY-MM` */
  saidExpiration: string | null
  sentAt: Date | null
  amount: number
}

/** Packages on the given lines (a multirange) whose scanned labels differ from the file, grouped by product and by the values of file and label. */
export async function listLabelGroups(
  tx: CustomerTx,
  documentId: number,
  lines: string,
  labels: readonly DifferentLabel[],
): Promise<LabelGroup[]> {
  const { rows } = await sql<LabelGroup>`
    select g."productId", g."lotNumber", to_char(g.expiration, 'YYYY-MM-DD') as expiration, p.gtin, p.additional_trade_item_id as ndc,
      p.manufacturer_of_trade_item_party_name as manufacturer, g."saidLot", g."saidExpiration", g.amount,
      (select s.sent_at from stock_lot s where s.customer_id = current_customer_id() and s.document_id = ${documentId} limit 1) as "sentAt"
    from (select d.epcis_med_vocabulary_id as "productId", d.lot_number as "lotNumber", d.expiration_date as expiration, l.lot as "saidLot",
        l.expiration as "saidExpiration", count(distinct d.line)::int as amount
      from unnest(${labels.map(({ line }) => line)}::int[], ${labels.map(({ lastLine }) => lastLine)}::int[],
        ${labels.map(({ label }) => label.lotNumber)}::text[], ${labels.map(({ label }) => label.expirationDate)}::text[]) l (line, last_line, lot, expiration)
      join document_med d on d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line between l.line and l.last_line
        and d.line <@ ${lines}::int4multirange
      group by 1, 2, 3, 4, 5) g
    left join epcis_med_vocabulary p on p.customer_id = current_customer_id() and p.id = g."productId"`.execute(tx)
  return rows
}

/** Saves answers to recalls for one document; a new answer replaces the older one to the same recall. */
export async function saveAnswers(
  tx: CustomerTx,
  recallIds: readonly number[],
  {
    documentId,
    locationId,
    answeredAt,
    answeredById,
    reason,
  }: { documentId: number; locationId: number; answeredAt: Date; answeredById: number; reason: string },
): Promise<void> {
  await sql`insert into recall_answer (recall_id, document_id, location_id, answered_at, answered_by_id, version, classification, reason)
    select r.id, ${documentId}::bigint, ${locationId}::bigint, ${answeredAt}::timestamptz, ${answeredById}::bigint, r.version, r.classification, ${reason}::text
    from recall r where r.id = any (${[...recallIds]}::bigint[])
    on conflict (customer_id, document_id, recall_id) do update set answered_at = excluded.answered_at, answered_by_id = excluded.answered_by_id,
      version = excluded.version, classification = excluded.classification, reason = excluded.reason`.execute(tx)
}

export const selectAnswers = (tx: CustomerTx, documentId: number) =>
  tx.selectFrom('recallAnswer').select(['recallId', 'version', 'classification']).where('documentId', '=', documentId)

/** The answers to recalls, keyed by the recall's id; each contains the version and classification that the recall had when it was answered. */
export const mapAnswers = (rows: readonly (AnsweredVersion & { recallId: number })[]): Map<number, AnsweredVersion> =>
  new Map(rows.map(({ recallId, ...answer }) => [recallId, answer]))

export async function listAnswers(tx: CustomerTx, documentId: number): Promise<Map<number, AnsweredVersion>> {
  return mapAnswers(await selectAnswers(tx, documentId).execute())
}

/**
 * Copies the answers that people gave about the recall `from` to the recall `to`, which took over recall numbers of `from`. An answer that `to` has
 * already is kept.
 */
export async function copyFollowedAnswers(tx: CustomerTx, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`insert into recall_answer (recall_id, document_id, location_id, answered_at, answered_by_id, version, classification, reason)
    select r.id, a.document_id, a.location_id, a.answered_at, a.answered_by_id, r.version, a.classification, a.reason from recall_answer a join recall r on r.id = ${to}
    where a.customer_id = current_customer_id() and a.recall_id = ${from} on conflict do nothing`.execute(tx)
}
