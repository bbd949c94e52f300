import { endsText, isPlainWord, isSpace, LESS_THAN, LINE_FEED } from './byte-chars.ts'
import { ByteStore, larger } from './columns.ts'
import type { EpcisEvent } from './facts.ts'
import { REPORT, TAKEN, type TakeAnswer, WAIT } from './reader.ts'

/**
 * Gaps are the elements whose text may differ between two events of one sender that are otherwise identical byte for byte. The events' lists of EPCs
 * may differ as well.
 */
export const GAP = { time: 0, parent: 1, lot: 2, date: 3 } as const
export const LIST = 4
export const GAPS = [
  { gap: GAP.time, local: 'eventTime', fact: 'eventTime' },
  { gap: GAP.parent, local: 'parentID', fact: 'parentId' },
  { gap: GAP.lot, local: 'lotNumber', fact: 'lotNumber' },
  { gap: GAP.date, local: 'itemExpirationDate', fact: 'expirationDate' },
] as const

/** An event without findings that serves as the result for later events that repeat it. */
export interface RepeatedEvent {
  readonly event: EpcisEvent
  /** Whether all units of the event are containers, which need no lot and date. */
  readonly isOfContainers: boolean
}

/** A template's bytes between two gaps. */
interface Fixed {
  readonly store: ByteStore
  readonly length: number
  readonly lines: number
  /** How many of these bytes follow the last line feed among them. */
  readonly tail: number
}

/** For an event that matches the template: where it ends, and where each gap begins and ends. */
export class Fit {
  end = 0
  /** Number of line feeds in the event. `lineStart`, the index where its last line begins, is only set if there are any. */
  lines = 0
  lineStart = 0
  epcs = 0
  /** Start and end of each EPC, in pairs. */
  ends = new Int32Array(128)
  /** For each gap except the list of EPCs: where its text starts and ends in the event; -1 if the event has no such text. */
  readonly from = new Int32Array(4)
  readonly to = new Int32Array(4)

  clear(): void {
    this.lines = 0
    this.epcs = 0
    this.from.fill(-1)
  }

  addEpc(from: number, to: number): void {
    const at = this.epcs * 2
    if (at === this.ends.length) this.ends = larger(this.ends, at * 2)
    this.ends[at] = from
    this.ends[at + 1] = to
    this.epcs += 1
  }

  /** Skips fixed bytes; returns the index after them. */
  pass({ length, lines, tail }: Fixed, at: number): number {
    const behind = at + length
    if (lines > 0) {
      this.lines += lines
      this.lineStart = behind - tail
    }
    return behind
  }
}

/** Syntax in which a format writes an event's list of EPCs and its text values. */
interface Syntax {
  /** What precedes and follows each EPC, and what usually separates two EPCs; `between` is null if the separator is unknown. */
  readonly before: string
  readonly after: string
  readonly between: string | null
  /** The byte, not counting white space, that separates two EPCs, such as a comma; -1 if the format has no separator. */
  readonly separator: number
  /** Returns the index after the plain text that begins at `from`, or -1 if the text isn't plain. */
  readonly textEnd: (source: ByteStore, from: number) => number
}

/** The range of an event's text that a gap of the template replaces. */
export interface GapRange {
  readonly gap: number
  readonly from: number
  readonly to: number
}

