import { type EpcError, firstOutsideSet82, parseEpc } from '@seriatim/gs1'
import { ByteStore, hashStart, hashStep, larger } from './columns.ts'
import { Products } from './products.ts'
import { decodeText } from './reader.ts'

const encoder = new TextEncoder()
const sgtinStart = encoder.encode('urn:epc:id:sgtin:')
const DOT = 0x2e
const SLASH = 0x2f
const SMALL_H = 0x68
/** 1 for bytes that a serial number in a URI contains unescaped. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte)
  return byte < 0x80 && firstOutsideSet82(char) < 0 && !/["%&/<>?#]/.test(char) ? 1 : 0
})
const LONGEST_SERIAL = 20
const LONGEST_URI = 200
const USUAL_SERIAL = 12
/** Typical number of document bytes per unit, given that each unit is listed twice. */
const USUAL_BYTES = 180
const MOST_EXPECTED = 1 << 22
/** Number of slots in the cache of URI beginnings. The beginning of a URI is everything before the serial number, as written in the document. */
const WRITTEN_SLOTS = 1 << 10
/** Stored in place of a product for an SSCC, because a container has no product. */
const CONTAINER = -1
const UNKNOWN = -2

/**
 * A slot of the hash table contains a unit's number plus 1 in its lower bits. Its upper bits contain part of the unit's hash, so that most other
 * units are ruled out without comparing them.
 */
const NUMBER_BITS = 27
const NUMBER_MASK = (1 << NUMBER_BITS) - 1

/**
 * Beginning of a URI up to the serial number, and the product that this beginning identifies. `product` is `UNKNOWN` until a unit whose URI begins
 * this way has been read.
 */
interface Written {
  readonly store: ByteStore
  readonly length: number
  product: number
  /**
   * Whether another `/21/` precedes the one at the end of a Digital Link's beginning, so that the serial number may start earlier than this beginning
   * assumes.
   */
  readonly isOdd: boolean
}

/**
 * Assigns a small number to each unit (SGTIN or SSCC) of a document. Two URIs get the same number exactly if their GTIN and serial number, or their
 * SSCC, are equal byte by byte, even if they split the company prefix from the reference at different places. Takes about 26 bytes per unit, because
 * it keeps no string and no object per unit.
 */
export class UnitNames {
  count = 0
  /** Reason why the last {@link intern} returned -1. */
  problem: EpcError = 'not_an_epc'
  readonly products = new Products()
  /** Two arrays with one entry per unit: the id of its product, and (`ends`) the index in `serials` at which its serial number ends. */
  private productIds = new Int32Array(1024)
  private ends = new Int32Array(1024)
  private readonly serials = new ByteStore(1 << 14)
  /** Hash table with open addressing. A slot contains the upper bits of the hash and the unit's number plus 1, or 0 if it is free. */
  private slots = new Int32Array(2048)
  private readonly written: (Written | undefined)[] = new Array<Written | undefined>(WRITTEN_SLOTS)
  private lastWritten: Written | undefined
  /** The unit last looked up. */
  private last = -1
  /** Whether no serial number contains a character that a URI must escape. */
  private isAllPlain = true
  private readonly uri = new ByteStore(LONGEST_URI * 3)
  private readonly serialNumber = new ByteStore(LONGEST_SERIAL)

  /** Reserves room for the units of a document of this size up front; unused room costs no memory. */
  expect(bytes: number): void {
    const count = Math.min(Math.ceil(bytes / USUAL_BYTES), MOST_EXPECTED)
    let length = this.slots.length
    while (length * 3 < count * 4) length *= 2
    this.slots = new Int32Array(length)
    this.productIds = new Int32Array(Math.max(count, this.ends.length))
    this.ends = new Int32Array(this.productIds.length)
    this.serials.reserve(count * USUAL_SERIAL)
  }

  /** Returns the number of the unit that the URI identifies, and registers a new unit; -1 if the URI doesn't identify a single unit. */
  intern(uri: string): number {
    if (uri.length > LONGEST_URI) return this.internText(uri)
    return this.internBytes(this.uri, 0, encoder.encodeInto(uri, this.uri.bytes).written)
  }

