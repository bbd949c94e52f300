import { larger } from './columns.ts'
import { isRealDate } from './date-time.ts'
import { MAX_DEPTH } from './depth.ts'
import type { EpcisEvent } from './facts.ts'
import { decodeText } from './reader.ts'
import { SHIPPED, Units } from './units.ts'

/** Lot and expiry from a commissioning event. The date is null unless its text is an existing day, written `YYYY-MM-DD`. */
export interface Ilmd {
  readonly lotNumber: string | null
  readonly expirationDate: string | null
}

/** First and last line, both inclusive. */
export type LineRange = readonly [from: number, to: number]

/**
 * Units of a document as lines of a table in pre-order: each container directly before its contents. Columns are indexed by line, from 0. Shipped
 * roots come first, everything else is in order of first appearance. Units deeper than {@link MAX_DEPTH} are placed next to their container instead.
 */
export interface Hierarchy {
  readonly count: number
  /** 0 for an SGTIN, 1 for an SSCC. */
  readonly kind: Uint8Array<ArrayBuffer>
  /** Index into {@link gtins}, -1 for an SSCC. */
  readonly gtinIndex: Int32Array<ArrayBuffer>
  readonly gtins: readonly string[]
  /**
   * `serialBytes`: all serial numbers (for an SSCC its 18 digits) in ASCII, one after the other. `serialEnds`: where the serial number of each line
   * ends; see {@link readSerial}.
   */
  readonly serialBytes: Uint8Array<ArrayBuffer>
  readonly serialEnds: Int32Array<ArrayBuffer>
  /** Line of the container, -1 for a root. */
  readonly parent: Int32Array<ArrayBuffer>
  /** For each line, the last line of its contents. It is the line itself if it has no contents, or if they are nested too deeply. */
  readonly last: Int32Array<ArrayBuffer>
  /** 1 for an SGTIN that contains nothing (decision 40). */
  readonly isMed: Uint8Array<ArrayBuffer>
  /** 1 if the unit of this line, or a container around it, is in a shipping event, or if the document has no shipping event. */
  readonly shipped: Uint8Array<ArrayBuffer>
  /** For each line, an index into {@link facts}; -1 if the unit was not commissioned, or was commissioned without lot and expiry. */
  readonly ilmd: Int32Array<ArrayBuffer>
  readonly facts: readonly Ilmd[]
  /** For each event, at index event number minus 1: the lines of its units, as ascending, merged ranges. */
  readonly eventRanges: readonly (readonly LineRange[])[]
  readonly meds: number
  readonly shippedMeds: number
  /** Number of lines that are not meds, such as cases and pallets. */
  readonly packages: number
}

export interface HierarchyBuilder {
  /** Adds an event to the hierarchy. Must be called for each event in document order. */
  add(event: EpcisEvent): void
  /** Builds the hierarchy from the events that were added. Must be called once, after the last event. */
  finish(): Hierarchy
}

/** Serial number of a line, or the 18 digits of an SSCC. */
export function readSerial({ serialBytes, serialEnds }: Pick<Hierarchy, 'serialBytes' | 'serialEnds'>, line: number): string {
  return decodeText(serialBytes, line === 0 ? 0 : (serialEnds[line - 1] ?? 0), serialEnds[line] ?? 0)
}

/** Builds the packaging hierarchy from a document's events. Unreadable identifiers are skipped. */
export function createHierarchy(): HierarchyBuilder {
  return new Builder()
}

class Builder implements HierarchyBuilder {
  private readonly units = new Units()
  private readonly notes = new HierarchyNotes(this.units)

