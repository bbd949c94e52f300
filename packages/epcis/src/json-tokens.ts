import { limits } from './reader.ts'

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
}

/** Thrown for text that is not JSON. */
export class JsonFault extends Error {
  readonly place: JsonPlace

  constructor(message: string, place: JsonPlace) {
    super(message)
    this.place = place
  }
}

type State = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'after' | 'string' | 'escape' | 'unicode' | 'word' | 'done'

const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/
const WORD_START = /[-0-9tfn]/
const WORD_END = /[\s,\]}:{["]/
const escapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/**
 * Reads chunks of JSON text strictly by RFC 8259: no comments, no extra commas, no duplicate members (checked by the handler), nothing after the
 * value. Throws a {@link JsonFault}, its own or the handler's.
 */
export class JsonTokens {
  line = 1
  column = 1
  private state: State = 'value'
  private isKey = false
  private readonly open: ('object' | 'array')[] = []
  private pieces: string[] = []
  private length = 0
  private place: JsonPlace = { line: 1, column: 1 }
  private hex = ''
  private readonly handler: JsonHandler

  constructor(handler: JsonHandler) {
    this.handler = handler
  }

  write(text: string): void {
    let i = 0
    while (i < text.length) {
      if (this.state === 'string') i = this.inString(text, i)
      else if (this.state === 'escape' || this.state === 'unicode') i = this.inEscape(text, i)
      else if (this.state === 'word') i = this.inWord(text, i)
      else {
        this.structural(text.charAt(i))
        i += 1
      }
    }
  }

  end(): void {
    if (this.state === 'word') this.endWord()
    if (this.state === 'done') return
    const isEmpty = this.state === 'value' && this.open.length === 0
    throw this.fault(isEmpty ? 'The file contains no JSON value.' : 'The file ends before its last value is closed.')
  }

  /** Creates a fault at the current character. */
  fault(message: string, place: JsonPlace = { line: this.line, column: this.column }): JsonFault {
    return new JsonFault(message, place)
  }

  private structural(char: string): void {
    if (char === ' ' || char === '\n' || char === '\r' || char === '\t') {
      this.pass(char)
      return
    }
    const { state } = this
    const place = { line: this.line, column: this.column }
    if (state === 'done') throw this.fault('There is text after the end of the JSON value.')
    if (state === 'colon') {
      if (char !== ':') throw this.fault('A colon is missing after a member name.')
      this.state = 'value'
    } else if (state === 'after') this.separator(char, place)
    else if (char === '"') this.beginString(state === 'key' || state === 'firstKey', place)
    else if (state === 'firstKey' && char === '}') this.closeOne(place)
    else if (state === 'firstValue' && char === ']') this.closeOne(place)
    else if (state === 'key' || state === 'firstKey') throw this.fault('A member name must be in quotation marks.')
    else if (char === '{' || char === '[') this.openOne(char === '{' ? 'object' : 'array', place)
    else if (WORD_START.test(char)) {
      this.place = place
      this.pieces = [char]
      this.state = 'word'
    } else throw this.fault('A value is missing, or is not valid JSON.')
    this.column += 1
  }

  private separator(char: string, place: JsonPlace): void {
    const kind = this.open.at(-1)
    if (char === ',') this.state = kind === 'object' ? 'key' : 'value'
    else if ((char === '}' && kind === 'object') || (char === ']' && kind === 'array')) this.closeOne(place)
    else throw this.fault('A comma or a closing bracket is missing.')
  }

  private openOne(kind: 'object' | 'array', place: JsonPlace): void {
    if (this.open.length >= limits.depth) throw this.fault(`Values are nested more than ${limits.depth} deep.`)
    this.open.push(kind)
    this.state = kind === 'object' ? 'firstKey' : 'firstValue'
    this.handler.open(kind, place)
  }

  private closeOne(place: JsonPlace): void {
    this.open.pop()
    this.state = this.open.length === 0 ? 'done' : 'after'
    this.handler.close(place)
  }

  private beginString(isKey: boolean, place: JsonPlace): void {
    this.isKey = isKey
    this.place = place
    this.pieces = []
    this.length = 0
    this.state = 'string'
  }

  private inString(text: string, from: number): number {
    let i = from
    for (; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      if (code === 34 || code === 92 || code < 32) break
    }
    if (i > from) this.add(text.slice(from, i))
    this.column += i - from
    if (i === text.length) return i
    const code = text.charCodeAt(i)
    if (code < 32) throw this.fault('There is a line end or another control character in a text.')
    this.column += 1
    if (code === 92) this.state = 'escape'
    else this.endString()
    return i + 1
  }

  private inEscape(text: string, i: number): number {
    const char = text.charAt(i)
    if (this.state === 'escape') {
      if (char === 'u') {
        this.state = 'unicode'
        this.hex = ''
      } else {
        const plain = Object.hasOwn(escapes, char) ? escapes[char] : undefined
        if (plain === undefined) throw this.fault('A \\ in a text is followed by a character that JSON does not allow there.')
        this.add(plain)
        this.state = 'string'
      }
    } else {
      if (!/[0-9a-fA-F]/.test(char)) throw this.fault('A \\u in a text is not followed by four hexadecimal digits.')
      this.hex += char
      if (this.hex.length === 4) {
        this.add(String.fromCharCode(Number.parseInt(this.hex, 16)))
        this.state = 'string'
      }
    }
    this.column += 1
    return i + 1
  }

  private add(piece: string): void {
    this.length += piece.length
    if (this.length > (this.isKey ? limits.nameLength : limits.textLength)) throw this.fault('A text or a member name is too long.')
    this.pieces.push(piece)
  }

  private endString(): void {
    const text = this.pieces.length === 1 ? (this.pieces[0] ?? '') : this.pieces.join('')
    if (this.isKey) {
      this.state = 'colon'
      this.handler.key(text, this.place)
    } else this.endScalar(text, text)
  }

  private inWord(text: string, from: number): number {
    let i = from
    while (i < text.length && !WORD_END.test(text.charAt(i))) i += 1
    this.pieces.push(text.slice(from, i))
    this.column += i - from
    if (i < text.length) this.endWord()
    else if (this.pieces.length > 1000) throw this.fault('A number is too long.')
    return i
  }

  private endWord(): void {
    const word = this.pieces.join('')
    if (word === 'true' || word === 'false') this.endScalar(word === 'true', word)
    else if (word === 'null') this.endScalar(null, word)
    else if (word.length <= limits.nameLength && NUMBER.test(word)) this.endScalar(Number(word), word)
    else throw this.fault(`${word.slice(0, 20)} is no value of JSON.`, this.place)
  }

  private endScalar(value: JsonScalar, raw: string): void {
    this.state = this.open.length === 0 ? 'done' : 'after'
    this.handler.scalar(value, raw, this.place)
  }

  private pass(char: string): void {
    if (char === '\n') {
      this.line += 1
      this.column = 1
    } else this.column += 1
  }
}
