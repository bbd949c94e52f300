import type { FilePlace } from './byte-buffer.ts'
import { ByteStore, larger } from './columns.ts'
import type { ReadRange } from './piece-cuts.ts'
import { type PieceOptions, PieceValidator } from './piece-validator.ts'
import { type ProvenPiece, ROW, ROW_WIDTH } from './proven-piece.ts'
import { limits } from './reader.ts'
import { LISTED } from './units.ts'
import type { Validation } from './validate.ts'

/** Of a document for each unit: each is named twice. */
const USUAL_BYTES = 180
const MOST_EXPECTED = 1 << 22
/** With which every web address begins. */
const SMALL_H = 0x68

/**
 * Judges a document of which others read pieces ahead. Behind each piece it stands where it would stand had it read the piece itself: what was
 * not proven, and what is not clean in the light of what came before, it reads. So it can go on alone at any time.
 */
export class PieceMerger extends PieceValidator {
  private readonly readRange: ReadRange
  private readonly size: number
  /** What is judged next; everything before it is. */
  private here: FilePlace = { offset: 0, line: 1, column: 1 }
  private ids = new Int32Array(64)
  /** Whether most of the last piece had to be read. */
  wasPoor = false

  /** @param size of the document. */
  constructor(options: PieceOptions, readRange: ReadRange, size: number) {
    super(options)
    this.size = size
    this.units.expect(Math.min(Math.ceil(size / USUAL_BYTES), MOST_EXPECTED))
    this.readRange = readRange
  }

  /** Up to which offset the document is judged. */
  get offset(): number {
    return this.here.offset
  }

  override begin(head: Iterable<Uint8Array>): boolean {
    const canSplit = super.begin(head)
    this.here = { ...this.byteReader.place, offset: this.written }
    return canSplit
  }

  /**
   * Judges on to the end of a piece that was proven.
   *
   * @returns whether it may go on in pieces; otherwise {@link goAlone} must follow.
   */
  merge(piece: ProvenPiece): boolean {
    const start = this.here
    const { names } = this.byteReader
    if (piece.from !== start.offset || names.size + piece.names.length > limits.differentNames) return false
    const { rows, times, textEnds } = piece
    const store = new ByteStore(piece.textBytes)
    let text = 0
    let read = 0
    for (let row = 0, at = 0; row < piece.count; row += 1, at += ROW_WIDTH) {
      const kind = rows[at] ?? 0
      const epcs = rows[at + 5] ?? 0
      this.here = moved(start, rows[at + 1] ?? 0, rows[at + 3] ?? 0, rows[at + 4] ?? 0)
      const isPassed = kind !== ROW.unread && this.pass(kind, store, textEnds, text, epcs)
      if (isPassed) this.count(kind, epcs, times[row] ?? Number.NaN)
      else {
        read += (rows[at + 2] ?? 0) - (rows[at + 1] ?? 0)
        if (!this.readTo(start.offset + (rows[at + 2] ?? 0))) return false
      }
      text += kind === ROW.packing ? epcs + 1 : epcs
    }
    for (const { uri, local } of piece.names) names.intern(uri, local)
    if (piece.namesLocations) this.known.namesLocations = true
    if (piece.hasMisplacedVendorParts && this.structure !== null) this.structure.hasMisplacedVendorParts = true
    this.here = moved(start, piece.end.offset - piece.from, piece.end.line, piece.end.column)
    this.wasPoor = read * 2 > this.here.offset - start.offset
    return piece.isWhole
  }

  /** Reads on itself; gives back what {@link merge} does. */
  private readTo(offset: number): boolean {
    const { here } = this
    this.byteReader.moveTo(here)
    for (const chunk of this.readRange(here.offset, offset)) this.write(chunk)
    this.byteReader.readOn()
    this.here = { ...this.byteReader.place, offset }
    return this.isBetweenEvents
  }

  /**
   * Reads the rest itself, and ends.
   *
   * @param bytes how long the file is.
   */
  goAlone(bytes: number): Validation {
    const { here, size, readRange, options } = this
    if (this.isBetweenEvents) this.byteReader.moveTo(here)
    for (const chunk of readRange(here.offset, size)) this.write(chunk)
    this.bytes = bytes
    const validation = this.end()
    // The place of a text that is too long depends on where the reading began.
    const isTold = validation.verdict !== 'malformed' || here.offset === 0
    return isTold ? validation : new PieceMerger(options, readRange, size).goAlone(bytes)
  }

  /** Makes the event's units known, and what it says of them when there is nothing to report; else it must be read. */
  private pass(kind: number, store: ByteStore, ends: Int32Array, first: number, epcs: number): boolean {
    const { units } = this
    let from = first === 0 ? 0 : (ends[first - 1] ?? 0)
    let at = first
    let container = -1
    if (kind === ROW.packing) {
      const to = ends[at] ?? 0
      container = units.internBytes(store, from, to)
      if (container < 0 || this.isOdd(store, from)) return false
      from = to
      at += 1
    }
    if (epcs > this.ids.length) this.ids = larger(this.ids, Math.max(epcs, this.ids.length * 2))
    const ids = this.ids.subarray(0, epcs)
    const isUsual = this.intern(ids, store, ends, at, from) && (container < 0 || !units.has(container, LISTED))
    for (let index = 0; index < epcs; index += 1) units.unmark(ids[index] ?? 0, LISTED)
    if (!isUsual || (kind === ROW.containers && ids.some((id) => units.isSgtin(id)))) return false
    if (!this.known.passProducts(units.products)) return false
    return kind !== ROW.packing || this.shipment.passPacking(ids, container)
  }

  /** False at the first that is no unit, stands twice or is written as EPCIS 1.x has it not; the others are then not to be asked for. */
  private intern(ids: Int32Array, store: ByteStore, ends: Int32Array, at: number, start: number): boolean {
    const { units } = this
    let from = start
    for (let index = 0; index < ids.length; index += 1) {
      const to = ends[at + index] ?? 0
      const id = units.internBytes(store, from, to)
      if (id < 0 || units.has(id, LISTED) || this.isOdd(store, from)) {
        ids.fill(0, index)
        return false
      }
      units.mark(id, LISTED)
      ids[index] = id
      from = to
    }
    return true
  }

  private isOdd(store: ByteStore, from: number): boolean {
    return !this.is20 && store.bytes[from] === SMALL_H
  }

  private count(kind: number, epcs: number, time: number): void {
    const name = kind === ROW.packing ? 'AggregationEvent' : 'ObjectEvent'
    const index = this.countEvent(name)
    this.structure?.passEvent(name)
    this.watch.pass(time)
    const { line, column } = this.here
    if (kind !== ROW.packing) this.shipment.commission(this.ids.subarray(0, epcs), this.facts.eventCount, index, line, column)
  }
}

/** A place that is told from `start` on, in the document. */
function moved(start: FilePlace, offset: number, line: number, column: number): FilePlace {
  return { offset: start.offset + offset, line: start.line + line - 1, column: line === 1 ? start.column + column - 1 : column }
}
