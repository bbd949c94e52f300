import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startEmbedded } from '@seriatim/db/embedded/index'
import { migrate } from '@seriatim/db/migrate'
import { makeDocument, SAMPLE_PRODUCTS } from '@seriatim/epcis'
import pg from 'pg'
import { withBulk } from '../../apps/api/src/db/bulk-tx.ts'
import type { ConnectionPool } from '../../apps/api/src/db/connection/connection-pool.ts'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { listeners } from '../../apps/api/src/domains/all.ts'
import { readDocument } from '../../apps/api/src/domains/order-import/document-reader.ts'
import { importDocument } from '../../apps/api/src/domains/order-import/import.service.ts'
import { loadRecalls } from '../../apps/api/src/domains/recall/load/recall-load.service.ts'
import { matchStep } from '../../apps/api/src/domains/recall/match/match.service.ts'
import { listDocumentGroups } from '../../apps/api/src/domains/recall/match/stock.queries.ts'
import { recordDocumentLots } from '../../apps/api/src/domains/recall/match/stock.service.ts'
import { insertUpload } from '../../apps/api/src/domains/upload/upload.queries.ts'
import { createStorage } from '../../apps/api/src/outside/storage.ts'
import { makeBenchCustomer } from './bench-customer.ts'
import { makeOpenFolder } from './open-folder.ts'

export interface MatchFigures {
  loadSeconds: number
  /** Memory above what was there before the load. */
  loadMegabytes: number
  /** All of the customer's meds with all recalls, from nothing. */
  fullSeconds: number
  /** A file of `IMPORTED` meds in the same database, from its stored bytes to the committed rows. */
  importMs: number
  /** What recalls add to it: its lots kept, in the import, and compared, behind it. */
  recallMs: number
  /** Tables of more than 10,000 rows that comparing this order read from end to end. */
  scanned: string[]
  matches: number
  lots: number
}

/** Meds of the file, in `LOTS` lots. */
const IMPORTED = 20_000
const LOTS = 100
/** Of what is measured each time; the median counts. */
const RUNS = 5

/** Meds of an order, in ten lots. */
const ORDER = 1000
const seconds = (began: number): number => (performance.now() - began) / 1000

