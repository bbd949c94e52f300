import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { IS_IN_PERIOD, IS_PRODUCT } from '../../domains/tracing/find/item.joins.ts'
import type { Matter, OrderFacts, Tie } from './retention.rules.ts'

export interface AgedOrder {
  id: number
  meds: number
  uploadedAt: Date
}

/** Lists at most `limit` orders that arrived before `cutoff`, oldest first. */
export async function listCandidates(
  tx: CustomerTx,
  { cutoff, after, limit }: { cutoff: Date; after: AgedOrder | undefined; limit: number },
): Promise<AgedOrder[]> {
  let query = tx
    .selectFrom('order')
    .select(['id', 'amountOfMeds as meds', 'timeStamp as uploadedAt'])
    .where('timeStamp', '<', cutoff)
    .orderBy('timeStamp')
    .orderBy('id')
    .limit(limit)
  if (after) query = query.where(sql<boolean>`("order".time_stamp, "order".id) > (${after.uploadedAt}, ${after.id})`)
  return query.execute()
}

export interface CustomerRow {
  name: string
  keptAt: Date | null
  keptReason: string | null
}

export function findCustomer(tx: CustomerTx): Promise<CustomerRow | undefined> {
  return tx.selectFrom('customer').select(['name', 'keptAt', 'keptReason']).executeTakeFirst()
}

/**
 * Reads the reason for which all of the customer's records must be kept; null if there is none. Locks the customer's row until the end of the
 * transaction. Fails immediately (55P03) if another transaction has locked that row for a change.
 */
export async function lockCustomerReasonToKeep(tx: CustomerTx): Promise<string | null> {
  return (await tx.selectFrom('customer').select('keptReason').forShare().noWait().executeTakeFirst())?.keptReason ?? null
}

const own = (alias: string) => sql.raw(`${alias}.customer_id = current_customer_id()`)
const chosen = (ids: readonly number[]) => sql`with g as materialized (select unnest(${[...ids]}::bigint[]) as id)`

/**
 * SQL for the tickets and the corrected files of the orders `g`. A ticket or correction can refer to an order in two columns. Each list is a union of
 * two queries, so that PostgreSQL can use the index of each column.
 */
const withTicketsAndCorrections = sql`tickets as materialized (
      select g.id as of_id, e.* from g join document_exception e on ${own('e')} and e.document_id = g.id
      union all select g.id, e.* from g join document_exception e on ${own('e')} and e.order_id = g.id and e.document_id is distinct from g.id
    ), corrections as materialized (
      select g.id as of_id, c.* from g join document_correction c on ${own('c')} and c.old_document_id = g.id
      union all select g.id, c.* from g join document_correction c on ${own('c')} and c.new_document_id = g.id and c.old_document_id <> g.id
    )`

/**
 * Reads the facts that decide how long each order is kept, except its tickets, holds, recalls and the like (`matters`), which `listMatters` reads.
 */
export async function listFacts(tx: CustomerTx, ids: readonly number[]): Promise<Omit<OrderFacts, 'matters'>[]> {
  const { rows } = await sql<Omit<OrderFacts, 'matters'>>`${chosen(ids)}
    select o.id, o.purchase_order_numbers as "purchaseOrderNumbers", o.sender_names as "senderNames", o.time_stamp as "uploadedAt", o.amount_of_meds as meds,
      o.voided_at is null and o.closed_at is null and o.amount_received < o.amount_of_meds as "isOpen",
      greatest(o.time_stamp, o.voided_at, o.closed_at, d.time_stamp, packages.at,
        (select max(r.at) from receipt r where ${own('r')} and r.document_id = o.id),
        (select max(greatest(u.created_at, u.finished_at)) from upload u where ${own('u')} and u.document_id = o.id),
        (select max(a.answered_at) from recall_answer a where ${own('a')} and a.document_id = o.id),
        (select max(p.at) from partner_stop p where ${own('p')} and p.document_id = o.id)) as "lastAt"
    from g join "order" o on ${own('o')} and o.id = g.id
    join epcis_document d on ${own('d')} and d.id = o.id
    left join lateral (
      select max(greatest(m.created_at, m.dated_at, m.voided_at, f.created_at, f.deleted_at, mail.created_at, mail.sent_at)) as at
      from document_med l join med m on ${own('m')} and m.id = l.med_id
      left join med_attachment f on ${own('f')} and f.med_id = m.id
      left join med_email e on ${own('e')} and e.med_id = m.id
      left join mail on ${own('mail')} and mail.id = e.mail_id
      where ${own('l')} and l.document_id = o.id
    ) packages on true`.execute(tx)
  return rows
}

/**
 * Pairs of an order and a tracing request that asks about one of the order's packages: by serial number, or else by lot, or else by product and
 * period. The answer to a request is based on these orders, so they must be kept for the retention years after the request ended.
 */
