import { LOCKS } from '@seriatim/db/advisory-locks'
import type { TracingCounts, TracingItem, TracingOrigin, TracingSearch } from '@seriatim/schema'
import { sql } from 'kysely'
import type { Places } from '../../call/access/access.ts'
import type { CustomerTx } from '../../db/types.ts'

/**
 * SQL condition: an email of the request failed (an answer, an acknowledgment or a question), nothing was sent later in its place, and the request is
 * still unanswered.
 */
const IS_UNDELIVERED = sql<boolean>`(case when r.direction = 'in' then r.covered_at else r.answered_at end is null
  and exists (select from tracing_sending s join mail m on m.customer_id = s.customer_id and m.id = s.mail_id and m.status = 'failed'
    where s.customer_id = current_customer_id() and s.request_id = r.id and not exists (select from tracing_sending later where later.customer_id = current_customer_id()
      and later.request_id = s.request_id and later.id > s.id and later.answer_id is not distinct from s.answer_id)))`

const requests = (tx: CustomerTx) =>
  tx
    .selectFrom('tracingRequest as r')
    .leftJoin('location as l', 'l.id', 'r.locationId')
    .selectAll('r')
    .select(['l.name as locationName', IS_UNDELIVERED.as('isUndelivered')])

/** Whether a request concerns one of these locations. A request to the whole company concerns every location. */
const isAt = (places: Places) =>
  sql<boolean>`(${places === 'all'} or r.location_id is null or r.location_id = any (${places === 'all' ? [] : [...places]}::bigint[]))`

/**
 * The deadline of a request: the earliest of its target, legal and stated deadlines; without any, the time at which the request was received. Open
 * requests are sorted by it.
 */
const dueOf = (request: 'r' | 'last') => {
  const of = (column: string) => sql.ref(`${request}.${column}`)
  return sql`coalesce(least(${of('target_at')}, ${of('legal_due_at')}, ${of('stated_due_at')}), ${of('received_at')})`
}

/**
 * One page of requests: in the view `open` by deadline, earliest first; in the other views newest first. The page begins after the request with the
 * id `after`. The database looks up the deadline of that request, because a `Date` has no microseconds.
 */
export function listRequests(
  tx: CustomerTx,
  places: Places,
  { view, limit, after }: Pick<TracingSearch, 'view' | 'limit'> & { after: number | undefined },
) {
  let query = requests(tx).where(isAt(places)).limit(limit)
  if (view === 'open') query = query.where('r.endedAt', 'is', null).where('r.coveredAt', 'is', null).orderBy(dueOf('r')).orderBy('r.id')
  else query = query.orderBy('r.id', 'desc')
  if (view === 'in' || view === 'out') query = query.where('r.direction', '=', view).where('r.isDrill', '=', false)
  if (view === 'drills') query = query.where('r.isDrill', '=', true)
  if (after !== undefined && view === 'open')
    query = query.where(
      sql<boolean>`(${dueOf('r')}, r.id) > (select ${dueOf('last')}, last.id from tracing_request last
        where last.customer_id = current_customer_id() and last.id = ${after})`,
    )
  else if (after !== undefined) query = query.where('r.id', '<', after)
  return query.execute()
}

/**
 * Lists the tracing requests that were received in a period and concern one of these locations (null: any location) or the whole company; oldest
 * first.
 */
export function listReceivedIn(tx: CustomerTx, { from, to, locationIds }: { from: Date; to: Date; locationIds: readonly number[] | null }) {
  return requests(tx)
    .where('r.receivedAt', '>=', from)
    .where('r.receivedAt', '<', to)
    .where(isAt(locationIds ?? 'all'))
    .orderBy('r.receivedAt')
    .orderBy('r.id')
    .limit(10_000)
    .execute()
}

export const findRequest = (tx: CustomerTx, id: number) => requests(tx).where('r.id', '=', id).executeTakeFirst()
export type RequestRecord = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** Locks the request until the transaction ends, so that two people do not answer it at the same time. */
export async function lockRequest(tx: CustomerTx, id: number): Promise<RequestRecord | undefined> {
  await tx.selectFrom('tracingRequest').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return findRequest(tx, id)
}

export interface NewRow {
  direction: 'in' | 'out'
  isDrill: boolean
  locationId: number | null
  asker: 'fda' | 'state' | 'partner' | 'other'
  organization: string
  name: string | null
  role: string | null
  emailAddress: string | null
  phone: string | null
  tradingPartnerId: number | null
  identityHow: string | null
  identityBy: string | null
  identityAt: Date | null
  channel: 'email' | 'phone' | 'letter' | 'visit' | 'portal' | 'program'
  basis: 'recall' | 'suspect' | 'illegitimate' | 'inspection' | 'audit' | 'other'
  wish: 'information' | 'lastOwner' | 'allOwners'
  reference: string | null
  incidentNumber: string | null
  note: string | null
  receivedAt: Date
  timeZone: string
  targetAt: Date | null
  legalDueAt: Date | null
  statedDueAt: Date | null
  mailHeaders: string | null
  origin: TracingOrigin | null
  fingerprint: string
  duplicateOfId: number | null
  about: string
  remindOn: string | null
  createdAt: Date
  createdById: number | null
  createdBy: string | null
}

