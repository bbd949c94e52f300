import { BROKEN, codeAt, endsText, LINE_FEED, sequenceLength, UNFINISHED } from './byte-chars.ts'
import { ByteStore } from './columns.ts'
import { faults, forbiddenCharacter, type XmlFault } from './xml-faults.ts'

/** Initial size of the buffer, kept small for short documents. In a longer document, the buffer grows to `USUAL_SIZE`, into which most events fit. */
const FIRST_SIZE = 1 << 16
const USUAL_SIZE = 1 << 18
/** A tag, comment or attribute of more bytes than this is rejected as too long. */
const LONGEST_TAG = 10 << 20

/** `wait` is thrown to wait for more bytes, `stop` to stop for good; `read` catches both. */
const wait = new Error('wait')
const stop = new Error('stop')

/**
 * The bytes of a file that a reader has not read yet, with their position. Reading resumes only when the buffer is full or the file ends, so the same
 * bytes are read in the same steps, regardless of how they were divided into chunks.
 */
export abstract class ByteBuffer {
  /** Line number of the byte at `at`, counted from 1. */
  line = 1
  /** Index of the next byte to read; everything before it has been processed. */
  protected at = 0
  /**
   * The byte after the last filled one is always zero, so that a loop stops there without comparing indexes. Behind the last filled byte there is
   * always enough room to read four bytes at once.
   */
  protected source = new ByteStore(FIRST_SIZE)
  protected bytes = this.source.bytes
  /** The same bytes as a DataView, from which four bytes can be read at once. */
  protected words = this.source.words
  protected filled = 0
  private size = FIRST_SIZE
  /** Start of the element last offered to the handler; negative if it is no longer in the buffer. */
  protected offered = -1
  /**
   * `lineStart`: index at which the line that contains `at` begins. `surplus`: in the part of that line before `at`, the number of bytes minus the
   * number of characters.
   */
  protected lineStart = 0
  protected surplus = 0
  /** Whether no more bytes follow those in the buffer. */
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

  /** Reads from `at` as far as possible. It never returns: it ends by calling {@link more} or {@link fail}, which throw. */
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

  /** Moves unread bytes to the front of the buffer. Doubles the buffer if it is smaller than `USUAL_SIZE` or if unread bytes fill all of it. */
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

  /** Describes what is wrong if the file ends here; null if nothing is. */
  protected abstract endFault(): XmlFault | null

  /**
   * Called when the bytes in the buffer have been read as far as possible. Throws `wait` to get more bytes; at the end of the file, throws `stop` if
   * the document is complete, and otherwise reports the fault.
   */
  protected more(): never {
    if (this.isLast) {
      const fault = this.endFault()
      if (fault === null) throw stop
      this.fail(fault, this.filled, false)
    }
    if (this.filled - this.at > LONGEST_TAG) this.fail(faults.tooLong, this.at)
    throw wait
  }

  /** Reports a fault and stops reading. The fault's position is the byte at `index`, which counts as read; if `including` is false, it does not. */
  protected fail(fault: XmlFault, index: number, including = true): never {
    this.settle(index)
    const isLineEnd = including && this.bytes[index] === LINE_FEED
    const column = index - this.lineStart - this.surplus + (including ? 1 : 0)
    this.stopped = true
    this.malformed({ ...fault, line: isLineEnd ? this.line + 1 : this.line, column: isLineEnd ? 1 : Math.max(1, column) })
    throw stop
  }

  /** Reports a character that must not be at that index: as forbidden if XML never allows it, otherwise as misplaced. */
  protected unexpected(fault: XmlFault, index: number): never {
    this.characterEnd(index)
    this.fail(fault, index)
  }

  /** Index after the character at `index`; fails for characters that XML never allows. */
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

  /** Advances `at` to `index`, counting the lines and characters in between. */
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
