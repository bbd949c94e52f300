import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { filesInZip, openZip, unzip, ZipTooLargeError } from '../../core/zip.ts'
import { FeedFileError } from './json-items.ts'

/** A file of a public source, on its own or from a zip. */
export interface FeedFile {
  name: string
  chunks: AsyncIterable<Buffer>
}

const UNZIPPED_MAX = 4 * 1024 ** 3

/**
 * Yields the files at these paths one after the other, including those inside a zip. Each file must be read to its end before the next one is
 * requested.
 */
export async function* openFeedFiles(paths: readonly string[]): AsyncGenerator<FeedFile> {
  for (const path of paths) {
    if (await isZip(path)) yield* filesOfZip(path)
    else yield { name: basename(path), chunks: createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer> } // Node's types declare stream chunks as any
  }
}

/** SHA-256 of one file or, for several files, of their hashes; the order of the files makes no difference. */
export async function hashBytes(paths: readonly string[]): Promise<string> {
  const hashes: string[] = []
  for (const path of paths) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer) // bytes, because no encoding is set
    hashes.push(hash.digest('hex'))
  }
  const [only = ''] = hashes
  return hashes.length === 1 ? only : createHash('sha256').update(hashes.sort().join('\n')).digest('hex')
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

async function* filesOfZip(path: string): AsyncGenerator<FeedFile> {
  const zip = await openZip(path).catch((error: unknown) => {
    throw damaged(path, error)
  })
  try {
    for await (const entry of filesInZip(zip)) {
      if (!/\.(json|txt)$/i.test(entry.fileName)) continue
      yield { name: `${basename(path)}, ${entry.fileName}`, chunks: named(unzip(zip, entry, UNZIPPED_MAX), path, entry.fileName) }
    }
  } catch (error) {
    throw error instanceof FeedFileError ? error : damaged(path, error)
  } finally {
    zip.close()
  }
}

async function* named(chunks: AsyncIterable<Buffer>, path: string, filename: string): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw error instanceof ZipTooLargeError ? new FeedFileError(`${filename} is larger than 4 GB.`) : damaged(path, error)
  }
}

const damaged = (path: string, cause: unknown) =>
  new FeedFileError(`${basename(path)} is damaged: it is not a complete zip file.`, { cause })
