import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { finishFile, nameHalf } from '../core/whole-file.ts'

export interface WrittenFile {
  bytes: number
  sha256: string
}

/** Writing to the disk or the folder failed. `abandon` removes the incomplete file. */
export class ZipWriteError extends Error {
  override name = 'ZipWriteError'
}

/** State of yazl's `ZipFile` that its type declarations omit. */
interface YazlState {
  outputStream: Readable
  /** Bytes written to `outputStream` so far. */
  outputStreamCursor: number
  /** `doFileDataPump` is a closure that references the content of its file, so `settle` replaces the closure to free that memory. */
  entries: { state: number; doFileDataPump: () => void }[]
}
const ENTRY_DONE = 3
const nothing = () => undefined

/**
 * Writes a zip file part by part and renames it to its final name once it is complete and synced. Sizes beyond 4 GB and more than 65,535 parts use
 * zip64. The bytes of the zip depend only on the parts and on `mtime`, not on the server's time zone.
 */
export class ZipWriter {
  private readonly zip = new yazl.ZipFile()
  private readonly state = this.zip as unknown as YazlState // yazl's types leave out these fields
  private readonly path: string
  private readonly half: string
  private readonly written: Promise<void>
  private readonly mtime: Date
  private readonly hash: Hash = createHash('sha256')
  private passed = 0
  /**
   * Parts that are written completely. yazl goes through its whole list of parts at each step, so written parts are kept here instead, and put back
   * when yazl writes the zip's directory.
   */
  private done: YazlState['entries'] = []
  private whenSettled: (() => void) | undefined

  constructor(path: string, mtime: Date) {
    this.path = path
    this.half = nameHalf(path)
    this.mtime = toWallClock(mtime)
    // If a source fails, yazl reports it here: the output is destroyed, and `add` passes the failure on.
    this.zip.on('error', (error) => this.state.outputStream.destroy(error))
    this.written = this.write()
    // Without this handler, a write error that occurs while no call of `add` or `close` is waiting would end the process. The next of these calls
    // reports the error.
    this.written.catch(() => undefined)
  }

  private async write(): Promise<void> {
    try {
      await pipeline(this.state.outputStream, (chunks) => this.pass(chunks), createWriteStream(this.half, { mode: 0o600, flags: 'w' }))
    } catch (cause) {
      throw new ZipWriteError(`${this.path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  }

  private async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.hash.update(chunk)
      this.passed += chunk.length
      yield chunk
      if (this.isSettled()) this.whenSettled?.()
    }
  }

  private isSettled(): boolean {
    return this.passed === this.state.outputStreamCursor && this.state.entries.every(({ state }) => state === ENTRY_DONE)
  }

  /** Resolves when all parts so far have been written out, so memory holds only the streams' buffers. */
  private async settle(): Promise<void> {
    const settled = new Promise<void>((resolve) => {
      this.whenSettled = resolve
      if (this.isSettled()) resolve()
    })
    await Promise.race([settled, this.written.then(() => settled)])
    // Without this, the contents of all parts would stay in memory until the file is complete.
    for (const entry of this.state.entries) entry.doFileDataPump = nothing
    this.done.push(...this.state.entries)
    this.state.entries = []
  }

  /** Resolves when the part has been written. Rejects with the failure of the source or of the disk. */
  async add(name: string, content: AsyncIterable<Uint8Array | string>): Promise<WrittenFile> {
    const hash = createHash('sha256')
    let bytes = 0
    async function* count(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        hash.update(piece)
        bytes += piece.byteLength
        yield piece
      }
    }
    const source = Readable.from(count(), { objectMode: false })
    const failed = new Promise<never>((_, reject) => source.once('error', reject))
    // yazl uses pipe(), which does not propagate a failure.
    source.once('error', (error) => this.state.outputStream.destroy(error))
    this.zip.addReadStream(source, name, { mode: 0o100644, mtime: this.mtime, forceDosTimestamp: true })
    await Promise.race([this.settle(), failed])
    return { bytes, sha256: hash.digest('hex') }
  }

  /** Adds a part without compression. Its position in the file depends only on its content and on what precedes it. */
  async addStored(name: string, content: Buffer): Promise<void> {
    this.zip.addBuffer(content, name, { mode: 0o100644, mtime: this.mtime, forceDosTimestamp: true, compress: false })
    await this.settle()
  }

  /** Size and SHA-256 of everything written so far. */
  sum(): WrittenFile {
    return { bytes: this.passed, sha256: this.hash.copy().digest('hex') }
  }

  async close(): Promise<WrittenFile> {
    this.state.entries = this.done
    this.zip.end()
    await this.written
    await finishFile(this.half, this.path)
    return this.sum()
  }

  async abandon(): Promise<void> {
    this.state.outputStream.destroy()
    await this.written.catch(() => undefined)
    await rm(this.half, { force: true })
  }
}

/** Returns the instant whose local time reads the same as the UTC time of `at`, because yazl writes the local time. */
const toWallClock = (at: Date) =>
  new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds())
