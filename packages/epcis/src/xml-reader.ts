import { ByteReader } from './byte-reader.ts'
import type { XmlHandler, XmlReader } from './reader.ts'
import { createSaxReader } from './sax-reader.ts'

/** Default reader: our own for UTF-8, sax for every other encoding. */
export function createXmlReader(handler: XmlHandler): XmlReader {
  return new SniffingReader(handler)
}

const SNIFFED = 4

/** Chooses the reader by the first bytes of the document. */
class SniffingReader implements XmlReader {
  private readonly handler: XmlHandler
  private readonly first: number[] = []
  private reader: XmlReader | null = null

  constructor(handler: XmlHandler) {
    this.handler = handler
  }

  get line(): number {
    return this.reader?.line ?? 1
  }

  get column(): number {
    return this.reader?.column ?? 1
  }

  write(chunk: Uint8Array): void {
    if (this.reader !== null) {
      this.reader.write(chunk)
      return
    }
    const wanted = Math.min(SNIFFED - this.first.length, chunk.length)
    this.first.push(...chunk.subarray(0, wanted))
    if (this.first.length === SNIFFED) this.choose().write(chunk.subarray(wanted))
  }

  end(): void {
    const reader = this.reader ?? this.choose()
    reader.end()
  }

  private choose(): XmlReader {
    const [a, b, c] = this.first
    const hasMark = a === 0xef && b === 0xbb && c === 0xbf
    const reader = isText(this.first) ? new ByteReader(this.handler) : createSaxReader(this.handler)
    this.reader = reader
    reader.write(Uint8Array.from(hasMark ? this.first.slice(3) : this.first))
    return reader
  }
}

/** Whether the file can be UTF-8: it starts neither like UTF-16 or UTF-32 nor like an archive. */
function isText([a, b]: readonly number[]): boolean {
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || a === 0 || (a === 0x3c && b === 0)) return false
  return !(a === 0x1f && b === 0x8b) && !(a === 0x50 && b === 0x4b)
}
