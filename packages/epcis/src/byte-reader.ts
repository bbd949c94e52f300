import {
  AMPERSAND,
  BRACKET,
  endsText,
  GREATER_THAN,
  isNameByte,
  isNameStart,
  isPlainWord,
  isSpace,
  LESS_THAN,
  LINE_FEED,
  SLASH,
} from './byte-chars.ts'
import type { RawName } from './byte-names.ts'
import { ByteTags } from './byte-tags.ts'
import { hashStart, hashStep } from './columns.ts'
import { limits, TAKEN, WAIT, type XmlReader } from './reader.ts'
import { faults } from './xml-faults.ts'

const FOUR_SPACES = 0x20202020

/**
 * Reads XML in UTF-8 without creating strings. It reports the same events as the sax reader, but also refuses some malformed XML that sax accepts.
 * @see XML 1.0, fifth edition; Namespaces in XML 1.0, third edition.
 */
export class ByteReader extends ByteTags implements XmlReader {
  private readonly encoder = new TextEncoder()
  private readonly referenceBytes = new Uint8Array(4)

  end(): void {
    this.finish()
  }

  protected override scan(): never {
    for (;;) {
      if (this.mode === 'cdata') this.cdata()
      else if (this.mode !== 'content') this.skip(this.mode)
      else if (this.open.length > 0) this.content()
      else this.outside()
    }
  }

  /** Reads text and tags within the outermost element, up to its end or to other markup. */
  private content(): void {
    const { bytes, words } = this
    let at = this.at
    let from = at
    for (;;) {
      while (isPlainWord(words.getInt32(at, true))) at += 4
      while (endsText[bytes[at] ?? 0] === 0) at += 1
      const byte = bytes[at] ?? 0
      if (byte === LINE_FEED) {
        at += 1
        this.line += 1
        this.lineStart = at
        this.surplus = 0
        this.at = at
      } else if (byte === LESS_THAN) {
        if (at > from) this.reportText(from, at)
        this.at = at
        const next = bytes[at + 1] ?? 0
        if (isNameStart[next] === 1) {
          if (!this.isTaken() && !this.leaves()) this.startTag()
        } else if (next === SLASH) this.endTag()
        else {
          this.markup()
          return
        }
        if (this.open.length === 0) return
        from = this.at
        at = this.blankEnd()
        // Report indentation between tags here, because most text between tags is nothing else.
        if (at > from && bytes[at] === LESS_THAN && (isNameStart[bytes[at + 1] ?? 0] === 1 || bytes[at + 1] === SLASH)) {
          this.reportText(from, at, true)
          from = at
        }
      } else if (byte === AMPERSAND) {
        this.reportText(from, at)
        this.at = at
        this.reportReference()
        at = this.at
        from = at
      } else if (byte === GREATER_THAN) {
        if (at - from >= 2 && bytes[at - 1] === BRACKET && bytes[at - 2] === BRACKET) this.fail(faults.cdataEnd, at)
        at += 1
      } else {
        if (at + 4 > this.filled) {
          from = this.reportAllBut(from, at)
          this.at = from
        }
        const next = this.characterEnd(at)
        this.textLength -= findSurplus(next - at)
        this.settle(next)
        at = next
      }
    }
  }

  /** Skips white space from `at` on and returns the index after it. */
  private blankEnd(): number {
    const { bytes, words } = this
    let at = this.at
    for (;;) {
      const byte = bytes[at] ?? 0
      if (isSpace[byte] !== 1) return at
      at += 1
      if (byte !== LINE_FEED) continue
      this.line += 1
      this.lineStart = at
      this.surplus = 0
      this.at = at
      while (words.getInt32(at, true) === FOUR_SPACES) at += 4
    }
  }

  /** Reports the text except for up to two brackets at its end, which may begin a `]]>`. Returns the index of the first byte that was held back. */
  private reportAllBut(from: number, to: number): number {
    let kept = to
    if (to === this.filled && !this.isLast) while (kept > from && to - kept < 2 && this.bytes[kept - 1] === BRACKET) kept -= 1
    this.reportText(from, kept)
    return kept
  }

  private reportReference(): void {
    const end = this.referenceEnd(this.at)
    const { read, written } = this.encoder.encodeInto(this.reference, this.referenceBytes)
    this.textLength += read - written
    this.handOut(this.referenceBytes, 0, written, false)
    this.settle(end)
  }

  /** Offers the element that begins here to the taker, which may process it as bytes. Returns whether the taker accepted it. */
  private isTaken(): boolean {
    const { taker } = this.handler
    if (taker === undefined || this.open.length !== taker.depth) return false
    this.column = this.at - this.lineStart - this.surplus + 1
    const answer = taker.take(this.source, this.at, this.filled)
    if (answer === WAIT && this.at > 0 && !this.isLast) this.more()
    if (answer !== TAKEN) {
      this.offered = this.at
      return false
    }
    const { end, lines, lineStart } = taker.taken
    this.line += lines
    if (lines > 0) {
      this.lineStart = lineStart
      this.surplus = 0
    }
    this.at = end
    this.textLength = 0
    this.sibling = null
    return true
  }

  protected override endElement(at: number): void {
    super.endElement(at)
    const { taker } = this.handler
    if (this.offered < 0 || this.open.length !== taker?.depth) return
    taker.passed(this.source, this.offered, this.at)
    this.offered = -1
  }