/** An item with the possible spellings of its NDC. */
export interface StoredItem extends TracingItem {
  ndc10: string[]
}

const AT_ONCE = 2000

/** Assigns a number to the request and inserts it with its items. */
export async function insertRequest(
  tx: CustomerTx,
  { origin, ...row }: NewRow,
  items: readonly StoredItem[],
): Promise<{ id: number; number: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id()::text, ${LOCKS.tracingNumber}::bigint))`.execute(tx)
  const last = await tx
    .selectFrom('tracingRequest')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('isDrill', '=', row.isDrill)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  const { id } = await tx
    .insertInto('tracingRequest')
    .values({ ...row, number, itemCount: items.length, originKind: origin?.kind ?? null, originId: origin?.id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertItems(tx, id, items, 0)
  return { id, number }
}

/** Adds items, numbered after the existing ones. */
export async function insertItems(tx: CustomerTx, requestId: number, items: readonly StoredItem[], before: number): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await tx
      .insertInto('tracingItem')
      .values(
        items.slice(at, at + AT_ONCE).map(({ gtin, ndc, ndc10, serialNumber, lotNumber, expirationDate, from, to }, index) => ({
          requestId,
          n: before + at + index + 1,
          gtin,
          ndc,
          ndc10,
          serialNumber,
          lotNumber,
          expirationDate,
          fromOn: from,
          toOn: to,
        })),
      )
      .execute()
}

/**
 * Locks the fingerprint of a request's items until the transaction ends. Two requests about the same items that arrive at the same moment are thus
 * recorded one after the other, and the second is recognized as a repetition.
 */
export async function lockFingerprint(tx: CustomerTx, fingerprint: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id() || ' ' || ${fingerprint}::text, ${LOCKS.tracingFingerprint}::bigint))`.execute(
    tx,
  )
}

/** Requests about the same items, newest first. Drills are left out. */
export const listSameItems = (tx: CustomerTx, fingerprint: string) =>
  tx
    .selectFrom('tracingRequest')
    .select(['id', 'number', 'receivedAt', 'locationId', 'organization', 'emailAddress', 'reference', 'mailHeaders'])
    .where('fingerprint', '=', fingerprint)
    .where('isDrill', '=', false)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

export async function listItems(tx: CustomerTx, requestId: number): Promise<(StoredItem & { n: number })[]> {
  const rows = await tx
    .selectFrom('tracingItem')
    .select(['n', 'gtin', 'ndc', 'ndc10', 'serialNumber', 'lotNumber', 'expirationDate', 'fromOn as from', 'toOn as to'])
    .where('requestId', '=', requestId)
    .orderBy('n')
    .execute()
  return rows
}

/** The columns of a request that a person's correction may change. */
type Corrected = Omit<
  NewRow,
  'direction' | 'isDrill' | 'tradingPartnerId' | 'mailHeaders' | 'origin' | 'createdAt' | 'createdById' | 'createdBy'
>

interface Changes extends Partial<Corrected> {
  itemCount?: number
  acknowledgedAt?: Date | null
  answeredAt?: Date | null
  coveredAt?: Date | null
  remindedAt?: Date
  endedAt?: Date | null
  endNote?: string | null
  drillResult?: string
}

export async function updateRequest(tx: CustomerTx, id: number, changes: Changes): Promise<void> {
  await tx.updateTable('tracingRequest').set(changes).where('id', '=', id).execute()
}

/** The counts of a search, and the locations that it covered. Only people who can see all of these locations may read the counts. */
export interface StoredCounts extends TracingCounts {
  locationIds?: readonly number[]
}

/**
 * Stores the counts of a finished search. Does nothing if items were added to the request while the search ran, or if an earlier search covered
 * locations that this one did not, so that its counts are more complete.
 */
export async function saveCounts(
  tx: CustomerTx,
  id: number,
  counts: Required<StoredCounts>,
  { itemCount }: { itemCount: number },
): Promise<void> {
  await tx
    .updateTable('tracingRequest')
    .set({ counts: JSON.stringify(counts), searchedItems: itemCount })
    .where('id', '=', id)
    .where('itemCount', '=', itemCount)
    .where(sql<boolean>`coalesce(counts -> 'locationIds', '[]') <@ ${JSON.stringify(counts.locationIds)}::jsonb`)
    .execute()
}

