import { type EpcError, parseEpc, sgtinKey } from '@seriatim/gs1'

/** What has been said of a unit so far; bits of {@link Units.flags}. */
export const commissioned = 1
export const wasParent = 2
export const wasChild = 4
export const shipped = 8

const ssccMark = '#'

/**
 * Every SGTIN and SSCC of a document as a small number, with its present parent. A unit is the same unit in whatever split its URI is
 * written. Columns instead of objects: about 150 bytes for each unit.
 */
export class Units {
  count = 0
  flags = new Uint8Array(1024)
  /** Why the last {@link intern} gave -1. */
  problem: EpcError = 'not_an_epc'
  private readonly ids = new Map<string, number>()
  private readonly keys: string[] = []
  private parents = new Int32Array(1024)
  /** A link counts only while its number is still that of its parent: emptying a parent is one addition. */
  private linkAges = new Int32Array(1024)
  private ages = new Int32Array(1024)

  /** The number of the unit that the URI names; -1 when it names no single unit. */
  intern(uri: string): number {
    const epc = parseEpc(uri)
    if (!epc.ok) return this.refuse(epc.error)
    const { value } = epc
    if (value.kind === 'sgtin') return this.idOf(sgtinKey(value.gtin, value.serialNumber))
    if (value.kind === 'sscc') return this.idOf(ssccMark + value.sscc)
    return this.refuse('other_key')
  }

  isSgtin(id: number): boolean {
    return this.keys[id]?.startsWith(ssccMark) === false
  }

  /** GTIN-14, or null for an SSCC. */
  gtin(id: number): string | null {
    return this.isSgtin(id) ? (this.keys[id]?.slice(0, 14) ?? null) : null
  }

  /** Serial number, or the 18 digits of an SSCC. */
  serial(id: number): string {
    return this.keys[id]?.slice(this.isSgtin(id) ? 14 : 1) ?? ''
  }

  has(id: number, flag: number): boolean {
    return ((this.flags[id] ?? 0) & flag) !== 0
  }

  mark(id: number, flag: number): void {
    this.flags[id] = (this.flags[id] ?? 0) | flag
  }

  unmark(id: number, flag: number): void {
    this.flags[id] = (this.flags[id] ?? 0) & ~flag
  }

  /** The unit in which it is packed now; -1 when in none. */
  parentOf(id: number): number {
    const parent = this.parents[id] ?? -1
    return parent >= 0 && this.linkAges[id] === this.ages[parent] ? parent : -1
  }

  pack(child: number, parent: number): void {
    if (child === parent) return
    this.parents[child] = parent
    this.linkAges[child] = this.ages[parent] ?? 0
  }

  unpack(child: number, parent: number): void {
    if (this.parentOf(child) === parent) this.parents[child] = -1
  }

  unpackAll(parent: number): void {
    this.ages[parent] = (this.ages[parent] ?? 0) + 1
  }

  private idOf(key: string): number {
    const known = this.ids.get(key)
    if (known !== undefined) return known
    // NOTE: reading a character makes V8 join the pieces, so that the key does not keep the text of the whole file alive.
    key.charCodeAt(0)
    const id = this.count
    if (id === this.parents.length) this.grow()
    this.ids.set(key, id)
    this.keys.push(key)
    this.parents[id] = -1
    this.count += 1
    return id
  }

  private grow(): void {
    const size = this.parents.length * 2
    this.flags = larger(this.flags, new Uint8Array(size))
    this.parents = larger(this.parents, new Int32Array(size))
    this.linkAges = larger(this.linkAges, new Int32Array(size))
    this.ages = larger(this.ages, new Int32Array(size))
  }

  private refuse(problem: EpcError): -1 {
    this.problem = problem
    return -1
  }
}

/** Copies a column into a longer one and gives that back. */
export function larger<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from)
  return to
}
