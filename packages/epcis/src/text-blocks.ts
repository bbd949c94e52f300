import { archiveFault, encodingFaults, faults, forbiddenCharacter, type XmlFault } from './xml-faults.ts'

const BLOCK_SIZE = 1 << 16

/**
 * Cuts bytes into blocks at fixed offsets and decodes them, so that the result doesn't depend on how they were chunked. Accepts UTF-8 with or without
 * a byte order mark, and UTF-16 with one.
 */
export class TextBlocks {
  /** `utf-8`, `utf-16le` or `utf-16be`; known once the first block was emitted. */
  encoding = 'utf-8'
  private readonly waiting = new Uint8Array(BLOCK_SIZE)
  private length = 0
  private rest = new Uint8Array(0)
  private begun = false
  private stopped = false
  private utf16: InstanceType<typeof TextDecoder> | null = null
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  private readonly give: (text: string) => void
  private readonly refuse: (fault: XmlFault) => void

  constructor(give: (text: string) => void, refuse: (fault: XmlFault) => void) {
    this.give = give
    this.refuse = refuse
  }

  write(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && !this.stopped; ) {
      const size = Math.min(BLOCK_SIZE - this.length, chunk.length - at)
      this.waiting.set(chunk.subarray(at, at + size), this.length)
      this.length += size
      at += size
      if (this.length === BLOCK_SIZE) this.flush(false)
    }
  }

  end(): void {
    if (!this.stopped) this.flush(true)
  }

  /** Stops emitting text. */
  stop(): void {
    this.stopped = true
  }

  private flush(last: boolean): void {
    let bytes = this.waiting.subarray(0, this.length)
    this.length = 0
    if (!this.begun) {
      this.begun = true
      bytes = this.begin(bytes)
      if (this.stopped) return
    }
    if (this.utf16 !== null) this.pass(this.utf16.decode(bytes, { stream: !last }))
    else this.decodeUtf8(bytes, last)
  }

  /** Determines the encoding, or fails if it can't be read; drops a byte order mark. */
  private begin(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const archive = archiveFault(bytes)
    if (archive !== null) return this.fail(archive, bytes)
    const [a, b, c, d] = bytes
    if (a === 0xef && b === 0xbb && c === 0xbf) return bytes.subarray(3)
    if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff))
      return this.fail(encodingFaults.unreadable('UTF-32'), bytes)
    if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
      this.encoding = a === 0xff ? 'utf-16le' : 'utf-16be'
      this.utf16 = new TextDecoder(this.encoding, { ignoreBOM: true })
      return bytes.subarray(2)
    }
    if ((a === 0x3c && b === 0) || (a === 0 && b === 0x3c))
      return this.fail(encodingFaults.unreadable('UTF-16 without a byte order mark'), bytes)
    return bytes
  }

  private fail(fault: XmlFault, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    this.stopped = true
    this.refuse(fault)
    return bytes
  }

  private decodeUtf8(block: Uint8Array, last: boolean): void {
    let bytes = block
    if (this.rest.length > 0) {
      bytes = new Uint8Array(this.rest.length + block.length)
      bytes.set(this.rest)
      bytes.set(block, this.rest.length)
    }
    const cut = last ? bytes.length : wholeCharacters(bytes)
    this.rest = bytes.slice(cut)
    let text: string
    try {
      text = this.utf8.decode(bytes.subarray(0, cut))
    } catch {
      this.pass(this.utf8.decode(bytes.subarray(0, validLength(bytes))))
      if (this.stopped) return
      this.stopped = true
      this.refuse(faults.notUtf8)
      return
    }
    this.pass(text)
  }

  /** Emits the text up to the first character that XML forbids, and stops there with a fault. */
  private pass(text: string): void {
    const bad = text.search(FORBIDDEN)
    if (text !== '') this.give(bad < 0 ? text : text.slice(0, bad))
    if (bad < 0 || this.stopped) return
    this.stopped = true
    this.refuse(forbiddenCharacter(text.charCodeAt(bad)))
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must be found
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

/** Number of bytes up to the last complete character: if the bytes end with an incomplete UTF-8 sequence, it does not count. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** Number of bytes at the beginning that are valid UTF-8, without a character that is cut off at the end. */
function validLength(bytes: Uint8Array): number {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let good = 0
  let bad = bytes.length
  while (good < bad - 1) {
    const middle = (good + bad) >> 1
    try {
      strict.decode(bytes.subarray(0, wholeCharacters(bytes.subarray(0, middle))))
      good = middle
    } catch {
      bad = middle
    }
  }
  return wholeCharacters(bytes.subarray(0, good))
}

function sequenceLength(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
}
