import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { ARRIVAL, arrivedBetween } from './arrival.ts'
import type { MonthSpan } from './months.rules.ts'

/** An order that the scorecard counts, together with the orders that it replaced. Voided and replaced orders are not counted. */
export interface OrderRow {
  id: number
  /** Ids of the order and of those that it replaced, directly or indirectly. */
  members: number[]
  /** Arrival time of the first file of the orders in `members`. */
  firstAt: Date
  locationId: number
  timeZone: string
  senderGln: string | null
  units: number
  received: number
  isFinished: boolean
  hasStatement: boolean
  guidelineVersion: string | null
}

/**
 * Orders whose first file arrived in the month. A corrected order is listed once, with all orders that it replaced, in the month of its first file;
 * an order that was voided without being replaced is not listed.
 */
export async function listMonthOrders(tx: CustomerTx, { month, from, to }: MonthSpan): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    with recursive forward (id, next) as (
      select o.id, o.replaced_by_id from (${arrivedBetween(from, to)}) a join "order" o on o.customer_id = current_customer_id() and o.id = a.id
      union
      select n.id, n.replaced_by_id from forward f join "order" n on n.customer_id = current_customer_id() and n.id = f.next
    ), newest as (
      select o.id from forward f join "order" o on o.customer_id = current_customer_id() and o.id = f.id and o.voided_at is null where f.next is null
    ), chain (id, member) as (
      select id, id from newest
      union
      select c.id, p.id from chain c join "order" p on p.customer_id = current_customer_id() and p.replaced_by_id = c.member
    ), counted as (
      select c.id, min(${ARRIVAL}) as first_at, array_agg(c.member order by c.member) as members
      from chain c join epcis_document d on d.customer_id = current_customer_id() and d.id = c.member group by c.id
    )
    select o.id, c.members, c.first_at as "firstAt", o.location_id as "locationId", l.time_zone as "timeZone", d.sender_gln as "senderGln",
      o.amount_of_meds as units, o.amount_received as received,
      (o.closed_at is not null or o.amount_received >= o.amount_of_meds) as "isFinished", d.transaction_statement as "hasStatement",
      d.guideline_version as "guidelineVersion"
    from counted c join "order" o on o.customer_id = current_customer_id() and o.id = c.id
    join epcis_document d on d.customer_id = o.customer_id and d.id = o.id
    join location l on l.customer_id = o.customer_id and l.id = o.location_id
    where to_char(c.first_at at time zone l.time_zone, 'YYYY-MM') = ${month} order by o.id`.execute(tx)
  return rows
}

export interface FailedFileRow {
  id: number
  locationId: number | null
  timeZone: string
  senderGln: string | null
}

/** Files of the month without an order. The parts of a file that became several orders do not count as files. */
export async function listFailedFiles(tx: CustomerTx, { month, from, to, timeZone }: MonthSpan): Promise<FailedFileRow[]> {
  const { rows } = await sql<FailedFileRow>`
    select d.id, d.location_id as "locationId", coalesce(l.time_zone, ${timeZone}) as "timeZone", d.sender_gln as "senderGln"
    from (${arrivedBetween(from, to)}) a join epcis_document d on d.customer_id = current_customer_id() and d.id = a.id
    left join location l on l.customer_id = d.customer_id and l.id = d.location_id
    where d.part_of_id is null
      and not exists (select from "order" o where o.customer_id = d.customer_id and o.id = d.id)
      and to_char(${ARRIVAL} at time zone coalesce(l.time_zone, ${timeZone}), 'YYYY-MM') = ${month} order by d.id`.execute(tx)
  return rows
}

/** Two parallel arrays: the document at each index counts for the order or file at the same index. */
export interface Members {
  /** Ids of the documents that are counted. */
  members: readonly number[]
  /** For the document at the same index of `members`: the id of the order or file for which the document counts. */
  counted: readonly number[]
}

const listed = ({ members, counted }: Members) => sql`unnest(${[...members]}::bigint[], ${[...counted]}::bigint[]) as c (member, id)`

export interface Scan {
  id: number
  at: Date
}

/** The first scan of each order: its first receipt that was not undone completely. */
export async function listFirstReceipts(tx: CustomerTx, of: Members): Promise<Scan[]> {
  const { rows } = await sql<Scan>`
    select c.id, min(r.at) as at from ${listed(of)}
    join receipt r on r.customer_id = current_customer_id() and r.document_id = c.member and r.undoes_id is null and r.moved_from_id is null
    where r.amount > coalesce((select sum(u.amount) from receipt u where u.customer_id = current_customer_id() and u.document_id = r.document_id
      and u.undoes_id = r.id), 0)
    group by c.id`.execute(tx)
  return rows
}

/** A scan of unknown goods counts for an order if the order's data arrives within this many days. */
const EARLY_DAYS = 31

/**
 * Finds the orders of which packages were scanned before the order's file arrived, with the time of the first such scan. That time is when the
 * earliest ticket about an unknown scan of one of the packages was created.
 */
export async function listEarlyScans(tx: CustomerTx, of: Members, { from, to }: MonthSpan): Promise<Scan[]> {
  const { rows } = await sql<Scan>`
    with early as materialized (
      select x.created_at, i.gtin, i.serial_number from document_exception x
      join document_exception_item i on i.customer_id = x.customer_id and i.document_exception_id = x.id
      where x.customer_id = current_customer_id() and x.counter_kind = 'unknownScan' and i.serial_number is not null
        and x.created_at >= ${from}::timestamptz - ${EARLY_DAYS} * interval '1 day' and x.created_at < ${to}
    )
    select c.id, min(e.created_at) as at from early e
    join med m on m.customer_id = current_customer_id() and m.serial_number = e.serial_number and (e.gtin is null or m.gtin = e.gtin)
    join document_med d on d.customer_id = current_customer_id() and d.med_id = m.id
    join ${listed(of)} on c.member = d.document_id
    group by c.id`.execute(tx)
  return rows
}

export interface TicketRow {
  id: number
  ticketId: number
  isFix: boolean
  isSettled: boolean
  minutes: number | null
}

/**
 * Whether a ticket is the supplier's fault: it is about an error in the supplier's file, or about missing, unexpected or wrong goods, and has not
 * been withdrawn.
 */
export const isFault = sql`(x.counter_kind in ('unknownScan', 'overage', 'wrongProduct', 'shortage') or (x.counter_kind is null and x.rejects > 0))
  and not (x.current_error_status = 'CLOSED' and coalesce((select s.reason from document_exception_status s
    where s.customer_id = current_customer_id() and s.document_exception_id = x.id order by s.id desc limit 1), '') = 'withdrawn')`

/** SQL for the tickets that count as faults (`isFault`), for each order or file. A ticket that refers to the order in two columns is listed once. */
const tickets = (of: Members) => sql`(
  select distinct on (c.id, x.id) c.id, x.id as ticket_id, x.counter_kind, x.current_error_status, x.created_at, x.settled_at from ${listed(of)}
  join lateral (
    select a.* from document_exception a where a.customer_id = current_customer_id() and a.document_id = c.member
    union all
    select b.* from document_exception b where b.customer_id = current_customer_id() and b.order_id = c.member and b.document_id is distinct from b.order_id
  ) x on ${isFault})`

export async function listFaultTickets(tx: CustomerTx, of: Members): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select t.id, t.ticket_id as "ticketId", t.current_error_status = 'RESOLVED' as "isFix", t.current_error_status <> 'OPEN' as "isSettled",
      round(extract(epoch from t.settled_at - t.created_at) / 60)::int as minutes
    from ${tickets(of)} t order by t.ticket_id`.execute(tx)
  return rows
}

