import { medSearch } from '@seriatim/schema'
import type pg from 'pg'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb } from '../../apps/api/src/db/pool.ts'
import { findUnit } from '../../apps/api/src/domains/inspection-unit/inspection-unit.service.ts'
import { readPedigree, searchMedPage } from '../../apps/api/src/domains/med/med.service.ts'
import { traceItems } from '../../apps/api/src/domains/tracing/find/find.service.ts'
import { printRatio, timeMedian, withBench, write } from './frame.ts'

const COLUMNS = 'id, serial_number, gtin, lot_number, expiration_date, dated_at'
const SEARCHES: readonly { name: string; input: object; where: string; values: unknown[] }[] = [
  {
    name: 'by serial number',
    input: { serialNumber: 'S0000123' },
    where: 'starts_with(serial_number, $2) order by serial_number, id limit 101',
    values: ['S0000123'],
  },
  { name: 'by lot', input: { lotNumber: 'L0042' }, where: 'lot_number = $2 order by dated_at desc, id desc limit 101', values: ['L0042'] },
  { name: 'newest first', input: {}, where: 'true order by dated_at desc, id desc limit 101', values: [] },
  {
    name: 'by product name',
    input: { medName: 'Product 77' },
    where: 'epcis_med_vocabulary_id = $2 order by dated_at desc, id desc limit 101',
    values: [78],
  },
]

/**
 * Measures how long it takes to search one customer's meds, and to load the detail of one med, in a database with the meds of many customers. The
 * reference is the bare indexed query for the same rows.
 */
export function benchSearch({ meds, customers }: { meds: number; customers: number }): Promise<void> {
  return withBench(async ({ admin, pool, session, customerId }) => {
    await fillMeds(admin, customerId, meds, customers)
    const inTx = <T>(work: Parameters<typeof withCustomer<T>>[3]) => withCustomer(openDb(pool), session, 'read only', work)
    const compare = async (name: string, ours: () => Promise<unknown>, where: string, values: unknown[]) => {
      const [own, bare] = [
        await timeMedian(ours),
        await timeMedian(() => admin.query(`select ${COLUMNS} from med where customer_id = $1 and ${where}`, [customerId, ...values])),
      ]
      printRatio(`pedigrees ${name}`, `${write(own, 1)} ms`, `bare query ${write(bare, 1)} ms`, own / bare)
    }
    for (const { name, input, where, values } of SEARCHES) {
      const search = medSearch.parse(input)
      await compare(name, () => inTx((tx) => searchMedPage(tx, session, search)), where, values)
    }
    const { rows } = await admin.query<{ id: number }>('select max(id)::int as id from med where customer_id = $1', [customerId])
    const [{ id } = { id: 0 }] = rows
    await compare('the detail of a med', () => inTx((tx) => readPedigree(tx, session, id)), 'id = $2', [id])
    const serials = await fillOrders(admin, customerId)
    let at = 0
    const pick = () => inTx((tx) => findUnit(tx, session, { serialNumber: serials[at++ % serials.length] ?? '' }))
    await compare('the answers about a picked bottle', pick, 'serial_number = $2', [serials[0]])
    const requestId = await fillRequest(admin, customerId, { number: 1, items: REQUESTED, rows: SERIALS })
    const trace = (id: number) => inTx((tx) => traceItems(tx, { ...session, timeZone: 'America/New_York' }, { id }))
    const search = () => trace(requestId)
    const bySerial = `serial_number in (select serial_number from tracing_item where customer_id = $1)`
    await compare(`a tracing request of ${write(REQUESTED)} items`, search, bySerial, [])
    const commonId = await fillRequest(admin, customerId, { number: 2, items: COMMON, rows: COMMON_PRODUCTS })
    console.log(
      `  a tracing request of ${write(COMMON)} lots and products, each of many packages: ${write(await timeMedian(() => trace(commonId), 3), 1)} ms`,
    )
    console.log(
      `  (among ${write(meds)} meds of ${write(customers)} customers; ours with its transaction, its row security and everything that the screen shows; reference: the one indexed query on the same rows as a superuser)`,
    )
  })
}

/** Number of items in a tracing request: nine of ten are serial numbers that are on file, the rest are not. */
const REQUESTED = 1000
const SERIALS = `
  (select serial_number as serial, null as lot, null as gtin from med
    where customer_id = $1 and id % greatest(1, (select count(*) / 1000 from med where customer_id = $1)) = 3 limit $3::int * 9 / 10)
  union all select 'NEVER-' || n, null, null from generate_series(1, $3::int / 10) n`

/** Number of items in the largest possible request. Each item is a lot or a product with more packages than a search counts. */
const COMMON = 10_000
const COMMON_PRODUCTS = `
  select null as serial, case when n % 2 = 0 then 'L' || lpad((n / 2 % 5000)::text, 4, '0') end as lot,
    case when n % 2 = 1 then lpad((n % 200 + 1)::text, 14, '0') end as gtin
  from generate_series(1, $3::int) n`

