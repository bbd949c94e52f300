import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { beginsAsDocument, outcomeWords, type Unreadable } from '@seriatim/schema'
import type { Entry, ZipFile } from 'yauzl'
import { filesInZip, openZip, unzip, ZipTooLargeError } from '../../core/zip.ts'
import { MOST_UNPACKED, ZipBudget } from './zip-budget.ts'

/** Thrown for a file that cannot be read as a document, so that no order can come from it. `outcome` has the reason. */
export class UnreadableError extends Error {
  readonly outcome: Unreadable

  constructor(outcome: Unreadable, options?: ErrorOptions) {
    super(outcomeWords(outcome).reason, options)
    this.outcome = outcome
  }
}

/** Opens a stored file and streams the document in chunks. The document is the file itself or, with `isZip`, the only file in the zip. */
export function openDocument(path: string, isZip: boolean): Promise<Source> {
  return isZip ? openOnly(path) : openPlain(path)
}

/** Whether the file is a zip, judged by its first bytes, not its name. */
export async function startsAsZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}

const CHUNK = 64 * 1024

interface Source {
  chunks: AsyncIterable<Buffer>
  /** Expected number of bytes: the size of a plain file, or the unpacked size that the zip states. */
  total: number
}

async function openPlain(path: string): Promise<Source> {
  return { chunks: createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>, total: (await stat(path)).size } // Node's types declare stream chunks as any
}

async function openOnly(path: string): Promise<Source> {
  const zip = await openZip(path).catch((error: unknown) => {
    throw damaged(error)
  })
  try {
    const { first, files } = await inspectZip(zip)
    if (!first || files > 1) throw new UnreadableError({ kind: 'zipNotOne', facts: { files } })
    if (first.isEncrypted()) throw new UnreadableError({ kind: 'zipEncrypted', facts: {} })
    return { chunks: documentIn(zip, first, new ZipBudget((await stat(path)).size)), total: first.uncompressedSize }
  } catch (error) {
    zip.close()
    throw error instanceof UnreadableError ? error : damaged(error)
  }
}

/** The first file of a zip, and the number of its files; counting stops above ten. */
async function inspectZip(zip: ZipFile): Promise<{ first: Entry | undefined; files: number }> {
  let first: Entry | undefined
  let files = 0
  for await (const entry of filesInZip(zip)) {
    first ??= entry
    files += 1
    if (files > 10) break
  }
  return { first, files }
}

async function* documentIn(zip: ZipFile, file: Entry, budget: ZipBudget): AsyncGenerator<Buffer> {
  let isFirst = true
  try {
    for await (const chunk of unzip(zip, file, MOST_UNPACKED)) {
      if (isFirst && !beginsAsDocument(chunk)) throw new UnreadableError({ kind: 'zipNotXml', facts: {} })
      isFirst = false
      budget.take(chunk.length)
      yield chunk
    }
  } catch (error) {
    if (error instanceof UnreadableError) throw error
    throw error instanceof ZipTooLargeError ? new UnreadableError({ kind: 'zipTooLarge', facts: {} }) : damaged(error)
  } finally {
    zip.close()
  }
}

function damaged(cause: unknown): UnreadableError {
  return new UnreadableError({ kind: 'zipDamaged', facts: {} }, { cause })
}
