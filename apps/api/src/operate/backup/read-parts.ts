import { createHash } from 'node:crypto'
import type { StoredFile } from '../../outside/stored-file.ts'
import type { ArchivePart } from './archive.ts'
import { BackupFailure } from './backup-failure.ts'
import { type Head, head, type Manifest, manifest, parsePartName, toDocumentPart } from './manifest.ts'

/** Callbacks for the contents of an archive. Each must read `body` to its end before the next part can be read. */
export interface PartTaker {
  takeDocument(customerId: number, body: AsyncIterable<Uint8Array>): Promise<StoredFile>
  /** Called once per part; a table's parts are consecutive. */
  takeTable(table: string, body: AsyncIterable<Uint8Array>): Promise<void>
}

export interface PartsRead {
  manifest: Manifest
  documents: number
  documentBytes: number
}

type Parts = AsyncGenerator<ArchivePart, undefined>

/** Reads the first part of a backup, which describes it. @throws BackupFailure if the file is no backup or comes from a newer version. */
export async function readHead(path: string, parts: Parts): Promise<Head> {
  const { value, done } = await parts.next()
  const parsed = done || parsePartName(value.name)?.kind !== 'head' ? undefined : head.safeParse(await readJson(value.body))
  if (!parsed?.success) throw new BackupFailure(`${path} is not a Seriatim backup, or was made by a newer version.`)
  return parsed.data
}

/** Passes all parts after the head to `taker`, and compares the documents with the manifest. @throws BackupFailure */
export async function readParts(path: string, parts: Parts, taker: PartTaker): Promise<PartsRead> {
  const names = createHash('sha256')
  const changed = new Set<string>()
  let found: Manifest | undefined
  let [documents, documentBytes] = [0, 0]
  for await (const { name, body } of parts) {
    const part = parsePartName(name)
    if (part?.kind === 'document') {
      const stored = await taker.takeDocument(part.customerId, body)
      if (stored.sha256 !== part.sha256) changed.add(name)
      names.update(name)
      documents += 1
      documentBytes += stored.size
    } else if (part?.kind === 'table') await taker.takeTable(part.table, body)
    else if (part?.kind === 'manifest') found = readManifest(path, await readJson(body))
    else throw new BackupFailure(`${path} has a part that this program does not recognize: ${name}. Update the program first.`)
  }
  if (!found) throw new BackupFailure(`${path} is incomplete: its end is missing.`)
  const recorded = found.lost.filter(({ why }) => why === 'changed').map((each) => toDocumentPart(each.customerId, each.sha256))
  const isWhole = found.documents.amount === documents && found.documents.sha256 === names.digest('hex')
  if (!isWhole || recorded.length !== changed.size || recorded.some((name) => !changed.has(name)))
    throw new BackupFailure(`${path} is damaged: its documents are not the ones that were written.`)
  return { manifest: found, documents, documentBytes }
}

function readManifest(path: string, value: unknown): Manifest {
  const parsed = manifest.safeParse(value)
  if (!parsed.success) throw new BackupFailure(`${path} is damaged: its end cannot be read.`)
  return parsed.data
}

async function readJson(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
