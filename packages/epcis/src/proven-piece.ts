import type { FilePlace } from './byte-buffer.ts'
import { larger } from './columns.ts'
import type { EpcTexts } from './epc-texts.ts'

/**
 * What was proven of a piece of a document: which of its events have nothing in themselves that must be reported, and what they say of
 * units. Everything else in it is left to be read. Plain data, to be handed from thread to thread.
 */
export interface ProvenPiece {
  /** Offset in the file of its first event, whose place counts as line 1, column 1 in all that follows. */
  readonly from: number
  /** Up to here the rows tell everything, and the list of events is open and nothing in it. */
  readonly end: FilePlace
  /** Whether that is the end of the piece. */
  readonly isWhole: boolean
  readonly count: number
  /** {@link ROW_WIDTH} numbers each: kind, offsets of its beginning and its end behind `from`, its line and column, how many EPCs it lists. */
  readonly rows: Int32Array<ArrayBuffer>
  /** Of each row: when it happened, in milliseconds; NaN when that is not known. */
  readonly times: Float64Array<ArrayBuffer>
  /** The EPCs, row by row, a container before what it holds: UTF-8 one behind the other, with room for a word at the end. */
  readonly textBytes: Uint8Array<ArrayBuffer>
  readonly textEnds: Int32Array<ArrayBuffer>
  /** Names that did not stand in what the same prover read before. */
  readonly names: readonly { readonly uri: string; readonly local: string }[]
  readonly namesLocations: boolean
  readonly hasMisplacedVendorParts: boolean
}

export const ROW_WIDTH = 6

/** What a row is: something to be read, or an event of which only the EPCs can say more. */
export const ROW = {
  unread: 0,
  /** Commissions units, with everything that meds need. */
  commissioning: 1,
  /** Commissions units without lot or date, which is right for containers only. */
  containers: 2,
  /** Packs units. */
  packing: 3,
} as const

/** Collects the rows of a piece. */
export class PieceRows {
  count = 0
  private rows = new Int32Array(256 * ROW_WIDTH)
  private times = new Float64Array(256)

  add(kind: number, from: number, to: number, { line, column }: FilePlace, epcs: number, time: number): void {
    const at = this.count * ROW_WIDTH
    if (at + ROW_WIDTH > this.rows.length) {
      this.rows = larger(this.rows, this.rows.length * 2)
      this.times = larger(this.times, this.times.length * 2)
    }
    this.rows.set([kind, from, to, line, column, epcs], at)
    this.times[this.count] = time
    this.count += 1
  }

  /** The columns as they are, longer than needed. */
  get columns(): Pick<ProvenPiece, 'count' | 'rows' | 'times'> {
    const { count, rows, times } = this
    return { count, rows, times }
  }
}

/** Collects texts, those of a whole list at once. */
export class PieceTexts {
  private bytes: Uint8Array<ArrayBuffer>
  private ends: Int32Array<ArrayBuffer>
  private view: DataView
  private length = 0
  private count = 0

  /** @param like those of another piece, which will be about as many. */
  constructor(like?: PieceTexts) {
    this.bytes = new Uint8Array(roomFor(like?.length ?? 0, 1 << 16))
    this.ends = new Int32Array(roomFor(like?.count ?? 0, 1 << 10))
    this.view = new DataView(this.bytes.buffer)
  }

  add(text: Uint8Array): void {
    this.reserve(text.length, 1)
    this.bytes.set(text, this.length)
    this.length += text.length
    this.ends[this.count] = this.length
    this.count += 1
  }

  /** A text of ASCII from where it stands; behind it there is room for a word. */
  addWords(words: DataView, from: number, to: number): void {
    this.reserve(to - from, 1)
    const { view } = this
    for (let at = from, own = this.length; at < to; at += 4, own += 4) view.setInt32(own, words.getInt32(at, true), true)
    this.length += to - from
    this.ends[this.count] = this.length
    this.count += 1
  }

  /** How many there are; {@link cutTo} makes it so many again. */
  get size(): number {
    return this.count
  }

  cutTo(size: number): void {
    this.count = size
    this.length = size === 0 ? 0 : (this.ends[size - 1] ?? 0)
  }

  /** Those of a list. */
  addAll(list: EpcTexts): void {
    const start = this.length
    const length = list.findEnd(list.count - 1)
    this.reserve(length, list.count)
    this.bytes.set(list.store.bytes.subarray(0, length), start)
    for (let index = 0; index < list.count; index += 1) this.ends[this.count + index] = start + list.findEnd(index)
    this.length += length
    this.count += list.count
  }

  get columns(): Pick<ProvenPiece, 'textBytes' | 'textEnds'> {
    return { textBytes: this.bytes, textEnds: this.ends }
  }

  private reserve(length: number, count: number): void {
    const wanted = this.length + length + 4
    if (wanted > this.bytes.length) {
      this.bytes = larger(this.bytes, Math.max(wanted, this.bytes.length * 2))
      this.view = new DataView(this.bytes.buffer)
    }
    if (this.count + count > this.ends.length) this.ends = larger(this.ends, Math.max(this.count + count, this.ends.length * 2))
  }
}

/** A little more than so many, and not fewer than `least`. */
function roomFor(count: number, least: number): number {
  return Math.max(least, count + (count >> 3))
}