const namedInRequests = sql`(
      with m as (select l.order_id, m.serial_number, m.lot_number, m.gtin, m.dated_at from meds l join med m on ${own('m')} and m.id = l.med_id),
        a as (select i.*, r.time_zone as zone from tracing_item i join tracing_request r on ${own('r')} and r.id = i.request_id where ${own('i')})
      select m.order_id, a.request_id from m join a on a.serial_number = m.serial_number and ${IS_PRODUCT}
      union select m.order_id, a.request_id from m join a on upper(a.lot_number) = upper(m.lot_number) and ${IS_PRODUCT} and ${IS_IN_PERIOD}
        where a.serial_number is null
      union select m.order_id, a.request_id from m join a on m.gtin is not null and ${IS_PRODUCT} and ${IS_IN_PERIOD}
        where a.serial_number is null and a.lot_number is null)`

type MatterRow = Matter & { orderId: number }

/**
 * For each of these orders, lists the tickets, holds, recalls and other matters that concern the order or its packages, and when each ended;
 * `endedAt` is null as long as a matter is open.
 */
export async function listMatters(tx: CustomerTx, ids: readonly number[]): Promise<MatterRow[]> {
  const { rows } = await sql<MatterRow>`${chosen(ids)},
    ${withTicketsAndCorrections},
    meds as materialized (select distinct g.id as order_id, l.med_id from g join document_med l on ${own('l')} and l.document_id = g.id where l.med_id is not null)
    select t.of_id as "orderId", 'ticket' as kind, t.ticket_number::text as label, case when t.current_error_status <> 'OPEN' then
      greatest(t.settled_at, t.created_at, (select max(n.at) from document_exception_entry n where ${own('n')} and n.document_exception_id = t.id)) end as "endedAt"
      from tickets t
    union all select g.id, 'hold', h.label, coalesce(h.released_at, h.disposed_at) from g join hold h on ${own('h')} and h.document_id = g.id
    union all select distinct m.order_id, 'hold', h.label, coalesce(h.released_at, h.disposed_at)
      from meds m join hold_med k on ${own('k')} and k.med_id = m.med_id join hold h on ${own('h')} and h.id = k.hold_id
    union all select g.id, 'recall', r.title, case when m.ended_at is not null or x.is_dismissed
        then greatest(m.matched_at, m.told_at, m.ended_at, x.dismissed_at, x.decided_at) end
      from g join stock_lot s on ${own('s')} and s.document_id = g.id join recall_match m on ${own('m')} and m.stock_lot_id = s.id
      join recall r on r.id = m.recall_id left join dismissed_recall x on ${own('x')} and x.recall_match_id = m.id
    union all select c.of_id, 'correction', c.filename, case when c.state not in ('found', 'replacing') then greatest(c.found_at, c.decided_at) end
      from corrections c
    union all select g.id, 'upload', u.filename, null from g join upload u on ${own('u')} and u.document_id = g.id where u.status = 'processing'
    union all select distinct m.order_id, 'mail', mail.subject, null::timestamptz from meds m join med_email e on ${own('e')} and e.med_id = m.med_id
      join mail on ${own('mail')} and mail.id = e.mail_id where mail.status = 'waiting'
    union all select distinct on (n.order_id, r.id) n.order_id, 'tracing', 'Request ' || r.number, r.ended_at from ${namedInRequests} n
      join tracing_request r on ${own('r')} and r.id = n.request_id and not r.is_drill
    union all select distinct m.order_id, 'shipment', 'Shipment ' || s.id, s.sent_at from meds m join shipment_med k on ${own('k')} and k.med_id = m.med_id
      join shipment s on ${own('s')} and s.id = k.shipment_id where s.state <> 'discarded'
    union all select g.id, 'legalHold', o.kept_reason, null from g join "order" o on ${own('o')} and o.id = g.id where o.kept_at is not null`.execute(
    tx,
  )
  return rows
}

export interface NamingIncident {
  serials: string
  lots: string
  /** Id of the package on file for which the Form 3911 was completed. */
  medId: number | null
  locationId: number
  label: string
  endedAt: Date | null
  isDraft: boolean
}

