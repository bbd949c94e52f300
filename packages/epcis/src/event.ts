import type { EpcTexts } from './epc-texts.ts'
import type { EpcisEvent, EventKind, TypedValue } from './facts.ts'
import { attribute, child, childText, listChildren, meaningful, type Node } from './tree.ts'
import { bareWord } from './vocabularies.ts'

/** An event with everything that the validation rules read: the facts, the XML element, the list of its EPCs, and other parts of the element. */
export interface EventNode {
  readonly event: EpcisEvent
  readonly node: Node
  /** Position, counted from 1, among the events that have the same element name. */
  readonly index: number
  /** The event's element `epcList` or `childEPCs`; null if it has neither. */
  readonly list: Node | null
  readonly extensions: readonly Node[]
  readonly ilmd: Node | null
  readonly sourceList: Node | null
  readonly destinationList: Node | null
  readonly quantityList: Node | null
  /** Names of the event's children that EPCIS 1.2 does not have and that no rule reads. */
  readonly unused: readonly string[]
  /** Business step, as in the document. */
  readonly bizStepText: string | null
  readonly dispositionText: string | null
}

type Facts = Omit<EpcisEvent, 'epcs' | 'epcCount'>

/** An event that was read from a document. Its EPCs are turned into strings only when somebody reads them. */
class ReadEvent implements EpcisEvent {
  readonly number: number
  readonly kind: EventKind
  readonly name: string
  readonly eventId: string | null
  readonly action: string | null
  readonly bizStep: string | null
  readonly disposition: string | null
  readonly eventTime: string | null
  readonly eventTimeZoneOffset: string | null
  readonly readPoint: string | null
  readonly bizLocation: string | null
  readonly parentId: string | null
  readonly bizTransactions: readonly TypedValue[]
  readonly sources: readonly TypedValue[]
  readonly destinations: readonly TypedValue[]
  readonly lotNumber: string | null
  readonly expirationDate: string | null
  readonly quantities: number
  readonly line: number
  readonly epcCount: number
  private readonly texts: EpcTexts | null
  /** Value of {@link epcs}, created on first access. */
  private epcList: readonly string[] | null = null

  constructor(texts: EpcTexts | null, facts: Facts) {
    this.number = facts.number
    this.kind = facts.kind
    this.name = facts.name
    this.eventId = facts.eventId
    this.action = facts.action
    this.bizStep = facts.bizStep
    this.disposition = facts.disposition
    this.eventTime = facts.eventTime
    this.eventTimeZoneOffset = facts.eventTimeZoneOffset
    this.readPoint = facts.readPoint
    this.bizLocation = facts.bizLocation
    this.parentId = facts.parentId
    this.bizTransactions = facts.bizTransactions
    this.sources = facts.sources
    this.destinations = facts.destinations
    this.lotNumber = facts.lotNumber
    this.expirationDate = facts.expirationDate
    this.quantities = facts.quantities
    this.line = facts.line
    this.epcCount = texts?.count ?? 0
    this.texts = texts
  }

  get epcs(): readonly string[] {
    this.epcList ??= this.texts?.all() ?? []
    return this.epcList
  }
}

const KINDS: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ['ObjectEvent', 'object'],
  ['AggregationEvent', 'aggregation'],
  ['TransactionEvent', 'transaction'],
])

const UNUSED: ReadonlySet<string> = new Set(['sensorElementList', 'persistentDisposition', 'certificationInfo'])

/**
 * Reads an event's element into an object, without changing or completing its values.
 * @param number position among all events, from 1.
 * @param index position among the events with the same element name, from 1; used in the path of findings.
 */
export function readEvent(node: Node, number: number, index: number): EventNode {
  const kind = KINDS.get(node.local) ?? 'other'
  const extensions = listChildren(node, 'extension')
  const holders = [node, ...extensions.flatMap((extension) => [extension, ...listChildren(extension, 'extension')])]
  const within = (local: string) => holders.reduce<Node | null>((found, holder) => found ?? child(holder, local), null)
  const list = child(node, kind === 'aggregation' ? 'childEPCs' : 'epcList')
  const ilmd = within('ilmd')
  const sourceList = within('sourceList')
  const destinationList = within('destinationList')
  const quantityList = within('quantityList') ?? within('childQuantityList')
  const unused = node.children.filter(({ local }) => UNUSED.has(local)).map(({ local }) => local)
  const bizStepText = childText(node, 'bizStep')
  const dispositionText = childText(node, 'disposition')
  const event = new ReadEvent(list?.epcs ?? null, {
    number,
    kind,
    name: node.local,
    // In EPCIS 1.2, the event id is not a child of the event but is nested in `baseExtension`.
    eventId: childText(node, 'eventID') ?? childText(child(node, 'baseExtension'), 'eventID'),
    action: childText(node, 'action'),
    bizStep: bizStepText === null ? null : bareWord(bizStepText),
    disposition: dispositionText === null ? null : bareWord(dispositionText),
    eventTime: childText(node, 'eventTime'),
    eventTimeZoneOffset: childText(node, 'eventTimeZoneOffset'),
    readPoint: childText(child(node, 'readPoint'), 'id'),
    bizLocation: childText(child(node, 'bizLocation'), 'id'),
    parentId: childText(node, 'parentID'),
    bizTransactions: typedValues(child(node, 'bizTransactionList'), 'bizTransaction'),
    sources: typedValues(sourceList, 'source'),
    destinations: typedValues(destinationList, 'destination'),
    lotNumber: childText(ilmd, 'lotNumber'),
    expirationDate: childText(ilmd, 'itemExpirationDate'),
    quantities: quantityList?.children.length ?? 0,
    line: node.line,
  })
  return { event, node, index, list, extensions, ilmd, sourceList, destinationList, quantityList, unused, bizStepText, dispositionText }
}

/**
 * Creates an event that equals an earlier event except for the values in `own`. The reader calls this for repetitive events instead of parsing them.
 */
export function repeatEvent(
  event: EpcisEvent,
  own: Pick<EpcisEvent, 'number' | 'line' | 'eventTime' | 'parentId' | 'lotNumber' | 'expirationDate'>,
  texts: EpcTexts | null,
): EpcisEvent {
  return new ReadEvent(texts, { ...event, ...own })
}

/** Path of an event in findings: its element name and its number among events of that name. */
export function eventPath(name: string, index: number): string {
  return `/EPCISDocument/EPCISBody/EventList/${name}[${index}]`
}

function typedValues(list: Node | null, local: string): TypedValue[] {
  return listChildren(list, local).map((entry) => ({
    type: bareWord(attribute(entry, 'type') ?? ''),
    value: meaningful(entry.text) ?? '',
  }))
}
