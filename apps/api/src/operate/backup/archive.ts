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

// The age library's types use the browser's stream classes, while Node's functions use Node's.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array> // the web's type and Node's are one class
const toNode = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as NodeStream<Uint8Array>) // the web's type and Node's are one class

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
    // Without this handler, a write error that occurs while no call of `add` or `close` is waiting would end the process. The next of these calls
    // reports the error.
    this.written.catch(() => undefined)
  }

  /** @throws BackupFailure if the file already exists. */
  static async open(path: string, encrypter: Encrypter): Promise<ArchiveWriter> {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) throw new BackupFailure(`${path} already exists. Choose another file name.`)
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
      // After a failed write, for example because the disk is full, the tar must end too, because `add` waits for it.
      this.tar.destroy()
      throw new BackupFailure(`${this.path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  }

  /**
   * Resolves when the bytes have been consumed, so memory holds only the streams' buffers. Rejects with the first failure, of the source or of the
   * disk.
   */
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

  /** Renames the file to its final name once it is complete and synced. Returns its size in bytes. */
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
  /** Must be read to its end before the next part is requested. */
  body: AsyncIterable<Uint8Array>
}

/**
 * Yields the parts in order. A modified or truncated chunk fails before any of its bytes are passed on, but only reaching the end after the last part
 * proves that the file is complete.
 *
 * @throws BackupFailure
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
      const { done, value } = await reportDamage(path, () => entries.next())
      if (done) break
      yield { name: value.header.name, body: readBody(path, value as AsyncIterable<Uint8Array>) } // an entry is a readable stream of bytes
    }
    await reportDamage(path, () => unpacked)
  } finally {
    tar.destroy()
    file.destroy()
  }
}

async function* readBody(path: string, entry: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = entry[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await reportDamage(path, () => chunks.next())
    if (done) return
    yield value
  }
}

async function reportDamage<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw new BackupFailure(`${path} is damaged or incomplete: its content is not what was written. Use another copy.`, { cause })
  }
}

function describeOpening(path: string, cause: unknown): BackupFailure {
  const isOtherKey = cause instanceof Error && /no identity matched/.test(cause.message)
  return new BackupFailure(
    isOtherKey
      ? `This key does not open ${path}. It was encrypted with another key or another passphrase.`
      : `${path} is not a Seriatim backup, or its beginning is damaged.`,
    { cause },
  )
}