/** Reports of suspect product (Form 3911), drafts included, that are open or ended after the cutoff, with their fields as typed. */
export async function listIncidents(tx: CustomerTx, cutoff: Date): Promise<NamingIncident[]> {
  const medId = (form: string) =>
    sql.raw(`case jsonb_typeof(${form} -> 'epcisSgtinId') when 'number' then (${form} ->> 'epcisSgtinId')::bigint end as "medId"`)
  const { rows } = await sql<NamingIncident>`
    select r.serial_number as serials, r.lot_number as lots, ${medId('r.form')}, r.location_id as "locationId", coalesce(t.incident_number, r.product_name) as label,
      case when t.terminated_at is not null then greatest(t.terminated_at, r.created_at) end as "endedAt", false as "isDraft"
    from incident_thread t join incident_report r on ${own('r')} and r.thread_id = t.id
    where ${own('t')} and (t.terminated_at is null or greatest(t.terminated_at, r.created_at) >= ${cutoff})
    union all select coalesce(d.form ->> 'serialNumber', ''), coalesce(d.form ->> 'lotNumber', ''), ${medId('d.form')}, d.location_id,
      coalesce(d.form ->> 'nameOfProduct', 'draft'), null, true
    from incident_draft d where ${own('d')}`.execute(tx)
  return rows
}

/** Packages that an incident's reports or a draft mention; serial numbers and lots are in upper case. */
export interface NamedPackages {
  serials: string[]
  lots: string[]
  medIds: number[]
  /** Locations at which every package counts as mentioned, because the report does not say which packages it means. */
  locationIds: number[]
}

/**
 * Finds which of these serial numbers, lots and ids belong to a package of the customer. Scans all packages, because upper-cased values have no
 * index.
 */
export async function listKnown(
  tx: CustomerTx,
  { serials, lots, medIds }: Omit<NamedPackages, 'locationIds'>,
): Promise<{ serials: Set<string>; lots: Set<string>; medIds: Set<number> }> {
  const med = sql`from med m where ${own('m')}`
  const { rows } = await sql<{ kind: 'serial' | 'lot' | 'med'; word: string }>`
    select 'serial' as kind, upper(m.serial_number) as word ${med} and ${serials.length > 0} and upper(m.serial_number) = any (${serials}::text[])
    union select 'lot', upper(m.lot_number) ${med} and ${lots.length > 0} and upper(m.lot_number) = any (${lots}::text[])
    union select 'med', m.id::text ${med} and m.id = any (${medIds}::bigint[])`.execute(tx)
  const pick = (wanted: string) => rows.flatMap(({ kind, word }) => (kind === wanted ? [word] : []))
  return { serials: new Set(pick('serial')), lots: new Set(pick('lot')), medIds: new Set(pick('med').map(Number)) }
}

/**
 * Of the orders `ids`, lists those to which a report may refer, because the order lists one of the report's packages or lots, or belongs to one of
 * its locations.
 */
