import { ndcSearchPrefix } from '@seriatim/gs1'
import type { RecallHomeQuery, RecallSearch } from '@seriatim/schema'
import { sql } from 'kysely'
import { type Together, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'

/** Columns of a recall that screens show. */
const RECALL = sql`r.id, r.manufacturer, r.title, r.product, r.quantity, r.reason, r.classification, r.status, r.source, r.distributions, r.version,
  to_char(r.version_on, 'YYYY-MM-DD') as "versionOn", to_char(r.reported_on, 'YYYY-MM-DD') as published,
  array(select p.recall_number from recall_product p where p.recall_id = r.id order by p.recall_number) as "recallNumbers"`

export interface RecallRecord {
  id: number
  manufacturer: string
  title: string
  product: string
  quantity: string | null
  reason: string | null
  classification: string | null
  status: string | null
  source: 'openfda' | 'sample'
  distributions: string[]
  version: number
  versionOn: string
  published: string
  recallNumbers: string[]
}

export const selectRecalls = (ids: readonly number[]) =>
  sql<RecallRecord>`select ${RECALL} from recall r where r.id = any (${[...ids]}::bigint[]) order by r.reported_on desc, r.id desc`
export const listRecalls = async (tx: CustomerTx, ids: readonly number[]) => (await selectRecalls(ids).execute(tx)).rows

/**
 * If all recall numbers of this recall have moved to other recalls, returns the id of a recall that took numbers over; otherwise returns `recallId`.
 */
export async function findCurrentId(tx: CustomerTx, recallId: number): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select p.recall_id as id from recall r join recall_product p on p.came_from_ids @> array[r.id] and p.came_from_ids <> '{}'
    where r.id = ${recallId} and r.is_empty order by p.id limit 1`.execute(tx)
  return rows[0]?.id ?? recallId
}

export interface LotRecord {
  id: number
  recallCodeId: number
  kind: 'lot' | 'range' | 'prefix' | 'suffix' | 'any'
  lot: string
  lotTo: string | null
  expiration: string | null
}

export interface CodeRecord {
  id: number
  ndc: string
  formFactor: string
  allLots: boolean
  isOpen: boolean
  amountOfLots: number
  comparedBy: 'ndc' | 'manufacturer' | 'nothing'
  lots: Omit<LotRecord, 'recallCodeId'>[]
}

/**
 * Whether the lots of a recall code are compared with stock by NDC, by manufacturer, or not at all. If all NDCs of the code were added by the FDA to
 * the whole record (`is_label`), they are used only if the code also lists lots. A code without any NDC is compared by manufacturer if it lists
 * single lots.
 */
const COMPARED_BY = sql`case when exists (select from recall_ndc n where n.recall_code_id = c.id and not n.is_label) then 'ndc'
  when exists (select from recall_ndc n where n.recall_code_id = c.id) and exists (select from recall_lot l where l.recall_code_id = c.id and l.kind <> 'any') then 'ndc'
  when c.ndc = '' and exists (select from recall_lot l where l.recall_code_id = c.id and l.kind = 'lot') then 'manufacturer' else 'nothing' end`

/** The codes of a recall `r`, each with its lots. */
const CODES = sql<CodeRecord[]>`(select coalesce(json_agg(code), '[]') from (
    select c.id, c.ndc, c.form_factor as "formFactor", c.all_lots as "allLots", c.is_open as "isOpen", c.amount_of_lots as "amountOfLots",
      ${COMPARED_BY} as "comparedBy", (select coalesce(json_agg(named), '[]') from (select l.id, l.kind, l.lot, l.lot_to as "lotTo", l.expiration
        from recall_lot l where l.recall_code_id = c.id order by l.id) named) as lots
    from recall_code c join recall_product p on p.id = c.recall_product_id
    where c.recall_id = r.id and c.is_current order by p.recall_number, c.id) code)`

export interface EntryRecord extends RecallRecord {
  codes: CodeRecord[]
}

const entriesWhere = (condition: ReturnType<typeof sql>) =>
  sql<EntryRecord>`select ${RECALL}, ${CODES} as codes from recall r where ${condition} order by r.reported_on desc, r.id desc`

export const selectRecallEntries = (ids: readonly number[]) => entriesWhere(sql`r.id = any (${[...ids]}::bigint[])`)
export const selectEntriesOfCodes = (codeIds: readonly number[]) =>
  entriesWhere(sql`r.id in (select recall_id from recall_code where id = any (${[...codeIds]}::bigint[]))`)

/** Text is matched literally: its percent signs are not LIKE wildcards. */
const contains = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`)}%`

/**
 * SQL condition: whether an NDC in a recall begins with these digits. `product_key` has at most eight digits and an index, which finds the
 * candidates. If the recall contains a package's full NDC (`ndc10`), all digits are compared with it; otherwise the product key must be the beginning
 * of the digits, or they of it.
 */
const likePrefix = (prefix: string) =>
  sql`(n.product_key ^@ ${prefix.slice(0, 8)} and (starts_with(coalesce(n.ndc10, n.product_key), ${prefix}) or (n.ndc10 is null and starts_with(${prefix}, n.product_key))))`

/** A lot to search for, and the codes whose ranges or parts of lots cover it. */
export interface SoughtLot {
  key: string
  codeIds: readonly number[]
}

/**
 * Selects the ids of recalls that list a lot beginning with `key`, or that have one of `codeIds`: the codes whose ranges, prefixes or suffixes cover
 * the lot.
 */
const namingLot = ({
  key,
  codeIds,
}: SoughtLot) => sql`select c.recall_id from recall_lot l join recall_code c on c.id = l.recall_code_id and c.is_current
    where l.kind = 'lot' and l.lot_key ^@ ${key}
  union all select c.recall_id from recall_code c where c.id = any (${[...codeIds]}::bigint[]) and c.is_current`

/** Selects those ranges, prefixes and suffixes in recalls that may cover the lot with this key; a recall may state them in place of single lots. */
export function selectOpenLots(key: string) {
  const starts = Array.from(key, (_, at) => key.slice(0, at + 1))
  const ends = Array.from(key, (_, at) => key.slice(at))
  return sql<Pick<LotRecord, 'recallCodeId' | 'kind' | 'lot' | 'lotTo'>>`
    select recall_code_id as "recallCodeId", kind, lot, lot_to as "lotTo" from recall_lot
    where kind = 'range' and regexp_replace(lot_key, '[0-9]+[^0-9]*$', '') = regexp_replace(${key}, '[0-9]+[^0-9]*$', '')
    union all select recall_code_id, kind, lot, lot_to from recall_lot
    where kind in ('prefix', 'suffix') and lot_key = any (${[...starts, ...ends]}::text[])`
}

type Sought = Omit<RecallSearch, 'lotNumber'> & { lot: SoughtLot | undefined }

function matching({ manufacturer, medName, ndc, lot, dateReceivedStart, dateReceivedEnd }: Sought) {
  const parts = [sql`not r.is_empty`]
  if (manufacturer) parts.push(sql`lower(r.manufacturer) like ${contains(manufacturer)}`)
  if (medName) parts.push(sql`lower(r.product) like ${contains(medName)}`)
  if (dateReceivedStart) parts.push(sql`r.reported_on >= ${dateReceivedStart}::date`)
  if (dateReceivedEnd) parts.push(sql`r.reported_on <= ${dateReceivedEnd}::date`)
  if (ndc) {
    const prefixes = ndcSearchPrefix(ndc)
    // If the text is not an NDC, searches for it as part of the NDCs as the recalls write them.
    parts.push(
      prefixes.length
        ? sql`r.id in (select c.recall_id from recall_ndc n join recall_code c on c.id = n.recall_code_id and c.is_current
            where not n.is_label and (${sql.join(prefixes.map(likePrefix), sql` or `)}))`
        : sql`r.id in (select c.recall_id from recall_code c where c.is_current and position(lower(${ndc}) in lower(c.ndc)) > 0)`,
    )
  }
  if (lot) parts.push(sql`r.id in (${namingLot(lot)} union all select c.recall_id from recall_code c where c.all_lots and c.is_current)`)
  return sql.join(parts, sql` and `)
}

/** Reads a page of the recalls that match the search. Recalls that list the searched lot come before recalls of all lots of a product. */
export async function searchRecalls(tx: CustomerTx, input: Sought): Promise<(EntryRecord & { namesLot: boolean })[]> {
  const named = input.lot ? sql<boolean>`r.id in (${namingLot(input.lot)})` : sql<boolean>`true`
  const { rows } = await sql<
    EntryRecord & { namesLot: boolean }
  >`select r.*, ${CODES} as codes from (select ${RECALL}, ${named} as "namesLot" from recall r where ${matching(input)}
      order by "namesLot" desc, r.reported_on desc, r.id desc limit ${input.pageSize} offset ${(input.pageNumber - 1) * input.pageSize}) r
    order by r."namesLot" desc, r.published desc, r.id desc`.execute(tx)
  return rows
}

export async function countRecalls(tx: CustomerTx, input: Sought): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from recall r where ${matching(input)}`.execute(tx)
  return rows[0]?.n ?? 0
}

