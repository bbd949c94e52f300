import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { finishFile, nameHalf } from '../../core/whole-file.ts'
import { RetentionFailure } from './retention-failure.ts'

export interface WrittenZip {
  bytes: number
  sha256: string
}

/** Writes a zip file part by part and renames it to its final name once it is complete and synced. */
export class ZipWriter {
  private readonly zip = new yazl.ZipFile()
  private readonly path: string
  private readonly half: string
  private readonly written: Promise<void>
  private readonly mtime: Date

  constructor(path: string, mtime: Date) {
    this.path = path
    this.half = nameHalf(path)
    this.mtime = mtime
    // A failing source is reported by `add`, and the file ends there.
    this.zip.on('error', (error) => this.output.destroy(error))
    this.written = this.write()
    // `add` and `close` report a failure; this handler only covers the time when nobody is waiting.
    this.written.catch(() => undefined)
  }

  private get output(): Readable {
    return this.zip.outputStream as Readable // the type declarations call it by an older name
  }

  private async write(): Promise<void> {
    try {
      await pipeline(this.output, createWriteStream(this.half, { mode: 0o600, flags: 'w' }))
    } catch (cause) {
      throw new RetentionFailure(`${this.path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  }

  /** Resolves when the bytes have been consumed, so memory holds only the streams' buffers. Rejects with the failure of the source or of the disk. */
  async add(name: string, bytes: AsyncIterable<Uint8Array>): Promise<WrittenZip> {
    const hash = createHash('sha256')
    let size = 0
    async function* count(): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytes) {
        hash.update(chunk)
        size += chunk.byteLength
        yield chunk
      }
    }
    const source = Readable.from(count(), { objectMode: false })
    const taken = new Promise<void>((resolve, reject) => {
      source.once('end', resolve)
      source.once('error', reject)
    })
    this.zip.addReadStream(source, name, { mode: 0o100600, mtime: this.mtime })
    await Promise.race([taken, this.written.then(() => taken)])
    return { bytes: size, sha256: hash.digest('hex') }
  }

  async addText(name: string, text: string): Promise<WrittenZip> {
    return this.add(name, Readable.from([Buffer.from(text)]) as AsyncIterable<Uint8Array>) // a readable stream of bytes
  }

  async close(): Promise<void> {
    this.zip.end()
    await this.written
    await finishFile(this.half, this.path)
  }

  async abandon(): Promise<void> {
    this.output.destroy()
    await this.written.catch(() => undefined)
    await rm(this.half, { force: true })
  }
}