  add(event: EpcisEvent): void {
    const { units } = this
    const { kind, action, bizStep } = event
    const parent = event.parentId === null ? -1 : units.intern(event.parentId)
    const isShipping = bizStep === 'shipping' && kind !== 'aggregation'
    const packs = kind === 'aggregation' && action === 'ADD' && parent >= 0
    const unpacks = kind === 'aggregation' && action === 'DELETE' && parent >= 0
    if (unpacks && event.epcs.length === 0) units.unpackAll(parent)
    const ids = Int32Array.from(event.epcs, (uri) => units.intern(uri))
    for (const id of ids) {
      if (id < 0) continue
      if (packs) units.pack(id, parent)
      else if (unpacks) units.unpack(id, parent)
      else if (isShipping) units.mark(id, SHIPPED)
      else if (bizStep === 'void_shipping') units.unmark(id, SHIPPED)
    }
    this.notes.add(event, parent, ids)
  }

  finish(): Hierarchy {
    return this.notes.finish()
  }
}

/** Collects what a hierarchy needs besides the packing: the units in each event, and the lot and expiry with which each unit was commissioned. */
export class HierarchyNotes {
  private readonly units: Units
  private readonly facts: Ilmd[] = []
  private readonly factIds = new Map<string, number>()
  /** For each unit: index of its lot and expiry in `facts` plus 1, or 0 if no event states a lot and expiry for the unit. */
  private ilmds = new Int32Array(1024)
  /** Numbers of the units in the events, one event after the other. */
  private named = new Int32Array(1024)
  private namedCount = 0
  /** Indexed by event number: the index in `named` at which the units of the event start. */
  private readonly starts: number[] = []
  private hasShipping = false

  /** @param units the units in the events. The caller, not this class, records in them which unit is packed in which and which units are shipped. */
  constructor(units: Units) {
    this.units = units
  }

  /**
   * Adds the units of an event.
   * @param parent the parent unit's number, as in `ids`; -1 if there is none.
   */
  add(event: EpcisEvent, parent: number, ids: Int32Array): void {
    const { kind, action, bizStep } = event
    while (this.starts.length < event.number) this.starts.push(this.namedCount)
    if (parent >= 0) this.name(parent)
    const ilmd = kind === 'object' && bizStep === 'commissioning' && action === 'ADD' ? this.internIlmd(event) : 0
    if (bizStep === 'shipping' && kind !== 'aggregation') this.hasShipping = true
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1
      if (id < 0) continue
      this.name(id)
      if (ilmd > 0) this.setIlmd(id, ilmd)
    }
  }

  finish(): Hierarchy {
    const { units, facts } = this
    const { order, parents } = preOrder(units)
    const count = units.count
    const lineOf = new Int32Array(count)
    for (let line = 0; line < count; line += 1) lineOf[order[line] ?? 0] = line
    const columns = {
      kind: new Uint8Array(count),
      gtinIndex: new Int32Array(count).fill(-1),
      parent: new Int32Array(count).fill(-1),
      last: new Int32Array(count),
      isMed: new Uint8Array(count),
      shipped: new Uint8Array(count),
      ilmd: new Int32Array(count),
    }
    const depths = new Uint8Array(count)
    const holds = new Uint8Array(count)
    const serials = units.serialsIn(order)
    const gtins: string[] = []
    const indexes = new Int32Array(units.products.count).fill(-1)
    for (let line = 0; line < count; line += 1) {
      const id = order[line] ?? 0
      const product = units.findProduct(id)
      const parentId = parents[id] ?? -1
      const container = parentId < 0 ? -1 : (lineOf[parentId] ?? -1)
      if (container >= 0) holds[container] = 1
      const parentLine = depths[container] === MAX_DEPTH ? (columns.parent[container] ?? -1) : container
      depths[line] = parentLine < 0 ? 0 : (depths[parentLine] ?? 0) + 1
      columns.parent[line] = parentLine
      columns.last[line] = line
      columns.ilmd[line] = (this.ilmds[id] ?? 0) - 1
      columns.shipped[line] = !this.hasShipping || units.has(id, SHIPPED) || columns.shipped[container] === 1 ? 1 : 0
      if (product < 0) columns.kind[line] = 1
      else {
        if (indexes[product] === -1) indexes[product] = gtins.push(units.products.gtin(product)) - 1
        columns.gtinIndex[line] = indexes[product] ?? -1
      }
    }
    for (let line = count - 1; line >= 0; line -= 1) {
      const parentLine = columns.parent[line] ?? -1
      const last = columns.last[line] ?? line
      if (parentLine >= 0 && last > (columns.last[parentLine] ?? 0)) columns.last[parentLine] = last
    }
    let meds = 0
    let shippedMeds = 0
    for (let line = 0; line < count; line += 1) {
      if (columns.kind[line] === 1 || holds[line] === 1) continue
      columns.isMed[line] = 1
      meds += 1
      shippedMeds += columns.shipped[line] ?? 0
    }
    return { count, ...columns, ...serials, gtins, facts, eventRanges: this.ranges(lineOf), meds, shippedMeds, packages: count - meds }
  }

  private internIlmd(event: EpcisEvent): number {
    const { lotNumber } = event
    const day = event.expirationDate?.slice(0, 10) ?? ''
    const expirationDate = isRealDate(day) ? day : null
    if (lotNumber === null && expirationDate === null) return 0
    const key = JSON.stringify([lotNumber, expirationDate])
    const known = this.factIds.get(key)
    if (known !== undefined) return known
    const id = this.facts.push({ lotNumber, expirationDate })
    this.factIds.set(key, id)
    return id
  }

  private setIlmd(id: number, ilmd: number): void {
    if (id >= this.ilmds.length) this.ilmds = larger(this.ilmds, Math.max(id + 1, this.ilmds.length * 2))
    this.ilmds[id] = ilmd
  }

  private name(id: number): void {
    if (this.namedCount === this.named.length) this.named = larger(this.named, this.named.length * 2)
    this.named[this.namedCount] = id
    this.namedCount += 1
  }

  private ranges(lineOf: Int32Array): LineRange[][] {
    return this.starts.map((start, index) => {
      const lines = this.named.slice(start, this.starts[index + 1] ?? this.namedCount).map((id) => lineOf[id] ?? 0)
      return joined(lines.sort())
    })
  }
}

