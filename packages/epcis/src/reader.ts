import type { ByteStore } from './columns.ts'

/**
 * A name as namespaces mean it; the prefix is dropped, because partners choose it freely. Within one reader a name is one object, so names
 * can be compared by identity, and `id` (0, 1, 2, …) can index a column.
 */
export interface XmlName {
  readonly id: number
  readonly uri: string
  readonly local: string
}

export interface XmlAttribute {
  readonly name: XmlName
  readonly value: string
}

/** What a reader tells while it reads. Nothing comes after `malformed`. */
export interface XmlHandler {
  /** Namespace declarations are not among the attributes. */
  start(name: XmlName, attributes: readonly XmlAttribute[]): void
  /**
   * Text within the outermost element, `bytes[from]` to before `bytes[to]` as UTF-8, references replaced. It may come in several pieces, each
   * of whole characters. The bytes are the reader's own and stand only during the call: {@link decodeText} makes a string of them.
   *
   * @param isBlank true when the reader knows that it is all the text between two tags, and white space.
   */
  text(bytes: Uint8Array, from: number, to: number, isBlank: boolean): void
  end(): void
  /**
   * What would be {@link start}, one {@link text} and {@link end}, in one call: an element within the outermost one, without attributes,
   * that holds plain text or nothing. A reader may tell elements so, and then leaves out the white space between two of one name, unless
   * the element around them has other text. A handler without it is told everything.
   */
  leaf?(name: XmlName, bytes: Uint8Array, from: number, to: number): void
  malformed(problem: XmlProblem): void
  /** A reader may offer it elements, and then need not tell those that it takes. */
  readonly taker?: ElementTaker
}

/** What {@link ElementTaker.take} answers: the element is dealt with, must be told, or may be offered again when more of it is there. */
export const TAKEN = 0
export const TELL = 1
export const WAIT = 2
export type TakeAnswer = typeof TAKEN | typeof TELL | typeof WAIT

/** Deals with whole elements as bytes, without being told what is in them. */
export interface ElementTaker {
  /** How many elements are open around those that it is offered. */
  readonly depth: number
  /** Of the element that was taken last: the index behind it, its line feeds, and the index at which its last line begins when it has any. */
  readonly taken: { readonly end: number; readonly lines: number; readonly lineStart: number }
  /**
   * Offers the element whose start tag begins at `at`; the reader's line and column are those of the tag.
   *
   * @param end index behind the last byte that is there.
   */
  take(source: ByteStore, at: number, end: number): TakeAnswer
  /** An element that was offered and told has ended, and still stands in the bytes. */
  told(source: ByteStore, from: number, to: number): void
}

/** Why the bytes cannot be read as XML. Line and column are 1-based. */
export interface XmlProblem {
  readonly message: string
  readonly hint: string
  readonly line: number
  readonly column: number
}

/**
 * Reads XML from pieces of any size; how the bytes are cut changes nothing in what the handler is told, except for where text is cut. Never
 * throws for bad input.
 */
export interface XmlReader {
  /** Position of the start tag that is being told, 1-based; columns count UTF-16 units. */
  readonly line: number
  readonly column: number
  write(chunk: Uint8Array): void
  end(): void
}

/** What no honest document needs; over it the input is refused as malformed. Lengths in UTF-16 units. */
export const limits = {
  depth: 100,
  nameLength: 500,
  attributes: 100,
  attributeLength: 32_000,
  textLength: 500_000,
  differentNames: 5_000,
} as const

/** The names of one document, each once. */
export class XmlNames {
  private readonly byUri = new Map<string, Map<string, XmlName>>()
  /** How many different names there are. */
  size = 0

  intern(uri: string, local: string): XmlName {
    let names = this.byUri.get(uri)
    if (names === undefined) {
      names = new Map()
      this.byUri.set(uri, names)
    }
    const known = names.get(local)
    if (known !== undefined) return known
    const name = { id: this.size, uri, local }
    this.size += 1
    names.set(local, name)
    return name
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text as a string. */
export function decodeText(bytes: Uint8Array, from: number, to: number): string {
  return utf8.decode(bytes.subarray(from, to))
}
