import type pg from 'pg'
import { firmKey } from '../../apps/api/src/domains/recall/load/lot.rules.ts'
import type { Pharmacy } from '../drill/pharmacies.ts'
import { labeler, product } from './recall-match.ts'

export const MEDS_OF_ORDER = 500
const MEDS_OF_CASE = 50
const MEDS_OF_LOT = 100
const PRODUCTS = 5_000
const PRODUCTS_OF_CUSTOMER = 200
const LOTS = 40_000
/** Orders of one statement. */
const CHUNK = 10_000
const DAYS = 730

/** Tables that get a row for each med: their indexes are made when all rows are there. */
const LARGE = ['med', 'document_med']

/** All that customers can buy, as one table to copy from. */
export async function makeProducts(admin: pg.Pool): Promise<void> {
  const products = Array.from({ length: PRODUCTS }, (_, n) => {
    const maker = `Firm ${n % 900} Pharmaceuticals, Inc.`
    const ndc10 = `${labeler(n)}${product(n)}90`
    return { n, gtin: `003${ndc10}0`, ndc: `${labeler(n)}-${product(n)}-90`, ndc10, name: `Product ${n}`, maker, firm: firmKey(maker) }
  })
  await admin.query(
    `create table size_product as select * from jsonb_to_recordset($1) as t(n int, gtin text, ndc text, ndc10 text, name text, maker text, firm text)`,
    [JSON.stringify(products)],
  )
}

/**
 * Orders of two years for each of the customers, in the order of time, as they come in: those of one day lie side by side whoever's they are. Nineteen of twenty
 * are received. Straight into the tables, without triggers; who reads gets what an import and the people behind it would have left.
 */
export async function fillRows(admin: pg.Pool, pharmacies: readonly Pharmacy[], ordersOfEach: number): Promise<void> {
  await makeOrders(admin, pharmacies, ordersOfEach)
  for (const text of FEW) await admin.query(text)
  const orders = pharmacies.length * ordersOfEach
  const indexes = await dropIndexes(admin)
  console.log(`${orders.toLocaleString('en-US')} orders are there, their meds come`)
  await Promise.all(
    MANY.map(async (texts) => {
      for (let from = 0; from < orders; from += CHUNK) for (const text of texts) await admin.query(text, [from, from + CHUNK])
    }),
  )
  console.log('The meds are there, their indexes are made')
  for (const text of indexes) await admin.query(text)
  await admin.query(SEQUENCES)
  await admin.query('drop table size_order, size_lot')
  await admin.query('vacuum analyze')
}

async function makeOrders(admin: pg.Pool, pharmacies: readonly Pharmacy[], ordersOfEach: number): Promise<void> {
  const places = pharmacies.map(({ customerId, locationId, userId }, n) => ({ n, customerId, locationId, userId }))
  await admin.query(
    `insert into epcis_med_vocabulary (customer_id, content_hash, gtin, additional_trade_item_id, additional_trade_item_id_type, regulated_product_name,
       strength_description, manufacturer_of_trade_item_party_name)
     select c, 'h' || p.n, p.gtin, p.ndc, 'FDA_NDC_11', p.name, (p.n % 500) || ' mg', p.maker
     from unnest($1::bigint[]) c join size_product p on p.n % ${PRODUCTS / PRODUCTS_OF_CUSTOMER} = c % ${PRODUCTS / PRODUCTS_OF_CUSTOMER}`,
    [places.map(({ customerId }) => customerId)],
  )
  await admin.query(
    `create table size_order as
     select g as n, "customerId" as customer_id, "locationId" as location_id, "userId" as user_id, at, g / $2::int as nth, (g / $2::int) % 20 <> 19 as is_received,
       (select coalesce(max(id), 1000) from epcis_document) + 1 + g as id
     from (select g, now() - (1 - (g + 1)::numeric / ($2::int * $3::int)) * interval '${DAYS} days' as at from generate_series(0, $2::int * $3::int - 1) g) o
     join jsonb_to_recordset($1) as c(n int, "customerId" bigint, "locationId" bigint, "userId" bigint) on c.n = g % $2::int`,
    [JSON.stringify(places), pharmacies.length, ordersOfEach],
  )
  await admin.query(
    `create table size_lot as
     select o.n, o.id as order_id, part, v.id as product_id, v.gtin, p.ndc10, p.firm, 'L' || lpad(((o.n * 31 + part * 7)::bigint % ${LOTS})::text, 5, '0') as lot,
       (o.at + interval '1 year')::date + part as expiry
     from size_order o cross join generate_series(0, ${MEDS_OF_ORDER / MEDS_OF_LOT - 1}) part
     join (select *, row_number() over (partition by customer_id order by id) - 1 as nth from epcis_med_vocabulary) v
       on v.customer_id = o.customer_id and v.nth = (o.n / 7 + part * 13) % ${PRODUCTS_OF_CUSTOMER}
     join size_product p on p.gtin = v.gtin`,
  )
  await admin.query('create index on size_order (n); create index on size_lot (n); analyze size_order; analyze size_lot')
}

