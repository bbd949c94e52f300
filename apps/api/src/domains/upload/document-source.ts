import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { beginsAsXml, outcomeWords, type Unreadable } from '@seriatim/schema'
import yauzl from 'yauzl'

/** A file that cannot become an order whatever is in it. */
export class UnreadableError extends Error {
  readonly outcome: Unreadable

  constructor(outcome: Unreadable, options?: ErrorOptions) {
    super(outcomeWords(outcome).reason, options)
    this.outcome = outcome
  }
}

/** A stored file, alone or alone in a zip, as pieces of the document. */
export function openDocument(path: string, isZip: boolean): Promise<Source> {
  return isZip ? openZip(path) : openPlain(path)
}

/** By its first bytes, whatever it is called. */
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

/** At most this many bytes come out of a zip: a small one can hold terabytes of the same letter. */
const UNZIPPED_MAX = 2 * 1024 ** 3

interface Source {
  chunks: AsyncIterable<Buffer>
  /** Bytes that will come, as far as the file itself says. */
  total: number
}

async function openPlain(path: string): Promise<Source> {
  return { chunks: createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>, total: (await stat(path)).size }
}

async function openZip(path: string): Promise<Source> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, file) => (error ? reject(damaged(error)) : resolve(file))),
  )
  try {
    const files = await listEntries(zip)
    const [file] = files
    if (!file || files.length > 1) throw new UnreadableError({ kind: 'zipNotOne', facts: { files: files.length } })
    if (file.isEncrypted()) throw new UnreadableError({ kind: 'zipEncrypted', facts: {} })
    return { chunks: unzip(zip, file), total: file.uncompressedSize }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function* unzip(zip: yauzl.ZipFile, file: yauzl.Entry): AsyncGenerator<Buffer> {
  try {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(file, (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    let total = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (total === 0 && !beginsAsXml(chunk)) throw new UnreadableError({ kind: 'zipNotXml', facts: {} })
      total += chunk.length
      if (total > UNZIPPED_MAX) throw new UnreadableError({ kind: 'zipTooLarge', facts: {} })
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnreadableError ? error : damaged(error)
  } finally {
    zip.close()
  }
}

function damaged(cause: unknown): UnreadableError {
  return new UnreadableError({ kind: 'zipDamaged', facts: {} }, { cause })
}

function listEntries(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const files: yauzl.Entry[] = []
    zip.on('entry', (entry: yauzl.Entry) => {
      if (!entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/')) files.push(entry)
      if (files.length > 10) resolve(files)
      else zip.readEntry()
    })
    zip.on('end', () => resolve(files))
    zip.on('error', (error: Error) => reject(damaged(error)))
    zip.readEntry()
  })
}