export function selectTexts(tx: CustomerTx, recallId: number) {
  return tx
    .selectFrom('recallProduct')
    .select(['recallNumber', 'description', 'codeInfo', 'moreCodeInfo', 'unread'])
    .where('recallId', '=', recallId)
    .orderBy('recallNumber')
    .limit(500)
}

export interface VersionRecord {
  asOf: string
  loadId: number
  loadedAt: Date
  content: unknown
}

/** The versions of a recall, oldest first, at most 50. */
export const selectVersions = (recallId: number) =>
  sql<VersionRecord>`select to_char(v.as_of, 'YYYY-MM-DD') as "asOf", l.id as "loadId", l.loaded_at as "loadedAt", v.content
    from recall_version v join recall_load l on l.id = v.load_id where v.recall_id = ${recallId} order by v.as_of, v.id limit 50`

/**
 * A match of the customer counts only if its lot has packages and the lot's order is not voided. It must also be current ({@link LIVE}) or be kept
 * for reports ({@link EVER}).
 */
const THERE = sql`m.customer_id = current_customer_id() and s.amount > 0 and o.voided_at is null`
export const LIVE = sql`${THERE} and m.ended_at is null`
/**
 * Also includes matches that a later version of the recall no longer contains, if somebody was notified of the match or made a decision about it.
 * Reports still show these matches.
 */
