import type { ByteStore } from './columns.ts'

/**
 * A namespace-resolved name. The prefix is dropped, because partners choose it freely. A reader creates one object per name, so names can be compared
 * by identity. It numbers them from 0 (`id`), so an array can store data for each name.
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

/** Callbacks of a reader. After `malformed`, the reader calls no other callback. */
export interface XmlHandler {
  /** Begins an element. `attributes` does not include namespace declarations. */
  start(name: XmlName, attributes: readonly XmlAttribute[]): void
  /**
   * Text within the outermost element: `bytes[from]` up to but not including `bytes[to]` as UTF-8, with references replaced. It may arrive in several
   * chunks of whole characters. The bytes belong to the reader and are valid only during the call: {@link decodeText} converts them to a string.
   *
   * @param isBlank true if the reader knows that this is all the text between two tags and only white space.
   */
  text(bytes: Uint8Array, from: number, to: number, isBlank: boolean): void
  end(): void
  /**
   * Optional shortcut: reports an element in one call instead of {@link start}, one {@link text} and {@link end}. A reader may use it for an element
   * other than the outermost one that has no attributes and contains only plain text or nothing. White space between two such elements of the same
   * name is then not reported, unless their parent has other text.
   */
  leaf?(name: XmlName, bytes: Uint8Array, from: number, to: number): void
  malformed(problem: XmlProblem): void
  /** Called before the first event if the reader already knows that no master data follows, for example because the header came first. */
  masterDataEnded?(): void
  /** Optional handler of whole elements as bytes. The reader offers elements to it, and does not report those that it takes to this handler. */
  readonly taker?: ElementTaker
}

/**
 * Results of {@link ElementTaker.take}. `TAKEN`: the taker has processed the element. `REPORT`: the reader must report the element to the handler.
 * `WAIT`: the reader may offer the element again when more of it has arrived.
 */
export const TAKEN = 0
export const REPORT = 1
export const WAIT = 2
export type TakeAnswer = typeof TAKEN | typeof REPORT | typeof WAIT

/** Processes whole elements as bytes. If the taker takes an element, the reader does not report the contents of that element to the handler. */
export interface ElementTaker {
  /** The reader offers only elements at this depth. The depth of an element is the number of open elements around it. */
  readonly depth: number
  /**
   * The element that was taken last. `end`: index after it. `lines`: number of line feeds in it. `lineStart`: index at which its last line begins, if
   * it has line feeds.
   */
  readonly taken: { readonly end: number; readonly lines: number; readonly lineStart: number }
  /**
   * The reader calls this at the start tag of an element, which begins at `at`. The reader's line and column are then those of the tag.
   * @param end index after the last available byte.
   */
  take(source: ByteStore, at: number, end: number): TakeAnswer
  /**
   * Called at the end of an element that was offered to `take` but not taken, if all of its bytes (`from` up to but not including `to`) are still in
   * the buffer.
   */
  passed(source: ByteStore, from: number, to: number): void
}

/** The reason why the bytes cannot be read as XML. Line and column are 1-based. */
export interface XmlProblem {
  readonly message: string
  readonly hint: string
  readonly line: number
  readonly column: number
}

/** Reads XML from chunks of any size; where the chunks end affects only where text for the handler is split. Never throws for bad input. */
export interface XmlReader {
  /** Position of the current start tag, 1-based; columns count UTF-16 units. */
  readonly line: number
  readonly column: number
  write(chunk: Uint8Array): void
  end(): void
}

/** Limits that no honest document needs to exceed; beyond them the input is refused as malformed. Lengths in UTF-16 units. */
export const limits = {
  depth: 100,
  nameLength: 500,
  attributes: 100,
  attributeLength: 32_000,
  textLength: 500_000,
  differentNames: 5_000,
} as const

/** The distinct names of one document. */
export class XmlNames {
  private readonly byUri = new Map<string, Map<string, XmlName>>()
  /** Number of distinct names. */
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

/** Decodes UTF-8, from `bytes[from]` up to but not including `bytes[to]`. */
export function decodeText(bytes: Uint8Array, from: number, to: number): string {
  return utf8.decode(bytes.subarray(from, to))
}
