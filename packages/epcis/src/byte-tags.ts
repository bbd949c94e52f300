import {
  AMPERSAND,
  APOSTROPHE,
  EQUALS,
  endsValue,
  GREATER_THAN,
  isSpace,
  LESS_THAN,
  LINE_FEED,
  QUESTION_MARK,
  QUOTE,
  SLASH,
} from './byte-chars.ts'
import { ByteMarkup, ENDLESS } from './byte-markup.ts'
import { isReserved, outermostScope, type RawName, RawNames, type Scope } from './byte-names.ts'
import { hashStart, hashStep } from './columns.ts'
import { decodeText, limits, type XmlAttribute, type XmlHandler, type XmlName, XmlNames } from './reader.ts'
import { faults } from './xml-faults.ts'

const noAttributes: readonly XmlAttribute[] = []
const noNames: readonly XmlName[] = []
const EXCLAMATION_MARK = 0x21

/** Reads tags: elements with their attributes and namespaces. */
export abstract class ByteTags extends ByteMarkup {
  column = 1
  protected readonly rawNames = new RawNames()
  protected textLength = 0
  /** Name of the element that just ended; null after a start tag. */
  protected sibling: RawName | null = null
  protected readonly handler: XmlHandler
  readonly names = new XmlNames()
  /** For each depth: 1 if the element that is open at this depth contains text other than white space. */
  protected readonly hasText = new Uint8Array(limits.depth + 1)
  private readonly scopes: Scope[] = []
  protected scope = outermostScope
  private scopeCount = 0
  /** Data of the current tag: its attributes (`written` and `values`), the namespaces that it declares, and whether it is self-closing. */
  private readonly written: RawName[] = []
  private readonly values: string[] = []
  private declared: Map<string, string> | null = null
  private isEmpty = false
  /** Whether the current tag contains anything besides the element's name. */
  private isLong = false

  constructor(handler: XmlHandler) {
    super((problem) => handler.malformed(problem))
    this.handler = handler
  }

  protected reportText(from: number, to: number, isBlank = false): void {
    if (to > from) this.handOut(this.bytes, from, to, isBlank)
  }

  protected handOut(bytes: Uint8Array, from: number, to: number, isBlank: boolean): void {
    this.textLength += to - from
    if (this.textLength > limits.textLength) this.fail(faults.textLength, this.at)
    if (!isBlank) this.hasText[this.open.length] = 1
    this.handler.text(bytes, from, to, isBlank)
  }

  /**
   * Handles a start tag that is more than a plain ASCII name followed by >, such as one with attributes. `at` is the index after the ASCII characters
   * with which the name begins.
   */
  protected startLongTag(at: number): void {
    const from = this.at + 1
    if (at - from > ENDLESS) this.fail(faults.nameLength, this.at)
    this.forgetTag()
    this.isLong = true
    const end = this.nameEnd(at)
    const raw = this.rawNames.find(this.bytes, from, end, this.hashBytes(from, end))
    this.startElement(raw, this.attributes(end))
  }

  /** @param end index of the tag's >. */
  protected startElement(raw: RawName, end: number): void {
    const { names } = this
    const scope = this.declared === null ? this.scope : { id: ++this.scopeCount, around: this.scope, uris: this.declared }
    const name = raw.asElement(scope, names) ?? this.fail(faults.unboundPrefix, end)
    const meanings = this.written.length === 0 ? noNames : this.meaningsIn(scope, end)
    const depth = this.open.length + 1
    if (depth === 1 && this.sawRoot) this.fail(faults.secondRoot, end)
    this.sawRoot = true
    if (depth > limits.depth) this.fail(faults.depth, end)
    this.checkName(raw, name, end)
    const attributes = meanings.length === 0 ? noAttributes : this.collectAttributes(meanings, end)
    this.column = this.at - this.lineStart - this.surplus + 1
    this.textLength = 0
    this.sibling = null
    this.scopes.push(this.scope)
    this.scope = scope
    this.open.push(raw)
    this.hasText[depth] = 0
    this.handler.start(name, attributes)
    if (this.isPlain) this.at = end + 1
    else this.settle(end + 1)
    if (!this.isLong) return
    const { isEmpty } = this
    this.forgetTag()
    if (isEmpty) this.endElement(end + 1)
  }

  protected endElement(at: number): void {
    this.settle(at)
    this.sibling = this.open.pop() ?? null
    this.scope = this.scopes.pop() ?? outermostScope
    this.textLength = 0
    this.handler.end()
  }

  /** Handles an end tag that contains spaces or is wrong. */
  protected oddEndTag(): void {
    const { bytes } = this
    const from = this.at + 2
    let at = from
    if (!this.beginsName(at)) this.unexpected(faults.endTagName, at)
    at = this.nameEnd(at)
    const nameEnd = at
    while (isSpace[bytes[at] ?? 0] === 1) at += 1
    if (bytes[at] !== GREATER_THAN) this.unexpected(faults.endTagName, at)
    const raw = this.rawNames.find(bytes, from, nameEnd, this.hashBytes(from, nameEnd))
    if (raw.text !== this.open.at(-1)?.text) this.fail(faults.endTag, at)
    this.endElement(at + 1)
  }

