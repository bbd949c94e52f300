import { ByteBuffer } from './byte-buffer.ts'
import {
  codeAt,
  GREATER_THAN,
  HYPHEN,
  isNameByte,
  isNameStart,
  isSpace,
  isSuspicious,
  isWideName,
  isWideNameStart,
  NUMBER_SIGN,
  QUESTION_MARK,
  referenced,
  SEMICOLON,
} from './byte-chars.ts'
import type { RawName } from './byte-names.ts'
import { decodeText } from './reader.ts'
import { declarationFault, doctypeFault, faults, type XmlFault } from './xml-faults.ts'

/**
 * What the reader is reading. It must remember this from one buffer to the next, because a comment, a CDATA section or an instruction may be longer
 * than the buffer. `content`: anything else, such as tags and text.
 */
type Mode = 'content' | 'comment' | 'cdata' | 'instruction'

/** Maximum length of a name or reference, in bytes. A longer one is refused at once, without looking for its end. */
export const ENDLESS = 1 << 16

/** Reads names, references, comments, instructions and declarations. */
export abstract class ByteMarkup extends ByteBuffer {
  protected mode: Mode = 'content'
  protected readonly open: RawName[] = []
  protected sawRoot = false
  /** `isBeginning`: nothing has been read yet. `sawTag`: a `<` has been read. */
  protected isBeginning = true
  protected sawTag = false
  /** The character that the most recently read reference represents. */
  protected reference = ''
  /** Whether the tag that is being read contains only ASCII and no line break so far. */
  protected isPlain = true

  protected override endFault(): XmlFault | null {
    if (!this.sawRoot) return faults.noElement
    if (this.open.length > 0) return faults.cutOff
    return this.mode !== 'content' || this.at < this.filled ? faults.endsInside : null
  }

  /** Skips a comment or an instruction whose beginning has been read. */
  protected skip(mode: 'comment' | 'instruction'): void {
    const { bytes } = this
    const first = mode === 'comment' ? HYPHEN : QUESTION_MARK
    let at = this.at
    for (;;) {
      const byte = bytes[at] ?? 0
      if (byte === first) {
        if (at + 2 >= this.filled && !this.isLast) {
          this.settle(at)
          this.more()
        }
        const next = bytes[at + 1] ?? 0
        if (mode === 'comment' && next === HYPHEN && bytes[at + 2] !== GREATER_THAN) this.unexpected(faults.comment, at + 2)
        if (next === (mode === 'comment' ? HYPHEN : GREATER_THAN)) {
          this.settle(at + (mode === 'comment' ? 3 : 2))
          this.mode = 'content'
          return
        }
        at += 1
      } else if (isSuspicious[byte] === 1) {
        this.settle(at)
        at = this.characterEnd(at)
      } else at += 1
    }
  }

  /** Returns the index after the semicolon of the reference whose ampersand is at `at`, and stores its character in {@link reference}. */
  protected referenceEnd(at: number): number {
    const { bytes } = this
    let end = at + 1
    for (;;) {
      const byte = bytes[end] ?? 0
      if (byte === SEMICOLON) break
      if (end - at > ENDLESS) this.fail(faults.reference, end)
      const isFirst = end === at + 1
      if (byte < 0x80) {
        if (byte !== NUMBER_SIGN && (isFirst ? isNameStart : isNameByte)[byte] !== 1) this.unexpected(faults.ampersand, end)
        end += 1
      } else {
        const next = this.characterEnd(end)
        const code = codeAt(bytes, end, next - end)
        if (!(isFirst ? isWideNameStart(code) : isWideName(code))) this.fail(faults.ampersand, end)
        end = next
      }
    }
    this.reference = referenced(decodeText(bytes, at + 1, end)) ?? this.fail(faults.reference, end)
    return end + 1
  }

  protected declaration(from: number): void {
    const { bytes } = this
    const byte = bytes[from] ?? 0
    if (byte === HYPHEN) {
      if (bytes[from + 1] !== HYPHEN) this.unexpected(faults.declaration, from + 1)
      this.settle(from + 2)
      this.mode = 'comment'
    } else if (byte === cdataStart[0]) {
      this.expect(cdataStart, from, 0)
      if (this.open.length === 0) this.fail(faults.outside, from + cdataStart.length - 1)
      this.settle(from + cdataStart.length)
      this.mode = 'cdata'
    } else {
      this.expect(doctypeStart, from, 0x20)
      let at = from + doctypeStart.length
      while (isSpace[bytes[at] ?? 0] === 1) at += 1
      if (at + 5 > this.filled && !this.isLast) this.more()
      this.fail(doctypeFault(decodeText(bytes, at, Math.min(at + 5, this.filled))), this.at)
    }
  }

  /** @param letterCase 0x20 to ignore case, 0 to respect it. */
  private expect(word: Uint8Array, from: number, letterCase: number): void {
    for (let i = 0; i < word.length; i += 1) {
      const byte = this.bytes[from + i] ?? 0
      if ((byte | letterCase) !== ((word[i] ?? 0) | letterCase)) this.unexpected(faults.declaration, from + i)
    }
  }

  protected instruction(from: number): void {
    const { bytes } = this
    if (!this.beginsName(from)) this.unexpected(faults.instruction, from)
    const end = this.nameEnd(from)
    if (isSpace[bytes[end] ?? 0] !== 1 && bytes[end] !== QUESTION_MARK) this.unexpected(faults.instruction, end)
    if (decodeText(bytes, from, Math.min(end, from + 4)).toLowerCase() === 'xml') {
      const close = this.instructionEnd(end)
      if (!this.isBeginning) this.fail(faults.lateDeclaration, close)
      const fault = declarationFault(decodeText(bytes, end, close - 1), 'utf-8')
      if (fault !== null) this.fail(fault, close)
      this.settle(close + 1)
      return
    }
    this.settle(end)
    this.mode = 'instruction'
  }

  /** Index of the > that ends an instruction. */
  private instructionEnd(from: number): number {
    const { bytes } = this
    let at = from
    while (bytes[at] !== QUESTION_MARK || bytes[at + 1] !== GREATER_THAN) at = this.characterEnd(at)
    return at + 1
  }

  protected beginsName(at: number): boolean {
    const byte = this.bytes[at] ?? 0
    if (byte < 0x80) return isNameStart[byte] === 1
    return isWideNameStart(codeAt(this.bytes, at, this.characterEnd(at) - at))
  }

  protected nameEnd(from: number): number {
    const { bytes } = this
    let at = from
    for (;;) {
      const byte = bytes[at] ?? 0
      if (byte < 0x80) {
        if (isNameByte[byte] !== 1) return at
        at += 1
        if (at - from > ENDLESS) this.fail(faults.nameLength, this.at)
      } else {
        const next = this.characterEnd(at)
        if (!isWideName(codeAt(bytes, at, next - at))) return at
        this.isPlain = false
        at = next
      }
    }
  }
}

const encoder = new TextEncoder()
const cdataStart = encoder.encode('[CDATA[')
const doctypeStart = encoder.encode('DOCTYPE')