  /**
   * Like `intern`, but for a URI that is part of a byte store. If the URI has the usual form, its bytes are compared directly, without making a
   * string.
   */
  internBytes(source: ByteStore, from: number, to: number): number {
    const written = this.writtenAt(source, from, to)
    if (written === undefined) return this.internText(toText(source, from, to))
    const serial = from + written.length
    if (written.product === UNKNOWN) {
      const id = this.internText(toText(source, from, to))
      if (id >= 0) written.product = this.findProduct(id)
      return id
    }
    if (to - serial > LONGEST_SERIAL || to === serial) return this.internText(toText(source, from, to))
    // Packing events usually list units in the order in which they were commissioned, so this unit usually follows the one that was looked up last.
    const next = this.last + 1
    if (this.isAllPlain && next < this.count && this.isUnit(next, written.product, source, serial, to)) {
      this.last = next
      return next
    }
    const hash = source.hash(hashStep(hashStart, written.product), serial, to)
    if (this.isAllPlain) {
      const known = this.find(written.product, hash, source, serial, to)
      if (known >= 0) {
        this.last = known
        return known
      }
    }
    for (let at = serial; at < to; at += 1) {
      if (isPlain[source.bytes[at] ?? 0] !== 1) return this.internText(toText(source, from, to))
    }
    const known = this.isAllPlain ? -1 : this.find(written.product, hash, source, serial, to)
    return known < 0 ? this.add(written.product, hash, source, serial, to) : known
  }

  /**
   * Finds the cache entry (product and length) for the part of an SGTIN's URI before the serial number, and creates it if it is missing. Undefined if
   * the text is not such a URI.
   */
  private writtenAt(source: ByteStore, from: number, to: number): Written | undefined {
    const last = this.lastWritten
    if (last !== undefined && to - from > last.length && source.equals(from, last.store, 0, last.length)) return last
    if (to - from < sgtinStart.length) return undefined
    const { bytes } = source
    if (bytes[from] === SMALL_H) return this.writtenLink(source, from, to)
    let at = from
    while (at - from < sgtinStart.length && bytes[at] === sgtinStart[at - from]) at += 1
    if (at - from < sgtinStart.length) return undefined
    const most = Math.min(to, from + LONGEST_URI)
    for (let dots = 0; dots < 2; at += 1) {
      if (at === most) return undefined
      if (bytes[at] === DOT) dots += 1
    }
    return this.findWritten(source, from, at)
  }

  /**
   * Like {@link writtenAt}, for a Digital Link: finds the cache entry for the text before the serial number. Undefined if the serial number isn't the
   * last part of the link.
   */
  private writtenLink(source: ByteStore, from: number, to: number): Written | undefined {
    const { bytes } = source
    let at = to
    while (at > from && to - at <= LONGEST_SERIAL && bytes[at - 1] !== SLASH) at -= 1
    const isSerial = bytes[at - 1] === SLASH && bytes[at - 2] === 0x31 && bytes[at - 3] === 0x32 && bytes[at - 4] === SLASH
    if (!isSerial || at - from > LONGEST_URI) return undefined
    const written = this.findWritten(source, from, at)
    // The first serial number in a link counts. If the part before this `/21/` contains another `/21/`, the serial number is inside that part, so the
    // cached data of the part does not apply.
    return written.isOdd ? undefined : written
  }

  private findWritten(source: ByteStore, from: number, at: number): Written {
    const { bytes } = source
    const slot = source.hash(hashStart, from, at) & (WRITTEN_SLOTS - 1)
    let written = this.written[slot]
    if (written === undefined || written.length !== at - from || !source.equals(from, written.store, 0, at - from)) {
      const store = new ByteStore(at - from)
      store.put(0, bytes, from, at)
      const isOdd = bytes[from] === SMALL_H && decodeText(bytes, from, at).indexOf('/21/') < at - from - 4
      written = { store, length: at - from, product: UNKNOWN, isOdd }
      this.written[slot] = written
    }
    if (!written.isOdd) this.lastWritten = written
    return written
  }

  isSgtin(id: number): boolean {
    return this.productIds[id] !== CONTAINER
  }

  /** Index in {@link products} of the unit's product (its GTIN); -1 for an SSCC, because a container has no product. */
  findProduct(id: number): number {
    return this.productIds[id] ?? CONTAINER
  }

