import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { loadRecalls, type RecallOutcome } from '../../src/domains/recall/load/recall-load.service.ts'
import { queueAllMatching } from '../../src/domains/recall/recall.jobs.ts'
import type { TestDb, TestUser } from '../harness.ts'
import { mark } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'

/** A record in openFDA's shape. */
export type EnforcementRecord = Record<string, unknown>

/** Metformin bottles of the sample orders: an NDC with its manufacturer and lot. */
const metformin = { ndc: '8801-0500-60', lot: 'MF26A', maker: 'Alderbrook Pharma' } as const

let number = 0

/** A recall record with its own event. By default it recalls a lot that the sample orders contain. */
export function makeRecord(changes: EnforcementRecord = {}): EnforcementRecord {
  number += 1
  return {
    status: 'Ongoing',
    classification: 'Class II',
    event_id: `9${mark()}`,
    recalling_firm: 'Alderbrook Pharma, Inc.',
    distribution_pattern: 'NY, NJ, PA',
    recall_number: `D-${String(number).padStart(4, '0')}-${mark()}`,
    product_description: `Metformin HCl Tablets, 500 mg, 60-count bottle, Rx only, NDC ${metformin.ndc}`,
    product_quantity: '18,420 bottles',
    reason_for_recall: 'Impurity above the accepted daily limit',
    recall_initiation_date: '20260901',
    report_date: '20260916',
    code_info: `Lot #: ${metformin.lot}`,
    openfda: {},
    ...changes,
  }
}

export function makeDownload(records: readonly EnforcementRecord[], { asOf = '2026-09-20', total = records.length } = {}): string {
  return JSON.stringify({ meta: { last_updated: asOf, results: { skip: 0, limit: total, total } }, results: records }, null, 1)
}

/** Writes a download to the data folder of the test database; the folder is removed together with the database. Returns the path of the file. */
export async function writeDownload({ deps: { config } }: TestDb, text: string): Promise<string> {
  await mkdir(config.dataDir, { recursive: true })
  const path = join(await mkdtemp(join(config.dataDir, 'recalls-')), 'drug-enforcement.json')
  await writeFile(path, text)
  return path
}

/** Loads records with the program's own code, queues their comparison for every customer, and runs all queued jobs. */
export async function load(t: TestDb, records: readonly EnforcementRecord[], options?: { asOf?: string }): Promise<RecallOutcome> {
  const outcome = await loadRecalls(t.deps.systemPool, [await writeDownload(t, makeDownload(records, options))], {
    source: 'openfda',
    now: t.clock.now(),
  })
  await queueAllMatching(t.deps)
  await t.runJobs()
  return outcome
}

export async function readRecallId(t: TestDb, record: EnforcementRecord): Promise<number> {
  const [row] = await t.query<{ id: number }>('select recall_id::int as id from recall_product where recall_number = $1', [
    record.recall_number,
  ])
  if (!row) throw new Error('This recall was not loaded.')
  return row.id
}

/** The four products of the sample orders under unique NDCs, so that no other test's recalls match them. */
export function ownProducts() {
  number += 1
  const labeler = String(70_000 + ((process.pid * 7 + number * 131) % 29_000))
  return SAMPLE_PRODUCTS.map((product, at) => ({ ...product, ndc: `${labeler}-${String(100 + at)}-30` }))
}

/** Number of packages, received or not, that certainly or probably match a recall that has not ended, as shown on the Recalls home page. */
export async function countNamed(t: TestDb, user: TestUser): Promise<number> {
  const { items } = await t.as(user).recall.readManyHome({})
  return items.filter(({ isEnded }) => !isEnded).reduce((sum, { affectedMedCount }) => sum + affectedMedCount, 0)
}

/** Receives an order over REST, where recalls don't stop a receipt, because no person can be asked to confirm it. */
export async function receiveByProgram(t: TestDb, user: TestUser, documentId: number): Promise<void> {
  const rest = makeRestClient(await t.app(), await t.signIn(user))
  await rest.put('/update/receive/all/by/documentid', { documentId })
}