  /**
   * Reads markup whose < is not followed by an ASCII name: comments, CDATA, instructions and tags with a non-ASCII name. Anything else is a fault.
   */
  protected markup(): void {
    const { bytes } = this
    const at = this.at + 1
    const byte = bytes[at] ?? 0
    if (byte === EXCLAMATION_MARK) this.declaration(at + 1)
    else if (byte === QUESTION_MARK) this.instruction(at + 1)
    else if (isSpace[byte] === 1) this.fail(faults.spaceBeforeName, at)
    else if (this.beginsName(at)) this.startLongTag(at)
    else this.unexpected(faults.lessThan, at)
  }

  private forgetTag(): void {
    this.written.length = 0
    this.values.length = 0
    this.declared = null
    this.isEmpty = false
    this.isPlain = true
    this.isLong = false
  }

  private hashBytes(from: number, to: number): number {
    let hash = hashStart
    for (let i = from; i < to; i += 1) hash = hashStep(hash, this.bytes[i] ?? 0)
    return hash
  }

  /** Reads attributes, beginning after the tag's name or after a value. Returns the index of the tag's >. */
  private attributes(from: number): number {
    const { bytes } = this
    let at = from
    for (;;) {
      const before = at
      at = this.spaceEnd(at)
      const byte = bytes[at] ?? 0
      if (byte === GREATER_THAN) return at
      if (byte === SLASH) {
        if (bytes[at + 1] !== GREATER_THAN) this.unexpected(faults.slash, at + 1)
        this.isEmpty = true
        return at + 1
      }
      if (at === from) this.unexpected(faults.tagName, at)
      if (!this.beginsName(at)) this.unexpected(faults.attributeName, at)
      if (at === before) this.unexpected(faults.attributeSpace, at)
      if (this.written.length === limits.attributes) this.fail(faults.attributes, this.at)
      const nameEnd = this.nameEnd(at)
      this.written.push(this.rawNames.find(bytes, at, nameEnd, this.hashBytes(at, nameEnd)))
      at = this.spaceEnd(nameEnd)
      if (bytes[at] !== EQUALS)
        this.unexpected(at > nameEnd || bytes[at] === GREATER_THAN ? faults.attributeValue : faults.attributeName, at)
      at = this.value(this.spaceEnd(at + 1))
    }
  }

  private spaceEnd(from: number): number {
    const { bytes } = this
    let at = from
    for (;;) {
      const byte = bytes[at] ?? 0
      if (isSpace[byte] !== 1) return at
      if (byte === LINE_FEED) this.isPlain = false
      at += 1
    }
  }

  /** Reads the value whose quotation mark is at `start`. Returns the index after the closing mark. */
  private value(start: number): number {
    const { bytes } = this
    const mark = bytes[start] ?? 0
    if (mark !== QUOTE && mark !== APOSTROPHE) this.unexpected(faults.quotes, start)
    let at = start + 1
    let from = at
    let text = ''
    for (;;) {
      while (endsValue[bytes[at] ?? 0] === 0) at += 1
      const byte = bytes[at] ?? 0
      if (byte === mark) break
      if (byte === LESS_THAN) this.fail(faults.lessThanInAttribute, at)
      if (byte === AMPERSAND) {
        text += decodeText(bytes, from, at)
        at = this.referenceEnd(at)
        text += this.reference
        from = at
      } else {
        if (byte >= 0x80 || byte === LINE_FEED) this.isPlain = false
        at = this.characterEnd(at)
      }
    }
    this.keepValue(text + decodeText(bytes, from, at), at)
    return at + 1
  }

  private keepValue(value: string, at: number): void {
    this.values.push(value)
    const raw = this.written.at(-1)
    if (raw === undefined || !raw.declares) return
    if (isReserved(raw.local, value)) this.fail(faults.reservedPrefix, at)
    this.declared ??= new Map()
    this.declared.set(raw.local, value)
  }

  private meaningsIn(scope: Scope, end: number): XmlName[] {
    return this.written.map((raw) => raw.asAttribute(scope, this.names) ?? this.fail(faults.unboundPrefix, end))
  }

  private collectAttributes(meanings: readonly XmlName[], end: number): XmlAttribute[] {
    const attributes: XmlAttribute[] = []
    for (const [index, name] of meanings.entries()) {
      const raw = this.written[index]
      const value = this.values[index]
      if (raw === undefined || value === undefined) continue
      if (value.length > limits.attributeLength) this.fail(faults.attributeLength, end)
      this.checkName(raw, name, end)
      if (meanings.indexOf(name) < index) this.fail(faults.sameAttribute, end)
      if (!raw.declares) attributes.push({ name, value })
    }
    return attributes
  }

  protected checkName(raw: RawName, name: XmlName, end: number): void {
    if (raw.hasStrayColon) this.fail(faults.colon, end)
    if (name.local.length > limits.nameLength) this.fail(faults.nameLength, end)
    if (this.names.size > limits.differentNames) this.fail(faults.differentNames, end)
  }
}