  /** Serial number, or the 18 digits of an SSCC. */
  serial(id: number): string {
    return decodeText(this.serials.bytes, this.findStart(id), this.ends[id] ?? 0)
  }

  /** Concatenates the serial numbers of the units in `order`. `serialEnds` contains the byte position at which each serial number ends. */
  serialsIn(order: Int32Array): { readonly serialBytes: Uint8Array<ArrayBuffer>; readonly serialEnds: Int32Array<ArrayBuffer> } {
    const serialBytes = new Uint8Array(this.findStart(this.count))
    const serialEnds = new Int32Array(order.length)
    const { bytes } = this.serials
    let at = 0
    for (let line = 0; line < order.length; line += 1) {
      const id = order[line] ?? 0
      const end = this.ends[id] ?? 0
      for (let from = this.findStart(id); from < end; from += 1, at += 1) serialBytes[at] = bytes[from] ?? 0
      serialEnds[line] = at
    }
    return { serialBytes, serialEnds }
  }

  private internText(uri: string): number {
    const epc = parseEpc(uri)
    const kind = epc.ok ? epc.value.kind : null
    if (!epc.ok || (kind !== 'sgtin' && kind !== 'sscc')) {
      this.problem = epc.ok ? 'other_key' : epc.error
      return -1
    }
    const { value } = epc
    if (value.kind === 'sgtin') return this.idOfText(this.products.intern(value.gtin), value.serialNumber)
    return value.kind === 'sscc' ? this.idOfText(CONTAINER, value.sscc) : -1
  }

  private idOfText(product: number, serial: string): number {
    const { serialNumber } = this
    const length = encoder.encodeInto(serial, serialNumber.bytes).written
    const hash = serialNumber.hash(hashStep(hashStart, product), 0, length)
    const known = this.find(product, hash, serialNumber, 0, length)
    if (known >= 0) return known
    for (let at = 0; at < length; at += 1) if (isPlain[serialNumber.bytes[at] ?? 0] !== 1) this.isAllPlain = false
    return this.add(product, hash, serialNumber, 0, length)
  }

  private find(product: number, hash: number, source: ByteStore, from: number, to: number): number {
    const { slots } = this
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? 0
      if (entry === 0) return -1
      if (((entry ^ hash) & ~NUMBER_MASK) !== 0) continue
      const id = (entry & NUMBER_MASK) - 1
      if (this.isUnit(id, product, source, from, to)) return id
    }
  }

  private isUnit(id: number, product: number, source: ByteStore, from: number, to: number): boolean {
    if (this.productIds[id] !== product) return false
    const start = this.findStart(id)
    const length = to - from
    return (this.ends[id] ?? 0) - start === length && this.serials.equals(start, source, from, length)
  }

  private add(product: number, hash: number, source: ByteStore, from: number, to: number): number {
    const id = this.count
    const start = this.findStart(id)
    const end = start + to - from
    this.serials.reserve(end)
    if (id === this.ends.length) {
      this.productIds = larger(this.productIds, id * 2)
      this.ends = larger(this.ends, id * 2)
    }
    this.serials.put(start, source.bytes, from, to)
    this.productIds[id] = product
    this.ends[id] = end
    this.count += 1
    put(this.slots, hash, id)
    if (this.count * 4 > this.slots.length * 3) this.rehash()
    return id
  }

  private findStart(id: number): number {
    return id === 0 ? 0 : (this.ends[id - 1] ?? 0)
  }

  private rehash(): void {
    const { serials, ends, productIds } = this
    this.slots = new Int32Array(this.slots.length * 2)
    let start = 0
    for (let id = 0; id < this.count; id += 1) {
      const end = ends[id] ?? 0
      put(this.slots, serials.hash(hashStep(hashStart, productIds[id] ?? 0), start, end), id)
      start = end
    }
  }
}

function put(slots: Int32Array, hash: number, id: number): void {
  const mask = slots.length - 1
  let slot = hash & mask
  while (slots[slot] !== 0) slot = (slot + 1) & mask
  slots[slot] = (hash & ~NUMBER_MASK) | (id + 1)
}

function toText({ bytes }: ByteStore, from: number, to: number): string {
  return decodeText(bytes, from, to).trim()
}
