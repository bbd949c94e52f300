import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { IS_LINE_HELD } from '../../src/domains/hold/hold.joins.ts'
import { countActive, selectPackageCounts } from '../../src/domains/recall/package-counts.queries.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer } from '../make.ts'
import { load, makeRecord, readRecallId } from './recalls.ts'

const t = useTestDb()

const MATCHED = `select m.recall_id, d.is_dismissed is true as is_dismissed, s.* from recall_match m
  join stock_lot s on s.customer_id = m.customer_id and s.id = m.stock_lot_id
  left join "order" o on o.customer_id = s.customer_id and o.id = s.document_id
  left join dismissed_recall d on d.customer_id = m.customer_id and d.recall_match_id = m.id
  where m.customer_id = $1 and s.amount > 0 and o.voided_at is null and m.ended_at is null and m.confidence <> 'possible'`
const IS_LOT = `x.lot_number is not distinct from s.lot_number and x.expiration_date is not distinct from s.expiration_date
  and x.epcis_med_vocabulary_id is not distinct from s.epcis_med_vocabulary_id`

/** Reference for the tested counts: the packages of each matched lot, looked up lot by lot, which is slow but simple. */
const PLAIN = `with named as (${MATCHED}), packages as (
  select s.id as lot_id, s.recall_id, s.is_dismissed, p.med_id, p.is_received from named s cross join lateral (
    select x.med_id, x.receipt_id is not null as is_received from document_med x where x.customer_id = s.customer_id and x.document_id = s.document_id
      and x.is_shipped and not x.is_package and x.med_id is not null and ${IS_LOT}
    union all
    select x.id, true from med x where s.document_id is null and x.customer_id = s.customer_id and x.location_id = s.location_id
      and not x.is_epcis_generated and x.voided_at is null and ${IS_LOT}
      and (s.gtin is null or x.gtin is null or x.gtin = s.gtin) and (s.ndc is null or x.ndc is null or x.ndc = s.ndc)) p
), held as (select k.med_id, bool_and(h.cause = 'dataPending') as is_pending from hold_med k
  join hold h on h.customer_id = k.customer_id and h.id = k.hold_id where k.customer_id = $1 and k.is_active group by 1)`
const PLAIN_COUNTS = `${PLAIN}, once as (
  select recall_id, med_id, bool_or(not is_dismissed) as is_open, bool_or(is_received) as is_received from packages group by 1, 2)
  select recall_id::int as "recallId", (count(*) filter (where is_open))::int as packages, (count(*) filter (where is_open and is_received))::int as received,
    (count(*) filter (where is_open and not is_pending))::int as "onHold",
    (count(*) filter (where is_open and not is_received and is_pending is not false))::int as "expectedNotHeld",
    (count(*) filter (where is_open and is_pending))::int as pending, (count(*) filter (where not is_open))::int as dismissed
  from once left join held using (med_id) group by 1 order by 1`
const PLAIN_ACTIVE = `${PLAIN} select count(distinct med_id)::int as count, count(distinct recall_id)::int as recalls from packages
  where not is_dismissed and is_received and med_id not in (select med_id from held)`

/**
 * Generates orders of `lines` packages each, and packages entered by hand, in 20 lots that two recalls list. Some of the packages have no lot number,
 * no date or no product.
 */