  /**
   * Reports as leaves the run of text-only elements that begins at the current tag and repeats the name of the element that just ended. Returns false
   * if there is none.
   */
  private leaves(): boolean {
    const { bytes, words, handler, sibling } = this
    const name = sibling?.asElement(this.scope, this.names) ?? null
    if (handler.leaf === undefined || sibling === null || name === null) return false
    const isMixed = this.hasText[this.open.length] === 1
    let { at: tag, line, lineStart, surplus } = this
    let isReported = false
    for (;;) {
      const from = this.tagEnd(sibling, tag + 1)
      if (from < 0) return isReported
      const to = this.textEnd(from)
      const end = to < 0 ? -1 : this.tagEnd(sibling, to + 2)
      if (end < 0) return isReported
      this.line = line
      this.lineStart = lineStart
      this.surplus = surplus
      this.column = tag - lineStart - surplus + 1
      this.at = end
      handler.leaf(name, bytes, from, to)
      if (isMixed) return true
      isReported = true
      tag = end
      for (let byte = bytes[tag] ?? 0; isSpace[byte] === 1; byte = bytes[tag] ?? 0) {
        tag += 1
        if (byte !== LINE_FEED) continue
        line += 1
        lineStart = tag
        surplus = 0
        while (words.getInt32(tag, true) === FOUR_SPACES) tag += 4
      }
      if (bytes[tag] !== LESS_THAN || tag - end > limits.textLength) return true
    }
  }

  /** Checks whether `name` and a `>` stand at `at`, as in a tag without attributes. Returns the index after the `>`, or -1 if they do not. */
  private tagEnd({ bytes: name }: RawName, at: number): number {
    const { bytes } = this
    const { length } = name
    let same = 0
    while (same < length && bytes[at + same] === name[same]) same += 1
    return same === length && bytes[at + length] === GREATER_THAN ? at + length + 1 : -1
  }

  private startTag(): void {
    const { bytes } = this
    let at = this.at + 1
    let hash = hashStart
    let byte = bytes[at] ?? 0
    while (isNameByte[byte] === 1) {
      hash = hashStep(hash, byte)
      at += 1
      byte = bytes[at] ?? 0
    }
    if (byte !== GREATER_THAN) this.startLongTag(at)
    else {
      const raw = this.rawNames.find(bytes, this.at + 1, at, hash)
      if (!this.leaf(raw, at)) this.startElement(raw, at)
    }
  }

  /**
   * If the element whose start tag ends at `at` contains only text, reports it with one call of `leaf`. Returns false if it contains more, or if more
   * bytes are needed to decide.
   */
  private leaf(raw: RawName, at: number): boolean {
    const { handler } = this
    if (handler.leaf === undefined || this.open.length === 0 || this.open.length >= limits.depth) return false
    const to = this.textEnd(at + 1)
    const end = to < 0 ? -1 : this.tagEnd(raw, to + 2)
    const name = end < 0 ? null : raw.asElement(this.scope, this.names)
    if (name === null) return false
    this.checkName(raw, name, at)
    this.column = this.at - this.lineStart - this.surplus + 1
    this.sibling = raw
    this.textLength = 0
    this.at = end
    handler.leaf(name, this.bytes, at + 1, to)
    return true
  }

  /** Index of the `</` that ends the plain text beginning at `from`; -1 if anything else ends the text, or if the text is too long. */
  private textEnd(from: number): number {
    const { bytes, words } = this
    let to = from
    while (isPlainWord(words.getInt32(to, true))) to += 4
    while (endsText[bytes[to] ?? 0] === 0) to += 1
    return bytes[to] === LESS_THAN && bytes[to + 1] === SLASH && to - from <= limits.textLength ? to : -1
  }

  /** Reads an end tag. Usually it has the name of the open element and no space; `oddEndTag` reads all others. */
  private endTag(): void {
    const name = this.open[this.open.length - 1]
    const end = name === undefined ? -1 : this.tagEnd(name, this.at + 2)
    if (end < 0) this.oddEndTag()
    else this.endElement(end)
  }

  /** Outside the root element, reads the next markup, which may be the root's start tag. Anything but markup and white space is a fault. */
  private outside(): void {
    const { bytes } = this
    let at = this.at
    while (isSpace[bytes[at] ?? 0] === 1) at += 1
    if (at > this.at) this.isBeginning = false
    this.settle(at)
    const byte = bytes[at] ?? 0
    if (byte !== LESS_THAN)
      this.unexpected(this.sawTag ? faults.outside : /[{[]/.test(String.fromCharCode(byte)) ? faults.json : faults.notXml, at)
    this.sawTag = true
    const next = bytes[at + 1] ?? 0
    if (isNameStart[next] === 1) this.startTag()
    else if (next === SLASH) this.oddEndTag()
    else this.markup()
    this.isBeginning = false
  }

  private cdata(): void {
    const { bytes } = this
    let at = this.at
    let from = at
    for (;;) {
      while (endsText[bytes[at] ?? 0] === 0 && bytes[at] !== BRACKET) at += 1
      const byte = bytes[at] ?? 0
      if (byte === BRACKET && at + 2 >= this.filled && !this.isLast) {
        this.reportText(from, at)
        this.settle(at)
        this.more()
      }
      if (byte === BRACKET && bytes[at + 1] === BRACKET && bytes[at + 2] === GREATER_THAN) {
        this.reportText(from, at)
        this.settle(at + 3)
        this.mode = 'content'
        return
      }
      if (at + 4 > this.filled) {
        this.reportText(from, at)
        from = at
        this.settle(at)
      }
      const next = this.characterEnd(at)
      this.textLength -= findSurplus(next - at)
      at = next
    }
  }
}

/** By how much a character's length in UTF-8 bytes (`length`) exceeds its length in UTF-16 units, in which columns and limits are counted. */
function findSurplus(length: number): number {
  return length === 4 ? 2 : length - 1
}
