import type { ExceptionExcerpt } from '@seriatim/schema'
import { EXCERPT_WIDTH, findBegin, type TextPosition } from '../exception.rules.ts'

/** Offsets of the neighboring lines to store with the line of each place: the two lines before it and the two after it. */
const NEAR = [-2, -1, 1, 2]
const AROUND = 2
/** The stored part of a line, which begins at offset `from`. */
interface LinePart {
  line: number
  from: number
  text: string
}

/** Reads a text as a stream and keeps only the lines around certain places in it. */
export class LineKeeper {
  private readonly places: readonly { place: TextPosition; own: LinePart }[]
  /** The stored parts of each line, by line number. A long line with several requested positions has one part around each of them. */
  private readonly kept = new Map<number, LinePart[]>()
  private readonly lengths = new Map<number, number>()
  private readonly last: number
  private line = 1
  private length = 0

  constructor(places: readonly TextPosition[]) {
    this.places = places.map((place) => {
      for (const by of NEAR) this.keep(place.line + by, 0)
      return { place, own: this.keep(place.line, findBegin(place)) }
    })
    this.last = places.reduce((most, { line }) => Math.max(most, line + AROUND), 0)
  }

  private keep(line: number, from: number): LinePart {
    const parts = this.kept.get(line) ?? []
    const part = parts.find((one) => one.from === from) ?? { line, from, text: '' }
    if (!parts.includes(part)) this.kept.set(line, [...parts, part])
    return part
  }

  write(text: string): void {
    let at = 0
    while (at < text.length && this.line <= this.last) {
      const end = text.indexOf('\n', at)
      const stop = end < 0 ? text.length : end
      this.take(text, at, stop)
      this.length += stop - at
      if (end < 0) return
      this.line += 1
      this.length = 0
      at = end + 1
    }
  }

  private take(text: string, from: number, to: number): void {
    const parts = this.kept.get(this.line)
    if (!parts) return
    for (const part of parts) {
      const begin = Math.max(from, from + part.from - this.length)
      const room = EXCERPT_WIDTH - part.text.length
      if (begin < to && room > 0) part.text += text.slice(begin, Math.min(to, begin + room))
    }
    this.lengths.set(this.line, this.length + to - from)
  }

  excerpts(): ExceptionExcerpt[] {
    return this.places.map(({ place: { line, column }, own }) => {
      const near = NEAR.flatMap((by) => this.kept.get(line + by)?.find(({ from }) => from === 0) ?? [])
      return {
        line,
        column,
        at: column - 1 - own.from,
        lines: [...near, own]
          .filter((part) => (this.lengths.get(part.line) ?? 0) > 0)
          .toSorted((a, b) => a.line - b.line)
          .map((part) => ({ line: part.line, text: part.text.replace(/\r$/, ''), isCut: this.isCut(part) })),
      }
    })
  }

  private isCut({ line, from, text }: LinePart): boolean {
    return from > 0 || (this.lengths.get(line) ?? 0) > from + text.length
  }
}
