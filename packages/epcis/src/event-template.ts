import { endsText, GREATER_THAN, isPlainWord, isSpace, LESS_THAN, LINE_FEED } from './byte-chars.ts'
import type { EpcisEvent } from './facts.ts'
import type { PieceTexts } from './proven-piece.ts'

/** What differs between events of one sender that are otherwise the same, byte for byte. */
type Gap = 'eventTime' | 'parentID' | 'lotNumber' | 'itemExpirationDate' | 'list'

/** What stands between two gaps. */
interface Fixed {
  readonly words: DataView
  readonly length: number
  readonly lines: number
  /** How many bytes stand behind its last line feed. */
  readonly tail: number
}

/** Bytes of events, with where they stand. */
export interface EventBytes {
  readonly bytes: Uint8Array
  /** The same bytes, to read four at once. */
  readonly words: DataView
  /** Behind the last one; there is room for a word. */
  readonly end: number
}

/** Where an event ends that fits, and where its gaps are. */
export class Fit {
  end = 0
  /** Line feeds in it, and where its last line begins; -1 when it has none. */
  lines = 0
  lineStart = -1
  epcs = 0
  /** Where the text of each gap begins and ends; -1 where it has none. */
  timeFrom = -1
  timeTo = -1
  lotFrom = -1
  lotTo = -1
  dateFrom = -1
  dateTo = -1

  clear(): void {
    this.lines = 0
    this.lineStart = -1
    this.timeFrom = -1
    this.lotFrom = -1
    this.dateFrom = -1
  }

  set(gap: 'eventTime' | 'lotNumber' | 'itemExpirationDate', from: number, to: number): void {
    if (gap === 'eventTime') {
      this.timeFrom = from
      this.timeTo = to
    } else if (gap === 'lotNumber') {
      this.lotFrom = from
      this.lotTo = to
    } else {
      this.dateFrom = from
      this.dateTo = to
    }
  }
}

