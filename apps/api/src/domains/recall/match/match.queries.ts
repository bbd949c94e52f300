import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import type { Confidence, LotFacts, Via } from './match.rules.ts'

/**
 * One of the customer's lots, a code of the recall (a product with its lots) that may cover it, and those lots of the code that may match. If the
 * customer's lot number is unknown, no lots are compared; `namesLots` then says whether the code is limited to certain lots.
 */
export interface MatchCandidate {
  stockLotId: number
  locationId: number
  ndc10: string | null
  lotNumber: string | null
  expirationDate: string | null
  sentAt: Date
  amount: number
  recallId: number
  recallCodeId: number
  version: number
  classification: string | null
  via: Via
  allLots: boolean
  isUnread: boolean
  namesLots: boolean
  initiatedOn: string | null
  lots: LotFacts[]
}

/** SQL for the text of a lot key before its last number. All lots of a range share it. */
const BEFORE_NUMBER = (key: ReturnType<typeof sql>) => sql`regexp_replace(${key}, '[0-9]+[^0-9]*$', '')`

/**
 * JSON array of a code's lot rows that may match the customer's lot: lots with the same key, ranges whose lots begin the same way, and every row of
 * any other kind.
 */
const LOTS = sql`coalesce((select jsonb_agg(jsonb_build_object('kind', l.kind, 'lot', l.lot, 'lotTo', l.lot_to, 'expiration', l.expiration))
  from (select * from recall_lot l where l.recall_code_id = c.id and case l.kind when 'lot' then l.lot_key = s.lot_key
    when 'range' then ${BEFORE_NUMBER(sql`l.lot_key`)} = ${BEFORE_NUMBER(sql`s.lot_key`)} else true end order by l.id) l), '[]'::jsonb)`

const FACTS = sql`s.id as "stockLotId", s.location_id as "locationId", s.ndc10, s.lot_number as "lotNumber", to_char(s.expiration_date, 'YYYY-MM-DD') as "expirationDate",
  s.sent_at as "sentAt", s.amount, c.recall_id as "recallId", c.id as "recallCodeId", r.version, r.classification, c.all_lots as "allLots",
  c.is_open and not c.all_lots and c.amount_of_lots = 0 as "isUnread",
  s.lot_key is null and exists (select from recall_lot l where l.recall_code_id = c.id and l.kind <> 'any') as "namesLots", to_char(r.initiated_on, 'YYYY-MM-DD') as "initiatedOn"`

/**
 * SQL condition: drops recall codes that cannot match a stock lot. A code can match if it lists the stock lot's number, if it covers more than the
 * listed lots (`is_open`), or if the stock lot's number is unknown.
 */
const MAY_BE = sql`(c.is_open or s.lot_key is null or exists (select from recall_lot l where l.recall_code_id = c.id and l.kind = 'lot' and l.lot_key = s.lot_key))`

const ON_RECORD = sql`stock_lot s on s.customer_id = current_customer_id() and s.id = one.stock_id`

/**
 * Finds possible matches of stock lots and recall codes. `begin` selects the pairs to examine. `by_ndc` is true for a pair with matching NDC digits,
 * and false for a pair found by lot and firm, because the recall states no NDC.
 */
function candidates(begin: ReturnType<typeof sql>, stock = ON_RECORD) {
  return sql<MatchCandidate>`
    with one as (${begin})
    select ${FACTS}, case when n.is_label then 'label' when n.ndc10 is null then 'anyPackage' when n.ndc10 = s.ndc10 then 'package' else 'product' end as via, ${LOTS} as lots
    from one join recall_code c on c.id = one.code_id and c.is_current join recall r on r.id = c.recall_id
    join ${stock}
    join lateral (select n.is_label, n.ndc10 from recall_ndc n where n.recall_code_id = c.id and starts_with(s.ndc10, n.product_key)
      order by case when n.ndc10 = s.ndc10 then 1 when n.ndc10 is null then 2 else 3 end limit 1) n on one.by_ndc
    where s.amount > 0 and (not n.is_label or s.lot_key is not null) and ${MAY_BE}
    union all
    select ${FACTS}, 'firm' as via, ${LOTS} as lots
    from one join recall_code c on c.id = one.code_id and c.is_current join recall r on r.id = c.recall_id
    join ${stock}
    where not one.by_ndc and s.amount > 0`
}

/**
 * Looks up each lot by its key. New rows have no statistics, so PostgreSQL would otherwise expect only a few rows and choose a plan that reads all of
 * the customer's lots.
 */
