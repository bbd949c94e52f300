import type { ReceivedHow } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { DEPARTURE_OF_MED, type Departure } from '../../departure/departure.joins.ts'
import { IS_LINE_HELD } from '../../hold/hold.joins.ts'
import type { TransactionParty } from '../../med/story/med-transaction.rules.ts'
import { IS_IN_PERIOD, IS_PRODUCT } from './item.joins.ts'
import type { Share } from './share.rules.ts'

/** Selects the requested items. Identical items share one row, with all of their numbers in `ns`, so that they are looked up only once. */
const selectAsked = (requestId: number, numbers: readonly number[]) => sql`
    asked as materialized (
      select array_agg(i.n) as ns, i.gtin, i.ndc10, i.serial_number, i.lot_number, i.from_on, i.to_on, r.time_zone as zone
      from tracing_item i join tracing_request r on r.customer_id = i.customer_id and r.id = i.request_id
      where i.customer_id = current_customer_id() and i.request_id = ${requestId}
        and (${numbers.length === 0} or i.n = any (${[...numbers]}::int[]))
      group by i.gtin, i.ndc10, i.serial_number, i.lot_number, i.from_on, i.to_on, r.time_zone)`

/**
 * SQL condition: whether a med `m` is neither a case nor a pallet. Cases and pallets have rows in `med` with a GTIN and a lot too, but a request for
 * a lot or an NDC asks only about packages. The condition is a scalar subquery, because with `not exists` the planner may read all of the customer's
 * packages for each item.
 */
const IS_UNIT = sql`coalesce((select false from document_med k where k.customer_id = current_customer_id() and k.med_id = m.id and k.is_package limit 1), true)`

/**
 * SQL for the packages that match the items. An item is searched by its serial number; without one, by its lot; without either, by product and
 * period. `amount` is counted only up to a limit; `has_more` means that there are more. Each part of the union has a separate limit, because
 * PostgreSQL would otherwise read every part to the end.
 */
const selectHits = ({ ofSerial, listed, counted }: Share, isPlace = sql`true`) => sql`
    select a.ns, m.id, case when m.amount > ${ofSerial} then ${ofSerial} else 1 end as amount, m.amount > ${ofSerial} as has_more from asked a cross join lateral (
      select c.id, count(*) over () as amount from (select m.id from med m where m.customer_id = current_customer_id()
        and m.serial_number = a.serial_number and ${IS_PRODUCT} and ${isPlace} order by m.id limit ${ofSerial + 1}) c
      order by c.id limit ${ofSerial}) m where a.serial_number is not null
    union all
    select a.ns, m.id, least(m.amount, ${counted}) as amount, m.amount > ${counted} as has_more from asked a cross join lateral (
      select c.id, count(*) over () as amount from (select m.id from med m where m.customer_id = current_customer_id()
        and m.lot_number in (a.lot_number, upper(a.lot_number)) and ${IS_PRODUCT} and ${IS_IN_PERIOD} and ${isPlace} and ${IS_UNIT} limit ${counted + 1}) c
      order by c.id limit ${listed}) m where a.serial_number is null and a.lot_number is not null
    union all
    select a.ns, m.id, least(m.amount, ${counted}) as amount, m.amount > ${counted} as has_more from asked a cross join lateral (
      select c.id, count(*) over () as amount from (
        (select m.id from epcis_med_vocabulary v join med m on m.customer_id = v.customer_id and m.epcis_med_vocabulary_id = v.id and ${IS_IN_PERIOD} and ${isPlace} and ${IS_UNIT}
        where v.customer_id = current_customer_id() and (v.gtin = a.gtin or (substr(v.gtin, 2, 2) = '03' and substr(v.gtin, 4, 10) = any (a.ndc10)))
        limit ${counted + 1})
        union
        (select m.id from location l
        cross join lateral unnest(case when a.gtin is null then (select array_agg('003' || x) from unnest(a.ndc10) x) else array[a.gtin] end) as code (gtin)
        join med m on m.customer_id = current_customer_id() and m.location_id = l.id
          and m.gtin between code.gtin and case when a.gtin is null then code.gtin || '9' else code.gtin end
          and not m.is_epcis_generated and ${IS_IN_PERIOD} and ${isPlace}
        where l.customer_id = current_customer_id() limit ${counted + 1})) c
      order by c.id limit ${listed}) m where a.serial_number is null and a.lot_number is null`

export interface Hit {
  n: number
  amount: number
  hasMore: boolean
  medId: number
  gtin: string | null
  ndc: string | null
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  productName: string | null
  strength: string | null
  dosageForm: string | null
  containerSize: string | null
  locationName: string
  isTypedIn: boolean
  isVoided: boolean
  isHeld: boolean
  /** The shipment with which the package left; null if it is here. */
  departure: Departure | null
  documentId: number | null
  /** Number of the last shipping event that lists the package; if none lists it, of the last one that lists a container around it. */
  shipping: number | null
  orders: number
  receipts: number
  receivedAt: Date | null
  receivedHow: ReceivedHow | null
  isOrderVoided: boolean
  replacedById: number | null
}

