import type { FilePlace } from './byte-buffer.ts'
import { isSpace, LINE_FEED } from './byte-chars.ts'
import { checkCommon } from './common-rules.ts'
import type { PartKind } from './document-parts.ts'
import { type EventNode, readEvent } from './event.ts'
import { EventCheck } from './event-check.ts'
import { type EventBytes, findNextEvent, LONGEST_PARENT } from './event-template.ts'
import { EventTemplates } from './event-templates.ts'
import { Findings } from './finding.ts'
import { checkObjectEvent } from './object-event.ts'
import type { ReadRange } from './piece-cuts.ts'
import { type PieceOptions, PieceValidator } from './piece-validator.ts'
import { PieceRows, PieceTexts, type ProvenPiece, ROW } from './proven-piece.ts'
import type { XmlName } from './reader.ts'
import type { Node } from './tree.ts'

const encoder = new TextEncoder()
/** Stands for units of which is only known that some may be meds. */
const SOME_UNITS = Int32Array.of(-1)
const NO_UNITS = new Int32Array(0)
const SSCC_START = encoder.encode('urn:epc:id:sscc:')
/** Longer pieces, which hold a very long event, are read bit by bit. */
const MOST_BYTES = 8 << 20
/** Of white space between events. */
const LONGEST_BLANK = 1000

/**
 * Reads pieces of a document ahead of the {@link PieceMerger} that judges it, and tells it which events it need not read itself. In doubt
 * it must: what is proven here is only what the rules for one event would say, all of them, so nothing is guessed of what came before.
 */
export class PieceProver extends PieceValidator {
  private rows = new PieceRows()
  private texts = new PieceTexts()
  private doubts = new Findings(0)
  private from = 0
  /** The line that is read, the first of the piece being 1, and where in the piece it begins, as if all its characters were ASCII. */
  private line = 1
  private lineStart = 0
  /** The piece, when it is had at once. */
  private given: EventBytes | null = null
  private buffer = new Uint8Array(0)
  private readonly templates: EventTemplates
  /** Behind the last event that was proven, and what was known there. */
  private proven: FilePlace = { offset: 0, line: 1, column: 1 }
  private namesLocations = false
  private hasMisplacedVendorParts = false
  private knownNames = 0
  /** Names of the first pieces, which were handed on. */
  private told = 0
  /** Whether something since then must be read. */
  private isBehind = false
  /** Where the event begins that is read. */
  private began: FilePlace = { offset: 0, line: 1, column: 1 }
  private seenOthers = 0
  /** Whether the head is read. */
  private isProving = false
  /** Whether the list of events ended, or something came that is not understood here. */
  private isOver = false

  constructor(options: PieceOptions) {
    super({ ...options, findingsPerType: 0 })
    this.templates = new EventTemplates(options.now)
  }

  override begin(head: Iterable<Uint8Array>): boolean {
    this.isProving = super.begin(head)
    this.told = this.byteReader.names.size
    return this.isProving
  }

  /**
   * Reads a piece that begins with an event. Call it for one piece after another, in the order of the file; some may be left out. Once a
   * piece was not whole, nothing more is proven.
   *
   * @param from offset in the file, as `to`.
   */
  prove(from: number, to: number, read: ReadRange): ProvenPiece {
    this.rows = new PieceRows()
    this.texts = new PieceTexts(this.texts)
    this.from = from
    this.line = 1
    this.lineStart = 0
    this.given = null
    // Places in a piece are kept as 32-bit numbers.
    this.isOver ||= !this.isProving || !this.isBetweenEvents || to - from > 0x7fffffff
    this.seenOthers = this.parts.others
    this.reach(this.makePlace(0))
    if (to - from > MOST_BYTES) this.readAll(read(from, to))
    else this.proveAll(this.gather(read(from, to), to - from))
    this.isOver ||= !this.isBetweenEvents
    if (!this.isOver) this.finishPiece(this.makePlace(to - from))
    const { told, knownNames, namesLocations, hasMisplacedVendorParts, proven: end } = this
    const names = this.byteReader.names.since(told).slice(0, knownNames - told)
    this.told = knownNames
    const isWhole = !this.isOver
    return { from, end, isWhole, names, namesLocations, hasMisplacedVendorParts, ...this.rows.columns, ...this.texts.columns }
  }

  /** Reads without looking for events that are known, what is too long to be had before it at once. */
  private readAll(chunks: Iterable<Uint8Array>): void {
    this.byteReader.moveTo(this.makePlace(0))
    for (const chunk of chunks) {
      if (this.isOver) return
      this.write(chunk)
    }
    this.byteReader.readOn()
    this.goTo(this.byteReader.place)
  }

  private proveAll(given: EventBytes): void {
    this.given = given
    for (let at = 0; at < given.end && !this.isOver; ) {
      const [line, lineStart] = [this.line, this.lineStart]
      const start = this.blankEnd(given, at)
      if (start === given.end && start - at <= LONGEST_BLANK) return
      if (start - at <= LONGEST_BLANK && this.templates.find(given, start, this.texts)) at = this.keepKnown(start)
      else {
        this.line = line
        this.lineStart = lineStart
        at = this.readOn(given, at, start)
      }
    }
  }

  /** Behind the white space at `at`. */
  private blankEnd({ bytes }: EventBytes, start: number): number {
    let at = start
    for (let byte = bytes[at] ?? 0; isSpace[byte] === 1; byte = bytes[at] ?? 0) {
      at += 1
      if (byte !== LINE_FEED) continue
      this.line += 1
      this.lineStart = at
    }
    return at
  }

