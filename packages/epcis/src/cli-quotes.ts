/** How many characters of a quoted line are shown: up to `BEFORE` before the quoted column, `WIDTH` in total. */
const BEFORE = 30
const WIDTH = 100

interface Place {
  readonly line: number
  readonly column: number
}

/**
 * Reads a text a second time to collect the lines that findings quote, given as line and column. Keeps only the part of a long line around the
 * column, so that a document on one line does not fill the memory.
 */
export class Quotes {
  private readonly wanted = new Map<number, { readonly from: number; text: string; isWhole: boolean }[]>()
  private readonly places = new Map<string, { readonly from: number; text: string; isWhole: boolean }>()
  private line = 1
  private column = 1
  private readonly decoder: InstanceType<typeof TextDecoder>

  /** @param encoding encoding of the text, as {@link detectEncoding} returns it. */
  constructor(places: Iterable<Place>, encoding: string) {
    this.decoder = new TextDecoder(encoding)
    for (const { line, column } of places) {
      const key = `${line}:${column}`
      if (line < 1 || this.places.has(key)) continue
      const quote = { from: Math.max(1, column - BEFORE), text: '', isWhole: true }
      this.places.set(key, quote)
      this.wanted.set(line, [...(this.wanted.get(line) ?? []), quote])
    }
  }

  write(chunk: Uint8Array): void {
    const text = this.decoder.decode(chunk, { stream: true })
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at)
      const stop = end < 0 ? text.length : end
      for (const quote of this.wanted.get(this.line) ?? []) this.take(quote, text, at, stop)
      this.column += stop - at
      if (end >= 0) {
        this.line += 1
        this.column = 1
      }
      at = stop + 1
    }
  }

  /**
   * Returns the quotation for a place: the text of its line, shortened if long, and the 0-based offset of the place in that text. Null if there is
   * nothing to quote: the line is blank, or the finding concerns the whole document.
   */
  at({ line, column }: Place): { readonly text: string; readonly offset: number } | null {
    const quote = this.places.get(`${line}:${column}`)
    if (quote === undefined || quote.text.trim() === '') return null
    const start = quote.from > 1 ? '…' : ''
    const blank = quote.from > 1 ? 0 : (/^\s*/.exec(quote.text)?.[0].length ?? 0)
    const text = `${start}${quote.text.slice(blank).trimEnd()}${quote.isWhole ? '' : '…'}`
    return { text, offset: Math.max(0, column - quote.from - blank) + start.length }
  }

  private take(quote: { readonly from: number; text: string; isWhole: boolean }, text: string, at: number, stop: number): void {
    const start = at + Math.max(0, quote.from - this.column)
    const room = WIDTH - quote.text.length
    if (start >= stop) return
    quote.text += text.slice(start, Math.min(stop, start + room))
    if (stop - start > room) quote.isWhole = false
  }
}

/** Detects the encoding of a text from its first bytes. */
export function detectEncoding([a, b]: Uint8Array): string {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8'
}