/** A row or a few for each order. */
const FEW = [
  `insert into epcis_document (customer_id, id, location_id, created_by_id, sha256, size, filename, content_type, time_stamp, sender_gln, sender_name,
     instance_identifier, event_count)
   overriding system value
   select customer_id, id, location_id, user_id, md5(id::text), 90000, 'order-' || id || '.xml', 'application/xml', at, '039999' || lpad((id % 7)::text, 7, '0'),
     'Wholesaler ' || id % 7, 'doc-' || id, 3 from size_order`,
  `insert into upload (customer_id, location_id, created_by_id, filename, content_type, size, sha256, status, document_id, created_at, finished_at, kind, facts)
   select customer_id, location_id, user_id, 'order-' || id || '.xml', 'application/xml', 90000, md5(id::text), 'imported', id, at, at, 'made', '{"findings": 0}' from size_order`,
  `insert into "order" (customer_id, id, location_id, sender_names, purchase_order_numbers, placed_by, time_stamp, amount_of_meds, amount_received, packages, cases, pallets)
   select customer_id, id, location_id, array['Wholesaler ' || id % 7], array['PO-' || id], 'Dana Many', at, ${MEDS_OF_ORDER},
     case when is_received then ${MEDS_OF_ORDER} else 0 end, 11, 10, 1 from size_order`,
  `insert into receipt (customer_id, id, document_id, location_id, user_id, at, how, amount, lines)
   overriding system value
   select customer_id, id, id, location_id, user_id, at + interval '3 hours', 'all', ${MEDS_OF_ORDER}, '{[0,511)}' from size_order where is_received`,
  `insert into epcis_event (customer_id, document_id, event_number, location_id, kind, action, biz_step, event_time, lines)
   select customer_id, id, e, location_id, 'ObjectEvent', (array['ADD', 'OBSERVE', 'OBSERVE'])[e],
     'urn:epcglobal:cbv:bizstep:' || (array['commissioning', 'packing', 'shipping'])[e], to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '{[0,511)}'
   from size_order cross join generate_series(1, 3) e`,
  `insert into stock_lot (customer_id, location_id, document_id, epcis_med_vocabulary_id, gtin, ndc10, lot_number, lot_key, firm_key, expiration_date, amount, sent_at, is_matched)
   select customer_id, location_id, order_id, product_id, gtin, ndc10, lot, lot, firm, expiry, ${MEDS_OF_LOT}, at, true from size_lot join size_order using (n)`,
  `insert into audit (customer_id, at, user_id, action, subject, subject_id, detail)
   select customer_id, at + step * interval '20 minutes', user_id, (array['file.upload', 'order.receive', 'med.search', 'med.pedigree'])[step],
     (array['upload', 'order', 'med', 'med'])[step], id, '{}' from size_order cross join generate_series(1, 4) step`,
  `insert into document_exception (customer_id, ticket_number, location_id, document_id, order_id, sender, recipient, current_error_type, current_error_status,
     instance_identifier, po_number, rejects, warnings, findings, created_at, sender_gln, title, settled_at)
   select customer_id, nth, location_id, id, id, 'Wholesaler ' || id % 7, 'Pharmacy', 'EventMedsError', case when nth % 70 = 0 then 'OPEN' else 'CLOSED' end,
     'doc-' || id, 'PO-' || id, 1, 0, '[]', at, '039999' || lpad((id % 7)::text, 7, '0'), 'Something differs', case when nth % 70 = 0 then null else at end
   from size_order where nth % 10 = 0`,
  `insert into incident_thread (customer_id, id, location_id, incident_number, determined_at, created_at, terminated_at)
   overriding system value
   select customer_id, id, location_id, 'CDER-' || id, at, at, case when nth % 50 <> 1 then at + interval '9 days' end from size_order where nth % 10 = 1`,
  `insert into incident_report (customer_id, id, thread_id, location_id, report_type, form_version, form, serial_number, product_name, ndc, lot_number, filepath,
     pdf_sha256, pdf_size, created_at, created_by_id)
   overriding system value
   select customer_id, id, id, location_id, 'INITIAL', '1', '{"classification": "COUNTERFEIT"}', 'S' || id, 'Product 1', '10000-100-90', 'L00001', 'incident-' || id || '.pdf', md5(id::text), 1,
     at, user_id from size_order where nth % 10 = 1`,
]