const EVER = sql`${THERE} and (m.ended_at is null or m.told_at is not null or d.id is not null)`
export const OF_MATCH = sql`recall_match m join stock_lot s on s.customer_id = m.customer_id and s.id = m.stock_lot_id
  left join "order" o on o.customer_id = s.customer_id and o.id = s.document_id
  left join dismissed_recall d on d.customer_id = m.customer_id and d.recall_match_id = m.id`
export const COUNTS = sql`m.confidence <> 'possible' and d.is_dismissed is not true`

export interface HomeRecord extends RecallRecord {
  rank: number
  possibleMedCount: number
  isDone: boolean
  isSeen: boolean
}

const hits = sql`select m.recall_id, coalesce(sum(s.amount) filter (where ${COUNTS}), 0)::int as affected,
    coalesce(sum(s.amount) filter (where m.confidence = 'possible' and d.is_dismissed is not true), 0)::int as possible,
    bool_and(d.is_dismissed is true) as is_done, max(m.version) as version
  from ${OF_MATCH} where ${LIVE} group by m.recall_id`

const shown = (show: RecallHomeQuery['show']) => (show === 'all' ? sql`true` : show === 'done' ? sql`h.is_done` : sql`not h.is_done`)

/**
 * Ranks recalls by urgency: first those that affect packages, by class; then those that affect packages but that the FDA has terminated; last those
 * with only possible matches or dismissed lots.
 */
const RANK = sql`case when h.affected = 0 then 6 when r.status = 'Terminated' then 5 else coalesce(array_position(array['Class I', 'Class II', 'Class III'], r.classification), 4) end`

/** The sort key of the recalls on Home: by urgency (`RANK`), then newest first. */
export type HomeKey = readonly [rank: number, published: string, id: number]

/**
 * Selects a page of the recalls that match or may match the customer's stock. Returns up to `limit` + 1 rows, so that the caller knows whether there
 * is a next page. `isSeen` refers to this user.
 */