/**
 * Lists the packages that match a request's items. Each comes with one order: the order with which it was received or, if it was not received, the
 * newest order that lists it. A voided order is taken only if all orders that list the package are voided.
 */
export async function listHits(tx: CustomerTx, requestId: number, numbers: readonly number[], share: Share): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    with ${selectAsked(requestId, numbers)}, hit as materialized (${selectHits(share)}),
    fact as materialized (select m.id as "medId", m.gtin, coalesce(m.ndc, v.additional_trade_item_id) as ndc, m.serial_number as "serialNumber",
      m.lot_number as "lotNumber", to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate", v.regulated_product_name as "productName",
      v.strength_description as strength, v.dosage_form_type as "dosageForm", v.net_content_description as "containerSize", l.name as "locationName",
      not m.is_epcis_generated as "isTypedIn", m.voided_at is not null as "isVoided", ${IS_LINE_HELD} as "isHeld", ${DEPARTURE_OF_MED} as departure, o.id as "documentId", coalesce(shipped.event_number, around.event_number) as shipping,
      coalesce(times.orders, 0)::int as orders, coalesce(times.receipts, 0)::int as receipts, r.at as "receivedAt", r.how as "receivedHow",
      o.voided_at is not null as "isOrderVoided", o.replaced_by_id as "replacedById"
    from (select distinct id from hit) h
    join med m on m.customer_id = current_customer_id() and m.id = h.id
    cross join lateral (select m.id as med_id) d
    join location l on l.customer_id = m.customer_id and l.id = m.location_id
    left join lateral (
      select x.document_id, x.line, x.last_line, x.parent_line, x.is_package, x.receipt_id, x.epcis_med_vocabulary_id from document_med x
      join "order" p on p.customer_id = x.customer_id and p.id = x.document_id
      where x.customer_id = current_customer_id() and x.med_id = m.id
      order by p.voided_at is null desc, x.receipt_id is not null desc, x.document_id desc limit 1) line on true
    left join lateral (
      select count(*) as orders, count(x.receipt_id) as receipts from document_med x
      join "order" p on p.customer_id = x.customer_id and p.id = x.document_id and p.voided_at is null
      where x.customer_id = current_customer_id() and x.med_id = m.id) times on true
    left join epcis_med_vocabulary v on v.customer_id = m.customer_id and v.id = coalesce(line.epcis_med_vocabulary_id, m.epcis_med_vocabulary_id)
    left join "order" o on o.customer_id = m.customer_id and o.id = line.document_id
    left join lateral (select x.receipt_id from document_med x
      where line.is_package and x.customer_id = current_customer_id() and x.document_id = line.document_id and x.line > line.line and x.line <= line.last_line
        and x.receipt_id is not null order by x.receipt_id desc limit 1) inside on true
    left join receipt r on r.customer_id = m.customer_id and r.id = coalesce(line.receipt_id, inside.receipt_id)
    left join lateral (select e.event_number from epcis_event e
      where e.customer_id = current_customer_id() and e.document_id = line.document_id and e.biz_step = 'shipping' and e.restated_by is null and e.lines @> line.line
      order by e.event_number desc limit 1) shipped on true
    left join lateral (
      with recursive up (line, parent_line) as (
        select x.line, x.parent_line from document_med x
        where shipped.event_number is null and x.customer_id = current_customer_id() and x.document_id = line.document_id and x.line = line.parent_line
        union all
        select x.line, x.parent_line from up join document_med x
          on x.customer_id = current_customer_id() and x.document_id = line.document_id and x.line = up.parent_line)
      select max(e.event_number) as event_number from up join epcis_event e
        on e.customer_id = current_customer_id() and e.document_id = line.document_id and e.biz_step = 'shipping' and e.restated_by is null and e.lines @> up.line) around on true)
    select n, h.amount::int as amount, h.has_more as "hasMore", f.* from hit h cross join lateral unnest(h.ns) as n join fact f on f."medId" = h.id
    order by n, h.id`.execute(tx)
  return rows
}

/**
 * Returns the numbers of the request's items that match at least one package at a location other than `locationIds`. Row security limits the packages
 * to those that the caller may see.
 */
export async function listItemsOutside(
  tx: CustomerTx,
  requestId: number,
  numbers: readonly number[],
  locationIds: readonly number[],
): Promise<number[]> {
  const isPlace = sql`m.location_id <> all (${[...locationIds]}::bigint[])`
  const { rows } = await sql<{ n: number }>`
    with ${selectAsked(requestId, numbers)}, hit as (${selectHits({ ofSerial: 1, listed: 1, counted: 0 }, isPlace)})
    select distinct n from hit h cross join lateral unnest(h.ns) as n`.execute(tx)
  return rows.map(({ n }) => n)
}

export interface DocumentFacts {
  documentId: number
  purchaseOrders: string[]
  senderGln: string | null
  senderName: string | null
  hasStatement: boolean
  legalNotice: string | null
  locations: TransactionParty[]
  events: {
    number: number
    bizStep: string | null
    eventTime: string | null
    bizTransactions: Reference[]
    sources: Reference[]
    destinations: Reference[]
  }[]
  filename: string
  sha256: string
  size: number
}
interface Reference {
  type: string
  value: string
}

const contactOf = (
  types: string,
) => sql`(select c.contact_detail from partner_contact o join partner_contact_detail c on c.customer_id = o.customer_id
        and c.partner_contact_id = o.id and c.contact_type in (${sql.raw(types)})
        where o.customer_id = current_customer_id() and o.trading_partner_id = p.id order by o.id, c.id limit 1)`

/** Facts about these orders: the file, its parties and its shipments. */
export async function listDocumentFacts(tx: CustomerTx, documentIds: readonly number[]): Promise<DocumentFacts[]> {
  if (!documentIds.length) return []
  const { rows } = await sql<DocumentFacts>`
    select o.id as "documentId", o.purchase_order_numbers as "purchaseOrders", d.sender_gln as "senderGln", coalesce(d.sender_name, o.sender_names[1]) as "senderName",
      d.transaction_statement as "hasStatement", d.legal_notice as "legalNotice", d.locations, coalesce(shipped.events, '[]') as events,
      d.filename, d.sha256, d.size
    from "order" o join epcis_document d on d.customer_id = o.customer_id and d.id = o.id
    left join lateral (
      select json_agg(json_build_object('number', e.event_number, 'bizStep', e.biz_step, 'eventTime', e.event_time, 'bizTransactions', e.biz_transactions, 'sources', e.sources,
        'destinations', e.destinations) order by e.event_number) as events
      from epcis_event e where e.customer_id = current_customer_id() and e.document_id = o.id and e.biz_step in ('shipping', 'void_shipping') and e.restated_by is null) shipped on true
    where o.customer_id = current_customer_id() and o.id = any (${[...documentIds]}::bigint[]) order by o.id`.execute(tx)
  return rows
}

/** An owner of packages, identified by a document and a GLN in it. */
interface OwnerKey {
  documentId: number
  gln: string
}

export interface OwnerContact extends OwnerKey {
  partnerName: string
  contactName: string | null
  emailAddress: string | null
  phone: string | null
}

/**
 * Finds the trading partner to which each GLN belongs, with the partner's contacts. Searches only partners that are visible at the location of the
 * document.
 */
export async function listOwnerContacts(tx: CustomerTx, owners: readonly OwnerKey[]): Promise<OwnerContact[]> {
  if (!owners.length) return []
  const { rows } = await sql<OwnerContact>`
    select k.document_id as "documentId", k.gln, p.name as "partnerName", p.contact as "contactName", p.email as "emailAddress", p.phone
    from unnest(${owners.map(({ documentId }) => documentId)}::bigint[], ${owners.map(({ gln }) => gln)}::text[]) as k (document_id, gln)
    join "order" o on o.customer_id = current_customer_id() and o.id = k.document_id
    cross join lateral (
      select p.name, ${contactOf(`'email'`)} as email, ${contactOf(`'phone', 'cell'`)} as phone,
        (select trim(both from c.first_name || ' ' || coalesce(c.last_name, '')) from partner_contact c
          where c.customer_id = current_customer_id() and c.trading_partner_id = p.id order by c.id limit 1) as contact
      from partner_gln g join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id
      where g.customer_id = current_customer_id() and g.global_location_number = k.gln and (p.location_id is null or p.location_id = o.location_id)
      order by p.deactivated_at is not null, p.location_id is null, p.id limit 1) p`.execute(tx)
  return rows
}

interface OwnRecords {
  since: Date | null
  locations: number
  serials: number
}

/**
 * Reads how much a search covers: the time of the oldest record that the transaction can access, the number of locations with orders, and the number
 * of serial numbers in these orders.
 */
export async function readCovered(tx: CustomerTx): Promise<OwnRecords> {
  const { rows } = await sql<OwnRecords>`
    select least((select min(o.time_stamp) from "order" o where o.customer_id = current_customer_id()),
        (select m.dated_at from med m where m.customer_id = current_customer_id() order by m.dated_at limit 1)) as since,
      (select count(distinct o.location_id)::int from "order" o where o.customer_id = current_customer_id()) as locations,
      (select coalesce(sum(o.amount_of_meds), 0)::int from "order" o where o.customer_id = current_customer_id()) as serials`.execute(tx)
  return rows[0] ?? { since: null, locations: 0, serials: 0 }
}
