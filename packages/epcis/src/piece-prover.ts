import type { FilePlace } from './byte-buffer.ts'
import { checkCommon } from './common-rules.ts'
import type { PartKind } from './document-parts.ts'
import { type EventNode, readEvent } from './event.ts'
import { EventCheck } from './event-check.ts'
import { Findings } from './finding.ts'
import { checkObjectEvent } from './object-event.ts'
import { type PieceOptions, PieceValidator } from './piece-validator.ts'
import { PieceRows, PieceTexts, type ProvenPiece, ROW } from './proven-piece.ts'
import type { XmlName } from './reader.ts'
import type { Node } from './tree.ts'

const encoder = new TextEncoder()
/** Stands for units of which is only known that some may be meds. */
const SOME_UNITS = Int32Array.of(-1)
const NO_UNITS = new Int32Array(0)
const SSCC_START = encoder.encode('urn:epc:id:sscc:')
const LONGEST_PARENT = 200

/**
 * Reads pieces of a document ahead of the {@link PieceMerger} that judges it, and tells it which events it need not read itself. In doubt
 * it must: what is proven here is only what the rules for one event would say, all of them, so nothing is guessed of what came before.
 */
export class PieceProver extends PieceValidator {
  private rows = new PieceRows()
  private texts = new PieceTexts()
  private doubts = new Findings(0)
  private from = 0
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
   * @param from offset in the file.
   */
  prove(from: number, chunks: Iterable<Uint8Array>): ProvenPiece {
    this.rows = new PieceRows()
    this.texts = new PieceTexts(this.texts)
    this.from = from
    const start = { offset: from, line: 1, column: 1 }
    this.isOver ||= !this.isProving || !this.isBetweenEvents
    if (!this.isOver) this.byteReader.moveTo(start)
    this.seenOthers = this.parts.others
    this.reach(start)
    for (const chunk of chunks) {
      if (this.isOver) break
      this.write(chunk)
    }
    if (!this.isOver) this.byteReader.readOn()
    this.isOver ||= !this.isBetweenEvents
    const isWhole = !this.isOver
    if (isWhole) this.finishPiece()
    const { told, knownNames, namesLocations, hasMisplacedVendorParts, proven: end } = this
    const names = this.byteReader.names.since(told).slice(0, knownNames - told)
    this.told = knownNames
    return { from, end, isWhole, names, namesLocations, hasMisplacedVendorParts, ...this.rows.columns, ...this.texts.columns }
  }

  /** White space and comments behind the last event need not be read. */
  private finishPiece(): void {
    const { place } = this.byteReader
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
