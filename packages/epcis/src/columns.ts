/** A column that is given back longer, its memory moved where the machine can; the old one is empty afterwards. */
export function larger<T extends Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  from: T,
  length: number,
): T {
  const bytes = from.buffer.transfer(length * from.BYTES_PER_ELEMENT)
  const make = from.constructor as new (buffer: ArrayBuffer) => T // the class of a value is not in its type
  return new make(bytes)
}

/** Chosen anew for each process, so that nobody can write texts that all fall into one slot of a table. */
export const hashStart = (crypto.getRandomValues(new Int32Array(1))[0] ?? 0) | 1

/** One byte or word into a hash. */
export function hashStep(hash: number, byte: number): number {
  const mixed = Math.imul(hash ^ byte, 0x5bd1e995)
  return mixed ^ (mixed >>> 15)
}

/** Bytes that grow, with room behind them for reading a whole word at the last one. */
export class ByteStore {
  bytes: Uint8Array<ArrayBuffer>
  /** The same bytes, to read four at once. */
  words: DataView<ArrayBuffer>
  /** What was copied from last. */
  private source: Uint8Array
  private sourceWords: DataView

  /** @param length or the bytes themselves, with that room behind them. */
  constructor(length: number | Uint8Array<ArrayBuffer>) {
    this.bytes = typeof length === 'number' ? new Uint8Array(length + 4) : length
    this.words = new DataView(this.bytes.buffer)
    this.source = this.bytes
    this.sourceWords = this.words
  }

  /** Makes room for so many bytes in all. */
  reserve(length: number): void {
    if (length + 4 <= this.bytes.length) return
    this.bytes = larger(this.bytes, Math.max(length + 4, this.bytes.length * 2))
    this.words = new DataView(this.bytes.buffer)
    this.source = this.bytes
    this.sourceWords = this.words
  }

  /** Copies `bytes[from]` to before `bytes[to]` to a place for which room was made. Whole words: most texts are a few dozen bytes. */
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

  /** Whether `length` bytes from `at` are those of another store from `from`. */
  equals(at: number, other: ByteStore, from: number, length: number): boolean {
    const [own, others] = [this.words, other.words]
    let i = 0
    for (; i + 4 <= length; i += 4) if (own.getInt32(at + i, true) !== others.getInt32(from + i, true)) return false
    return i === length || findLast(own.getInt32(at + i, true), length - i) === findLast(others.getInt32(from + i, true), length - i)
  }

  /** `from` to before `to` into a hash. */
  hash(start: number, from: number, to: number): number {
    const { words } = this
    let hash = start
    let at = from
    for (; at + 4 <= to; at += 4) hash = hashStep(hash, words.getInt32(at, true))
    return at === to ? hash : hashStep(hash, findLast(words.getInt32(at, true), to - at))
  }
}

/** The first 1 to 3 bytes of a word; the others are nobody's. */
function findLast(word: number, count: number): number {
  return word & ((1 << (count * 8)) - 1)
}