export async function listNamedOrders(
  tx: CustomerTx,
  ids: readonly number[],
  { serials, lots, medIds, locationIds }: NamedPackages,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${chosen(ids)}
    select g.id from g where exists (select from document_med l left join med m on ${own('m')} and m.id = l.med_id
        where ${own('l')} and l.document_id = g.id and (l.med_id = any (${medIds}::bigint[]) or upper(m.serial_number) = any (${serials}::text[])
          or upper(m.lot_number) = any (${lots}::text[]) or upper(l.lot_number) = any (${lots}::text[])))
      or exists (select from "order" o where ${own('o')} and o.id = g.id and o.location_id = any (${locationIds}::bigint[]))`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Lists pairs of orders that belong together: they share packages or receipts, one replaces or corrects the other, they came from one document, or a
 * ticket or decision connects them. A document without an order is listed by the document's id.
 */
export async function listTies(tx: CustomerTx, ids: readonly number[]): Promise<Tie[]> {
  const { rows } = await sql<{ a: number; b: number }>`${chosen(ids)}, ${withTicketsAndCorrections},
    meds as materialized (select distinct g.id as order_id, l.med_id from g join document_med l on ${own('l')} and l.document_id = g.id where l.med_id is not null),
    named as (
      select m.order_id as a, o.document_id as b from meds m join document_med o on ${own('o')} and o.med_id = m.med_id
      union select m.order_id, r.document_id from meds m join med p on ${own('p')} and p.id = m.med_id join receipt r on ${own('r')} and r.id = p.receipt_id
      union select g.id, l.document_id from g join receipt r on ${own('r')} and r.document_id = g.id
        join med p on ${own('p')} and p.receipt_id = r.id join document_med l on ${own('l')} and l.med_id = p.id
      union select g.id, l.document_id from g join receipt r on ${own('r')} and r.document_id = g.id
        join document_med l on ${own('l')} and l.receipt_id = r.id
      union select g.id, o.replaced_by_id from g join "order" o on ${own('o')} and o.id = g.id
      union select g.id, d.part_of_id from g join epcis_document d on ${own('d')} and d.id = g.id
      union select g.id, d.id from g join epcis_document d on ${own('d')} and d.part_of_id = g.id
      union select g.id, o.id from g join "order" o on ${own('o')} and o.replaced_by_id = g.id
      union select g.id, other.document_id from g join receipt r on ${own('r')} and r.document_id = g.id
        join receipt other on ${own('other')} and (other.id = r.moved_from_id or other.moved_from_id = r.id)
      union select c.of_id, n.id from corrections c
        left join upload u on ${own('u')} and u.id = c.upload_id left join document_exception e on ${own('e')} and e.id = c.document_exception_id
        cross join lateral unnest(array[c.old_document_id, c.new_document_id, u.document_id, e.document_id, e.order_id]) as n (id)
      union select g.id, n.id from g join upload u on ${own('u')} and u.document_id = g.id join document_correction c on ${own('c')} and c.upload_id = u.id
        cross join lateral unnest(array[c.old_document_id, c.new_document_id]) as n (id)
      union select g.id, n.id from g join upload u on ${own('u')} and u.document_id = g.id
        join document_exception e on ${own('e')} and e.id = u.document_exception_id cross join lateral unnest(array[e.document_id, e.order_id]) as n (id)
      union select t.of_id, n.id from tickets t cross join lateral unnest(array[t.document_id, t.order_id]) as n (id)
      union select t.of_id, n.id from tickets t join document_correction c on ${own('c')} and c.document_exception_id = t.id
        cross join lateral unnest(array[c.old_document_id, c.new_document_id]) as n (id)
      union select t.of_id, u.document_id from tickets t join upload u on ${own('u')} and u.document_exception_id = t.id
      union select t.of_id, l.document_id from tickets t join hold h on ${own('h')} and h.document_exception_id = t.id
        join hold_med k on ${own('k')} and k.hold_id = h.id join document_med l on ${own('l')} and l.med_id = k.med_id
      union select m.order_id, n.id from meds m join hold_med k on ${own('k')} and k.med_id = m.med_id join hold h on ${own('h')} and h.id = k.hold_id
        left join document_exception e on ${own('e')} and e.id = h.document_exception_id
        cross join lateral unnest(array[h.document_id, e.document_id, e.order_id]) as n (id)
      union select g.id, l.document_id from g join hold h on ${own('h')} and h.document_id = g.id
        join hold_med k on ${own('k')} and k.hold_id = h.id join document_med l on ${own('l')} and l.med_id = k.med_id
      union select g.id, other.document_id from g join stock_lot s on ${own('s')} and s.document_id = g.id
        join recall_match m on ${own('m')} and m.stock_lot_id = s.id join dismissed_recall x on ${own('x')} and x.recall_match_id = m.id
        join dismissed_recall y on ${own('y')} and (y.id = x.follows_id or y.follows_id = x.id)
        join recall_match n on ${own('n')} and n.id = y.recall_match_id join stock_lot other on ${own('other')} and other.id = n.stock_lot_id
    ) select distinct a, b from named where b is not null and a <> b`.execute(tx)
  return rows.map(({ a, b }) => [a, b] as const)
}

/** Locks those of these orders that no other transaction has locked. Returns the number of locked orders and the number of orders that exist. */
export async function lockFreeOrders(tx: CustomerTx, ids: readonly number[]): Promise<{ locked: number; present: number }> {
  const locked = await tx
    .selectFrom('order')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const present = await tx
    .selectFrom('order')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return { locked: locked.length, present: present.length }
}

/**
 * Makes a lock request fail after one second. While a removal waits, other transactions wait for the rows that it has already locked, so it must not
 * wait longer.
 */
export async function limitWaiting(tx: CustomerTx): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(tx)
}

const keepValues = (reason: string | null, now: Date) => ({
  keptAt: reason === null ? null : sql<Date>`coalesce(kept_at, ${now})`,
  keptReason: reason,
})

export async function updateReasonToKeep(tx: CustomerTx, ids: readonly number[], reason: string | null, now: Date): Promise<void> {
  await tx
    .updateTable('order')
    .set(keepValues(reason, now))
    .where('id', 'in', [...ids])
    .execute()
}

export async function updateCustomerReasonToKeep(tx: CustomerTx, reason: string | null, now: Date): Promise<void> {
  await tx.updateTable('customer').set(keepValues(reason, now)).execute()
}

/** Locks the customer's reason to keep everything and returns it; undefined if the customer doesn't exist. Waits while a removal holds the lock. */
export function lockCustomerReason(tx: CustomerTx): Promise<{ keptReason: string | null } | undefined> {
  return tx.selectFrom('customer').select('keptReason').forNoKeyUpdate().executeTakeFirst()
}

export async function listStillThere(tx: CustomerTx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('order')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Locks those of these orders that still exist, and returns for each the reason why it must be kept, or null. If a removal has locked the orders,
 * waits until it ends.
 */
export function lockAgedOrders(tx: CustomerTx, ids: readonly number[]): Promise<{ id: number; keptReason: string | null }[]> {
  return tx
    .selectFrom('order')
    .select(['id', 'keptReason'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}
