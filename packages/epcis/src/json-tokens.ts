import { LINE_FEED } from './byte-chars.ts'
import { ByteStore } from './columns.ts'
import { type ElementTaker, limits, TAKEN, WAIT } from './reader.ts'
import { Texts } from './texts.ts'

/** A position in a JSON text, 1-based; columns count UTF-16 units. */
export interface JsonPlace {
  readonly line: number
  readonly column: number
}

export type JsonScalar = string | number | boolean | null

/** Callbacks of the tokenizer, in text order. `key` comes before the value of a member. */
export interface JsonHandler {
  open(kind: 'object' | 'array', place: JsonPlace): void
  close(place: JsonPlace): void
  key(name: string, place: JsonPlace): void
  scalar(value: JsonScalar, raw: string, place: JsonPlace): void
  /**
   * Processes whole objects as bytes. While its `isWanting` is true, the tokenizer offers it each object; if it takes the object, the callbacks above
   * are not called for the contents of that object.
   */
  readonly taker?: JsonTaker
}

/** Processes whole objects directly from their bytes. The tokenizer offers an object to the taker wherever the taker's `isWanting` is true. */
export interface JsonTaker extends Pick<ElementTaker, 'taken' | 'take' | 'passed'> {
  readonly isWanting: boolean
  /**
   * Gives the taker the position of the next object. The tokenizer calls this before `take`, because the taker may report the object at this
   * position.
   */
  offer(place: JsonPlace): void
}

/** Thrown for text that is not JSON. */
export class JsonFault extends Error {
  readonly place: JsonPlace

  constructor(message: string, place: JsonPlace) {
    super(message)
    this.place = place
  }
}

type State = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'after' | 'done'

const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/
const escapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d]
const table = (text: string): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (text.includes(String.fromCharCode(byte)) ? 1 : 0))
const isWordStart = table('-0123456789tfn')
const isWordEnd = table(' \n\r\t,]}:{["\0')
/** 1 for bytes that interrupt a run of plain text: quotation mark, backslash, control characters, and everything outside ASCII. */
const endsText = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === QUOTE || byte === BACKSLASH || byte < 0x20 || byte >= 0x80 ? 1 : 0,
)
const FIRST_SIZE = 1 << 16
const USUAL_SIZE = 1 << 18
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads JSON that is written in chunks, strictly by RFC 8259: UTF-8, no comments, no extra commas, no duplicate members (checked by the handler),
 * nothing after the value. Throws a {@link JsonFault}, its own or one that the handler threw. The result does not depend on how the text is divided
 * into chunks, because the chunks are collected in a buffer, which is read only when it is full or the text has ended.
 */
export class JsonTokens {
  line = 1
  private state: State = 'value'
  private readonly open: ('object' | 'array')[] = []
  private readonly handler: JsonHandler
  private readonly store = new ByteStore(FIRST_SIZE)
  private readonly texts = new Texts()
  private size = FIRST_SIZE
  private filled = 0
  /** Index of the next byte to read. */
  private at = 0
  /**
   * `lineStart`: index where the current line begins. `surplus`: how many more bytes than characters the line has before `at`; needed to compute the
   * column.
   */
  private lineStart = 0
  private surplus = 0
  private isLast = false
  private hasBegun = false
  /**
   * Start and depth of the open object that the taker declined and whose tokens are therefore reported. The start is -1 if no such object is open, or
   * if the buffer no longer contains its beginning.
   */
  private offered = -1
  private offeredDepth = 0

  constructor(handler: JsonHandler) {
    this.handler = handler
  }

  get column(): number {
    return this.at - this.lineStart - this.surplus + 1
  }