export interface ProductCount {
  id: number
  gtin: string | null
  amount: number
}

/** The packages that are named in tickets as missing or unexpected, by order and product; a package in several tickets counts once. */
export async function listTicketItems(tx: CustomerTx, of: Members): Promise<(ProductCount & { isMissing: boolean })[]> {
  const { rows } = await sql<ProductCount & { isMissing: boolean }>`
    select t.id, t.counter_kind = 'shortage' as "isMissing", i.gtin,
      count(distinct coalesce(i.serial_number, i.sscc, i.document_exception_id || ' ' || i.n))::int as amount
    from ${tickets(of)} t join document_exception_item i on i.customer_id = current_customer_id() and i.document_exception_id = t.ticket_id
    where t.counter_kind is not null group by 1, 2, 3`.execute(tx)
  return rows
}

/** For each order and GTIN, the number of received packages whose label differs from the file. */
export async function listLabelDifferences(tx: CustomerTx, of: Members): Promise<ProductCount[]> {
  const { rows } = await sql<ProductCount>`
    select c.id, m.gtin, count(distinct d.med_id)::int as amount from ${listed(of)}
    join receipt r on r.customer_id = current_customer_id() and r.document_id = c.member
    join receipt_label b on b.customer_id = r.customer_id and b.receipt_id = r.id
    join document_med d on d.customer_id = r.customer_id and d.document_id = r.document_id and d.line = b.line and d.receipt_id = r.id
    join med m on m.customer_id = d.customer_id and m.id = d.med_id
    group by 1, 2`.execute(tx)
  return rows
}

