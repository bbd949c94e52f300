import { basename } from 'node:path'
import type pg from 'pg'
import { withConnection } from '../../db/bulk-tx.ts'
import type { ConnectionPool } from '../../db/connection/connection-pool.ts'
import { field } from '../../db/copy-row.ts'
import { type FeedFile, hashBytes, openFeedFiles } from '../../outside/feed/feed-files.ts'
import { FeedFileError, jsonItems } from '../../outside/feed/json-items.ts'
import {
  attachPackages,
  compareLoad,
  copyDrugs,
  createDrugStaging,
  type DrugSource,
  findLastDrugHash,
  insertDrugLoad,
  markUnlisted,
  mergeLoad,
} from './drug-load.queries.ts'
import { makeProduct, packageCode, parseOpenFdaEntry, toPlainText } from './drug-row.rules.ts'
import { textLines } from './text-lines.ts'

export interface LoadOptions {
  source: DrugSource
  /** Whether to load even if the files match the last load, or if a large share of the reference would be marked as no longer listed. */
  isForced?: boolean
  now: Date
}

export interface LoadOutcome {
  /** Whether the files are identical to those of the last load and were therefore not read again. */
  isSame: boolean
  entries: number
  added: number
  changed: number
  unlisted: number
  /** Number of packages skipped for lack of a usable code or name. */
  unusable: number
}

/** The FDA's directory never loses a larger share of its packages in a month, so a larger loss means that a file is missing. */
const GONE_SHARE = 0.2
const GONE_LEAST = 100
/** Share of unusable packages above which a file is rejected, because it is not the NDC directory. */
const UNUSABLE_SHARE = 0.02
const UNUSABLE_LEAST = 20

/**
 * Updates the drug reference from openFDA's drug/ndc files or the FDA's product.txt and package.txt, zipped or not, in one transaction. Memory holds
 * one entry at a time. Entries that are no longer listed are marked and kept.
 *
 * @param pool of seriatim_system.
 * @throws FeedFileError naming file and line, in a sentence for the operator.
 */
export async function loadDrugs(pool: ConnectionPool, paths: readonly string[], options: LoadOptions): Promise<LoadOutcome> {
  const { source, isForced, now } = options
  const sha256 = await hashBytes(paths)
  return withConnection(pool, async (client) => {
    await createDrugStaging(client)
    if (!isForced && (await findLastDrugHash(client, source)) === sha256)
      return { isSame: true, entries: 0, added: 0, changed: 0, unlisted: 0, unusable: 0 }
    const reading: Reading = { packages: 0, unusable: 0, total: 0, entries: 0, texts: new Set() }
    for await (const file of openFeedFiles(paths)) await readFile(client, file, reading)
    if (reading.texts.size === 1)
      throw new FeedFileError(`Only the ${[...reading.texts].join()} file was given. Load product.txt and package.txt together.`)
    if (reading.texts.size === 2) reading.unusable += await attachPackages(client)
    const { entries, listed, gone } = await compareLoad(client, source)
    const isPart = reading.total > reading.entries
    expectUsable(reading, entries)
    if (!isForced && !isPart && gone > Math.max(GONE_LEAST, listed * GONE_SHARE))
      throw new FeedFileError(
        `${gone} of ${listed} packages in the reference are not in these files, so the files look incomplete. Nothing was changed; --force loads them anyway.`,
      )
    const { added, changed } = await mergeLoad(client, { source, at: now })
    const unlisted = isPart ? 0 : await markUnlisted(client, { source, at: now })
    const files = paths.map((path) => basename(path))
    await insertDrugLoad(client, { source, files, sha256, entries, added, changed, unlisted, at: now })
    return { isSame: false, entries, added, changed, unlisted, unusable: reading.unusable }
  })
}

interface Reading {
  packages: number
  unusable: number
  /** Number of entries read from openFDA's files, and the total that the files announce. */
  entries: number
  total: number
  texts: Set<'product' | 'package'>
}

function expectUsable({ packages, unusable }: Reading, entries: number): void {
  if (entries === 0) throw new FeedFileError('The files hold no package with a code. Nothing was changed.')
  if (unusable > Math.max(UNUSABLE_LEAST, packages * UNUSABLE_SHARE))
    throw new FeedFileError(
      `${unusable} of ${packages} packages have no usable code or name: this is not the NDC directory. Nothing was changed.`,
    )
}

