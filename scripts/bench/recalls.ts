import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RecallRecord, readRecall } from '@seriatim/recall'
import type pg from 'pg'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb } from '../../apps/api/src/db/pool.ts'
import { loadRecalls } from '../../apps/api/src/domains/recall/load/recall-load.service.ts'
import { matchStep } from '../../apps/api/src/domains/recall/match/match.service.ts'
import { listDocumentGroups } from '../../apps/api/src/domains/recall/match/stock.queries.ts'
import { recordDocumentLots } from '../../apps/api/src/domains/recall/match/stock.service.ts'
import { collected } from '../../packages/recall/test/collected.ts'
import { computeScore, type Golden } from '../../packages/recall/test/score.ts'
import { findPeak, time, withBench, write } from './frame.ts'

/** Meds per order, in ten lots. */
const MEDS_OF_ORDER = 1000

/**
 * Measures how well and how fast recalls are read and loaded, and how fast they are matched with a customer's meds: first with all meds, then with
 * the meds of one more order.
 */
export async function benchRecalls({ meds, recalls }: { meds: number; recalls: number }): Promise<void> {
  scoreReading()
  await withBench(async ({ admin, pool, systemPool, dir, session, customerId }) => {
    await admin.query(`insert into billing (is_on, plans) values (false, '{}')`)
    const file = join(dir, 'recalls.json')
    await writeFile(file, makeDownload(recalls))
    let loadMs = 0
    const peak = await findPeak(async () => {
      loadMs = await time(() => loadRecalls(systemPool, [file], { source: 'openfda', now: new Date() }))
    })
    console.log(`recalls loaded: ${write(recalls)} in ${write(loadMs / 1000)} s, with ${write(peak)} MB of memory`)
    const orders = Math.ceil(meds / MEDS_OF_ORDER)
    await fillOrders(admin, customerId, 1, orders)
    await admin.query('analyze')
    const inTx = <T>(work: Parameters<typeof withCustomer<T>>[3]) => withCustomer(openDb(pool), session, 'read write', work)
    const matchAll = async () => {
      while (!(await inTx((tx) => matchStep(tx, new Date()))).isDone) {}
    }
    const fullMs = await time(matchAll)
    const { rows } = await admin.query<{ matches: number; lots: number }>(
      'select (select count(*)::int from recall_match) as matches, (select count(*)::int from stock_lot) as lots',
    )
    const [{ matches, lots } = { matches: 0, lots: 0 }] = rows
    console.log(
      `recalls compared: ${write(meds)} meds in ${write(lots)} lots with all of them in ${write(fullMs / 1000, 1)} s, ${write(matches)} matches`,
    )
    await fillOrders(admin, customerId, orders + 1, orders + 1)
    const documentId = orders + 1
    const moreMs = await time(async () => {
      await inTx(async (tx) => {
        const groups = await listDocumentGroups(tx, documentId)
        await recordDocumentLots(tx, documentId, { locationId: groups[0]?.locationId ?? 0, lots: groups })
      })
      await matchAll()
    })
    console.log(`  an order of ${write(MEDS_OF_ORDER)} meds more: ${write(moreMs)} ms to keep its lots and compare them`)
  })
}

/** Measures how well and how fast the collected recalls are read; prints a note if they are missing. */
function scoreReading(): void {
  const download = collected('enforcement-visible.json') as { results: RecallRecord[] } | null // openFDA's download has this shape
  const golden = collected('golden-visible.json') as Golden | null // the README of the data describes this shape
  if (!download || !golden) {
    console.log('recalls read: the collected recalls are not here, skipped')
    return
  }
  const percent = (part: number) => `${write(100 * part, 1)} %`
  for (const [fact, { hits, wanted, found }] of Object.entries(computeScore(download.results, golden)))
    console.log(`recalls read, ${fact}: precision ${percent(hits / found)}, recall ${percent(hits / wanted)} (${hits} of ${wanted})`)
  let [ms, kilobytes] = [0, 0]
  for (const record of download.results) {
    const began = performance.now()
    readRecall(record)
    ms += performance.now() - began
    kilobytes += ((record.code_info ?? '').length + (record.product_description ?? '').length) / 1000
  }
  console.log(`  ${write(download.results.length)} recalls, ${write(ms / kilobytes, 2)} ms a kilobyte`)
}

