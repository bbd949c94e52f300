import { LOCKS } from '@seriatim/db/advisory-locks'
import type { PartnerBusiness, PartnerSearch, PartnerType } from '@seriatim/schema'
import { type Expression, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

const partners = (tx: CustomerTx) =>
  tx
    .selectFrom('tradingPartner')
    .leftJoin('location', 'location.id', 'tradingPartner.locationId')
    .leftJoin('user as closer', 'closer.id', 'tradingPartner.deactivatedById')
    .select([
      'tradingPartner.id',
      'tradingPartner.name',
      'tradingPartner.type',
      'tradingPartner.business',
      'tradingPartner.locationId',
      'tradingPartner.createdAt',
      'tradingPartner.deactivatedAt',
      'tradingPartner.deactivateReason',
      'location.name as locationName',
      'closer.firstName',
      'closer.lastName',
    ])

export function findPartner(tx: CustomerTx, id: number) {
  return partners(tx).where('tradingPartner.id', '=', id).executeTakeFirst()
}
export type PartnerRecord = NonNullable<Awaited<ReturnType<typeof findPartner>>>

export function lockPartner(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('tradingPartner')
    .select(['id', 'name', 'type', 'business', 'locationId', 'deactivatedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertPartner(
  tx: CustomerTx,
  values: {
    locationId: number | null
    name: string
    type: PartnerType
    business: PartnerBusiness | null
    createdAt: Date
    createdById: number | null
  },
): Promise<number> {
  return (await tx.insertInto('tradingPartner').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function updatePartner(
  tx: CustomerTx,
  id: number,
  values: {
    name?: string
    type?: PartnerType
    business?: PartnerBusiness | null
    deactivatedAt?: Date | null
    deactivatedById?: number | null
    deactivateReason?: string | null
  },
): Promise<void> {
  await tx.updateTable('tradingPartner').set(values).where('id', '=', id).execute()
}

export type PartnerFilter = Pick<PartnerSearch, 'name' | 'gln' | 'city' | 'stateId' | 'type' | 'deactivated'> & {
  /** A moment in the past that decides which partners count as active; now if absent. */
  at?: Date | undefined
}

/** SQL condition for partners. Name and city match by substring, a GLN by prefix; all case-insensitive (rest.md). */
function makeConditions({ name, gln, city, stateId, type, deactivated, at }: PartnerFilter) {
  const wasActive = at
    ? sql<boolean>`(trading_partner.deactivated_at is null or trading_partner.deactivated_at > ${at})`
    : sql<boolean>`trading_partner.deactivated_at is null`
  const conditions = [deactivated ? sql<boolean>`not ${wasActive}` : wasActive]
  // A partner that was merged after `at` was active then, but is left out, because its licenses now belong to the partner that was kept.
  if (at)
    conditions.push(sql`not exists (select from partner_merge m where m.customer_id = current_customer_id()
      and m.merged_id = trading_partner.id and m.undone_at is null)`)
  if (name) conditions.push(sql`position(lower(${name}::text) in lower(trading_partner.name)) > 0`)
  if (type) conditions.push(sql`trading_partner.type = ${type}`)
  const digits = gln?.replace(/\s/g, '')
  // Uses `in` rather than `exists`, so that PostgreSQL first looks up the few GLNs that begin with these digits, through the index of GLNs.
  if (digits)
    conditions.push(sql`trading_partner.id in (select g.trading_partner_id from partner_gln g
      where g.customer_id = current_customer_id() and starts_with(g.global_location_number, ${digits}::text))`)
  if (city || stateId)
    conditions.push(sql`trading_partner.id in (select a.trading_partner_id from partner_address a where a.customer_id = current_customer_id()
      and (${city ?? ''}::text = '' or position(lower(${city ?? ''}::text) in lower(a.city)) > 0)
      and (${stateId || 0}::bigint = 0 or a.state_id = ${stateId || 0}::bigint))`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** A partner's position in the sorted list: the value that the list is sorted by, and the id for equal values. */
export type PartnerKey = readonly [sorted: string, id: number]
export const isPartnerKey = (key: unknown): key is PartnerKey =>
  Array.isArray(key) && key.length === 2 && typeof key[0] === 'string' && Number.isSafeInteger(key[1])

/** All matching partners, by name. */
export function listPartners(tx: CustomerTx, filter: PartnerFilter) {
  return partners(tx)
    .select(sql<string>`lower(trading_partner.name)`.as('sortName'))
    .where(makeConditions(filter))
    .orderBy(sql`lower(trading_partner.name) collate "C"`)
    .orderBy('tradingPartner.id')
    .execute()
}

/** Finds matching partners in sort order, one more than `limit`. */
export function searchPartners(
  tx: CustomerTx,
  { limit, sort, sortOrder, ...filter }: PartnerFilter & Pick<PartnerSearch, 'limit' | 'sortOrder'> & { sort: 'name' | 'added' },
  after: PartnerKey | undefined,
) {
  const key = sort === 'name' ? sql<string>`lower(trading_partner.name) collate "C"` : sql<string>`trading_partner.created_at`
  const given = after && (sort === 'name' ? sql`${after[0]}::text collate "C"` : sql`${after[0]}::timestamptz`)
  const beyond = sortOrder === 'asc' ? sql`>` : sql`<`
  let query = partners(tx)
    .select(sql<string>`lower(trading_partner.name)`.as('sortName'))
    .where(makeConditions(filter))
    .orderBy(key, sortOrder)
    .orderBy('tradingPartner.id', sortOrder)
    .limit(limit + 1)
  if (given && after) query = query.where(sql<boolean>`(${key}, trading_partner.id) ${beyond} (${given}, ${after[1]}::bigint)`)
  return query.execute()
}

export function selectAmount(tx: CustomerTx, filter: PartnerFilter) {
  return tx
    .selectFrom('tradingPartner')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where(makeConditions(filter))
}

/**
 * The partners that have a GLN at a location, including deactivated ones. Active partners come first; among them, the location's own partners come
 * before those of all locations, and older partners before newer ones. Merged partners are left out; the GLN leads to the partner that was kept.
 */
export const selectPartnersOfGln = (gln: Expression<string | null> | string | null, locationId: number | null) =>
  sql<{ id: number; name: string; business: PartnerBusiness | null; deactivatedAt: Date | null }>`
    select p.id, p.name, p.business, p.deactivated_at as "deactivatedAt" from partner_gln g
    join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id
    where g.customer_id = current_customer_id() and g.global_location_number = ${gln} and (p.location_id is null or p.location_id = ${locationId})
      and not exists (select from partner_merge m where m.customer_id = current_customer_id() and m.merged_id = p.id and m.undone_at is null)
    order by p.deactivated_at is not null, p.location_id is null, p.id`

/** For each partner, the date of the last order and the number of open exceptions, including those from the counter. */
export const selectPartnerActivity = (partnerIds: readonly number[]) => sql<{
  id: number
  lastOrderAt: Date | null
  openExceptions: number
}>`
    with own as (
      select g.trading_partner_id as id, g.global_location_number as gln, p.location_id from partner_gln g
      join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id
      where g.customer_id = current_customer_id() and g.trading_partner_id = any (${[...partnerIds]}::bigint[])
    ), open as (
      select x.sender_gln as gln, x.location_id, count(*)::int as amount from document_exception x
      where x.customer_id = current_customer_id() and x.current_error_status = 'OPEN' and x.sender_gln is not null group by 1, 2
    )
    select own.id, max(last.at) as "lastOrderAt", coalesce((select sum(open.amount) from open join own other on other.gln = open.gln
      where other.id = own.id and (other.location_id is null or other.location_id = open.location_id)), 0)::int as "openExceptions"
    from own left join lateral (
      select o.time_stamp as at from epcis_document d join "order" o on o.customer_id = d.customer_id and o.id = d.id and o.voided_at is null
      where d.customer_id = current_customer_id() and d.sender_gln = own.gln and (own.location_id is null or o.location_id = own.location_id)
      order by d.time_stamp desc limit 1
    ) last on true
    group by own.id`

export interface LocationState {
  locationId: number
  locationName: string
  stateId: number | null
  name: string | null
  code: string | null
}

/**
 * Locations, each with a state: that of the default address or, if the default address has none, that of the first address with a state. Null if no
 * address has a state.
 */
export function selectLocationStates(locationIds: readonly number[] | 'all', { withClosed = false } = {}) {
  const own = locationIds === 'all' ? sql`true` : sql`l.id = any (${[...locationIds]}::bigint[])`
  return sql<LocationState>`
    select l.id as "locationId", l.name as "locationName", s.id as "stateId", s.name, s.code from location l
    left join lateral (
      select a.state_id from location_address a where a.customer_id = current_customer_id() and a.location_id = l.id and a.state_id is not null
      order by a.is_default desc, a.id limit 1
    ) a on true
    left join state s on s.id = a.state_id
    where l.customer_id = current_customer_id() and (l.closed_at is null or ${withClosed}::boolean) and ${own} order by s.name nulls last, l.name`
}

export interface NamedPartner {
  id: number
  name: string
  type: PartnerType
  business: PartnerBusiness | null
  locationId: number | null
  locationName: string | null
}

/** Locks the active partners that have one of these names or ids, and returns them, oldest first; `names` must be in lower case. */
export async function listPartnersNamed(tx: CustomerTx, { names, ids }: { names: readonly string[]; ids: readonly number[] }) {
  const { rows } = await sql<NamedPartner>`
    select p.id, p.name, p.type, p.business, p.location_id as "locationId", l.name as "locationName" from trading_partner p
    left join location l on l.customer_id = p.customer_id and l.id = p.location_id
    where p.customer_id = current_customer_id() and p.deactivated_at is null and (lower(p.name) = any (${[...names]}::text[]) or p.id = any (${[...ids]}::bigint[]))
    order by p.id for update of p`.execute(tx)
  return rows
}

/** Reads a batch of active partners in list order: those that follow `after`, or the first ones. */
export function listPartnersForCsv(tx: CustomerTx, after: PartnerKey | undefined, limit: number) {
  const key = sql`lower(trading_partner.name) collate "C"`
  let query = partners(tx)
    .select(sql<string>`lower(trading_partner.name)`.as('sortName'))
    .where('tradingPartner.deactivatedAt', 'is', null)
    .orderBy(key)
    .orderBy('tradingPartner.id')
    .limit(limit)
  if (after) query = query.where(sql<boolean>`(${key}, trading_partner.id) > (${after[0]}::text collate "C", ${after[1]}::bigint)`)
  return query.execute()
}

/** Without this lock, two concurrent imports would both add the same partners. */
export async function lockImport(tx: CustomerTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('partner.import ' || current_customer_id(), ${LOCKS.partnerImport}::bigint))`.execute(
    tx,
  )
}

interface SellerRow {
  id: number
  name: string
  gln: string
  locationId: number | null
  business: PartnerBusiness | null
  deactivatedAt: Date | null
}

/**
 * Lists the GLNs of all partners that were not merged into another partner, one row for each GLN. Active partners come before deactivated ones. Among
 * these, partners of a single location come before those of all locations.
 */
export async function listSellers(tx: CustomerTx): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    select p.id, p.name, g.global_location_number as gln, p.location_id as "locationId", p.business, p.deactivated_at as "deactivatedAt"
    from partner_gln g join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id
    where g.customer_id = current_customer_id()
      and not exists (select from partner_merge m where m.customer_id = current_customer_id() and m.merged_id = p.id and m.undone_at is null)
    order by p.deactivated_at is not null, p.location_id is null, p.id`.execute(tx)
  return rows
}