  /** Reads the event that begins at `start`, with what stands before it and up to the next one; gives back where that begins. */
  private readOn(given: EventBytes, before: number, start: number): number {
    this.byteReader.moveTo(this.makePlace(before))
    let at = before
    let next = start
    do {
      next = findNextEvent(given, next + 1)
      this.write(given.bytes.subarray(at, next))
      this.byteReader.readOn()
      at = next
    } while (at < given.end && !this.isOver && !this.isBetweenEvents)
    this.goTo(this.byteReader.place)
    return at
  }

  private keepKnown(start: number): number {
    const { fit, kind, happened } = this.templates
    const began = this.makePlace(start)
    if (this.parts.others !== this.seenOthers) this.isBehind = true
    this.seenOthers = this.parts.others
    if (this.isBehind) this.leaveUnread(began)
    this.rows.add(kind, start, fit.end, began, fit.epcs, happened)
    this.line += fit.lines
    if (fit.lineStart >= 0) this.lineStart = fit.lineStart
    this.reach(this.makePlace(fit.end))
    return fit.end
  }

  /** The place of a byte of the line that is read. */
  private makePlace(at: number): FilePlace {
    return { offset: this.from + at, line: this.line, column: at - this.lineStart + 1 }
  }

  private goTo({ offset, line, column }: FilePlace): void {
    this.line = line
    this.lineStart = offset - this.from - column + 1
  }

  /** The bytes in one place, behind which there is room for a word. */
  private gather(chunks: Iterable<Uint8Array>, length: number): EventBytes {
    if (this.buffer.length < length + 4) this.buffer = new Uint8Array(length + 4)
    const bytes = this.buffer
    let end = 0
    for (const chunk of chunks) {
      bytes.set(chunk, end)
      end += chunk.length
    }
    bytes.fill(0, end, end + 4)
    return { bytes, words: new DataView(bytes.buffer), end }
  }

  /** White space and comments behind the last event need not be read. */
  private finishPiece(place: FilePlace): void {
    if (!this.isBehind && this.parts.others === this.seenOthers) this.reach(place)
    else this.leaveUnread(place)
  }

  override section(...given: Parameters<PieceValidator['section']>): void {
    if (this.isProving) this.isOver = true
    else super.section(...given)
  }

  override strange(name: XmlName, line: number, column: number): void {
    if (!this.isProving) super.strange(name, line, column)
  }

  override part(kind: PartKind, node: Node): void {
    if (!this.isProving) super.part(kind, node)
    else if (kind === 'event') this.provePart(node)
    else this.isOver = true
  }

  begins(): void {
    if (this.isProving) this.began = this.byteReader.place
  }

  private provePart(node: Node): void {
    const { parts } = this
    const event = readEvent(node, 1, 1)
    const issues = this.structure?.take().length ?? 0
    const isUsual = issues === 0 && parts.others === this.seenOthers && parts.isBetweenEvents
    const kind = isUsual && !this.isOver ? this.pickKind(event) : ROW.unread
    if (kind === ROW.unread) this.isBehind = true
    else this.keep(kind, event)
    this.seenOthers = parts.others
    parts.giveBack(event.list?.epcs ?? null)
  }

  /** What the event is when no rule has anything to say of it alone. */
  private pickKind(parts: EventNode): number {
    const { event, list } = parts
    const { action, bizTransactions, sources, destinations, parentId } = event
    if (action !== 'ADD' || bizTransactions.length + sources.length + destinations.length > 0) return ROW.unread
    const texts = list?.epcs ?? null
    if (texts === null || texts.count === 0) return ROW.unread
    if (event.kind === 'aggregation' && event.bizStep === 'packing')
      return parentId !== null && parentId.length <= LONGEST_PARENT && this.isClean(parts, SOME_UNITS) ? ROW.packing : ROW.unread
    if (event.kind !== 'object' || event.bizStep !== 'commissioning') return ROW.unread
    const areContainers = startsWith(texts.store.bytes, SSCC_START)
    if (!this.isClean(parts, areContainers ? NO_UNITS : SOME_UNITS)) return ROW.unread
    return areContainers ? ROW.containers : ROW.commissioning
  }

  /** Whether the rules for one event, its EPCs left out, find nothing. */
  private isClean(parts: EventNode, ids: Int32Array): boolean {
    const check = new EventCheck(parts, this.doubts, this.is20)
    const common = checkCommon(check, this.options.now)
    if (parts.event.kind === 'object') checkObjectEvent(check, common, ids, this.units)
    this.known.check(check, this.units)
    if (this.doubts.verdict === 'ok') return true
    this.doubts = new Findings(0)
    return false
  }

  private keep(kind: number, { event, list }: EventNode): void {
    const { began, from } = this
    const place = this.byteReader.place
    if (this.isBehind) this.leaveUnread(began)
    const time = event.eventTime === null ? Number.NaN : Date.parse(event.eventTime)
    this.rows.add(kind, began.offset - from, place.offset - from, began, event.epcCount, time)
    if (kind === ROW.packing) this.texts.add(encoder.encode(event.parentId ?? ''))
    if (list?.epcs) this.texts.addAll(list.epcs)
    if (this.given !== null) this.templates.learn(kind, this.given, began.offset - from, place.offset - from, event)
    this.reach(place)
  }

  /** What stands between the last event that was proven and that place must be read. */
  private leaveUnread(to: FilePlace): void {
    const { proven, from } = this
    this.rows.add(ROW.unread, proven.offset - from, to.offset - from, proven, 0, Number.NaN)
    this.reach(to)
  }

  private reach(place: FilePlace): void {
    this.proven = place
    this.isBehind = false
    this.namesLocations = this.known.namesLocations
    this.hasMisplacedVendorParts = this.structure?.hasMisplacedVendorParts ?? false
    this.knownNames = this.byteReader.names.size
  }
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  for (let index = 0; index < start.length; index += 1) if (bytes[index] !== start[index]) return false
  return true
}
