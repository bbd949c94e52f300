import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { StoredDelivery } from '@seriatim/schema'

/** Maximum size of writes that wait for an earlier write. Clients keep up to 64 writes of 32 KB in flight, and some send them in any order. */
const MOST_EARLY_BYTES = 8 * 1024 * 1024
/** Memory used by a write in addition to its bytes. */
const WRITE_COST = 512
const costOf = (data: Buffer): number => data.length + WRITE_COST

/** The client's writes cannot be stored as a stream. The message says why. */
export class WriteOrderError extends Error {
  override name = 'WriteOrderError'
}

/** One file that is transferred from a client into the store. Its writes may arrive slightly out of order. */
export class SftpUpload {
  /** Number of bytes received without a gap from the file's start. */
  size = 0
  private readonly pipe = new PassThrough({ highWaterMark: 1024 * 1024 })
  private readonly early = new Map<number, Buffer>()
  private earlyBytes = 0
  private isClosed = false
  private fault: WriteOrderError | undefined
  private tail: Promise<void> = Promise.resolve()
  private readonly stored: Promise<StoredDelivery>
  private readonly failed: Promise<never>

  /** @param store reads the stream to its end and stores it as a file. */
  constructor(store: (bytes: AsyncIterable<Uint8Array>) => Promise<StoredDelivery>) {
    // A stream that is destroyed must not raise an unhandled error.
    this.pipe.on('error', () => undefined)
    this.stored = store(this.pipe)
    this.failed = this.stored.then(
      () => new Promise<never>(() => undefined),
      (error: unknown) => {
        this.pipe.destroy()
        throw error
      },
    )
    this.failed.catch(() => undefined)
  }

  /** Resolves when the store can take more. @throws WriteOrderError, or the error of the store. */
  write(offset: number, data: Buffer): Promise<void> {
    if (this.isClosed) return Promise.reject(new WriteOrderError('This file is already closed.'))
    // Copied, because the buffer belongs to the protocol, which may reuse it.
    const copy = Buffer.from(data)
    const written = this.tail.then(() => this.take(offset, copy))
    this.tail = written.catch(() => undefined)
    return written
  }

  /** Resolves when all bytes are stored. @throws WriteOrderError if some are missing, or the error of the store. */
  async finish(): Promise<StoredDelivery> {
    this.isClosed = true
    await this.tail
    if (this.early.size) this.fault ??= new WriteOrderError('The file has a gap, so it is not complete. Send it again.')
    if (this.fault) {
      this.abort()
      throw this.fault
    }
    this.pipe.end()
    return this.stored
  }

  /** Ends the upload; none of the file is kept. */
  abort(): void {
    this.pipe.destroy(new WriteOrderError('The transfer was interrupted.'))
  }

  private async take(offset: number, data: Buffer): Promise<void> {
    if (data.length === 0) return
    if (offset < this.size || this.early.has(offset)) throw this.refuse('A file cannot be changed. Send it from the beginning.')
    if (offset > this.size) return this.takeEarly(offset, data)
    await this.pass(data)
    for (let next = this.early.get(this.size); next; next = this.early.get(this.size)) {
      this.early.delete(this.size)
      this.earlyBytes -= costOf(next)
      await this.pass(next)
    }
  }

  private takeEarly(offset: number, data: Buffer): void {
    if (this.earlyBytes + costOf(data) > MOST_EARLY_BYTES)
      throw this.refuse('A file must be sent from the beginning. A transfer cannot be resumed here.')
    this.early.set(offset, data)
    this.earlyBytes += costOf(data)
  }

  /** Makes the file fail for good: it can no longer be completed, whatever else arrives. */
  private refuse(why: string): WriteOrderError {
    this.fault ??= new WriteOrderError(why)
    return this.fault
  }

  private async pass(data: Buffer): Promise<void> {
    if (this.pipe.destroyed) await this.failed
    this.size += data.length
    if (this.pipe.write(data)) return
    await Promise.race([once(this.pipe, 'drain'), this.failed])
  }
}
