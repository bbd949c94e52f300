import { businessDocumentNumber, type DocumentFacts, shipmentEnd } from '@seriatim/epcis'
import type { DocumentPart, PackagedUnits } from './document.ts'
import { receivingLocation } from './import.rules.ts'
import { type EventLines, eventRows } from './import-rows.ts'
import { groupShipments, planParts } from './shipment-parts.ts'
import { divideRanges, type SplitTree, splitTree } from './split-tree.ts'

/**
 * Divides a document that ships to several of the customer's locations, or for several sellers, into its orders (decision 78). Returns an empty list
 * if the document is a single order.
 */
export function divideDocument(
  listed: readonly EventLines[],
  tree: PackagedUnits,
  facts: DocumentFacts,
  owners: ReadonlyMap<string, number>,
): DocumentPart[] {
  const shipments = listed.flatMap(({ event: { kind, bizStep, number, sources, destinations }, ranges, restatedBy }) => {
    if (bizStep !== 'shipping' || kind === 'aggregation' || restatedBy !== undefined) return []
    return [{ event: number, from: shipmentEnd(sources), to: shipmentEnd(destinations), lines: ranges }]
  })
  if (shipments.length < 2) return []
  const plan = planParts(groupShipments(tree, shipments, owners), receivingLocation(facts, owners).locationId, tree)
  if (!plan) return []
  const split = splitTree(tree, plan.partOf, plan.plans.length)
  const eventsOf = divideEvents(listed, split)
  return split.trees.map((own, index) => {
    const events = eventsOf[index] ?? []
    return {
      group: plan.plans[index]?.group ?? null,
      tree: own,
      eventRows: encoded(eventRows(events)),
      events: new Set(events.map(({ event }) => event.number)),
      purchaseOrders: purchaseOrdersOf(events),
    }
  })
}

/**
 * Distributes a document's events among its orders. Each order gets the events that list any of its lines, reduced to those lines; events that list
 * no lines go to the first order.
 */
function divideEvents(listed: readonly EventLines[], split: SplitTree): EventLines[][] {
  const eventsOf: EventLines[][] = split.trees.map(() => [])
  for (const { ranges, ...event } of listed) {
    if (ranges.length === 0) eventsOf[0]?.push({ ...event, ranges })
    for (const [part, lines] of divideRanges(ranges, split)) eventsOf[part]?.push({ ...event, ranges: lines })
  }
  return eventsOf
}

function purchaseOrdersOf(events: readonly EventLines[]): string[] {
  const orders = events.flatMap(({ event }) => event.bizTransactions.filter(({ type }) => type === 'po'))
  return [...new Set(orders.map(({ value }) => businessDocumentNumber(value)).filter((number) => number !== ''))]
}

/** Joins rows into one array of bytes, which can be handed from the reading thread to the main thread. */
export function encoded(rows: Iterable<string>): Uint8Array<ArrayBuffer> {
  const parts = Array.from(rows, (row) => Buffer.from(row))
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