  write(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const count = Math.min(this.size - this.filled, chunk.length - from)
      this.store.bytes.set(chunk.subarray(from, from + count), this.filled)
      this.filled += count
      from += count
      if (this.filled === this.size) this.read()
    }
  }

  end(): void {
    this.isLast = true
    this.read()
    if (this.state === 'done') return
    const isEmpty = this.state === 'value' && this.open.length === 0
    throw this.fault(isEmpty ? 'The file contains no JSON value.' : 'The file ends before its last value is closed.')
  }

  /** Creates a fault at the current character. */
  private fault(message: string, place: JsonPlace = this.place()): JsonFault {
    return new JsonFault(message, place)
  }

  private place(): JsonPlace {
    return { line: this.line, column: this.column }
  }

  /** Processes all complete tokens in the buffer, moves an incomplete one to the front, and makes room for more bytes. */
  private read(): void {
    this.store.bytes[this.filled] = 0
    if (!this.hasBegun) this.begin()
    while (this.at < this.filled && this.step());
    const { at, filled } = this
    if (this.isLast) {
      if (at < filled) throw this.fault('The file ends before its last value is closed.')
      return
    }
    if (at > 0) this.store.bytes.copyWithin(0, at, filled)
    this.lineStart -= at
    this.offered -= at
    this.filled = filled - at
    this.at = 0
    if (this.filled < this.size && this.size >= USUAL_SIZE) return
    this.size *= 2
    this.store.reserve(this.size)
  }

  /** Skips a byte order mark. */
  private begin(): void {
    this.hasBegun = true
    const [a, b, c] = this.store.bytes
    if (a === 0xef && b === 0xbb && c === 0xbf) {
      this.at = 3
      this.lineStart = 3
    }
  }

  /** Reads one token; false if it needs more bytes. */
  private step(): boolean {
    const byte = this.store.bytes[this.at] ?? 0
    if (byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09) {
      this.blank()
      return true
    }
    const { state } = this
    if (state === 'done') throw this.fault('There is text after the end of the JSON value.')
    if (state === 'colon') {
      if (byte !== COLON) throw this.fault('A colon is missing after a member name.')
      this.state = 'value'
    } else if (state === 'after') {
      this.separator(byte)
      return true
    } else if (byte === QUOTE) return this.string(state === 'key' || state === 'firstKey')
    else if ((state === 'firstKey' && byte === CLOSE_OBJECT) || (state === 'firstValue' && byte === CLOSE_LIST)) {
      this.closeOne()
      return true
    } else if (state === 'key' || state === 'firstKey') throw this.fault('A member name must be in quotation marks.')
    else if (byte === OPEN_OBJECT) return this.object()
    else if (byte === OPEN_LIST) this.openOne('array')
    else if (isWordStart[byte] === 1) return this.word()
    else throw this.fault('A value is missing, or is not valid JSON.')
    this.at += 1
    return true
  }

  private blank(): void {
    const { bytes } = this.store
    let { at } = this
    for (let byte = bytes[at] ?? 0; byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09; byte = bytes[at] ?? 0) {
      at += 1
      if (byte === LINE_FEED) this.startLine(at)
    }
    this.at = at
  }

  private startLine(at: number): void {
    this.line += 1
    this.lineStart = at
    this.surplus = 0
  }

  private separator(byte: number): void {
    const kind = this.open.at(-1)
    if (byte === COMMA) {
      this.state = kind === 'object' ? 'key' : 'value'
      this.at += 1
    } else if ((byte === CLOSE_OBJECT && kind === 'object') || (byte === CLOSE_LIST && kind === 'array')) this.closeOne()
    else throw this.fault('A comma or a closing bracket is missing.')
  }

  /**
   * Reads the object that begins here. It first offers the object to the handler's taker as bytes; if the taker declines, it reads the object token
   * by token. Returns false if more bytes are needed before the taker can decide.
   */
  private object(): boolean {
    const { taker } = this.handler
    if (taker?.isWanting === true) {
      taker.offer(this.place())
      const answer = taker.take(this.store, this.at, this.filled)
      if (answer === WAIT && this.at > 0 && !this.isLast) return false
      if (answer === TAKEN) {
        const { end, lines, lineStart } = taker.taken
        this.line += lines
        if (lines > 0) {
          this.lineStart = lineStart
          this.surplus = 0
        }
        this.at = end
        this.state = 'after'
        return true
      }
      this.offered = this.at
      this.offeredDepth = this.open.length
    }
    this.openOne('object')
    this.at += 1
    return true
  }

  private openOne(kind: 'object' | 'array'): void {
    if (this.open.length >= limits.depth) throw this.fault(`Values are nested more than ${limits.depth} levels deep.`)
    this.open.push(kind)
    this.state = kind === 'object' ? 'firstKey' : 'firstValue'
    this.handler.open(kind, this.place())
  }

  private closeOne(): void {
    const place = this.place()
    this.open.pop()
    this.state = this.open.length === 0 ? 'done' : 'after'
    this.at += 1
    this.handler.close(place)
    if (this.offered < 0 || this.open.length !== this.offeredDepth) return
    this.handler.taker?.passed(this.store, this.offered, this.at)
    this.offered = -1
  }

  /** Reads a string. Returns false if the end of the string is not in the buffer yet. */
  private string(isKey: boolean): boolean {
    const { bytes } = this.store
    const from = this.at + 1
    let end = from
    let isPlain = true
    for (;;) {
      while (endsText[bytes[end] ?? 0] === 0) end += 1
      const byte = bytes[end] ?? 0
      if (end >= this.filled) return this.waitForEnd(from, isKey)
      if (byte === QUOTE) break
      if (byte < 0x20) throw this.fault('A string contains a line break or another control character.', this.placeOf(end))
      isPlain = false
      end += byte === BACKSLASH ? 2 : 1
    }
    this.expectLength(end - from, isKey)
    const text = isPlain ? this.texts.decode(bytes, from, end) : this.decode(from, end)
    const place = this.place()
    this.surplus += isPlain ? 0 : surplusOf(bytes, from, end)
    this.at = end + 1
    if (isKey) {
      this.state = 'colon'
      this.handler.key(text, place)
    } else this.endScalar(text, text, place)
    return true
  }

  /**
   * Called if a token does not end within the bytes read so far. Returns false, which makes the reader wait for more bytes. Fails if the token is
   * already longer than the limit, or if the file ends here.
   */
  private waitForEnd(from: number, isKey: boolean): boolean {
    this.expectLength(this.filled - from, isKey)
    if (this.isLast) throw this.fault('The file ends before its last value is closed.', this.placeOf(this.filled))
    return false
  }

  private expectLength(length: number, isKey: boolean): void {
    if (length > (isKey ? limits.nameLength : limits.textLength)) throw this.fault('A string or a member name is too long.')
  }

  /** Line and column of the byte at `index`, which must be in the line that is being read. */
  private placeOf(index: number): JsonPlace {
    return { line: this.line, column: index - this.lineStart - this.surplus - surplusOf(this.store.bytes, this.at, index) + 1 }
  }

  /** Decodes a text with escapes or characters outside ASCII. */
  private decode(from: number, end: number): string {
    let text: string
    try {
      text = utf8.decode(this.store.bytes.subarray(from, end))
    } catch {
      throw this.fault('A string is not valid UTF-8.')
    }
    if (!text.includes('\\')) return text
    return text.replace(/\\(?:u([0-9a-fA-F]{0,4})|(.?))/gs, (_, hex: string | undefined, char: string | undefined) => {
      if (hex !== undefined) {
        if (hex.length < 4) throw this.fault('A \\u in a string is not followed by four hexadecimal digits.')
        return String.fromCharCode(Number.parseInt(hex, 16))
      }
      const plain = char !== undefined && Object.hasOwn(escapes, char) ? escapes[char] : undefined
      if (plain === undefined) throw this.fault('A \\ in a string is followed by a character that JSON does not allow there.')
      return plain
    })
  }

  /** Reads a number or one of the words `true`, `false` and `null`. Returns false if its end is not in the buffer. */
  private word(): boolean {
    const { bytes } = this.store
    let end = this.at
    const most = this.at + limits.nameLength
    while (isWordEnd[bytes[end] ?? 0] === 0 && end <= most) end += 1
    if (end >= this.filled && !this.isLast) return false
    const word = this.texts.decode(bytes, this.at, Math.min(end, this.filled))
    const place = this.place()
    if (word === 'true' || word === 'false') this.endWord(word === 'true', word, place)
    else if (word === 'null') this.endWord(null, word, place)
    else if (end <= most && NUMBER.test(word)) this.endWord(Number(word), word, place)
    else throw this.fault(end > most ? 'A number is too long.' : `${word.slice(0, 20)} is not a JSON value.`, place)
    return true
  }

  private endWord(value: JsonScalar, word: string, place: JsonPlace): void {
    this.at += word.length
    this.endScalar(value, word, place)
  }

  private endScalar(value: JsonScalar, raw: string, place: JsonPlace): void {
    this.state = this.open.length === 0 ? 'done' : 'after'
    this.handler.scalar(value, raw, place)
  }
}

/** How many more bytes than UTF-16 units a range of UTF-8 has. */
function surplusOf(bytes: Uint8Array, from: number, to: number): number {
  let surplus = 0
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte >= 0xc0) surplus += byte >= 0xe0 ? 2 : 1
  }
  return surplus
}