export const LONGEST_TEXT = 1000
/** The text "null", which some exporters write for a missing value, as a little-endian number of four bytes. */
export const NULL = 0x6c6c756e
const TOKEN = /<(\/?)([^\s<>/"'=]+)((?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*)(\/?)>([^<]*)/y
const encoder = new TextEncoder()

interface Token {
  readonly isEnd: boolean
  readonly name: string
  readonly local: string
  /** Whether the tag has only its name, no attributes or slash. */
  readonly isBare: boolean
  readonly text: string
  readonly textFrom: number
}

/** Splits an event into its tags, each with the text after it; null if the event contains anything else, such as a comment. */
function tokenize(xml: string): Token[] | null {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(xml)
    if (match === null) return null
    const [whole, slash = '', name = '', rest = '', empty = '', text = ''] = match
    const local = name.slice(name.indexOf(':') + 1)
    const textFrom = at + whole.length - text.length
    tokens.push({ isEnd: slash !== '', name, local, isBare: rest === '' && empty === '', text, textFrom })
  }
  return tokens
}

/**
 * The bytes of an event without findings, used as a template. Other events may differ from it only in the gaps; they need no parsing, because they
 * have the same result. Each gap is the text of one element, from which one fact was read. The event has no other element with that name, so a
 * different text in the gap changes only that fact.
 */
export class EventTemplate {
  readonly model: RepeatedEvent
  private readonly fixed: readonly Fixed[]
  private readonly gaps: readonly number[]
  /** The tags before and after each EPC, and the bytes that usually separate two EPCs; `between` is null if these bytes are unknown. */
  private readonly before: Fixed
  private readonly after: Fixed
  private readonly between: Fixed | null

  private readonly separator: number
  private readonly textEnd: Syntax['textEnd']

  /**
   * @param text the text of the whole event.
   * @param ranges positions of the gaps in `text`, in any order.
   */
  constructor(model: RepeatedEvent, text: string, ranges: readonly GapRange[], { before, after, between, separator, textEnd }: Syntax) {
    const gaps = ranges.toSorted((one, other) => one.from - other.from)
    this.model = model
    this.gaps = gaps.map(({ gap }) => gap)
    this.fixed = [...gaps, { from: text.length }].map(({ from }, index) => makeFixed(text.slice(gaps[index - 1]?.to ?? 0, from)))
    this.before = makeFixed(before)
    this.after = makeFixed(after)
    this.between = between === null ? null : makeFixed(between)
    this.separator = separator
    this.textEnd = textEnd
  }

  /**
   * Makes a template from the XML of an event, with which later events like it are recognized without parsing.
   * @returns null if no template can be made from the event, for example because it contains a comment, an entity or a non-ASCII character; events of
   * this form are then parsed one by one.
   */
  static make(xml: string, model: RepeatedEvent): EventTemplate | null {
    const { event } = model
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII is left to the reader
    if (/<[!?]|&|[^\x00-\x7f]/.test(xml)) return null
    const tokens = tokenize(xml)
    if (tokens === null) return null
    const list = findList(tokens)
    if (list === null || list.epcs !== event.epcCount) return null
    const gaps: GapRange[] = [{ gap: LIST, from: list.from, to: list.to }]
    for (const { gap, local: wanted, fact } of GAPS) {
      if (event[fact] === null) continue
      // If only one element has the wanted name, the fact must have been read from that element.
      const [index, other] = tokens.flatMap(({ local, isEnd }, at) => (local === wanted && !isEnd ? [at] : []))
      const [token, next] = index === undefined || other !== undefined ? [] : tokens.slice(index, index + 2)
      if (token === undefined || !token.isBare || next?.name !== token.name || !next.isEnd) return null
      gaps.push({ gap, from: token.textFrom, to: token.textFrom + token.text.length })
    }
    const between = list.blank === null ? null : `</${list.epc}>${list.blank}<${list.epc}>`
    return new EventTemplate(model, xml, gaps, { before: `<${list.epc}>`, after: `</${list.epc}>`, between, separator: -1, textEnd })
  }

  /** Whether the event that begins at `start` equals the template outside the gaps; {@link WAIT} if more bytes are needed to tell. */
  fit(source: ByteStore, start: number, end: number, fit: Fit): TakeAnswer {
    const { fixed, gaps } = this
    fit.clear()
    let at = start
    for (let index = 0; ; index += 1) {
      const part = fixed[index]
      if (part === undefined) return REPORT
      if (at + part.length > end) return WAIT
      if (!source.equals(at, part.store, 0, part.length)) return REPORT
      at = fit.pass(part, at)
      const gap = gaps[index]
      if (gap === undefined) {
        fit.end = at
        return TAKEN
      }
      const from = at
      at = gap === LIST ? this.listEnd(source, at, end, fit) : this.textEnd(source, at)
      if (at < 0) return REPORT
      if (at >= end) return WAIT
      if (gap === LIST) continue
      fit.from[gap] = from
      fit.to[gap] = at
    }
  }

  /** Index after the last EPC and the white space that follows, or where the bytes end; -1 if something else is there. */
  private listEnd(source: ByteStore, start: number, end: number, fit: Fit): number {
    const { before, after, between, separator } = this
    let at = blankEnd(source, start, fit)
    if (at < 0 || at + before.length > end) return at < 0 ? -1 : end
    if (!source.equals(at, before.store, 0, before.length)) return -1
    at += before.length
    for (;;) {
      const from = at
      at = this.textEnd(source, from)
      if (at < 0 || at + after.length > end) return at < 0 ? -1 : end
      fit.addEpc(from, at)
      if (between !== null && at + between.length <= end && source.equals(at, between.store, 0, between.length)) {
        at = fit.pass(between, at)
        continue
      }
      if (!source.equals(at, after.store, 0, after.length)) return -1
      at = blankEnd(source, at + after.length, fit)
      if (separator >= 0 && at >= 0 && at < end) {
        if (source.bytes[at] !== separator) return at
        at = blankEnd(source, at + 1, fit)
      }
      if (at < 0 || at + before.length > end) return at < 0 ? -1 : end
      if (!source.equals(at, before.store, 0, before.length)) return separator < 0 ? at : -1
      at += before.length
    }
  }
}

interface EpcList {
  /** Range of the list's contents in the event. */
  readonly from: number
  readonly to: number
  /**
   * `epc` is the element name of the list's entries, and `epcs` is their number. `blank` is the white space between the first two entries; null if
   * there are fewer than two.
   */
  readonly epc: string
  readonly epcs: number
  readonly blank: string | null
}

/** Finds the only list of EPCs of an event; null if there are none or several, or if the list contains anything but EPCs. */
function findList(tokens: readonly Token[]): EpcList | null {
  const [start, other] = tokens.flatMap(({ local, isEnd }, at) => ((local === 'epcList' || local === 'childEPCs') && !isEnd ? [at] : []))
  const list = start === undefined || other !== undefined ? undefined : tokens[start]
  if (start === undefined || list === undefined || !list.isBare || list.text.trim() !== '') return null
  const end = tokens.findIndex(({ name, isEnd }, at) => at > start && isEnd && name === list.name)
  const epc = tokens[start + 1]?.name ?? ''
  for (let at = start + 1; at < end; at += 2) {
    const [open, close] = tokens.slice(at, at + 2)
    const isPair = open?.name === epc && open.isBare && !open.isEnd && close?.name === epc && close.isEnd && close.isBare
    if (!isPair || close.text.trim() !== '') return null
  }
  const last = tokens[end - 1]
  const epcs = (end - start - 1) / 2
  if (epc === '' || last === undefined || !Number.isInteger(epcs)) return null
  const blank = epcs > 1 ? (tokens[start + 2]?.text ?? null) : null
  return { from: list.textFrom, to: last.textFrom + last.text.length, epc, epcs, blank }
}

function makeFixed(text: string): Fixed {
  const store = new ByteStore(text.length)
  encoder.encodeInto(text, store.bytes)
  const lines = text.split('\n')
  return { store, length: text.length, lines: lines.length - 1, tail: lines.at(-1)?.length ?? 0 }
}

/** Index after the white space at `start`; -1 if there is too much of it. */
function blankEnd({ bytes }: ByteStore, start: number, fit: Fit): number {
  let at = start
  for (let byte = bytes[at] ?? 0; isSpace[byte] === 1; byte = bytes[at] ?? 0) {
    at += 1
    if (byte !== LINE_FEED) continue
    fit.lines += 1
    fit.lineStart = at
  }
  return at - start > LONGEST_TEXT ? -1 : at
}

/**
 * Index where a plain text ends before a tag or the end of the bytes; -1 if the text isn't plain. Text with leading white space isn't plain, because
 * it could hide a URL, which EPCIS 1.x doesn't allow. Trailing white space needs no check here: after a unit's URI it changes nothing, and in every
 * other text a rule rejects it.
 */
function textEnd({ bytes, words }: ByteStore, from: number): number {
  let at = from
  while (isPlainWord(words.getInt32(at, true))) at += 4
  while (endsText[bytes[at] ?? 0] === 0) at += 1
  if ((bytes[from] ?? 0) <= 0x20 && bytes[from] !== 0) return -1
  if (bytes[at] === 0) return at
  const isPlain = bytes[at] === LESS_THAN && at > from && at - from <= LONGEST_TEXT
  return isPlain && !(at - from === 4 && words.getInt32(from, true) === NULL) ? at : -1
}
