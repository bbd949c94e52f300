import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type yauzl from 'yauzl'
import { filesInZip, openZip, unzip } from '../../core/zip.ts'
import {
  type ExportedGroup,
  type ExportManifest,
  type ExportPart,
  exportedGroup,
  exportManifest,
  GroupDigest,
  parseExportPart,
  readLine,
} from './export-format.ts'
import { KEPT_TABLES } from './kept-tables.ts'
import { RetentionFailure } from './retention-failure.ts'

export interface VerifiedExport {
  path: string
  manifest: ExportManifest
  /** Checksum of the whole file. */
  sha256: string
}

/** Limit for parts that are held in memory whole; we never write larger ones. Rows are read line by line and have no limit. */
const MOST_TEXT = 2 ** 30
const HELD: ReadonlySet<ExportPart['kind']> = new Set(['manifest', 'orders'])

/**
 * Reads the whole file and compares each part with its checksum, each stored file with its name, and each order's rows with the digest that the
 * database must still yield at removal.
 *
 * @throws RetentionFailure if anything differs, is missing or is unexpected.
 */
export async function verifyExport(path: string, { mostText = MOST_TEXT } = {}): Promise<VerifiedExport> {
  const sha256 = await hashFile(path)
  const found: Found = { parts: {}, rows: {}, files: new Set(), groups: 0, orders: 0, digests: new Map(), bytes: 0, amount: 0 }
  let manifest: ExportManifest | undefined
  await inZip(path, async (zip) => {
    for await (const entry of filesInZip(zip)) {
      const name = entry.fileName
      const part = parseExportPart(name)
      if (part.kind === 'unknown' || name in found.parts) throw damaged(path, `${name} does not belong there`)
      if (part.kind === 'readme') continue
      const bytes = unzip(zip, entry, HELD.has(part.kind) ? mostText : Number.MAX_SAFE_INTEGER)
      if (part.kind === 'manifest') manifest = parseJson(exportManifest, (await collect(bytes)).toString(), () => damaged(path, name))
      else await readPart(path, { name, part, bytes }, found)
    }
  })
  if (!manifest) throw damaged(path, 'manifest.json is missing')
  compare(path, manifest, found)
  return { path, manifest, sha256 }
}

/** Yields the groups of a verified export in file order. The parts are checked again, so that what is read is what was verified. */
export async function* readGroups({ path, manifest }: VerifiedExport): AsyncGenerator<ExportedGroup> {
  const zip = await openZip(path)
  try {
    for await (const entry of filesInZip(zip)) {
      if (parseExportPart(entry.fileName).kind !== 'orders') continue
      const text = await collect(unzip(zip, entry, MOST_TEXT))
      if (createHash('sha256').update(text).digest('hex') !== manifest.parts[entry.fileName]?.sha256) throw damaged(path, entry.fileName)
      for (const line of toLines(text)) yield parseJson(exportedGroup, line, () => damaged(path, entry.fileName))
    }
  } finally {
    zip.close()
  }
}

interface Found {
  parts: ExportManifest['parts']
  rows: Record<string, number>
  /** Hashes of stored files that are intact. */
  files: Set<string>
  amount: number
  bytes: number
  groups: number
  orders: number
  /** Digests of groups whose rows were read but whose line is still to come. */
  digests: Map<number, GroupDigest>
}

interface Part {
  name: string
  part: ExportPart
  bytes: AsyncIterable<Buffer>
}

async function readPart(path: string, { name, part, bytes }: Part, found: Found): Promise<void> {
  const hash = createHash('sha256')
  const counted = { bytes: 0 }
  const hashed = hashBytes(bytes, hash, counted)
  if (part.kind === 'rows') await readRowLines(path, { name, table: part.table, bytes: hashed }, found)
  else if (part.kind === 'orders') readGroupLines(path, name, await collect(hashed), found)
  else for await (const _ of hashed);
  const sha256 = hash.digest('hex')
  found.parts[name] = { bytes: counted.bytes, sha256 }
  if (part.kind !== 'file' || part.sha256 !== sha256) return
  found.files.add(sha256)
  found.amount += 1
  found.bytes += counted.bytes
}

