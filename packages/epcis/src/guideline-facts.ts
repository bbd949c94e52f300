import type { GuidelineFact } from './facts.ts'
import { decodeText, type XmlAttribute, type XmlName } from './reader.ts'
import { attribute, isEpcisName, meaningful } from './tree.ts'

export const GS1USHC_NAMESPACE = 'http://epcis.gs1us.org/hc/ns'

/**
 * Names of elements that the guideline defines for shipments and that no rule here evaluates. Some senders write them in their own namespace, or in
 * none.
 */
const FIELDS: ReadonlySet<string> = new Set([
  'dropShipment',
  'dropShipmentIndicator',
  'directPurchase',
  'directPurchaseStatement',
  'indirectPurchaseEPCs',
  'receivedDirectPurchaseFromPrevWhlsDist',
  'receivedDirectPurchaseFromPrevWhlsDistStatement',
  'transactionDate',
])
/** Every name in `FIELDS` is longer than this number of characters. Hardly any other name in a document is, so most names need no lookup. */
const SHORTEST = 11
/** Longer texts are cut off. */
const LONGEST_VALUE = 1000
const MOST_FACTS = 100
const MOST_EVENTS = 1000

interface OpenField {
  readonly name: XmlName
  readonly qualifier: string | null
  /** Number of elements that enclose this one. */
  readonly depth: number
  text: string
  /** Number of `epc` elements inside this element. */
  epcs: number
}

/** Name and value of a guideline element, reported when its end tag has been read. */
export interface ReadField {
  readonly name: string
  readonly isVendor: boolean
  readonly value: string | null
}

/**
 * Finds the elements that the US guideline defines for a shipment. It looks at every depth, even inside elements that the reader otherwise skips,
 * such as a vendor's extension.
 */
export class GuidelineWatch {
  private readonly fields: OpenField[] = []
  private depth = 0
  private readonly found: (field: ReadField) => void

  constructor(found: (field: ReadField) => void) {
    this.found = found
  }

  /** Whether the next element must be passed to this object: it is one of the guideline's elements, or is inside one. */
  wants(name: XmlName): boolean {
    return this.depth > 0 || (name.local.length >= SHORTEST && FIELDS.has(name.local))
  }

  get isOpen(): boolean {
    return this.depth > 0
  }

  start(name: XmlName, attributes: readonly XmlAttribute[]): void {
    const around = this.fields.at(-1)
    if (name.local === 'epc' && around !== undefined) around.epcs += 1
    if (FIELDS.has(name.local) && this.fields.length < FIELDS.size) {
      this.fields.push({ name, qualifier: attribute({ attributes }, 'qualifier'), depth: this.depth, text: '', epcs: 0 })
    }
    this.depth += 1
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    const field = this.fields.at(-1)
    if (field === undefined || field.depth !== this.depth - 1 || field.text.length > LONGEST_VALUE) return
    field.text += decodeText(bytes, from, Math.min(to, from + LONGEST_VALUE * 4))
  }

  end(): void {
    this.depth -= 1
    if (this.fields.at(-1)?.depth !== this.depth) return
    const field = this.fields.pop()
    if (field === undefined) return
    const { name, qualifier, text, epcs } = field
    const value = name.local === 'indirectPurchaseEPCs' ? String(epcs) : (qualifier ?? meaningful(text.slice(0, LONGEST_VALUE)))
    this.found({ name: name.local, isVendor: name.uri !== GS1USHC_NAMESPACE && !isEpcisName(name), value })
  }
}

interface Mentions {
  readonly field: ReadField
  isInHeader: boolean
  readonly events: number[]
}

/**
 * Collects the fields that the GS1 US guideline defines from a document's header and shipping events. If several events contain the same field with
 * the same value, they share one fact.
 */
export class GuidelineFacts {
  private readonly known = new Map<string, Mentions>()
  /** Fields of the event that is being read. They wait here until the event ends, because only then is its business step known. */
  private pending: ReadField[] = []

  addToHeader(field: ReadField): void {
    const mentions = this.intern(field)
    if (mentions !== undefined) mentions.isInHeader = true
  }

  addToEvent(field: ReadField): void {
    if (this.pending.length < MOST_FACTS) this.pending.push(field)
  }

  endEvent(number: number, isShipping: boolean): void {
    if (this.pending.length === 0) return
    for (const field of isShipping ? this.pending : []) {
      const events = this.intern(field)?.events
      if (events !== undefined && events.at(-1) !== number && events.length < MOST_EVENTS) events.push(number)
    }
    this.pending = []
  }

  get list(): GuidelineFact[] {
    return [...this.known.values()].map(({ field, isInHeader, events }) => ({ ...field, isInHeader, events }))
  }

  private intern(field: ReadField): Mentions | undefined {
    const key = JSON.stringify([field.name, field.isVendor, field.value])
    const mentions = this.known.get(key)
    if (mentions !== undefined || this.known.size >= MOST_FACTS) return mentions
    const added: Mentions = { field, isInHeader: false, events: [] }
    this.known.set(key, added)
    return added
  }
}

const MARKS: ReadonlySet<string> = new Set(['dropShipment', 'dropShipmentIndicator'])
const YES: ReadonlySet<string> = new Set(['true', '1', 'yes', 'y'])
const NO: ReadonlySet<string> = new Set(['false', '0', 'no', 'n'])

/** Whether a drop shipment is stated in these facts: `mixed` if some say yes and others no, null if none says either. */
export function dropShipmentOf(facts: readonly GuidelineFact[]): 'yes' | 'no' | 'mixed' | null {
  const words = facts.flatMap(({ name, value }) => (MARKS.has(name) && value !== null ? [value.toLowerCase()] : []))
  const isMarked = words.some((word) => YES.has(word))
  const isDenied = words.some((word) => NO.has(word))
  if (isMarked) return isDenied ? 'mixed' : 'yes'
  return isDenied ? 'no' : null
}