/** Stores how many items of a request have been searched so far, for the list of requests. */
export async function updateSearched(tx: CustomerTx, id: number, searchedItems: number): Promise<void> {
  await tx.updateTable('tracingRequest').set({ searchedItems }).where('id', '=', id).execute()
}

/** Removes the counts of a request's last search, because the request has changed since that search. */
export async function dropCounts(tx: CustomerTx, id: number): Promise<void> {
  await tx.updateTable('tracingRequest').set({ counts: null, searchedItems: 0 }).where('id', '=', id).execute()
}

interface NewEntry {
  requestId: number
  at: Date
  userId: number | null
  byName: string | null
  words: string
  text?: string | null
  messageId?: string | null
}

export async function insertEntry(tx: CustomerTx, entry: NewEntry): Promise<number> {
  const { id } = await tx.insertInto('tracingEntry').values(entry).returning('id').executeTakeFirstOrThrow()
  return id
}

export const listEntries = (tx: CustomerTx, requestId: number) =>
  tx
    .selectFrom('tracingEntry')
    .select(['id', 'at', 'byName', 'words', 'text'])
    .where('requestId', '=', requestId)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()

export const listFiles = (tx: CustomerTx, requestId: number) =>
  tx
    .selectFrom('tracingFile')
    .select(['id', 'entryId', 'filename', 'contentType', 'size', 'sha256'])
    .where('requestId', '=', requestId)
    .orderBy('id')
    .limit(1000)
    .execute()

export interface FigureRow {
  toAnswer: number
  overdue: number
  nextDueAt: Date | null
  waiting: number
  answered: number
  answeredInTarget: number
  drillsInYear: number
  drillId: number | null
  drillEndedAt: Date | null
  drillMinutes: number | null
  drillItems: number | null
  drillCounts: unknown
}

/** Figures about requests at these locations: to answer, overdue, waiting for a partner, answered since `yearAgo`, and drills. */
export async function readFigures(tx: CustomerTx, places: Places, { now, yearAgo }: { now: Date; yearAgo: Date }): Promise<FigureRow> {
  const { rows } = await sql<FigureRow>`
    with r as (select * from tracing_request r where r.customer_id = current_customer_id() and ${isAt(places)}),
    open as (select least(r.target_at, coalesce(r.legal_due_at, r.target_at), coalesce(r.stated_due_at, r.target_at)) as due from r
      where r.direction = 'in' and not r.is_drill and r.ended_at is null and r.covered_at is null),
    drill as (select r.* from r where r.is_drill and r.ended_at is not null order by r.ended_at desc limit 1)
    select (select count(*)::int from open) as "toAnswer", (select count(*)::int from open where due < ${now}) as overdue,
      (select min(due) from open where due >= ${now}) as "nextDueAt",
      (select count(*)::int from r where r.direction = 'out' and r.ended_at is null and r.answered_at is null) as waiting,
      (select count(*)::int from r where r.direction = 'in' and not r.is_drill and r.covered_at >= ${yearAgo}) as answered,
      (select count(*)::int from r where r.direction = 'in' and not r.is_drill and r.covered_at >= ${yearAgo} and r.covered_at <= r.target_at) as "answeredInTarget",
      (select count(*)::int from r where r.is_drill and r.ended_at >= ${yearAgo}) as "drillsInYear",
      drill.id as "drillId", drill.ended_at as "drillEndedAt", (extract(epoch from drill.ended_at - drill.received_at) / 60)::int as "drillMinutes",
      drill.item_count as "drillItems", drill.counts as "drillCounts"
    from (select 1) one left join drill on true`.execute(tx)
  return (
    rows[0] ?? {
      toAnswer: 0,
      overdue: 0,
      nextDueAt: null,
      waiting: 0,
      answered: 0,
      answeredInTarget: 0,
      drillsInYear: 0,
      drillId: null,
      drillEndedAt: null,
      drillMinutes: null,
      drillItems: null,
      drillCounts: null,
    }
  )
}

/** Number of open requests that must be answered at these locations, for the menu's badge. */
export async function countToAnswer(tx: CustomerTx, places: Places): Promise<number> {
  const { rows } = await sql<{
    amount: number
  }>`select count(*)::int as amount from tracing_request r where r.customer_id = current_customer_id()
    and r.direction = 'in' and not r.is_drill and r.ended_at is null and r.covered_at is null and ${isAt(places)}`.execute(tx)
  return rows[0]?.amount ?? 0
}

export async function findLocationZone(tx: CustomerTx, locationId: number): Promise<string | undefined> {
  const row = await tx.selectFrom('location').select('timeZone').where('id', '=', locationId).executeTakeFirst()
  return row?.timeZone
}
