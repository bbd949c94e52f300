import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import yauzl from 'yauzl'
import { FeedFileError } from './json-items.ts'

/** A file of a public source, alone or out of a zip. */
export interface FeedFile {
  name: string
  chunks: AsyncIterable<Buffer>
}

const UNZIPPED_MAX = 4 * 1024 ** 3

/** The files at these paths, one after the other; those of a zip as if they lay there. Each must be read to its end before the next. */
export async function* openFeedFiles(paths: readonly string[]): AsyncGenerator<FeedFile> {
  for (const path of paths) {
    if (await isZip(path)) yield* filesOfZip(path)
    else yield { name: basename(path), chunks: createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer> }
  }
}

/** SHA-256 over all bytes, the same for the same files in any order. */
export async function hashOf(paths: readonly string[]): Promise<string> {
  const hashes: string[] = []
  for (const path of paths) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer) // bytes, without an encoding
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
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, file) => (error ? reject(damaged(path, error)) : resolve(file))),
  )
  try {
    for (let entry = await nextEntry(zip, path); entry; entry = await nextEntry(zip, path)) {
      if (!/\.(json|txt)$/i.test(entry.fileName) || entry.fileName.startsWith('__MACOSX/')) continue
      yield { name: `${basename(path)}, ${entry.fileName}`, chunks: unzip(zip, entry, path) }
    }
  } finally {
    zip.close()
  }
}

function nextEntry(zip: yauzl.ZipFile, path: string): Promise<yauzl.Entry | undefined> {
  return new Promise((resolve, reject) => {
    zip.removeAllListeners()
    zip.once('entry', resolve)
    zip.once('end', () => resolve(undefined))
    zip.once('error', (error: Error) => reject(damaged(path, error)))
    zip.readEntry()
  })
}

async function* unzip(zip: yauzl.ZipFile, entry: yauzl.Entry, path: string): AsyncGenerator<Buffer> {
  try {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    let total = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > UNZIPPED_MAX) throw new FeedFileError(`${entry.fileName} is larger than 4 GB.`)
      yield chunk
    }
  } catch (error) {
    throw error instanceof FeedFileError ? error : damaged(path, error)
  }
}

const damaged = (path: string, cause: unknown) => new FeedFileError(`${basename(path)} is damaged: it is no whole zip file.`, { cause })
