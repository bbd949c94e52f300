import { createHash } from 'node:crypto'
import { type LineRange, type MedEntry, readSerial } from '@seriatim/epcis'
import { ndcFromGtin, toUrn } from '@seriatim/gs1'
import { field } from '../../db/copy-row.ts'
import type { PackagedUnits } from './document.ts'
import { parseStorableDate, type StoredEvent, storableInstant, type Totals } from './import.rules.ts'

/** Maximum number of characters of a stored identifier. No partner uses longer ones, and PostgreSQL can't index values of several kilobytes. */
const IDENTIFIER = 200

/**
 * Shortens a document identifier of more than `IDENTIFIER` characters to its start and the SHA-256 of the whole. The document reader reports such an
 * identifier as a finding.
 */
export function boundedIdentifier(identifier: string | null | undefined): string | null {
  if (!identifier || identifier.length <= IDENTIFIER) return identifier ?? null
  return `${identifier.slice(0, IDENTIFIER - 65)}…${createHash('sha256').update(identifier).digest('hex')}`
}

/** The event's id, or null if it is longer than 500 characters; real event ids are shorter. */
const boundedEventId = (eventId: string | null): string | null => (eventId !== null && eventId.length <= 500 ? eventId : null)

/** Makes the row of a product description. Its hash makes equal descriptions in a hundred files share one row. */
export function productRow(entry: MedEntry) {
  const values = {
    gtin: entry.gtin,
    sgtin: toUrn(entry.id).slice(0, 200),
    additionalTradeItemId: entry.ndc,
    additionalTradeItemIdType: entry.ndcType,
    regulatedProductName: entry.regulatedProductName,
    manufacturerOfTradeItemPartyName: entry.manufacturerOfTradeItemPartyName,
    dosageFormType: entry.dosageFormType,
    strengthDescription: entry.strengthDescription,
    netContentDescription: entry.netContentDescription,
  }
  return { ...values, contentHash: createHash('sha256').update(JSON.stringify(values)).digest('hex') }
}

/** Makes the entry for a product that the document does not describe: only its GTIN is known. */
export function unknownProduct(gtin: string): MedEntry {
  return {
    id: gtin,
    gtin,
    ndc: null,
    ndcType: null,
    regulatedProductName: null,
    manufacturerOfTradeItemPartyName: null,
    dosageFormType: null,
    strengthDescription: null,
    netContentDescription: null,
  }
}

export interface StagedProduct {
  id: number
  ndc: string | null
  manufacturer: string | null
}

const lotFacts = (tree: PackagedUnits) =>
  tree.facts.map((fact) => ({ lot: fact.lotNumber?.slice(0, 100) ?? null, expiry: parseStorableDate(fact.expirationDate) }))

/**
 * Counts the shipped packages of a tree by product, lot and expiration date. The result has only a few rows even for many packages, and counting here
 * saves a query.
 */
export function collectLots(tree: PackagedUnits, productOf: ReadonlyMap<string, StagedProduct>) {
  const facts = lotFacts(tree)
  const counts = new Map<number, number>()
  for (let line = 0; line < tree.count; line += 1) {
    if (tree.kind[line] === 1 || tree.isMed[line] !== 1 || tree.shipped[line] !== 1) continue
    const key = (tree.gtinIndex[line] ?? -1) * (facts.length + 1) + (tree.ilmd[line] ?? -1) + 1
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const lots = [...counts].flatMap(([key, amount]) => {
    const gtin = tree.gtins[Math.floor(key / (facts.length + 1))]
    const product = gtin === undefined ? undefined : productOf.get(gtin)
    if (gtin === undefined || !product) return []
    const fact = facts[(key % (facts.length + 1)) - 1]
    const { id: productId, ndc, manufacturer } = product
    return [{ productId, gtin, ndc, manufacturer, lotNumber: fact?.lot ?? null, expirationDate: fact?.expiry ?? null, amount }]
  })
  // Merges equal lots, because two events may contain the same lot.
  const groups = Map.groupBy(lots, ({ productId, lotNumber, expirationDate }) => JSON.stringify([productId, lotNumber, expirationDate]))
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, amount: same.reduce((sum, { amount }) => sum + amount, 0) }] : []
  })
}

/** Yields the tree's lines as rows of the staging table, each created only when it is about to be sent. */
export function* lineRows(
  tree: PackagedUnits,
  totals: Totals,
  productOf: ReadonlyMap<string, { id: number; ndc: string | null }>,
): Generator<string> {
  const products = tree.gtins.map((gtin) => {
    const product = productOf.get(gtin)
    return { gtin, id: product?.id ?? null, ndc: product?.ndc ?? ndcFromGtin(gtin) }
  })
  const facts = lotFacts(tree)
  for (let line = 0; line < tree.count; line += 1) {
    const isSscc = tree.kind[line] === 1
    const product = isSscc ? undefined : products[tree.gtinIndex[line] ?? -1]
    const fact = facts[tree.ilmd[line] ?? -1]
    const parent = tree.parent[line] ?? -1
    const serial = readSerial(tree, line)
    yield `${[
      line,
      tree.last[line] ?? line,
      parent < 0 ? null : parent,
      product?.gtin,
      isSscc ? null : serial,
      isSscc ? serial : null,
      product?.id,
      product?.ndc,
      fact?.lot,
      fact?.expiry,
      tree.isMed[line] !== 1,
      tree.shipped[line] === 1,
      totals.meds[line] ?? 0,
      totals.children[line] ?? 0,
    ]
      .map(field)
      .join('\t')}\n`
  }
}

export interface EventLines {
  event: StoredEvent
  ranges: readonly LineRange[]
  /** The later event that states the same shipment again. */
  restatedBy: number | undefined
}

export function* eventRows(events: Iterable<EventLines>): Generator<string> {
  for (const { event, ranges, restatedBy } of events) {
    yield `${[
      event.number,
      event.kind,
      boundedEventId(event.eventId),
      event.action,
      event.bizStep,
      event.disposition,
      event.eventTime,
      storableInstant(event.eventTime),
      event.eventTimeZoneOffset,
      event.readPoint,
      event.bizLocation,
      event.parentId,
      JSON.stringify(event.bizTransactions),
      JSON.stringify(event.sources),
      JSON.stringify(event.destinations),
      `{${ranges.map(([from, to]) => `[${from},${to + 1})`).join(',')}}`,
      restatedBy,
    ]
      .map((value) => field(typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, 20_000_000) : value))
      .join('\t')}\n`
  }
}