/** Compresses ascending lines to ranges. */
function joined(lines: Int32Array): LineRange[] {
  const ranges: LineRange[] = []
  let from = -1
  let to = -2
  for (const line of lines) {
    if (line <= to + 1 && from >= 0) {
      to = line
      continue
    }
    if (from >= 0) ranges.push([from, to])
    from = line
    to = line
  }
  if (from >= 0) ranges.push([from, to])
  return ranges
}

/** Units in pre-order, and their parents without cycles: in a cycle, the unit that appeared first becomes a root. */
function preOrder(units: Units): { readonly order: Int32Array; readonly parents: Int32Array } {
  const { count } = units
  const parents = new Int32Array(count)
  const firstChild = new Int32Array(count).fill(-1)
  const nextSibling = new Int32Array(count).fill(-1)
  for (let id = count - 1; id >= 0; id -= 1) {
    const parent = units.findParent(id)
    parents[id] = parent
    if (parent < 0) continue
    nextSibling[id] = firstChild[parent] ?? -1
    firstChild[parent] = id
  }
  const order = new Int32Array(count)
  const placed = new Uint8Array(count)
  let line = 0
  const stack: number[] = []
  const put = (id: number) => {
    placed[id] = 1
    order[line] = id
    line += 1
    const child = firstChild[id] ?? -1
    if (child >= 0) stack.push(child)
  }
  const place = (root: number) => {
    put(root)
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const sibling = nextSibling[id] ?? -1
      if (sibling >= 0) stack.push(sibling)
      if (placed[id] === 0) put(id)
    }
  }
  for (let id = 0; id < count; id += 1) if (parents[id] === -1 && units.has(id, SHIPPED)) place(id)
  for (let id = 0; id < count; id += 1) if (parents[id] === -1 && placed[id] === 0) place(id)
  for (let id = 0; id < count; id += 1) {
    if (placed[id] === 1) continue
    parents[id] = -1
    place(id)
  }
  return { order, parents }
}