async function readRowLines(
  path: string,
  { name, table, bytes }: { name: string; table: string; bytes: AsyncIterable<Buffer> },
  found: Found,
): Promise<void> {
  if (!KEPT_TABLES.some((kept) => kept.name === table)) throw damaged(path, `${name} is of no table that is exported`)
  let rest = ''
  const decoder = new TextDecoder()
  const take = (line: string) => {
    const read = readLine(line)
    if (!read) throw damaged(path, name)
    const digest = found.digests.get(read.group) ?? new GroupDigest()
    found.digests.set(read.group, digest)
    digest.add(table, read.row)
    found.rows[table] = (found.rows[table] ?? 0) + 1
  }
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
  if (rest) throw damaged(path, name)
}

function readGroupLines(path: string, name: string, text: Buffer, found: Found): void {
  for (const line of toLines(text)) {
    const group = parseJson(exportedGroup, line, () => damaged(path, name))
    const digest = found.digests.get(group.group)
    found.digests.delete(group.group)
    if (digest?.finish() !== group.digest) throw damaged(path, `the rows of order ${group.group} are not those that were exported`)
    if (JSON.stringify(digest.rows) !== JSON.stringify(group.rows)) throw damaged(path, `the rows of order ${group.group}`)
    const missing = group.files.find(({ sha256 }) => !found.files.has(sha256))
    if (missing) throw damaged(path, `the file ${missing.filename} (${missing.sha256}) of order ${group.group}`)
    found.groups += 1
    found.orders += group.orders.length
  }
}

function compare(path: string, manifest: ExportManifest, found: Found): void {
  const names = new Set([...Object.keys(manifest.parts), ...Object.keys(found.parts)])
  for (const name of names) {
    const [wanted, is] = [manifest.parts[name], found.parts[name]]
    if (!is) throw damaged(path, `${name} is missing`)
    if (wanted?.sha256 !== is.sha256 || wanted.bytes !== is.bytes) throw damaged(path, name)
  }
  if (found.digests.size) throw damaged(path, 'there are rows of orders that it does not list')
  const isSame =
    found.groups === manifest.groups &&
    found.orders === manifest.orders &&
    found.amount === manifest.files.amount &&
    found.bytes === manifest.files.bytes &&
    JSON.stringify(Object.entries(found.rows).sort()) === JSON.stringify(Object.entries(manifest.rows).sort())
  if (!isSame) throw damaged(path, 'its parts do not match its manifest')
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer) // bytes, because no encoding is set
  } catch (cause) {
    throw new RetentionFailure(`${path} cannot be read. Name the zip file that --export wrote.`, { cause })
  }
  return hash.digest('hex')
}

async function inZip(path: string, work: (zip: yauzl.ZipFile) => Promise<void>): Promise<void> {
  const zip = await openZip(path).catch((cause: unknown) => {
    throw damaged(path, 'it is not a zip file, or it was truncated', cause)
  })
  try {
    await work(zip)
  } catch (error) {
    throw error instanceof RetentionFailure ? error : damaged(path, 'it cannot be unpacked', error)
  } finally {
    zip.close()
  }
}

const damaged = (path: string, what: string, cause?: unknown) =>
  new RetentionFailure(
    `${path} is not what was exported: ${what}. Nothing was removed with it. Take another copy of it, or export again.`,
    { cause },
  )

function parseJson<T>(shape: { parse: (value: unknown) => T }, text: string, fail: () => RetentionFailure): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw fail()
  }
}

const toLines = (text: Buffer) => text.toString().split('\n').filter(Boolean)

async function collect(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* hashBytes(bytes: AsyncIterable<Buffer>, hash: Hash, counted: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    counted.bytes += chunk.byteLength
    yield chunk
  }
}