async function generate(customerId: number, place: number, userId: number, recallIds: readonly number[], lines: number): Promise<void> {
  const client = new pg.Client(t.superuserUrl)
  await client.connect()
  const lot = (n: string) => `(array['', 'A', 'B', 'C', null])[1 + ${n} % 5], case when ${n} % 3 > 0 then date '2027-01-01' + ${n} % 2 end,
    case when ${n} % 7 > 0 then 1 + ${n} % 2 end`
  const run = (text: string) => client.query(text)
  // Switches off triggers, and with them the checks of references, because the rows below refer to products, receipts and meds that don't exist. The
  // tested counts don't need these rows.
  await run('set session_replication_role = replica')
  for (const document of [1, 2])
    await run(`insert into document_med (customer_id, document_id, line, last_line, location_id, med_id, lot_number, expiration_date,
        epcis_med_vocabulary_id, is_package, is_shipped, meds, children, receipt_id)
      select ${customerId}, ${document}, n, n, ${place}, ${document === 1 ? 'n' : `n + ${lines / 2}`}, ${lot('n')}, n % 50 = 0, n % 40 > 0, 1, 0,
        case when n % 3 = 0 then 1 end from generate_series(1, ${lines}) n`)
  await run(`insert into med (customer_id, id, location_id, gtin, ndc, serial_number, is_epcis_generated, voided_at, created_at, dated_at,
      lot_number, expiration_date, epcis_med_vocabulary_id)
    overriding system value select ${customerId}, 10000000 + n, ${place}, case when n % 4 > 0 then '0030001100100' || n % 2 end, case when n % 3 > 0 then '1111' end,
      'S' || n, n % 6 = 0, case when n % 9 = 0 then now() end, now(), now(), ${lot('n')}
    from generate_series(1, 200) n`)
  await run(`insert into stock_lot (customer_id, location_id, document_id, lot_number, expiration_date, epcis_med_vocabulary_id, gtin, amount, sent_at)
    select distinct on (document, lot, expiration, product) ${customerId}::bigint, ${place}::bigint, document, lot, expiration, product,
      case when document is null then '00300011001001' end, 1, now()
    from (select case when n < 100 then 1 when n < 200 then 2 end as document, ${lot('n')} from generate_series(1, 300) n) lots (document, lot, expiration, product)
    where product is not null or lot is not null`)
  await run(`insert into recall_match (customer_id, location_id, recall_id, recall_code_id, stock_lot_id, confidence, why, version, matched_at)
    select customer_id, location_id, recall, 1, id, case when id % 11 = 0 then 'possible' when id % 2 = 0 then 'exact' else 'probable' end, '', 1, now()
    from stock_lot cross join unnest(array[${recallIds.join()}]::bigint[]) recall where customer_id = ${customerId} and (id + recall) % 3 > 0`)
  await run(`insert into dismissed_recall (customer_id, location_id, recall_match_id, notes, none_on_hand, version, amount, is_dismissed, dismissed_at, dismissed_by_id, decided_at)
    select customer_id, location_id, id, '', false, 1, 1, stock_lot_id % 4 > 0, now(), ${userId}, now() from recall_match where customer_id = ${customerId} and stock_lot_id % 2 = 0`)
  await run(`insert into hold (customer_id, id, location_id, kind, label, meds, reason, placed_at, placed_by_id, cause, document_exception_id)
    overriding system value select ${customerId}, n, ${place}, 'lot', '', 1, '', now(), ${userId}, (array['quarantine', 'dataPending'])[n], nullif(n, 1)
    from generate_series(1, 2) n`)
  await run(`insert into hold_med (customer_id, hold_id, med_id, is_active) select ${customerId}, 1 + n % 2, n, n % 5 > 0 from generate_series(1, ${lines}, 4) n
    union all select ${customerId}, 1, n, true from generate_series(1, ${lines}, 9) n union all select ${customerId}, 2, 10000000 + n, true from generate_series(1, 200, 3) n
    on conflict do nothing`)
  await client.end()
}

test('package counts equal the counts made lot by lot, including lots without a number, date or product', async () => {
  const customer = await newCustomer(t)
  const records = [
    makeRecord({ product_description: 'Nothing we have, NDC 11111-111-11' }),
    makeRecord({ product_description: 'Nor this' }),
  ]
  await load(t, records)
  const recallIds = await Promise.all(records.map((record) => readRecallId(t, record)))
  await generate(customer.customerId, customer.main.id, customer.staff.userId, recallIds, 1000)
  const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
  const { counts, active } = await withCustomer(t.deps.db, scope, 'read write', async (tx) => ({
    counts: (await sql<{ recallId: number }>`select * from (${selectPackageCounts(recallIds)}) c order by 1`.execute(tx)).rows,
    active: await countActive(tx, IS_LINE_HELD),
  }))
  expect(counts).toEqual(await t.query(PLAIN_COUNTS, [customer.customerId]))
  expect([active]).toEqual(await t.query(PLAIN_ACTIVE, [customer.customerId]))
  expect(counts).toHaveLength(2)
  for (const row of counts) expect(Object.entries(row).filter(([, count]) => count === 0)).toEqual([])
})