/** Loads generated recalls, and compares a customer's meds with them: all at once, and one order more. */
export async function benchMatching(meds: number, recalls: number): Promise<MatchFigures> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  let pool = openPool(database.ownerUrl, 'seriatim_app', 4)
  const systemPool = openPool(database.ownerUrl, 'seriatim_system', 2)
  const admin = new pg.Client({ connectionString: database.superuserUrl.replace(/\/[^/?]*(\?|$)/, '/seriatim$1') })
  try {
    await migrate(database.ownerUrl)
    const bench = await makeBenchCustomer(systemPool)
    const { customerId, session } = bench
    await admin.connect()
    await admin.query(`insert into billing (is_on, plans) values (false, '{}')`)
    const file = join(dir, 'recalls.json')
    await writeFile(file, makeDownload(recalls))
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 50)
    let began = performance.now()
    await loadRecalls(systemPool, [file], { source: 'openfda', now: new Date() })
    const loadSeconds = seconds(began)
    clearInterval(watch)
    await fill(admin, customerId, meds)
    const inTx = <T>(work: Parameters<typeof withCustomer<T>>[3]) => withCustomer(openDb(pool), session, 'read write', work)
    const matchAll = async () => {
      while (!(await inTx((tx) => matchStep(tx, new Date()))).isDone) {}
    }
    began = performance.now()
    await matchAll()
    const fullSeconds = seconds(began)
    const sequences = `select setval(pg_get_serial_sequence('epcis_document', 'id'), $1), setval(pg_get_serial_sequence('med', 'id'), $2)`
    await admin.query(`${sequences}, setval(pg_get_serial_sequence('epcis_med_vocabulary', 'id'), 20001)`, [meds / ORDER + 10, meds + 10])
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) times.push(await importFile(pool, dir, bench, `run-${run}`))
    await matchAll()
    const { rows: orders } = await admin.query<{ id: number }>('select max(id)::int as id from "order"')
    const documentId = orders[0]?.id ?? 0
    let scansBefore = new Map<string, number>()
    const lots = await inTx((tx) => listDocumentGroups(tx, documentId))
    const [{ locationId } = { locationId: 0 }] = lots
    const recallTimes: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      // Once more for the clock, without what was kept of its lots.
      await forgetLots(admin, customerId, documentId)
      scansBefore = await makeScans(admin)
      began = performance.now()
      await inTx((tx) => recordDocumentLots(tx, documentId, { locationId, lots }))
      await matchAll()
      recallTimes.push(performance.now() - began)
    }
    const recallMs = computeMedian(recallTimes)
    // A connection that ends has told what it read.
    await pool.end()
    pool = openPool(database.ownerUrl, 'seriatim_app', 1)
    const scans = await makeScans(admin)
    const scanned = [...scans].flatMap(([table, n]) => (n > (scansBefore.get(table) ?? 0) ? [table] : []))
    const { rows } = await admin.query<{ matches: number; lots: number }>(
      'select (select count(*)::int from recall_match) as matches, (select count(*)::int from stock_lot) as lots',
    )
    const importMs = computeMedian(times)
    const loadMegabytes = (peak - before) / 2 ** 20
    return { loadSeconds, loadMegabytes, fullSeconds, importMs, recallMs, scanned, matches: 0, lots: 0, ...rows[0] }
  } finally {
    await admin.end()
    await pool.end()
    await systemPool.end()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const computeMedian = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function forgetLots(admin: pg.Client, customerId: number, documentId: number): Promise<void> {
  await admin.query(
    'delete from recall_match m using stock_lot s where s.id = m.stock_lot_id and s.customer_id = m.customer_id and s.document_id = $1 and m.customer_id = $2',
    [documentId, customerId],
  )
  await admin.query('delete from stock_lot where document_id = $1 and customer_id = $2', [documentId, customerId])
}

async function makeScans(admin: pg.Client): Promise<Map<string, number>> {
  await new Promise((resolve) => setTimeout(resolve, 1500)) // what was read is told about once a second
  const { rows } = await admin.query<{ name: string; scans: number }>(
    'select relname as name, seq_scan::int as scans from pg_stat_user_tables where n_live_tup > 10000',
  )
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}

/** The real import of a generated file whose lots some recalls name. */
async function importFile(
  pool: ConnectionPool,
  dir: string,
  { customerId, session }: Awaited<ReturnType<typeof makeBenchCustomer>>,
  seed: string,
) {
  const now = new Date()
  const storage = createStorage({ kind: 'folder', dir: join(dir, 'files') })
  const products = Array.from({ length: LOTS }, (_, n) => ({
    ...(SAMPLE_PRODUCTS[n % SAMPLE_PRODUCTS.length] ?? SAMPLE_PRODUCTS[0]),
    ndc: `${labeler(n * 3)}-${product(n * 3)}-90`,
    lot: findLot(n * 3),
  })) as (typeof SAMPLE_PRODUCTS)[number][] // the same fields
  const options = { meds: IMPORTED, perCase: 48, casesPerPallet: 40, now, serialSeed: seed, instanceIdentifier: seed, products }
  const stored = await storage.put(customerId, Readable.from([Buffer.from([...makeDocument(options)].join(''))]))
  const values = {
    ...stored,
    filename: 'bench.xml',
    contentType: 'application/xml',
    status: 'processing',
    kind: 'waiting',
    facts: '{}',
  } as const
  const uploadId = await withCustomer(openDb(pool), session, 'read write', (tx) =>
    insertUpload(tx, { ...values, createdById: session.userId, createdAt: now }),
  )
  const file = await storage.local(customerId, stored.sha256)
  const reading = { now, knownGlns: new Set<string>(), onProgress: async () => {} }
  const began = performance.now()
  const read = await readDocument(file.path, false, reading)
  await withBulk(
    pool,
    session,
    (tx, client) => importDocument(tx, client, { customerId, uploadId, read, isSettled: false, now, seconds: 0 }),
    listeners,
  )
  const ms = performance.now() - began
  await file.release()
  return ms
}

export const labeler = (n: number) => String(10_000 + (n % 5000))
export const product = (n: number) => String(100 + (n % 900))

/** Recalls like the FDA's: most of them name an NDC with some lots, some all lots, some nothing that can be read. */
export function makeDownload(amount: number): string {
  const records = Array.from({ length: amount }, (_, n) => ({
    status: 'Terminated',
    classification: ['Class I', 'Class II', 'Class III'][n % 3],
    event_id: String(50_000 + Math.floor(n / 3)),
    recalling_firm: `Firm ${n % 900} Pharmaceuticals, Inc.`,
    recall_number: `D-${String(n).padStart(6, '0')}-2026`,
    product_description: `Tablets, ${n % 500} mg, 90-count bottle, NDC ${labeler(n)}-${product(n)}-90`,
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

const findLot = (n: number) => `L${String((n * 7) % 40_000).padStart(5, '0')}`

/** Orders of a thousand meds in ten lots each, straight into the tables. */
async function fill(admin: pg.Client, customerId: number, meds: number): Promise<void> {
  await admin.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
  await admin.query(
    `insert into epcis_med_vocabulary (customer_id, content_hash, gtin, regulated_product_name, manufacturer_of_trade_item_party_name)
     select $1, 'h' || n, '003' || (10000 + n % 5000) || (100 + n % 900) || '900', 'Product ' || n, 'Firm ' || (n % 900) || ' Pharmaceuticals' from generate_series(0, 19999) n`,
    [customerId],
  )
  const CHUNK = 1_000_000
  for (let from = 0; from < meds; from += CHUNK) await fillOrder(admin, customerId, Math.min(from + CHUNK, meds), from / ORDER + 1)
  await admin.query('analyze')
}

async function fillOrder(admin: pg.Client, customerId: number, until: number, firstOrder: number): Promise<void> {
  const from = (firstOrder - 1) * ORDER
  const orders = Math.ceil((until - from) / ORDER)
  await admin.query(
    `insert into epcis_document (customer_id, id, location_id, sha256, size, filename, content_type, time_stamp) overriding system value
     select $1, n, (select min(id) from location), 'h' || n, 1, 'f', 'x', now() from generate_series($2::int, $2::int + $3::int - 1) n`,
    [customerId, firstOrder, orders],
  )
  await admin.query(
    `insert into "order" (customer_id, id, location_id, sender_names, purchase_order_numbers, placed_by, time_stamp, amount_of_meds)
     select $1, n, (select min(id) from location), '{S}', '{}', 'x', now(), ${ORDER} from generate_series($2::int, $2::int + $3::int - 1) n`,
    [customerId, firstOrder, orders],
  )
  await admin.query(
    `insert into document_med (customer_id, document_id, line, last_line, location_id, med_id, epcis_med_vocabulary_id, lot_number, expiration_date, is_package,
       is_shipped, meds, children)
     select $1, n / ${ORDER} + 1, n % ${ORDER}, n % ${ORDER}, (select min(id) from location), n + 1, 1 + (n / 100 * 31) % 20000,
       'L' || lpad(((n / 100 * 7) % 40000)::text, 5, '0'), date '2028-01-31', false, true, 1, 0 from generate_series($2::int, $3::int - 1) n`,
    [customerId, from, until],
  )
}
