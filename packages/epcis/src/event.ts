import type { EpcisEvent, EventKind, TypedValue } from './facts.ts'
import { attribute, child, childrenOf, childText, meaningful, type Node } from './tree.ts'
import { bareWord } from './vocabularies.ts'

/** An event's element, its list of EPCs and what its rules need beyond the facts. */
export type EventNode = {
  readonly event: EpcisEvent
  readonly node: Node
  /** Path for findings. */
  readonly path: string
  /** epcList or childEPCs, null when absent. */
  readonly list: Node | null
  readonly extensions: readonly Node[]
  readonly ilmd: Node | null
  readonly sourceList: Node | null
  readonly destinationList: Node | null
  readonly quantityList: Node | null
  /** As written. */
  readonly bizStepText: string | null
  readonly dispositionText: string | null
}

const kinds: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ['ObjectEvent', 'object'],
  ['AggregationEvent', 'aggregation'],
  ['TransactionEvent', 'transaction'],
])

/**
 * Reads an event as it stands.
 *
 * @param number 1-based among all events.
 * @param index 1-based among the events of its name, for the path.
 */
export function readEvent(node: Node, number: number, index: number): EventNode {
  const kind = kinds.get(node.local) ?? 'other'
  const extensions = childrenOf(node, 'extension')
  const inner = extensions.flatMap((extension) => [extension, ...childrenOf(extension, 'extension')])
  const within = (local: string) => [node, ...inner].map((holder) => child(holder, local)).find((found) => found !== null) ?? null
  const list = child(node, kind === 'aggregation' ? 'childEPCs' : 'epcList')
  const ilmd = within('ilmd')
  const sourceList = within('sourceList')
  const destinationList = within('destinationList')
  const quantityList = within('quantityList') ?? within('childQuantityList')
  const bizStepText = childText(node, 'bizStep')
  const dispositionText = childText(node, 'disposition')
  const event: EpcisEvent = {
    number,
    kind,
    name: node.local,
    action: childText(node, 'action'),
    bizStep: bizStepText === null ? null : bareWord(bizStepText),
    disposition: dispositionText === null ? null : bareWord(dispositionText),
    eventTime: childText(node, 'eventTime'),
    eventTimeZoneOffset: childText(node, 'eventTimeZoneOffset'),
    readPoint: childText(child(node, 'readPoint'), 'id'),
    bizLocation: childText(child(node, 'bizLocation'), 'id'),
    parentId: childText(node, 'parentID'),
    epcs: list?.epcs ?? [],
    bizTransactions: typedValues(child(node, 'bizTransactionList'), 'bizTransaction'),
    sources: typedValues(sourceList, 'source'),
    destinations: typedValues(destinationList, 'destination'),
    lotNumber: childText(ilmd, 'lotNumber'),
    expirationDate: childText(ilmd, 'itemExpirationDate'),
    quantities: quantityList?.children.length ?? 0,
    line: node.line,
  }
  const path = `/EPCISDocument/EPCISBody/EventList/${node.local}[${index}]`
  return { event, node, path, list, extensions, ilmd, sourceList, destinationList, quantityList, bizStepText, dispositionText }
}

function typedValues(list: Node | null, local: string): TypedValue[] {
  return childrenOf(list, local).map((entry) => ({
    type: bareWord(attribute(entry, 'type') ?? ''),
    value: meaningful(entry.text) ?? '',
  }))
}
