import { createJsonReader, type DocumentAttributes } from './json-reader.ts'
import type { XmlHandler, XmlReader } from './reader.ts'
import { createXmlReader } from './xml-reader.ts'

/** Default reader: JSON if the first character is a bracket, otherwise XML. */
export function createDocumentReader(handler: XmlHandler, finished: (attributes: DocumentAttributes) => void): XmlReader {
  return new DocumentReader(handler, finished)
}

/** Maximum number of bytes of leading white space; the XML reader reads a document with more. */
const MAX_BLANK = 1 << 20

class DocumentReader implements XmlReader {
  private readonly handler: XmlHandler
  private readonly finished: (attributes: DocumentAttributes) => void
  private readonly blank: Uint8Array[] = []
  private blankLength = 0
  private reader: XmlReader | null = null

  constructor(handler: XmlHandler, finished: (attributes: DocumentAttributes) => void) {
    this.handler = handler
    this.finished = finished
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
    const first = chunk.find((byte) => !isBlank(byte))
    this.blank.push(chunk.slice())
    this.blankLength += chunk.length
    if (first !== undefined || this.blankLength > MAX_BLANK) this.choose(first)
  }

  end(): void {
    const reader = this.reader ?? this.choose(undefined)
    reader.end()
  }

  private choose(first: number | undefined): XmlReader {
    const isJson = first === 0x7b || first === 0x5b
    const reader = isJson ? createJsonReader(this.handler, this.finished) : createXmlReader(this.handler)
    this.reader = reader
    for (const chunk of this.blank.splice(0)) reader.write(chunk)
    return reader
  }
}

/** Whether the byte is white space or part of a UTF-8 byte order mark. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0xef || byte === 0xbb || byte === 0xbf
}
