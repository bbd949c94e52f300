import type { ExceptionExcerpt } from '@seriatim/schema'

/** Lines before and after. */
const AROUND = 2
/** Of a line that is longer only this much is kept, around its place: some files are one line. */
const WIDTH = 400
const BEFORE = 120

interface Kept {
  from: number
  text: string
  length: number
}

/** Keeps the lines of a text around some places while it streams past; the rest of it is not held. */
export class LineKeeper {
  readonly #places: readonly { line: number; column: number }[]
  readonly #kept = new Map<number, Kept>()
  readonly #last: number
  #line = 1
  #length = 0

  constructor(places: readonly { line: number; column: number }[]) {
    this.#places = places
    for (const { line } of places)
      for (let near = Math.max(1, line - AROUND); near <= line + AROUND; near += 1) this.#kept.set(near, { from: 0, text: '', length: 0 })
    for (const { line, column } of places) {
      const kept = this.#kept.get(line)
      if (kept) kept.from = Math.max(0, column - 1 - BEFORE)
    }
    this.#last = places.reduce((most, { line }) => Math.max(most, line + AROUND), 0)
  }

  write(text: string): void {
    let at = 0
    while (at < text.length && this.#line <= this.#last) {
      const end = text.indexOf('\n', at)
      const stop = end < 0 ? text.length : end
      this.#take(text, at, stop)
      this.#length += stop - at
      if (end < 0) return
      this.#line += 1
      this.#length = 0
      at = end + 1
    }
  }

  #take(text: string, from: number, to: number): void {
    const kept = this.#kept.get(this.#line)
    if (!kept) return
    const begin = Math.max(from, from + kept.from - this.#length)
    const room = WIDTH - kept.text.length
    if (begin < to && room > 0) kept.text += text.slice(begin, Math.min(to, begin + room))
    kept.length += to - from
  }

  excerpts(): ExceptionExcerpt[] {
    return this.#places.map(({ line, column }) => ({
      line,
      column,
      lines: [...this.#kept]
        .filter(([near, { length }]) => Math.abs(near - line) <= AROUND && length > 0)
        .toSorted(([a], [b]) => a - b)
        .map(([near, { from, text, length }]) => ({
          line: near,
          text: text.replace(/\r$/, ''),
          isCut: from > 0 || length > from + text.length,
        })),
    }))
  }
}
