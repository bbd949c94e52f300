import { createReadStream, createWriteStream } from 'node:fs'
import { access, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import type { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { finishFile, nameHalf } from '../../core/whole-file.ts'
import { BackupFailure } from './backup-failure.ts'

// age's types name the browser's stream, Node's functions their own.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array> // one class at run time
const toNode = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as NodeStream<Uint8Array>) // one class at run time

/** A tar, compressed with gzip, encrypted with age: `age --decrypt | tar --extract --gzip` opens it without this program. */
export class ArchiveWriter {
  private readonly tar = pack()
  private readonly path: string
  private readonly half: string
  private readonly written: Promise<void>

  private constructor(path: string, encrypter: Encrypter) {
    this.path = path
    this.half = nameHalf(path)
    this.written = this.write(encrypter)
    // Whoever adds or closes is told; nobody may be waiting when it happens.
    this.written.catch(() => undefined)
  }

  /** @throws BackupFailure when the file is there already. */
  static async open(path: string, encrypter: Encrypter): Promise<ArchiveWriter> {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) throw new BackupFailure(`${path} exists already. Name a new file.`)
    return new ArchiveWriter(path, encrypter)
  }

  /** @throws BackupFailure */
  private async write(encrypter: Encrypter): Promise<void> {
    const zipped = createGzip({ level: 3 })
    const zipping = pipeline(this.tar, zipped)
    try {
      const encrypted = toNode(await encrypter.encrypt(toWeb(zipped)))
      await Promise.all([zipping, pipeline(encrypted, createWriteStream(this.half, { mode: 0o600 }))])
    } catch (cause) {
      // Also when it is the disk that is full: whoever adds a part waits for the tar.
      this.tar.destroy()
      throw new BackupFailure(`${this.path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  }

  /** Resolves when the bytes have been taken: memory holds no more than the streams' buffers. Rejects with what failed first, the source or the disk. */
  async add(name: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let isSource = false
    async function* read(): AsyncGenerator<Uint8Array> {
      try {
        yield* bytes
      } catch (error) {
        isSource = true
        throw error
      }
    }
    try {
      await pipeline(read, this.tar.entry({ name, size, mode: 0o600 }))
    } catch (error) {
      if (!isSource && this.tar.destroyed) await this.written
      throw error
    }
  }

  /** The file appears under its name when it is whole and on the disk. Returns its bytes. */
  async close(): Promise<number> {
    this.tar.finalize()
    await this.written
    await finishFile(this.half, this.path)
    return (await stat(this.path)).size
  }

  async abandon(): Promise<void> {
    this.tar.destroy()
    await this.written.catch(() => undefined)
    await rm(this.half, { force: true })
  }
}

export interface ArchivePart {
  name: string
  /** To be read to its end before the next part is asked for. */
  body: AsyncIterable<Uint8Array>
}

/**
 * The parts in their order. What was changed or cut fails before any byte of that piece is handed on; that the file is whole is certain only when
 * the last part was followed by the end. @throws BackupFailure
 */
export async function* readArchive(path: string, decrypter: Decrypter): AsyncGenerator<ArchivePart> {
  await access(path).catch(() => {
    throw new BackupFailure(`${path} cannot be read.`)
  })
  const file = createReadStream(path)
  const plain = await decrypter.decrypt(toWeb(file)).catch((error: unknown) => {
    file.destroy()
    throw describeOpening(path, error)
  })
  const tar = extract()
  const unpacked = pipeline(toNode(plain), createGunzip(), tar)
  unpacked.catch(() => undefined)
  const entries = tar[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await tellDamage(path, () => entries.next())
      if (done) break
      yield { name: value.header.name, body: readBody(path, value as AsyncIterable<Uint8Array>) } // an entry is a readable stream of bytes
    }
    await tellDamage(path, () => unpacked)
  } finally {
    tar.destroy()
    file.destroy()
  }
}

async function* readBody(path: string, entry: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = entry[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await tellDamage(path, () => chunks.next())
    if (done) return
    yield value
  }
}

async function tellDamage<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw new BackupFailure(`${path} is damaged or cut: what it holds is not what was written. Take another copy of it.`, { cause })
  }
}

function describeOpening(path: string, cause: unknown): BackupFailure {
  const isOtherKey = cause instanceof Error && /no identity matched/.test(cause.message)
  return new BackupFailure(
    isOtherKey
      ? `This key does not open ${path}. It was encrypted for another key or with another passphrase.`
      : `${path} is not a backup of Seriatim, or its beginning is damaged.`,
    { cause },
  )
}
