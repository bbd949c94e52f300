import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type pg from 'pg'
import { withConnection } from '../../../db/bulk-tx.ts'
import type { ConnectionPool } from '../../../db/connection/connection-pool.ts'
import { field } from '../../../db/copy-row.ts'
import { type FeedFile, hashBytes, openFeedFiles } from '../../../outside/feed/feed-files.ts'
import { FeedFileError, jsonItems } from '../../../outside/feed/json-items.ts'
import {
  compareStaged,
  copyRecords,
  countChanges,
  countLateVersions,
  createRecallStaging,
  findLastRecallHash,
  insertRecallLoad,
  insertRecalls,
  type RecallSource,
  saveCodes,
  saveRecallProducts,
  saveRecalls,
  saveVersions,
  settleStaged,
  updateLoad,
} from './recall-load.queries.ts'
import { makeRecord, type RecordRow, readDay } from './recall-record.rules.ts'

export interface RecallLoad {
  source: RecallSource
  /** Whether to load the files even if they equal those of the last load. */
  isForced?: boolean
  now: Date
}

export interface RecallOutcome {
  /** True if the files are the same as at the last load and therefore were not read. */
  isSame: boolean
  records: number
  /** Number of new recalls. The products of one event are one recall if they share firm and reason. */
  added: number
  changed: number
  /** Number of records that are older than the record on file for the same recall. They are stored, but the recall stays as it is. */
  late: number
  /** Number of records that lack a recall number, a firm or a description. */
  unusable: number
}

/** Above this share of unusable records, the file counts as damaged or of another kind. */
const UNUSABLE_SHARE = 0.02
const UNUSABLE_LEAST = 20

/**
 * Loads openFDA's drug/enforcement files, zipped or not, in one transaction, with one record in memory at a time. Recalls that a file does not name
 * stay unchanged; a record older than the stored one is kept as an earlier version.
 *
 * @param pool of seriatim_system.
 * @throws FeedFileError naming file and line, in a sentence for the operator.
 */
export async function loadRecalls(
  pool: ConnectionPool,
  paths: readonly string[],
  { source, isForced, now }: RecallLoad,
): Promise<RecallOutcome> {
  const sha256 = await hashBytes(paths)
  return withConnection(pool, async (client) => {
    await createRecallStaging(client)
    if (!isForced && (await findLastRecallHash(client, source)) === sha256)
      return { isSame: true, records: 0, added: 0, changed: 0, late: 0, unusable: 0 }
    const reading: Reading = { read: 0, unusable: 0, total: 0, asOf: undefined }
    for await (const file of openFeedFiles(paths)) await readFile(client, file, reading)
    const { records, newest } = await settleStaged(client)
    expectUsable(reading, records)
    const asOf = reading.asOf ?? newest ?? now.toISOString().slice(0, 10)
    const files = paths.map((path) => basename(path))
    const loadId = await insertRecallLoad(client, { source, files, sha256, asOf, records, at: now })
    await compareStaged(client, { source, asOf })
    await insertRecalls(client, { source, loadId, at: now })
    const { late, ...counted } = await countChanges(client)
    await saveRecallProducts(client, { source, asOf })
    await saveCodes(client)
    await saveVersions(client, { loadId, asOf })
    await saveRecalls(client, { loadId })
    await countLateVersions(client)
    await updateLoad(client, loadId, counted)
    return { isSame: false, records, ...counted, late, unusable: reading.unusable }
  })
}

interface Reading {
  read: number
  unusable: number
  /** Number of records in the file according to the file itself; 0 if it states none. */
  total: number
  /** The oldest of the dates (`last_updated`) that the files state: the loaded data is current as of this day. Undefined if no file states one. */
  asOf: string | undefined
}

function expectUsable({ read, unusable, total }: Reading, records: number): void {
  if (records === 0) throw new FeedFileError('The files contain no recalls. Nothing was changed.')
  if (unusable > Math.max(UNUSABLE_LEAST, read * UNUSABLE_SHARE) || unusable * 2 >= read)
    throw new FeedFileError(
      `${unusable} of ${read} records have no number, firm or description: this is not the recall download. Nothing was changed.`,
    )
  if (total > read)
    throw new FeedFileError(`${read} of ${total} records are in the files: the download is incomplete. Nothing was changed.`)
}

/** Streams the records of one file into the staging table. Adds the file's name to the message of any error in the file. */
async function readFile(client: pg.PoolClient, file: FeedFile, reading: Reading): Promise<void> {
  try {
    await copyRecords(client, makeRows(file.chunks, reading))
  } catch (error) {
    if (error instanceof FeedFileError) throw new FeedFileError(`${file.name}: ${error.message}`, { cause: error })
    throw error
  }
}

async function* makeRows(chunks: AsyncIterable<Buffer>, reading: Reading): AsyncGenerator<string> {
  const onMember = (name: string, value: unknown) => {
    if (name === 'meta') readMeta(value, reading)
  }
  for await (const { value } of jsonItems(chunks, { list: 'results', onMember })) {
    const record = makeRecord(value)
    reading.read += 1
    if (record) yield stagedRow(record)
    else reading.unusable += 1
  }
}

function readMeta(meta: unknown, reading: Reading): void {
  const { last_updated, results } = meta as { last_updated?: unknown; results?: { total?: unknown } } // each field is checked before it is used
  const asOf = typeof last_updated === 'string' ? readDay(last_updated) : null
  if (asOf !== null && (reading.asOf === undefined || asOf < reading.asOf)) reading.asOf = asOf
  if (typeof results?.total === 'number') reading.total = Math.max(reading.total, results.total)
}

function stagedRow({ codes, unread, distributions, ...said }: RecordRow): string {
  const read = JSON.stringify({ codes, unread })
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const values = [
    said.recallNumber,
    said.eventId,
    said.firm,
    said.firmKey,
    said.title,
    said.description,
    said.quantity,
    said.reason,
    said.codeInfo,
    said.moreCodeInfo,
    said.classification,
    said.status,
    JSON.stringify(distributions),
    said.initiatedOn,
    said.reportedOn,
    said.terminatedOn,
    JSON.stringify(codes),
    JSON.stringify(unread),
    hash(JSON.stringify([said, distributions])),
    hash(read),
  ]
  return `${values.map(field).join('\t')}\n`
}