const stockLots = (stockIds: readonly number[]) => sql`unnest(${[...stockIds]}::bigint[]) x (id) cross join lateral (
    select s.id, s.ndc10, s.lot_key, s.firm_key from stock_lot s where s.customer_id = current_customer_id() and s.id = x.id offset 0) s`

/**
 * For each of these stock lots, selects the recall codes that may cover it: codes with the lot's NDC, and codes without an NDC that list the lot's
 * number in a recall of the same firm.
 */
const naming = (lots: ReturnType<typeof sql>) => sql`
    select s.id as stock_id, n.recall_code_id as code_id, true as by_ndc from ${lots}
    join recall_ndc n on n.product_key = left(s.ndc10, 8) or n.product_key = left(s.ndc10, 9) group by 1, 2
    union all
    select s.id, c.id, false from ${lots}
    join recall_lot l on l.kind = 'lot' and l.lot_key = s.lot_key
    join recall_code c on c.id = l.recall_code_id and c.ndc = ''
    join recall r on r.id = c.recall_id and r.firm_key = s.firm_key group by 1, 2`

/** Finds recall codes that may cover these stock lots, each with the data from which `matchCertainty` decides whether it matches. */
export async function listCandidatesOfStock(tx: CustomerTx, stockIds: readonly number[]): Promise<MatchCandidate[]> {
  return (await candidates(naming(stockLots(stockIds))).execute(tx)).rows
}

/** A lot without a row in `stock_lot`. The caller chooses an `id` for it. */
export interface UnrecordedLot {
  id: number
  locationId: number
  ndc10: string | null
  lotNumber: string | null
  lotKey: string | null
  firmKey: string | null
  expirationDate: string | null
  sentAt: Date
  amount: number
}