export interface LotRow {
  id: number
  gtin: string | null
  units: number
  lots: number
  recalledLots: number
  /** For each recalled lot, the ids of the recalls that name it. */
  recallIds: number[][]
}

/**
 * For each order and product, returns the number of units, of lots and of recalled lots, and for each recalled lot the ids of the recalls that name
 * it.
 */
export async function listLots(tx: CustomerTx, of: readonly number[]): Promise<LotRow[]> {
  const { rows } = await sql<LotRow>`
    with lot as (
      select s.document_id, s.gtin, s.amount, (select array_agg(distinct m.recall_id) from recall_match m
        where m.customer_id = current_customer_id() and m.stock_lot_id = s.id and m.ended_at is null and m.confidence <> 'possible') as ids
      from stock_lot s where s.customer_id = current_customer_id() and s.document_id = any (${[...of]}::bigint[])
    )
    select document_id as id, gtin, sum(amount)::int as units, count(*)::int as lots, count(ids)::int as "recalledLots",
      coalesce(json_agg(ids) filter (where ids is not null), '[]') as "recallIds"
    from lot group by document_id, gtin`.execute(tx)
  return rows
}

/**
 * Lists for each order how often its file was delivered again (deliveries through the website don't count), plus the number of its corrected files.
 * Orders for which both numbers are zero are left out.
 */
export async function listRepeats(tx: CustomerTx, of: Members): Promise<{ id: number; amount: number }[]> {
  const { rows } = await sql<{ id: number; amount: number }>`
    select id, sum(amount)::int as amount from (
      select c.id, count(*) as amount from ${listed(of)}
      join upload u on u.customer_id = current_customer_id() and u.document_id = c.member and u.kind = 'sentBefore'
      where exists (select from inbound_message m where m.customer_id = current_customer_id() and m.upload_id = u.id and m.door <> 'web')
      group by 1
      union all
      select c.id, sum(m.times - 1) from ${listed(of)}
      join upload u on u.customer_id = current_customer_id() and u.document_id = c.member
      join inbound_message m on m.customer_id = u.customer_id and m.upload_id = u.id and m.door <> 'web' and m.times > 1
      group by 1
      union all
      select c.id, count(*) from ${listed(of)}
      join document_correction k on k.customer_id = current_customer_id() and k.old_document_id = c.member and k.state not in ('outdated', 'undone', 'kept')
      group by 1
    ) again group by id having sum(amount) > 0`.execute(tx)
  return rows
}

/** Lists the orders and files with a document whose receiver GLN is none of ours. */
export async function listWrongGlns(tx: CustomerTx, of: Members): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from ${listed(of)}
    join document_exception x on x.customer_id = current_customer_id() and x.document_id = c.member
    where x.counter_kind is null and x.findings @> '[{"type":"HeaderReceiverSglnError","severity":"reject"}]'::jsonb and ${isFault}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export interface ReturnRow {
  id: number
  partnerId: number
  locationId: number
  timeZone: string
  isCredited: boolean
  gtins: string[]
}

/** Lists the shipments that returned goods to trading partners and were sent in the month, each with the GTINs of its products. */
export async function listReturns(tx: CustomerTx, { month, from, to }: MonthSpan): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`
    select s.id, s.trading_partner_id as "partnerId", s.location_id as "locationId", l.time_zone as "timeZone", s.settled_at is not null as "isCredited",
      coalesce((select array_agg(distinct trim(u.gtin)) from shipment_unit u where u.customer_id = current_customer_id() and u.shipment_id = s.id and u.gtin is not null),
        '{}') as gtins
    from shipment s join location l on l.customer_id = s.customer_id and l.id = s.location_id
    where s.customer_id = current_customer_id() and s.trading_partner_id is not null and s.purpose in ('return', 'nonsaleable') and s.state = 'sent'
      and s.sent_at >= ${from} and s.sent_at < ${to} and to_char(s.sent_at at time zone l.time_zone, 'YYYY-MM') = ${month} order by s.id`.execute(
    tx,
  )
  return rows
}