const LONGEST_TEXT = 1000
/** A container's URI that is longer is left to the reader. */
export const LONGEST_PARENT = 200
/** The word that stands for nothing, as some exporters write. */
const NULL = 0x6c6c756e
const TOKEN = /<(\/?)([^\s<>/"'=]+)((?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*)(\/?)>([^<]*)/y
const encoder = new TextEncoder()

interface Token {
  readonly isEnd: boolean
  readonly name: string
  readonly local: string
  /** Whether the tag is a name and nothing else. */
  readonly isBare: boolean
  readonly isEmpty: boolean
  readonly text: string
  readonly textFrom: number
}

/** The tags of an event with the text behind each; null when it has more than that. */
function tokenize(xml: string): Token[] | null {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(xml)
    if (match === null) return null
    const [whole, slash = '', name = '', rest = '', empty = '', text = ''] = match
    const local = name.slice(name.indexOf(':') + 1)
    const textFrom = at + whole.length - text.length
    tokens.push({ isEnd: slash !== '', name, local, isBare: rest === '' && empty === '', isEmpty: empty !== '', text, textFrom })
  }
  return tokens
}

const FACTS = [
  ['eventTime', 'eventTime'],
  ['parentID', 'parentId'],
  ['lotNumber', 'lotNumber'],
  ['itemExpirationDate', 'expirationDate'],
] as const

/**
 * An event in which nothing was found, as bytes: what is the same but for the gaps is read as the same, and so it needs not be read. Each gap is
 * the text of the only element of that name, from which the fact was read, so that nothing else depends on it.
 */
export class EventTemplate {
  /** As the rows of a piece have it. */
  readonly kind: number
  private readonly fixed: readonly Fixed[]
  private readonly gaps: readonly Gap[]
  /** The tags around each EPC. */
  private readonly before: Fixed
  private readonly after: Fixed

  private constructor(
    kind: number,
    xml: string,
    gaps: readonly { readonly gap: Gap; readonly from: number; readonly to: number }[],
    epc: string,
  ) {
    this.kind = kind
    this.gaps = gaps.map(({ gap }) => gap)
    this.fixed = [...gaps, { from: xml.length }].map(({ from }, index) => makeFixed(xml.slice(gaps[index - 1]?.to ?? 0, from)))
    this.before = makeFixed(`<${epc}>`)
    this.after = makeFixed(`</${epc}>`)
  }

  /** @returns null when the event is written so that it is better read each time. */
  static make(kind: number, xml: string, event: EpcisEvent): EventTemplate | null {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII is left to the reader
    if (/<[!?]|&|[^\x00-\x7f]/.test(xml)) return null
    const tokens = tokenize(xml)
    if (tokens === null) return null
    const list = findList(tokens)
    if (list === null || list.epcs !== event.epcCount) return null
    const gaps: { gap: Gap; from: number; to: number }[] = [{ gap: 'list', from: list.from, to: list.to }]
    for (const [gap, fact] of FACTS) {
      if (event[fact] === null) continue
      // Where there is one element of that name only, it is the one that the fact was read from.
      const [index, other] = tokens.flatMap(({ local, isEnd }, at) => (local === gap && !isEnd ? [at] : []))
      const [token, next] = index === undefined || other !== undefined ? [] : tokens.slice(index, index + 2)
      if (token === undefined || !token.isBare || next?.name !== token.name || !next.isEnd) return null
      gaps.push({ gap, from: token.textFrom, to: token.textFrom + token.text.length })
    }
    gaps.sort((one, other) => one.from - other.from)
    return new EventTemplate(kind, xml, gaps, list.epc)
  }

  /** Whether an event that begins at `at` is this one but for its gaps. Its container and its EPCs are added to the texts. */
  fits(given: EventBytes, start: number, fit: Fit, texts: PieceTexts): boolean {
    const { fixed, gaps } = this
    fit.clear()
    let at = start
    for (let index = 0; ; index += 1) {
      const part = fixed[index]
      if (part === undefined || !isAt(given, at, part)) return false
      at += part.length
      if (part.lines > 0) {
        fit.lines += part.lines
        fit.lineStart = at - part.tail
      }
      const gap = gaps[index]
      if (gap === undefined) {
        fit.end = at
        return true
      }
      const from = at
      at = gap === 'list' ? this.listEnd(given, at, fit, texts) : textEnd(given, at)
      if (at < 0) return false
      if (gap === 'parentID') {
        if (at - from > LONGEST_PARENT) return false
        texts.addWords(given.words, from, at)
      } else if (gap !== 'list') fit.set(gap, from, at)
    }
  }

  /** Behind the last EPC and the white space that follows; -1 when something else stands there. */
  private listEnd(given: EventBytes, start: number, fit: Fit, texts: PieceTexts): number {
    const { before, after } = this
    const { bytes } = given
    let at = start
    let epcs = 0
    for (;;) {
      const blank = at
      for (let byte = bytes[at] ?? 0; isSpace[byte] === 1; byte = bytes[at] ?? 0) {
        at += 1
        if (byte !== LINE_FEED) continue
        fit.lines += 1
        fit.lineStart = at
      }
      if (at - blank > LONGEST_TEXT) return -1
      if (!isAt(given, at, before)) break
      const from = at + before.length
      at = textEnd(given, from)
      if (at < 0 || !isAt(given, at, after)) return -1
      texts.addWords(given.words, from, at)
      at += after.length
      epcs += 1
    }
    fit.epcs = epcs
    return epcs > 0 ? at : -1
  }
}

/** The only list of EPCs of an event: its inside, and how many it holds; null when it holds more than them, or there are several. */
function findList(
  tokens: readonly Token[],
): { readonly from: number; readonly to: number; readonly epc: string; readonly epcs: number } | null {
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
  if (epc === '' || last === undefined || (end - start) % 2 === 0) return null
  return { from: list.textFrom, to: last.textFrom + last.text.length, epc, epcs: (end - start - 1) / 2 }
}

function makeFixed(text: string): Fixed {
  const bytes = new Uint8Array(text.length + 4)
  encoder.encodeInto(text, bytes)
  const lines = text.split('\n')
  return { words: new DataView(bytes.buffer), length: text.length, lines: lines.length - 1, tail: lines.at(-1)?.length ?? 0 }
}

function isAt({ words, end }: EventBytes, at: number, { words: own, length }: Fixed): boolean {
  if (at + length > end) return false
  let i = 0
  for (; i + 4 <= length; i += 4) if (own.getInt32(i, true) !== words.getInt32(at + i, true)) return false
  for (; i < length; i += 1) if (own.getUint8(i) !== words.getUint8(at + i)) return false
  return true
}

/**
 * Where a plain text ends before a tag; -1 when it is none. White space before it would hide a web address, which EPCIS 1.x has not; behind it, it
 * changes no unit and no rule passes it.
 */
function textEnd({ bytes, words }: EventBytes, from: number): number {
  let at = from
  while (isPlainWord(words.getInt32(at, true))) at += 4
  while (endsText[bytes[at] ?? 0] === 0) at += 1
  const isPlain =
    bytes[at] === LESS_THAN && at > from && at - from <= LONGEST_TEXT && !(at - from === 4 && words.getInt32(from, true) === NULL)
  return isPlain && (bytes[from] ?? 0) > 0x20 ? at : -1
}

const EVENT = encoder.encode('Event')

/** Where the next start tag begins whose name ends like that of an event; the end when there is none. It is a guess. */
export function findNextEvent({ bytes, end }: EventBytes, from: number): number {
  for (let at = from; at < end; at += 1) {
    if (bytes[at] !== LESS_THAN) continue
    let to = at + 1
    while (to < end && (bytes[to] ?? 0) > 0x20 && bytes[to] !== GREATER_THAN && bytes[to] !== LESS_THAN) to += 1
    if (bytes[at + 1] !== 0x2f && to - at > EVENT.length && EVENT.every((byte, index) => bytes[to - EVENT.length + index] === byte))
      return at
  }
  return end
}