/** Match candidates for lots that have no row in `stock_lot`. Here a candidate's `stockLotId` is the `id` of the given lot. */
export async function listCandidatesOfUnrecorded(tx: CustomerTx, lots: readonly UnrecordedLot[]): Promise<MatchCandidate[]> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) s ("id" bigint, "locationId" bigint, "ndc10" text, "lotNumber" text, "lotKey" text,
    "firmKey" text, "expirationDate" date, "sentAt" timestamptz, "amount" int)`
  const rows = sql`(select s.id, s."locationId" as location_id, s.ndc10, s."lotNumber" as lot_number, s."lotKey" as lot_key, s."firmKey" as firm_key,
    s."expirationDate" as expiration_date, s."sentAt" as sent_at, s.amount from ${given}) s`
  return (await candidates(naming(rows), sql`${rows} on s.id = one.stock_id`).execute(tx)).rows
}

/** Finds the customer's lots that these recalls may cover, each with the recall code that may cover it. */
export async function listCandidatesOfRecalls(tx: CustomerTx, recallIds: readonly number[]): Promise<MatchCandidate[]> {
  const { rows } = await candidates(sql`
    select s.id as stock_id, c.id as code_id, true as by_ndc from recall_code c
    join recall_ndc n on n.recall_code_id = c.id
    join stock_lot s on s.customer_id = current_customer_id() and s.ndc8 = left(n.product_key, 8) and starts_with(s.ndc10, n.product_key)
    where c.recall_id = any (${[...recallIds]}::bigint[]) and c.is_current group by 1, 2
    union all
    select s.id, c.id, false from recall_code c join recall r on r.id = c.recall_id
    join recall_lot l on l.recall_code_id = c.id and l.kind = 'lot'
    join stock_lot s on s.customer_id = current_customer_id() and s.lot_key = l.lot_key and s.firm_key = r.firm_key
    where c.recall_id = any (${[...recallIds]}::bigint[]) and c.ndc = '' and c.is_current group by 1, 2`).execute(tx)
  return rows
}

export interface KnownMatch {
  id: number
  recallId: number
  stockLotId: number
  recallCodeId: number
  confidence: Confidence
  why: string
  classification: string | null
  amount: number
  toldAt: Date | null
  endedAt: Date | null
}

const KNOWN = [
  'id',
  'recallId',
  'stockLotId',
  'recallCodeId',
  'confidence',
  'why',
  'classification',
  'amount',
  'toldAt',
  'endedAt',
] as const

export function listMatchesOfStock(tx: CustomerTx, stockIds: readonly number[]): Promise<KnownMatch[]> {
  return tx
    .selectFrom('recallMatch')
    .select(KNOWN)
    .where('stockLotId', 'in', [...stockIds])
    .execute()
}

export function listMatchesOfRecalls(tx: CustomerTx, recallIds: readonly number[]): Promise<KnownMatch[]> {
  return tx
    .selectFrom('recallMatch')
    .select(KNOWN)
    .where('recallId', 'in', [...recallIds])
    .execute()
}

export interface NewMatch {
  locationId: number
  recallId: number
  recallCodeId: number
  stockLotId: number
  confidence: Confidence
  why: string
  version: number
  classification: string | null
  amount: number
  matchedAt: Date
}

/** Why a match is reported again: the recall became Class I, or more of the lot arrived. */
export type News = 'raised' | 'more'

const ROWS = 3000

export async function insertMatches(tx: CustomerTx, rows: readonly NewMatch[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS)
    await tx
      .insertInto('recallMatch')
      .values(rows.slice(from, from + ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function updateMatch(
  tx: CustomerTx,
  id: number,
  values: Partial<Omit<NewMatch, 'locationId' | 'stockLotId' | 'matchedAt'>> & {
    changedAt: Date
    endedAt?: Date | null
    toldAt?: Date | null
    news?: News | null
  },
): Promise<void> {
  await tx.updateTable('recallMatch').set(values).where('id', '=', id).execute()
}

export async function endMatches(tx: CustomerTx, ids: readonly number[], endedAt: Date): Promise<void> {
  if (ids.length)
    await tx
      .updateTable('recallMatch')
      .set({ endedAt })
      .where('id', 'in', [...ids])
      .execute()
}

/** Ids of two recalls: the recall `to` took over recall numbers of the recall `from`. */
export interface Move {
  from: number
  to: number
}

/** For each given recall (`to`), lists the other recalls (`from`) whose recall numbers it took over. */
export async function listRenumbered(tx: CustomerTx, recallIds: readonly number[]): Promise<Move[]> {
  if (!recallIds.length) return []
  const { rows } =
    await sql<Move>`select distinct f.id as "from", p.recall_id as "to" from recall_product p cross join unnest(p.came_from_ids) f (id)
    where p.recall_id = any (${[...recallIds]}::bigint[]) and p.came_from_ids <> '{}' and f.id <> p.recall_id order by 2, 1`.execute(tx)
  return rows
}

/**
 * Adds to these recalls the recalls that passed recall numbers to them and those that took numbers over from them, because all of these are compared
 * together.
 */
export async function includeRenumbered(tx: CustomerTx, recallIds: readonly number[]): Promise<number[]> {
  const ids = sql`${[...recallIds]}::bigint[]`
  const { rows } = await sql<{ id: number }>`select unnest(${ids}) as id
    union select unnest(came_from_ids) from recall_product where recall_id = any (${ids}) and came_from_ids <> '{}'
    union select recall_id from recall_product where came_from_ids <> '{}' and came_from_ids && ${ids}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * For each pair, copies the notification and the decision of the match `fromId` to `match`. The notification is not copied if `match` was raised to
 * class I.
 */
export async function copyDecisions(tx: CustomerTx, pairs: readonly { fromId: number; match: NewMatch }[]): Promise<void> {
  for (const { fromId, match } of pairs) {
    const to = sql`m.customer_id = current_customer_id() and m.recall_id = ${match.recallId} and m.stock_lot_id = ${match.stockLotId}`
    await sql`update recall_match m set told_at = f.told_at from recall_match f where ${to} and f.customer_id = m.customer_id and f.id = ${fromId}
      and (f.classification = m.classification or m.classification is distinct from 'Class I')`.execute(tx)
    await sql`insert into dismissed_recall (location_id, recall_match_id, is_dismissed, notes, version, amount, none_on_hand, quarantined, returned, destroyed,
        dispensed, dismissed_at, dismissed_by_id, decided_at)
      select m.location_id, m.id, d.is_dismissed, d.notes, m.version, d.amount, d.none_on_hand, d.quarantined, d.returned, d.destroyed, d.dispensed,
        d.dismissed_at, d.dismissed_by_id, d.decided_at
      from recall_match m join dismissed_recall d on d.customer_id = m.customer_id and d.recall_match_id = ${fromId} where ${to}
      on conflict do nothing`.execute(tx)
  }
}

/** Turns JIT off: with few rows and long conditions, compiling a plan takes longer than running it. */
export async function disableJit(tx: CustomerTx): Promise<void> {
  await sql`set local jit = off`.execute(tx)
}