export function selectHome({
  show,
  limit,
  after,
  userId,
}: Pick<RecallHomeQuery, 'show' | 'limit'> & { after: HomeKey | undefined; userId: number }) {
  const from = after ? sql`and (-${RANK}, r.reported_on, r.id) < (${-after[0]}::int, ${after[1]}::date, ${after[2]}::bigint)` : sql``
  return sql<HomeRecord>`with h as (${hits})
    select ${RECALL}, h.possible as "possibleMedCount", h.is_done as "isDone", ${RANK}::int as rank,
      exists (select from recall_seen n where n.customer_id = current_customer_id() and n.recall_id = r.id
        and n.seen_by_id = ${userId} and n.version >= h.version) as "isSeen"
    from h join recall r on r.id = h.recall_id where ${shown(show)} ${from} order by ${RANK}, r.reported_on desc, r.id desc limit ${limit + 1}`
}

export const selectHomeAmount = (show: RecallHomeQuery['show']) =>
  sql<{ amount: number }>`with h as (${hits}) select count(*)::int as amount from h where ${shown(show)}`

export interface AffectedRecord {
  id: number
  recallId: number
  recallCodeId: number
  locationId: number
  locationName: string
  documentId: number | null
  productId: number | null
  gtin: string | null
  ndc: string | null
  productName: string | null
  sgtinPattern: string | null
  manufacturer: string | null
  lotNumber: string | null
  expiration: string | null
  sentAt: Date
  /** The order's PO numbers; null for typed-in packages. */
  purchaseOrderNumbers: string[] | null
  amount: number
  confidence: 'exact' | 'probable' | 'possible'
  why: string
  version: number
  matchedAt: Date
  /** Time since which the current version of the recall no longer lists the lot; null if it lists the lot. */
  endedAt: Date | null
  toldAt: Date | null
  /** The reason to report the lot again; null if there is none. */
  news: 'raised' | 'more' | null
  dismissedId: number | null
  isDismissed: boolean | null
  notes: string | null
  noneOnHand: boolean | null
  quarantined: number | null
  returned: number | null
  destroyed: number | null
  dispensed: number | null
  dismissedAmount: number | null
  dismissedAt: Date | null
  dismissedById: number | null
  firstName: string | null
  lastName: string | null
}

const AFFECTED = sql`select m.id, m.recall_id as "recallId", m.recall_code_id as "recallCodeId", m.location_id as "locationId", l.name as "locationName",
    s.document_id as "documentId", s.epcis_med_vocabulary_id as "productId", coalesce(s.gtin, p.gtin) as gtin, coalesce(s.ndc, p.additional_trade_item_id) as ndc,
    p.regulated_product_name as "productName", p.sgtin as "sgtinPattern", p.manufacturer_of_trade_item_party_name as manufacturer, s.lot_number as "lotNumber",
    to_char(s.expiration_date, 'YYYY-MM-DD') as expiration, s.sent_at as "sentAt", o.purchase_order_numbers as "purchaseOrderNumbers", s.amount, m.confidence, m.why, m.version, m.matched_at as "matchedAt", m.ended_at as "endedAt",
    m.told_at as "toldAt", m.news, d.id as "dismissedId", d.is_dismissed as "isDismissed", d.notes, d.none_on_hand as "noneOnHand", d.quarantined, d.returned,
    d.destroyed, d.dispensed, d.amount as "dismissedAmount", d.dismissed_at as "dismissedAt", d.dismissed_by_id as "dismissedById", u.first_name as "firstName", u.last_name as "lastName"
  from ${OF_MATCH} join location l on l.customer_id = m.customer_id and l.id = m.location_id
  left join epcis_med_vocabulary p on p.customer_id = s.customer_id and p.id = s.epcis_med_vocabulary_id
  left join "user" u on u.customer_id = d.customer_id and u.id = d.dismissed_by_id`

/** Rank of a match by certainty, the most certain first. Matches of equal rank are sorted by location. */
const RANK_OF_MATCH = sql`array_position(array['exact', 'probable', 'possible'], m.confidence)`
const IN_ORDER = sql`order by ${RANK_OF_MATCH}, l.name, m.id`

export interface AffectedFilter {
  recallId?: number
  recallIds?: readonly number[]
  recallCodeIds?: readonly number[]
  matchIds?: readonly number[]
  documentId?: number
  /** Keeps only the lots that this med belongs to, whether from an order or entered by hand. */
  medId?: number
  isUnreported?: boolean
  /** Whether to include matches that ended because a later version of the recall dropped the lot. */
  withEnded?: boolean
  matched?: { from: Date; to: Date }
  locationId?: number
}

