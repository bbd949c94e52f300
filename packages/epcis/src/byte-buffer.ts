import { BROKEN, codeAt, endsText, LINE_FEED, sequenceLength, UNFINISHED } from './byte-chars.ts'
import { ByteStore } from './columns.ts'
import { faults, forbiddenCharacter, type XmlFault } from './xml-faults.ts'

/** Short documents get a small buffer; long ones one that holds most events whole. */
const FIRST_SIZE = 1 << 16
const USUAL_SIZE = 1 << 18
/** Longer than every tag within the limits. */
const LONGEST_TAG = 10 << 20

/** Thrown to wait for more bytes, and to stop for good; caught in `read`. */
const wait = new Error('wait')
const stop = new Error('stop')

/**
 * The bytes that a reader has before it, and where they stand in the file. What is read of them depends on how many there are, never on how
 * they came: reading goes on only when the buffer is full.
 */
export abstract class ByteBuffer {
  /** The line of `at`, counted from 1. */
  line = 1
  /** Index of what is read next; everything before it is settled. */
  protected at = 0
  /** Behind the last byte there is a zero, so that loops need no second condition, and room for reading a whole word there. */
  protected source = new ByteStore(FIRST_SIZE)
  protected bytes = this.source.bytes
  /** The same bytes, to read four at once. */
  protected words = this.source.words
  protected filled = 0
  private size = FIRST_SIZE
  /** Where the element began that was offered to the handler last; negative when that does not stand here any more. */
  protected offered = -1
  /** Where the line of `at` begins, and by how much its characters are fewer than its bytes. */
  protected lineStart = 0
  protected surplus = 0
  /** Whether nothing comes after these bytes. */
  protected isLast = false
  protected stopped = false
  private readonly malformed: (problem: XmlFault & { line: number; column: number }) => void

  constructor(malformed: (problem: XmlFault & { line: number; column: number }) => void) {
    this.malformed = malformed
  }

  write(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length && !this.stopped; ) {
      const size = Math.min(this.size - this.filled, chunk.length - from)
      this.bytes.set(chunk.subarray(from, from + size), this.filled)
      this.filled += size
      from += size
      if (this.filled === this.size) this.read(false)
    }
  }

  finish(): void {
    if (!this.stopped) this.read(true)
    this.stopped = true
  }

  /** Reads on from `at` as far as it can. Ends by {@link more} or {@link fail}. */
  protected abstract scan(): never

  private read(isLast: boolean): void {
    this.isLast = isLast
    this.bytes[this.filled] = 0
    try {
      this.scan()
    } catch (error) {
      if (error === wait) this.makeRoom()
      else if (error !== stop) throw error
    }
  }

  /** Moves what is unread to the front; a document that goes on gets a longer buffer, and so does what fills it alone. */
  private makeRoom(): void {
    const unread = this.filled - this.at
    if (this.at > 0) this.bytes.copyWithin(0, this.at, this.filled)
    this.lineStart -= this.at
    this.offered -= this.at
    this.at = 0
    this.filled = unread
    if (unread < this.size && this.size >= USUAL_SIZE) return
    this.size *= 2
    this.source.reserve(this.size)
    this.bytes = this.source.bytes
    this.words = this.source.words
  }

  /** What is wrong when the file ends now; null when nothing is. */
  protected abstract endFault(): XmlFault | null

  /** Nothing more can be read of what there is: waits, or ends. */
  protected more(): never {
    if (this.isLast) {
      const fault = this.endFault()
      if (fault === null) throw stop
      this.fail(fault, this.filled, false)
    }
    if (this.filled - this.at > LONGEST_TAG) this.fail(faults.tooLong, this.at)
    throw wait
  }

  /** Tells what is wrong with the byte at that index; or, with `including` false, just before it. */
  protected fail(fault: XmlFault, index: number, including = true): never {
    this.settle(index)
    const isLineEnd = including && this.bytes[index] === LINE_FEED
    const column = index - this.lineStart - this.surplus + (including ? 1 : 0)
    this.stopped = true
    this.malformed({ ...fault, line: isLineEnd ? this.line + 1 : this.line, column: isLineEnd ? 1 : Math.max(1, column) })
    throw stop
  }

  /** What stands at that index must not: for what it is, else for where it is. */
  protected unexpected(fault: XmlFault, index: number): never {
    this.characterEnd(index)
    this.fail(fault, index)
  }

  /** Behind the character at that index; fails for what XML never allows. */
  protected characterEnd(index: number): number {
    const byte = this.bytes[index] ?? 0
    if (byte < 0x80) {
      if (index >= this.filled) this.more()
      if (byte < 0x20 && endsText[byte] === 1 && byte !== LINE_FEED) this.fail(forbiddenCharacter(byte), index, false)
      return index + 1
    }
    const length = sequenceLength(this.bytes, index, this.filled)
    if (length === BROKEN || (length === UNFINISHED && this.isLast)) this.fail(faults.notUtf8, index, false)
    if (length === UNFINISHED) this.more()
    if (length === 3 && byte === 0xef) {
      const code = codeAt(this.bytes, index, 3)
      if (code >= 0xfffe) this.fail(forbiddenCharacter(code), index, false)
    }
    return index + length
  }

  /** Makes `at` that index, counting lines and characters on the way. */
  protected settle(index: number): void {
    const { bytes } = this
    for (let i = this.at; i < index; i += 1) {
      const byte = bytes[i] ?? 0
      if (byte === LINE_FEED) {
        this.line += 1
        this.lineStart = i + 1
        this.surplus = 0
      } else if (byte >= 0xc0) this.surplus += byte >= 0xe0 ? 2 : 1
    }
    this.at = index
  }
}