const findLot = (n: number) => `L${String((n * 7) % 40_000).padStart(5, '0')}`

/** Makes recalls like the FDA's: most list some lots, some recall all lots, and some have no readable lots. All of them contain an NDC. */
function makeDownload(amount: number): string {
  const records = Array.from({ length: amount }, (_, n) => ({
    status: 'Terminated',
    classification: ['Class I', 'Class II', 'Class III'][n % 3],
    event_id: String(50_000 + Math.floor(n / 3)),
    recalling_firm: `Firm ${n % 900} Pharmaceuticals, Inc.`,
    recall_number: `D-${String(n).padStart(6, '0')}-2026`,
    product_description: `Tablets, ${n % 500} mg, 90-count bottle, NDC ${10_000 + (n % 5000)}-${100 + (n % 900)}-90`,
    product_quantity: '1,000 bottles',
    reason_for_recall: 'Failed specifications',
    distribution_pattern: 'Nationwide',
    recall_initiation_date: '20260901',
    report_date: '20260910',
    code_info:
      n % 10 === 0
        ? 'All lots within expiry'
        : n % 17 === 0
          ? 'see letter'
          : `Lots ${[0, 1, 2, 3].map((at) => findLot(n + at)).join(', ')}, Exp 01/2028`,
  }))
  return JSON.stringify({ meta: { last_updated: '2026-09-20', results: { total: amount } }, results: records })
}

/** Inserts orders with the ids `first` to `last` directly into the tables. */
async function fillOrders(admin: pg.Client, customerId: number, first: number, last: number): Promise<void> {
  await admin.query(`set session_replication_role = replica; set synchronous_commit = off`)
  await admin.query(
    `insert into epcis_med_vocabulary (customer_id, content_hash, gtin, regulated_product_name, manufacturer_of_trade_item_party_name)
     select $1, 'h' || n, '003' || (10000 + n % 5000) || (100 + n % 900) || '900', 'Product ' || n, 'Firm ' || (n % 900) || ' Pharmaceuticals'
     from generate_series(0, 19999) n on conflict do nothing`,
    [customerId],
  )
  const values = [customerId, first, last]
  await admin.query(
    `insert into epcis_document (customer_id, id, location_id, sha256, size, filename, content_type, time_stamp) overriding system value
     select $1, n, (select min(id) from location), 'h' || n, 1, 'f', 'x', now() from generate_series($2::int, $3::int) n`,
    values,
  )
  await admin.query(
    `insert into "order" (customer_id, id, location_id, sender_names, purchase_order_numbers, placed_by, time_stamp, amount_of_meds)
     select $1, n, (select min(id) from location), '{S}', '{}', 'x', now(), ${MEDS_OF_ORDER} from generate_series($2::int, $3::int) n`,
    values,
  )
  await admin.query(
    `insert into document_med (customer_id, document_id, line, last_line, location_id, med_id, epcis_med_vocabulary_id, lot_number, expiration_date, is_package,
       is_shipped, meds, children)
     select $1, n / ${MEDS_OF_ORDER}, n % ${MEDS_OF_ORDER}, n % ${MEDS_OF_ORDER}, (select min(id) from location), n + 1, 1 + (n / 100 * 31) % 20000,
       'L' || lpad(((n / 100 * 7) % 40000)::text, 5, '0'), date '2028-01-31', false, true, 1, 0
     from generate_series($2::int * ${MEDS_OF_ORDER}, ($3::int + 1) * ${MEDS_OF_ORDER} - 1) n`,
    values,
  )
}
