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
  beforeVisible?: (stored: StoredFile) => Promise<void>
}

/**
 * Stores files under their customer and content: the key is `<customerId>/<sha256>`. With an invalid customer id or hash, a call rejects with a
 * RangeError.
 */
export interface Storage {
  /**
   * Streams to the store and hashes on the way. Resolves when the bytes are durable. Identical bytes are stored once.
   * Rejects with TooLargeError past `maxBytes`, or with the source's error; either leaves nothing behind.
   * `beforeVisible` receives hash and size when all bytes have arrived but are not yet visible; if it throws, they are discarded.
   */
  put(customerId: number, bytes: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredFile>
  /** Rejects with NotStoredError if absent */
  get(customerId: number, sha256: string): Promise<Readable>
  /** Size in bytes; rejects with NotStoredError if absent */
  size(customerId: number, sha256: string): Promise<number>
  /**
   * Local path for long reads; don't modify the file. Call `release` when done; repeated calls are harmless. Rejects with NotStoredError if absent
   */
  local(customerId: number, sha256: string): Promise<{ path: string; release(): Promise<void> }>
  /** Deletes an object; succeeds also if the object is absent. */
  delete(customerId: number, sha256: string): Promise<void>
  /** Rejects with the reason if the store is unusable. Used by /ready */
  check(): Promise<void>
}

/** The store has no such object for that customer. */
export class NotStoredError extends Error {
  override name = 'NotStoredError'
}

/** The store returned different bytes than were written, so a retry is pointless. */
export class OtherBytesError extends Error {
  override name = 'OtherBytesError'
}

/** Thrown when a file turns out to be larger than `maxBytes` while it is being stored. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
  maxBytes: number
  constructor(maxBytes: number) {
    super(`More than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

/** Key of the file with this SHA-256 in this customer's storage. Rejects values that could lead to a path outside the customer's folder. */
export function storageKey(customerId: number, sha256: string): string {
  if (!Number.isSafeInteger(customerId) || customerId < 1) throw new RangeError('A customer id is a whole number of at least 1')
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('A SHA-256 is 64 lower-case hexadecimal digits')
  return `${customerId}/${sha256}`
}

/**
 * Writes the bytes to a new file in `dir` and hashes them. If that fails, this function removes the file; otherwise the caller must rename or remove
 * it.
 */
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

/** Wraps bytes in memory for `put`. */
export async function* wholeBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const ABANDONED_MS = 24 * 3_600_000

/** Creates a folder for spooling, and removes files in it that killed processes left more than a day ago. */
export async function openSpoolDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
  }
}