const MED_ID = `((o.id - 1) * ${MEDS_OF_ORDER} + part * ${MEDS_OF_LOT} + m + 1)`
const FROM_MEDS = `from size_order o join size_lot using (n) cross join generate_series(0, ${MEDS_OF_LOT - 1}) m where o.n >= $1 and o.n < $2`
const CASE_LINES = MEDS_OF_CASE + 1
const CASES = MEDS_OF_ORDER / MEDS_OF_CASE
/** In pre-order: the pallet, then each case with its meds. */
const CASE_LINE = `(1 + (part * ${MEDS_OF_LOT} + m) / ${MEDS_OF_CASE} * ${CASE_LINES})`
const LINE = `(${CASE_LINE} + 1 + (part * ${MEDS_OF_LOT} + m) % ${MEDS_OF_CASE})`

/** A row for each med, and for each package. */
const MANY = [
  [
    `insert into med (customer_id, id, location_id, gtin, serial_number, lot_number, expiration_date, epcis_med_vocabulary_id, is_epcis_generated, created_at,
       receipt_id, dated_at)
     overriding system value
     select customer_id, ${MED_ID}, location_id, gtin, upper(left(md5(${MED_ID}::text), 12)), lot, expiry, product_id, true, at, case when is_received then o.id end, at
     ${FROM_MEDS}`,
  ],
  [
    `insert into document_med (customer_id, document_id, line, last_line, parent_line, location_id, med_id, epcis_med_vocabulary_id, lot_number, expiration_date,
       is_package, is_shipped, meds, children, receipt_id)
     select customer_id, o.id, ${LINE}, ${LINE}, ${CASE_LINE}, location_id, ${MED_ID}, product_id, lot, expiry, false, true, 1, 0, case when is_received then o.id end
     ${FROM_MEDS}`,
    `insert into document_med (customer_id, document_id, line, last_line, parent_line, location_id, sscc, is_package, is_shipped, meds, children)
     select customer_id, id, line, case line when 0 then ${CASES * CASE_LINES} else line + ${MEDS_OF_CASE} end, case when line > 0 then 0 end, location_id,
       lpad(id::text || lpad(line::text, 4, '0'), 18, '0'), true, false, case line when 0 then ${MEDS_OF_ORDER} else ${MEDS_OF_CASE} end,
       case line when 0 then ${CASES} else ${MEDS_OF_CASE} end
     from size_order cross join (select 0 as line union all select 1 + ${CASE_LINES} * generate_series(0, ${CASES - 1})) c where n >= $1 and n < $2`,
  ],
]

async function dropIndexes(admin: pg.Pool): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes where tablename = any ($1) and indexname not like '%_pkey'`,
    [LARGE],
  )
  for (const { name } of rows) await admin.query(`drop index "${name}"`)
  return rows.map(({ text }) => text)
}

const SEQUENCES = `select setval(pg_get_serial_sequence('epcis_document', 'id'), (select max(id) from epcis_document)),
  setval(pg_get_serial_sequence('receipt', 'id'), (select max(id) from receipt)), setval(pg_get_serial_sequence('med', 'id'), (select max(id) from med))`
