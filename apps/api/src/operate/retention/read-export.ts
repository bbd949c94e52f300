import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { verifyPack } from '@seriatim/verify'
import type yauzl from 'yauzl'
import { filesInZip, openZip, unzip } from '../../core/zip.ts'
import { MANIFEST_PART } from '../../pack/pack-format.ts'
import {
  type ExportCounts,
  type ExportedGroup,
  type ExportManifest,
  exportedGroup,
  exportManifest,
  GroupDigest,
  newCounts,
  parseExportPart,
  readLine,
  toManifestCounts,
} from './export-format.ts'
import { RETAINED_TABLES } from './retained-tables.ts'
import { RetentionFailure } from './retention-failure.ts'

export interface VerifiedExport {
  path: string
  manifest: ExportManifest
  /** Checksum of the whole file. */
  sha256: string
}

/** Maximum size of a part that is read into memory as a whole; we never write larger ones. Rows are read line by line and have no limit. */
const MOST_TEXT = 2 ** 30

/**
 * Verifies the pack (docs/packs.md) with the key of this installation (`logFingerprint`). Each stored file must match the hash in its name, and each
 * order's rows must match their digest in the pack, which the removal later compares with the database.
 * @throws RetentionFailure if anything differs, is missing or is unexpected.
 */
export async function verifyExport(path: string, key: string, { mostText = MOST_TEXT } = {}): Promise<VerifiedExport> {
  const sha256 = await provePack(path, key)
  const manifest = await readManifest(path, mostText)
  const found: Found = { counts: newCounts(), files: listIntact(manifest), digests: new Map() }
  await inZip(path, async (zip) => {
    for await (const entry of filesInZip(zip)) {
      const name = entry.fileName
      const part = parseExportPart(name)
      if (part.kind === 'unknown') throw damaged(path, `${name} does not belong in this export`)
      if (part.kind === 'orders') readGroupLines(path, name, await collect(unzip(zip, entry, mostText)), found)
      else if (part.kind === 'rows')
        await readRowLines(path, { name, table: part.table, bytes: unzip(zip, entry, Number.MAX_SAFE_INTEGER) }, found)
    }
  })
  compare(path, manifest, found)
  return { path, manifest, sha256 }
}

async function readManifest(path: string, mostText: number): Promise<ExportManifest> {
  let text = ''
  await inZip(path, async (zip) => {
    for await (const entry of filesInZip(zip))
      if (entry.fileName === MANIFEST_PART) text = (await collect(unzip(zip, entry, mostText))).toString()
  })
  return parseJson(exportManifest, text, () => damaged(path, 'it is another kind of pack'))
}

/** Hashes of the stored files whose content matches the hash in their name. */
const listIntact = ({ files }: ExportManifest): Set<string> =>
  new Set(
    files.flatMap(({ name, sha256 }) => {
      const part = parseExportPart(name)
      return part.kind === 'file' && part.sha256 === sha256 ? sha256 : []
    }),
  )

/**
 * Yields the order groups of a verified export in file order. Checks each part of the file again, because the file may have changed since it was
 * verified.
 */
export async function* readGroups({ path, manifest }: VerifiedExport): AsyncGenerator<ExportedGroup> {
  const sums = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]))
  const zip = await openZip(path)
  try {
    for await (const entry of filesInZip(zip)) {
      if (parseExportPart(entry.fileName).kind !== 'orders') continue
      const text = await collect(unzip(zip, entry, MOST_TEXT))
      if (createHash('sha256').update(text).digest('hex') !== sums.get(entry.fileName)) throw damaged(path, entry.fileName)
      for (const line of toLines(text)) yield parseJson(exportedGroup, line, () => damaged(path, entry.fileName))
    }
  } finally {
    zip.close()
  }
}

/**
 * Proves that an export is unaltered, and returns the checksum of the whole file. @throws RetentionFailure if a byte of it differs from what was
 * exported.
 */
async function provePack(path: string, key: string): Promise<string> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new RetentionFailure(`${path} cannot be read. Give the zip file that --export wrote.`, { cause })
  })
  try {
    const { size } = await file.stat()
    const read = async (from: number, to: number) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(to - from), 0, to - from, from)
      return buffer.subarray(0, bytesRead)
    }
    const { isProven, faults } = await verifyPack({ size, read }, { key })
    if (!isProven) throw damaged(path, faults.join(' '))
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Buffer) // bytes, because no encoding is set
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

interface Found {
  counts: ExportCounts
  /** Hashes of the stored files that are intact. */
  files: ReadonlySet<string>
  /** Digests of rows by group number. A group is removed once its line in `orders/…` has been read and compared. */
  digests: Map<number, GroupDigest>
}

async function readRowLines(
  path: string,
  { name, table, bytes }: { name: string; table: string; bytes: AsyncIterable<Buffer> },
  found: Found,
): Promise<void> {
  if (!RETAINED_TABLES.some((kept) => kept.name === table)) throw damaged(path, `${name} does not belong to an exported table`)
  let rest = ''
  const decoder = new TextDecoder()
  const take = (line: string) => {
    const read = readLine(line)
    if (!read) throw damaged(path, name)
    const digest = found.digests.get(read.group) ?? new GroupDigest()
    found.digests.set(read.group, digest)
    digest.add(table, read.row)
    found.counts.rows[table] = (found.counts.rows[table] ?? 0) + 1
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
    found.counts.groups += 1
    found.counts.orders += group.orders.length
    found.counts.meds += group.orders.reduce((sum, { meds }) => sum + meds, 0)
  }
}

function compare(path: string, { counts }: ExportManifest, found: Found): void {
  if (found.digests.size) throw damaged(path, 'it has rows of orders that it does not list')
  const sums = Object.entries(toManifestCounts({ ...found.counts, files: found.files.size }))
  const isSame = sums.length === Object.keys(counts).length && sums.every(([what, amount]) => counts[what] === amount)
  if (!isSame) throw damaged(path, 'its parts do not match its manifest')
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
    `${path} is not what was exported: ${what.replace(/\.$/, '')}. Nothing was removed. Use another copy of it, or export again.`,
    {
      cause,
    },
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
