/** Gives the bytes of a document from one offset to before another. */
export type ReadRange = (from: number, to: number) => Iterable<Uint8Array>

/** What the start tag of an event looks like. A comment can hold the same: whoever reads up to it finds out. */
const EVENT_TAG = /<(?:[\w.-]{1,40}:)?(?:Object|Aggregation|Transaction|Quantity|Transformation|Association)Event[\s/>]/
/** Longer than every such tag. */
const OVERLAP = 64
/** One character for each byte. */
const decoder = new TextDecoder('latin1')

/** How long the byte order mark is of what begins with these five bytes; null when it cannot be XML in UTF-8, or white space stands first. */
export function findMark(first: Uint8Array): number | null {
  const mark = first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 3 : 0
  return first[mark] === 0x3c && first[mark + 1] !== 0 ? mark : null
}

/** Where a document is cut: before the first event that seems to begin in each stretch of `pieceSize` bytes. */
export class PieceCuts {
  readonly count: number
  private readonly read: ReadRange
  private readonly size: number
  private readonly pieceSize: number
  private last: { readonly index: number; readonly start: number | null } = { index: -1, start: null }

  constructor(read: ReadRange, size: number, pieceSize: number) {
    this.read = read
    this.size = size
    this.pieceSize = pieceSize
    this.count = Math.ceil(size / pieceSize)
  }

  /** Where the piece of that number begins; null when no event begins in its stretch, and there is no such piece. */
  findStart(index: number): number | null {
    if (this.last.index !== index) this.last = { index, start: this.search(index * this.pieceSize) }
    return this.last.start
  }

  /** Where the first event begins; the document's end when none does. */
  findHead(): number {
    return this.findStart(0) ?? this.findEnd(0)
  }

  /** Where the piece of that number ends: where the next one begins. */
  findEnd(index: number): number {
    for (let next = index + 1; next < this.count; next += 1) {
      const start = this.findStart(next)
      if (start !== null) return start
    }
    return this.size
  }

  private search(from: number): number | null {
    const to = Math.min(from + this.pieceSize, this.size)
    let before = ''
    let offset = from
    for (const chunk of this.read(from, Math.min(to + OVERLAP, this.size))) {
      const text = before + decoder.decode(chunk)
      const found = text.search(EVENT_TAG)
      if (found >= 0) return offset + found < to ? offset + found : null
      offset += text.length
      before = text.slice(-OVERLAP)
      offset -= before.length
    }
    return null
  }
}
