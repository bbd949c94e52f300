/** Returns a longer copy of a column, moving its memory where the platform allows; the old column is empty afterwards. */
export function larger<T extends Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  from: T,
  length: number,
): T {
  const bytes = from.buffer.transfer(length * from.BYTES_PER_ELEMENT)
  const make = from.constructor as new (buffer: ArrayBuffer) => T // TypeScript types `constructor` as a plain function, not as the class of the value
  return new make(bytes)
}

/** Start value of all hashes. It is chosen per process, so that nobody can craft texts that all fall into one slot of a table. */
export const hashStart = (crypto.getRandomValues(new Int32Array(1))[0] ?? 0) | 1

/** Returns the hash after one more byte or word. */
export function hashStep(hash: number, byte: number): number {
  const mixed = Math.imul(hash ^ byte, 0x5bd1e995)
  return mixed ^ (mixed >>> 15)
}

/** A growable byte array. It always has spare bytes after the end, because callers read four bytes at once, even when they start at the last byte. */
export class ByteStore {
  bytes: Uint8Array<ArrayBuffer>
  /** View of the same bytes, for reading four bytes at once. */
  words: DataView<ArrayBuffer>
  /** The array that `put` last copied from, and a view that reads four of its bytes at once. */
  private source: Uint8Array
  private sourceWords: DataView

  /** @param length initial capacity in bytes, or the array to use, of which the last 4 bytes must be free for reading whole words. */
  constructor(length: number | Uint8Array<ArrayBuffer>) {
    this.bytes = typeof length === 'number' ? new Uint8Array(length + 4) : length
    this.words = new DataView(this.bytes.buffer)
    this.source = this.bytes
    this.sourceWords = this.words
  }

  /** Ensures a total capacity of `length` bytes. */
  reserve(length: number): void {
    if (length + 4 <= this.bytes.length) return
    this.bytes = larger(this.bytes, Math.max(length + 4, this.bytes.length * 2))
    this.words = new DataView(this.bytes.buffer)
    this.source = this.bytes
    this.sourceWords = this.words
  }

  /**
   * Copies `bytes[from]` up to but not including `bytes[to]` to index `at`, for which room must be reserved. Copies four bytes at a time, because
   * most texts are only a few dozen bytes long.
   */
  put(at: number, bytes: Uint8Array, from: number, to: number): void {
    if (bytes !== this.source) {
      this.source = bytes
      this.sourceWords = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
    const { sourceWords, words } = this
    const own = this.bytes
    const length = to - from
    let i = 0
    for (; i + 4 <= length; i += 4) words.setInt32(at + i, sourceWords.getInt32(from + i, true), true)
    for (; i < length; i += 1) own[at + i] = bytes[from + i] ?? 0
  }

  /** Whether the `length` bytes from index `at` are equal to those from index `from` of another store. */
  equals(at: number, other: ByteStore, from: number, length: number): boolean {
    const [own, others] = [this.words, other.words]
    let i = 0
    for (; i + 4 <= length; i += 4) if (own.getInt32(at + i, true) !== others.getInt32(from + i, true)) return false
    return i === length || findLast(own.getInt32(at + i, true), length - i) === findLast(others.getInt32(from + i, true), length - i)
  }

  /** Hashes the bytes from `from` up to, but not including, `to`. `start` is the hash of what comes before them. */
  hash(start: number, from: number, to: number): number {
    const { words } = this
    let hash = start
    let at = from
    for (; at + 4 <= to; at += 4) hash = hashStep(hash, words.getInt32(at, true))
    return at === to ? hash : hashStep(hash, findLast(words.getInt32(at, true), to - at))
  }
}

/** Keeps the first `count` bytes (1 to 3) of a four-byte word and clears the rest. */
function findLast(word: number, count: number): number {
  return word & ((1 << (count * 8)) - 1)
}