/** Reads a file of the directory. If it is faulty, the error's message begins with the file's name. */
async function readFile(client: pg.PoolClient, file: FeedFile, reading: Reading): Promise<void> {
  try {
    const { isJson, chunks } = await peek(file.chunks)
    if (isJson) await copyDrugs(client, 'load_drug', openFdaRows(chunks, reading))
    else await readText(client, chunks, reading)
  } catch (error) {
    if (error instanceof FeedFileError) throw new FeedFileError(`${file.name}: ${error.message}`, { cause: error })
    throw error
  }
}

/** Detects the format from the first bytes and returns a stream that still includes them. */
async function peek(chunks: AsyncIterable<Buffer>): Promise<{ isJson: boolean; chunks: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  const head: Buffer = first.done ? Buffer.alloc(0) : first.value
  async function* again(): AsyncGenerator<Buffer> {
    yield head
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { isJson: /^(\ufeff)?\s*\{/.test(head.subarray(0, 200).toString('utf8')), chunks: again() }
}

async function* openFdaRows(chunks: AsyncIterable<Buffer>, reading: Reading): AsyncGenerator<string> {
  const onMember = (name: string, value: unknown) => {
    if (name === 'meta') reading.total = Math.max(reading.total, readTotal(value))
  }
  for await (const { value } of jsonItems(chunks, { list: 'results', onMember })) {
    const { rows, unusable } = parseOpenFdaEntry(value)
    reading.entries += 1
    reading.packages += rows.length + unusable
    reading.unusable += unusable
    for (const one of rows)
      yield row([
        one.ndc12,
        one.ndc,
        one.medName,
        one.genericName,
        one.manufacturerName,
        one.dosageForm,
        one.strength,
        one.packageDescription,
      ])
  }
}

/** Number of entries that openFDA announces for all of its files together; 0 if it announces none. */
function readTotal(meta: unknown): number {
  const { results } = meta as { results?: { total?: unknown } } // validated before use
  return typeof results?.total === 'number' ? results.total : 0
}

const row = (values: (string | null)[]): string => `${values.map(field).join('\t')}\n`

async function readText(client: pg.PoolClient, chunks: AsyncIterable<Buffer>, reading: Reading): Promise<void> {
  const lines = textLines(chunks)
  const { value: head } = await lines.next()
  const names: string[] = head?.cells.map((cell: string) => cell.trim().toUpperCase()) ?? []
  const kind = names.includes('NDCPACKAGECODE') ? 'package' : names.includes('PROPRIETARYNAME') ? 'product' : undefined
  const wanted = {
    package: ['PRODUCTID', 'NDCPACKAGECODE', 'PACKAGEDESCRIPTION'],
    product: ['PRODUCTID', 'NONPROPRIETARYNAME', 'LABELERNAME'],
  }
  const missing = kind ? wanted[kind].filter((name) => !names.includes(name)) : []
  if (!kind || missing.length)
    throw new FeedFileError(
      kind
        ? `Line 1: the column ${missing.join(', ')} is missing.`
        : "Line 1: these are not the columns of the FDA's product.txt or package.txt.",
    )
  reading.texts.add(kind)
  if (kind === 'product') await copyDrugs(client, 'load_product', productRows(lines, names))
  else await copyDrugs(client, 'load_package', packageRows(lines, names, reading))
}

type Lines = ReturnType<typeof textLines>

async function* cellReaders(lines: Lines, names: readonly string[]): AsyncGenerator<(name: string) => string> {
  for await (const { cells, line } of lines) {
    if (cells.length !== names.length) throw new FeedFileError(`Line ${line}: ${cells.length} columns instead of ${names.length}.`)
    yield (name) => cells[names.indexOf(name)] ?? ''
  }
}

async function* productRows(lines: Lines, names: readonly string[]): AsyncGenerator<string> {
  for await (const column of cellReaders(lines, names)) {
    const product = makeProduct(column)
    if (!product) continue
    const { medName, genericName, manufacturerName, dosageForm, strength } = product
    yield row([toPlainText(column('PRODUCTID')), medName, genericName, manufacturerName, dosageForm, strength])
  }
}

async function* packageRows(lines: Lines, names: readonly string[], reading: Reading): AsyncGenerator<string> {
  for await (const column of cellReaders(lines, names)) {
    const code = packageCode(column('NDCPACKAGECODE'))
    reading.packages += 1
    if (code) yield row([toPlainText(column('PRODUCTID')), code.ndc12, code.ndc, toPlainText(column('PACKAGEDESCRIPTION'))])
    else reading.unusable += 1
  }
}