async function fillRequest(
  admin: pg.Client,
  customerId: number,
  { number, items, rows: select }: { number: number; items: number; rows: string },
): Promise<number> {
  const { rows } = await admin.query<{ id: number }>(
    `insert into tracing_request (customer_id, number, direction, is_drill, asker, organization, channel, basis, wish, received_at, time_zone, fingerprint,
       item_count, about, created_at)
     values ($1, $3, 'in', false, 'state', 'Board', 'phone', 'recall', 'information', now(), 'America/New_York', '', $2, 'bench', now()) returning id::int`,
    [customerId, items, number],
  )
  const [{ id } = { id: 0 }] = rows
  await admin.query(
    `insert into tracing_item (customer_id, request_id, n, serial_number, lot_number, gtin)
     select $1, $2, row_number() over (), serial, lot, gtin from (${select}) s limit $3::int`,
    [customerId, id, items],
  )
  await admin.query('analyze tracing_request; analyze tracing_item')
  return id
}

/**
 * Inserts meds directly into the table and creates the indexes afterwards. This is faster, and the benchmark measures only reading. The meds are
 * spread over `customers` customers with consecutive ids from `customerId`; all but the first of them have no other data.
 */
export async function fillMeds(admin: pg.Client, customerId: number, meds: number, customers = 1): Promise<void> {
  await admin.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
  await admin.query(
    `insert into epcis_med_vocabulary (customer_id, content_hash, gtin, regulated_product_name, manufacturer_of_trade_item_party_name)
     select $1, 'h' || n, lpad(n::text, 14, '0'), 'Product ' || (n - 1), 'Maker ' || (n % 20) from generate_series(1, 200) n`,
    [customerId],
  )
  const { rows } = await admin.query<{ indexdef: string; indexname: string }>(
    `select indexdef, indexname from pg_indexes where tablename = 'med' and indexname <> 'med_pkey'`,
  )
  for (const { indexname } of rows) await admin.query(`drop index "${indexname}"`)
  await admin.query(
    `insert into med (customer_id, location_id, gtin, serial_number, lot_number, expiration_date, epcis_med_vocabulary_id, is_epcis_generated, created_at, dated_at)
     select $1 + at % $3::int, (select min(id) from location), lpad((n % 200 + 1)::text, 14, '0'), 'S' || lpad(n::text, 10, '0'), 'L' || lpad((n % 5000)::text, 4, '0'),
       date '2027-01-01' + (n % 1000)::int, n % 200 + 1, true, now() - n * interval '1 second', now() - n * interval '1 second'
     from generate_series(1, $2::int) at, lateral (select at / $3::int as n) x`,
    [customerId, meds, customers],
  )
  for (const { indexdef } of rows) await admin.query(indexdef)
  await admin.query('analyze med; analyze epcis_med_vocabulary; reset session_replication_role')
}

/**
 * Inserts received orders with the customer's meds, ten thousand in each order, and a shipping event for each order.
 *
 * @returns serial numbers spread over all orders.
 */
export async function fillOrders(admin: pg.Client, customerId: number): Promise<string[]> {
  await admin.query('set session_replication_role = replica')
  const { rows } = await admin.query<{ indexdef: string; indexname: string }>(
    `select indexdef, indexname from pg_indexes where tablename = 'document_med' and indexname <> 'document_med_pkey'`,
  )
  for (const { indexname } of rows) await admin.query(`drop index "${indexname}"`)
  await admin.query(
    `insert into document_med (customer_id, document_id, line, last_line, location_id, med_id, epcis_med_vocabulary_id, lot_number, expiration_date,
       is_package, is_shipped, meds, children, receipt_id)
     select customer_id, n / 10000 + 1, n % 10000 + 1, n % 10000 + 1, location_id, id, epcis_med_vocabulary_id, lot_number, expiration_date, false, true, 1, 0, n / 10000 + 1
     from (select *, row_number() over (order by id)::int - 1 as n from med where customer_id = $1) m`,
    [customerId],
  )
  for (const { indexdef } of rows) await admin.query(indexdef)
  const each = `select distinct document_id as id, location_id from document_med where customer_id = $1`
  await admin.query(
    `insert into epcis_document (customer_id, id, location_id, sha256, size, filename, content_type, time_stamp, sender_gln, sender_name, transaction_statement)
     overriding system value select $1, id, location_id, id::text, 1, id || '.xml', 'application/xml', now(), '0399991234567', 'Bench Wholesale', true from (${each}) d`,
    [customerId],
  )
  await admin.query(
    `insert into "order" (customer_id, id, location_id, sender_names, purchase_order_numbers, placed_by, time_stamp, amount_of_meds, amount_received)
     select $1, id, location_id, array['Bench Wholesale'], array['PO ' || id], 'Bench', now(), 10000, 10000 from (${each}) d`,
    [customerId],
  )
  await admin.query(
    `insert into receipt (customer_id, id, document_id, location_id, user_id, at, how, amount, lines) overriding system value
     select $1, id, id, location_id, (select min(id) from "user" where customer_id = $1), now(), 'scan', 10000, '{[1,10001)}' from (${each}) d`,
    [customerId],
  )
  await admin.query(
    `insert into epcis_event (customer_id, document_id, event_number, location_id, kind, action, biz_step, event_time, lines)
     select $1, id, 1, location_id, 'object', 'OBSERVE', 'shipping', '2026-09-15T21:10:00-04:00', '{[1,10001)}' from (${each}) d`,
    [customerId],
  )
  await admin.query(
    'analyze document_med; analyze epcis_document; analyze "order"; analyze receipt; analyze epcis_event; reset session_replication_role',
  )
  const picked = await admin.query<{ serial: string }>(
    `select serial_number as serial from med where customer_id = $1 and id % (select greatest(1, count(*) / 40) from med where customer_id = $1) = 7 limit 40`,
    [customerId],
  )
  return picked.rows.map(({ serial }) => serial)
}
