import { stat } from 'node:fs/promises'
import { SNIFF_BYTES, sniff, type TakenFor } from '@seriatim/schema'
import type { Entry, ZipFile } from 'yauzl'
import { filesInZip, openZip, unzip, ZipTooLargeError } from '../../core/zip.ts'
import type { DoorRoom } from '../../db/types.ts'
import { safeName } from '../file/file.service.ts'
import { UnreadableError } from './document-source.service.ts'
import { DoorFullError, MOST_UNPACKED, ZipBudget } from './zip-budget.ts'

const MOST_FILES = 100
/** Office documents are zips too, but not archives to unpack. */
const OFFICE = /\.(?:xls[xmb]|doc[xm]|ppt[xm]|od[tsp])$/i

/** A file from a zip, stored as a separate file. */
export interface UnpackedFile {
  filename: string
  contentType: string
  size: number
  sha256: string
  takenFor: TakenFor
}

type Keep = (bytes: AsyncIterable<Buffer>) => Promise<{ sha256: string; size: number }>

/**
 * Stores each file of a zip with several files as a separate file. Undefined for a zip with one file or none, which is read as a document itself.
 * @param room how many files and bytes the door of the zip may still accept; undefined if the zip came through no door. @throws UnreadableError for a
 * zip that is damaged, encrypted, nested, too large, or has too many files. Nothing refers to the files stored before the error.
 */
export async function unpackSeveral(
  path: string,
  { keep, room }: { keep: Keep; room: DoorRoom | undefined },
): Promise<UnpackedFile[] | undefined> {
  const zip = await openZip(path).catch((error: unknown) => {
    throw new UnreadableError({ kind: 'zipDamaged', facts: {} }, { cause: error })
  })
  try {
    const entries = await listEntries(zip)
    if (entries.length < 2) return undefined
    if (room && entries.length > room.files) throw new DoorFullError('The zip contains more files than this door can still accept today.')
    const budget = new ZipBudget((await stat(path)).size, room?.bytes)
    const files: UnpackedFile[] = []
    for (const entry of entries) {
      const file = await unpackOne(zip, entry, { keep, budget })
      if (file) files.push(file)
    }
    if (!files.some(({ takenFor }) => isDocument(takenFor))) throw new UnreadableError({ kind: 'zipNotXml', facts: {} })
    return files
  } catch (error) {
    if (error instanceof UnreadableError) throw error
    if (error instanceof DoorFullError) throw new UnreadableError({ kind: 'zipTooLarge', facts: { isDoorFull: true } }, { cause: error })
    if (error instanceof ZipTooLargeError) throw new UnreadableError({ kind: 'zipTooLarge', facts: {} }, { cause: error })
    if (isOfZip(error)) throw new UnreadableError({ kind: 'zipDamaged', facts: {} }, { cause: error })
    throw error
  } finally {
    zip.close()
  }
}

export const isDocument = (takenFor: TakenFor): boolean => takenFor === 'xml' || takenFor === 'epcisJson'

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of filesInZip(zip)) {
    if (entries.push(entry) > MOST_FILES) throw new UnreadableError({ kind: 'zipTooMany', facts: { most: MOST_FILES } })
  }
  return entries
}

/** Unpacks and stores a file; undefined if it is empty. */
async function unpackOne(
  zip: ZipFile,
  entry: Entry,
  { keep, budget }: { keep: Keep; budget: ZipBudget },
): Promise<UnpackedFile | undefined> {
  if (entry.isEncrypted()) throw new UnreadableError({ kind: 'zipEncrypted', facts: {} })
  const filename = safeName(entry.fileName)
  let takenFor: TakenFor = 'empty'
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of unzip(zip, entry, MOST_UNPACKED)) {
      if (takenFor === 'empty') takenFor = judge(filename, chunk)
      budget.take(chunk.length)
      yield chunk
    }
  }
  const stored = await keep(watched())
  if (takenFor === 'empty') return undefined
  return { filename, contentType: CONTENT_TYPES[takenFor] ?? 'application/octet-stream', ...stored, takenFor }
}

function judge(filename: string, head: Buffer): TakenFor {
  const sniffed = sniff(head.subarray(0, SNIFF_BYTES))
  if (sniffed.kind !== 'zip') return sniffed.kind === 'other' ? sniffed.looks : sniffed.kind
  if (OFFICE.test(filename)) return 'other'
  throw new UnreadableError({ kind: 'zipNested', facts: { name: filename.slice(0, 200) } })
}

const CONTENT_TYPES: Partial<Record<TakenFor, string>> = {
  xml: 'application/xml',
  epcisJson: 'application/ld+json',
  pdf: 'application/pdf',
}

/** Whether an error comes from the zip library (yauzl) or from zlib, and not from the storage. */
function isOfZip(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code.startsWith('Z_') || /yauzl/.test(error.stack ?? '')
}
