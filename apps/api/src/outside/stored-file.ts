import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface StoredFile {
  /** 64 lower-case hexadecimal digits */
  sha256: string
  /** bytes */
  size: number
}

export interface PutOptions {
  maxBytes?: number
  beforeKept?: (stored: StoredFile) => Promise<void>
}

/** Files by content, each customer's apart: the key is `<customerId>/<sha256>`. A wrong customer id or hash rejects with a RangeError. */
export interface Storage {
  /**
   * Streams to the store and hashes on the way. Resolves when the bytes are durable. The same bytes twice are one object.
   * Past `maxBytes` it rejects with TooLargeError, on an error of the source with that error; either leaves nothing behind.
   * `beforeKept` hears hash and size when all bytes are there and none is under its name yet; what it throws keeps them out.
   */
  put(customerId: number, bytes: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredFile>
  /** Rejects with NotStoredError when it is absent */
  get(customerId: number, sha256: string): Promise<Readable>
  /** Bytes; rejects with NotStoredError when it is absent */
  size(customerId: number, sha256: string): Promise<number>
  /** A local path for long reads, to be left unchanged; `release` when done, more than once does no harm. Rejects with NotStoredError when absent */
  local(customerId: number, sha256: string): Promise<{ path: string; release(): Promise<void> }>
  /** Deleting what is absent is no error */
  delete(customerId: number, sha256: string): Promise<void>
  /** Rejects with the reason when the store cannot be used. For /ready */
  check(): Promise<void>
}

/** The store has no such object for that customer. */
export class NotStoredError extends Error {
  override name = 'NotStoredError'
}

/** The store has other bytes than it was given: asking again changes nothing. */
export class OtherBytesError extends Error {
  override name = 'OtherBytesError'
}

/** More bytes came than were allowed. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
  maxBytes: number
  constructor(maxBytes: number) {
    super(`More than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

/** The object's key. What it refuses could name a path outside the customer's folder. */
export function storageKey(customerId: number, sha256: string): string {
  if (!Number.isSafeInteger(customerId) || customerId < 1) throw new RangeError('A customer id is a whole number from 1')
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('A SHA-256 is 64 lower-case hexadecimal digits')
  return `${customerId}/${sha256}`
}

/** Writes the bytes to a new file in `dir`, hashing them. The caller renames or removes the file; on an error it is gone. */
export async function spool(
  dir: string,
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes = Number.POSITIVE_INFINITY } = {},
): Promise<StoredFile & { path: string }> {
  const path = join(dir, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of bytes) {
        size += chunk.byteLength
        if (size > maxBytes) throw new TooLargeError(maxBytes)
        hash.update(chunk)
        await file.appendFile(chunk)
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, sha256: hash.digest('hex'), size }
}

/** Bytes that are at hand already, as `put` takes them. */
export async function* wholeBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const ABANDONED_MS = 24 * 3_600_000

/** Makes a folder for spooling and clears what killed processes left in it more than a day ago. */
export async function openSpoolDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
  }
}