/** Sort key of affected lots: certainty of the match, then name of the location, then id. */
export type AffectedKey = readonly [rank: number, locationName: string, id: number]
export const makeAffectedKey = ({ confidence, locationName, id }: AffectedRecord): AffectedKey => [
  CONFIDENCES.indexOf(confidence) + 1,
  locationName,
  id,
]
const CONFIDENCES: readonly AffectedRecord['confidence'][] = ['exact', 'probable', 'possible']

interface AffectedPage {
  after: AffectedKey | undefined
  limit: number
}

/** SQL condition: whether a med belongs to a lot `s`, as the lot's document lists the med or as it was typed in. */
const matchesMed = (medId: number) => sql`exists (
    select from document_med x where x.customer_id = current_customer_id() and x.med_id = ${medId} and x.document_id = s.document_id
      and x.lot_number is not distinct from s.lot_number and x.expiration_date is not distinct from s.expiration_date
      and x.epcis_med_vocabulary_id is not distinct from s.epcis_med_vocabulary_id
    union all
    select from med y where y.customer_id = current_customer_id() and y.id = ${medId} and s.document_id is null and not y.is_epcis_generated
      and y.location_id = s.location_id and y.lot_number is not distinct from s.lot_number and y.expiration_date is not distinct from s.expiration_date
      and y.epcis_med_vocabulary_id is not distinct from s.epcis_med_vocabulary_id)`

/**
 * Selects the customer's affected lots that match the filter. Set at least one field besides `withEnded`, or the query returns every affected lot.
 */
export function selectAffected(filter: AffectedFilter, page?: AffectedPage) {
  const parts = [filter.withEnded ? EVER : LIVE]
  if (filter.recallId !== undefined) parts.push(sql`m.recall_id = ${filter.recallId}`)
  if (filter.recallIds) parts.push(sql`m.recall_id = any (${[...filter.recallIds]}::bigint[])`)
  if (filter.recallCodeIds) parts.push(sql`m.recall_code_id = any (${[...filter.recallCodeIds]}::bigint[])`)
  if (filter.matchIds) parts.push(sql`m.id = any (${[...filter.matchIds]}::bigint[])`)
  if (filter.documentId !== undefined) parts.push(sql`s.document_id = ${filter.documentId}`)
  if (filter.medId !== undefined) parts.push(matchesMed(filter.medId))
  if (filter.isUnreported) parts.push(sql`m.told_at is null and (d.is_dismissed is not true or m.news = 'raised')`)
  if (filter.matched) parts.push(sql`m.matched_at >= ${filter.matched.from} and m.matched_at < ${filter.matched.to}`)
  if (filter.locationId) parts.push(sql`m.location_id = ${filter.locationId}`)
  if (page?.after)
    parts.push(sql`(${RANK_OF_MATCH}, l.name, m.id) > (${page.after[0]}::int, ${page.after[1]}::text, ${page.after[2]}::bigint)`)
  const cut = page ? sql`limit ${page.limit}` : sql``
  return sql<AffectedRecord>`${AFFECTED} where ${sql.join(parts, sql` and `)} ${IN_ORDER} ${cut}`
}

/** Converts the rows of `selectAffected` in a combined query's result to records: such a result contains instants as text. */
export const makeAffected = (rows: Together<{ rows: ReturnType<typeof selectAffected> }>['rows']): AffectedRecord[] =>
  withInstants(rows, 'sentAt', 'matchedAt', 'endedAt', 'toldAt', 'dismissedAt')

export async function listAffected(tx: CustomerTx, filter: AffectedFilter, page?: AffectedPage): Promise<AffectedRecord[]> {
  return (await selectAffected(filter, page).execute(tx)).rows
}

export const selectStanding = () => sql<{ asOf: string | null; recalls: number }>`
  select to_char(max(as_of), 'YYYY-MM-DD') as "asOf", (select count(*)::int from recall where not is_empty) as recalls from recall_load`

/** Marks a version as seen by a person. @returns false if the person saw this version or a later one before. */
export async function markSeen(
  tx: CustomerTx,
  values: { recallId: number; version: number; seenAt: Date; seenById: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('recallSeen')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['customerId', 'recallId', 'seenById']).doUpdateSet(values).where('recallSeen.version', '<', values.version),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