/** Lots that have not been compared yet, locked so that nobody compares them at the same time. */
export async function lockWaiting(tx: CustomerTx, limit: number): Promise<number[]> {
  const rows = await tx.selectFrom('stockLot').select('id').where('isMatched', '=', false).orderBy('id').limit(limit).forUpdate().execute()
  return rows.map((row) => row.id)
}

export async function markMatched(tx: CustomerTx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('stockLot')
    .set({ isMatched: true })
    .where('id', 'in', [...ids])
    .execute()
}

/** Whether the customer has been alerted to existing recalls since it subscribed. */
export async function hasCaughtUp(tx: CustomerTx): Promise<boolean> {
  return (await tx.selectFrom('recallProgress').select('caughtUpAt').where('caughtUpAt', 'is not', null).executeTakeFirst()) !== undefined
}

export async function markCaughtUp(tx: CustomerTx, caughtUpAt: Date | null): Promise<void> {
  await tx
    .updateTable('recallProgress')
    .set({ caughtUpAt })
    .where('caughtUpAt', caughtUpAt === null ? 'is not' : 'is', null)
    .execute()
}

export interface MatchProgress {
  loadId: number
  recallId: number
  isFilled: boolean
}

/** Locks the row with the progress of the customer's comparison with the recalls, creating the row if needed, and returns the progress. */
export async function lockProgress(tx: CustomerTx, now: Date): Promise<MatchProgress> {
  await tx
    .insertInto('recallProgress')
    .values({ updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx.selectFrom('recallProgress').select(['loadId', 'recallId', 'isFilled']).forUpdate().executeTakeFirstOrThrow()
}

export async function updateProgress(
  tx: CustomerTx,
  values: Partial<MatchProgress> & { done?: number; total?: number; updatedAt: Date },
): Promise<void> {
  await tx.updateTable('recallProgress').set(values).execute()
}

/** The next recalls to compare, in load order. */
export async function listNextRecalls(
  tx: CustomerTx,
  { loadId, recallId }: MatchProgress,
  limit: number,
): Promise<{ id: number; loadId: number }[]> {
  const { rows } = await sql<{ id: number; loadId: number }>`select id, load_id as "loadId" from recall
    where (load_id, id) > (${loadId}::bigint, ${recallId}::bigint) order by load_id, id limit ${limit}`.execute(tx)
  return rows
}

export const selectWaiting = () => sql<{ recalls: number; lots: number }>`
    select (select count(*)::int from recall r where (r.load_id, r.id) > (coalesce(p.load_id, 0), coalesce(p.recall_id, 0))) as recalls,
      (select count(*)::int from stock_lot s where s.customer_id = current_customer_id() and not s.is_matched) as lots
    from (select 1) one left join recall_progress p on p.customer_id = current_customer_id()`

export async function countWaiting(tx: CustomerTx): Promise<{ recalls: number; lots: number }> {
  return (await selectWaiting().execute(tx)).rows[0] ?? { recalls: 0, lots: 0 }
}

/** Ends the dismissals of these matches, because the lot now has more packages or is named with more certainty. */
export async function endDismissals(tx: CustomerTx, matchIds: readonly number[], now: Date): Promise<void> {
  if (matchIds.length)
    await tx
      .updateTable('dismissedRecall')
      .set({ isDismissed: false, decidedAt: now, followsId: null })
      .where('recallMatchId', 'in', [...matchIds])
      .execute()
}

/**
 * Of these matches, lists the dismissed ones whose lot has grown: it now has more packages than it had at the dismissal or at the last comparison,
 * whichever number was lower.
 */
export async function listGrown(tx: CustomerTx, compared: readonly Pick<KnownMatch, 'id' | 'amount'>[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select m.id from unnest(${compared.map(({ id }) => id)}::bigint[], ${compared.map(({ amount }) => amount)}::int[]) k (id, amount)
    join recall_match m on m.customer_id = current_customer_id() and m.id = k.id
    join stock_lot s on s.customer_id = m.customer_id and s.id = m.stock_lot_id
    join dismissed_recall d on d.customer_id = m.customer_id and d.recall_match_id = m.id and d.is_dismissed
    where s.amount > least(d.amount, k.amount)`.execute(tx)
  return rows.map((row) => row.id)
}

/** Marks the matches that no other caller has marked yet. @returns their ids. The caller that marks a match sends its alert. */
export async function markAlerted(tx: CustomerTx, ids: readonly number[], at: Date): Promise<Set<number>> {
  if (!ids.length) return new Set()
  const rows = await tx
    .updateTable('recallMatch')
    .set({ toldAt: at, news: null })
    .where('id', 'in', [...ids])
    .where('toldAt', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
