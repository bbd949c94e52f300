import type { DocumentFacts, EpcisEvent, Finding, Hierarchy, LocationEntry, MedEntry, TypedValue } from '@seriatim/epcis'
import { toUrn } from '@seriatim/gs1'
import type { EventError } from '@seriatim/schema'

/** Limits for one document. Without them one file could use up the memory that all customers share. */
export const DOCUMENT_LIMITS = { events: 250_000, units: 8_000_000, entries: 100_000, characters: 200_000_000 }

/** The location to which a document belongs, and a sentence for the screen that says why it belongs there (decision 27). */
export interface Placing {
  locationId: number | null
  placedBy: string
  isAddressed: boolean
}

/**
 * Finds the location to which a document is addressed. Tries the document's GLNs in this order: the ship-to place of the first shipping event, the
 * owner of that place, the receiver in the header, and the ship-to places and owners of all shipments. The first GLN that belongs to the customer
 * decides.
 * @param owners the customer's GLNs and the locations they belong to.
 */
export function receivingLocation(facts: DocumentFacts, owners: ReadonlyMap<string, number>): Placing {
  const receiver = facts.header?.receiver?.gln ?? null
  const candidates: [string | null, string][] = [
    [facts.shipTo.gln, 'the ship-to location in the file'],
    [facts.shipTo.owningGln, 'the ship-to owner in the file'],
    [receiver, 'the receiver in the file'],
    ...facts.shipToAll.map((gln): [string, string] => [gln, 'a later shipment in the same file']),
  ]
  for (const [gln, why] of candidates) {
    const locationId = gln === null ? undefined : owners.get(gln)
    if (locationId !== undefined) {
      const severalPlaces = new Set(facts.shipToAll.flatMap((other) => owners.get(other) ?? [])).size > 1
      return {
        locationId,
        isAddressed: true,
        placedBy: `Assigned by ${why} (GLN ${gln})${severalPlaces ? '; the file names several of your locations, so the one in the first shipment was used' : ''}.`,
      }
    }
  }
  return { locationId: null, isAddressed: false, placedBy: '' }
}

const MOST_NAMED = 100

/** The GLNs to which a document is addressed, with the names and places that the document states for them, because a GLN may not be on file here. */
export function addressedGlns(facts: DocumentFacts, locations: readonly LocationEntry[]) {
  const named = [facts.shipTo.gln, facts.shipTo.owningGln, facts.header?.receiver?.gln ?? null, ...facts.shipToAll]
  const glns = [...new Set(named.filter((gln) => gln !== null))].slice(0, MOST_NAMED)
  const places = glns.flatMap((gln) => {
    const entry = locations.find((one) => one.gln === gln)
    if (!entry) return []
    return [{ gln, name: entry.name, place: [entry.streetAddressOne, entry.city, entry.state].filter(Boolean).join(', ') || null }]
  })
  return { glns, places }
}

/**
 * The finding for a document addressed to somebody else (decision 27). The EPCIS package cannot make this finding, because it has no data about the
 * customer.
 */
export function notAddressedFinding(facts: DocumentFacts): Finding {
  const named = [facts.header?.receiver?.gln, ...facts.shipToAll].filter((gln) => gln)
  return {
    type: 'HeaderReceiverSglnError',
    severity: 'reject',
    message: named.length
      ? `This document is not addressed to you: it names ${[...new Set(named)].join(', ')}.`
      : 'This document is not addressed to you: it names no receiver.',
    section: 'Header',
    path: '/EPCISDocument/EPCISHeader/StandardBusinessDocumentHeader/Receiver/Identifier',
    line: 0,
    column: 0,
    event: null,
    value: facts.header?.receiver?.value ?? null,
    hint: 'If one of these GLNs is yours, add it under My GLNs and try again. If not, tell the sender.',
  }
}

/** The errors of the events that the rules reject. Faults in the header or the master data belong to no event and are left out. */
export function wrongEvents(findings: readonly Finding[]): EventError[] {
  return findings.flatMap(({ severity, event, message }) => (severity === 'reject' && event !== null ? [{ event, message }] : []))
}

export interface Parties {
  senderGln: string | null
  senderName: string | null
  receiverGln: string | null
  receiverName: string | null
}

/**
 * Sender and receiver of a document: from its header if that names them, otherwise from the shipment. The names come from the document's own master
 * data.
 */
export function documentParties(facts: DocumentFacts, locations: readonly LocationEntry[]): Parties {
  const pickName = (gln: string | null) => (gln === null ? null : (locations.find((entry) => entry.gln === gln)?.name ?? null))
  const senderGln = facts.header?.sender?.gln ?? facts.shipFrom.owningGln ?? facts.shipFrom.gln
  const receiverGln = facts.header?.receiver?.gln ?? facts.shipTo.owningGln ?? facts.shipTo.gln
  return {
    senderGln,
    senderName: pickName(senderGln) ?? pickName(facts.shipFrom.owningGln),
    receiverGln,
    receiverName: pickName(receiverGln),
  }
}

export interface Totals {
  /** For each line, the number of shipped meds in the line's subtree, which includes the line itself. */
  meds: Int32Array
  children: Int32Array
  cases: number
  pallets: number
  packages: number
  shippedMeds: number
  notShipped: number
}

/** Counts the units at each level of a packaging tree. A case contains meds, and a pallet contains cases. */
export function countTree(tree: Omit<Hierarchy, 'eventRanges'>): Totals {
  const meds = new Int32Array(tree.count)
  const children = new Int32Array(tree.count)
  const holdsPackage = new Uint8Array(tree.count)
  let shippedMeds = 0
  let notShipped = 0
  for (let line = tree.count - 1; line >= 0; line -= 1) {
    const parent = tree.parent[line] ?? -1
    if (tree.isMed[line] && tree.shipped[line]) meds[line] = 1
    if (tree.isMed[line] && tree.shipped[line]) shippedMeds += 1
    if (tree.isMed[line] && !tree.shipped[line]) notShipped += 1
    if (parent < 0) continue
    meds[parent] = (meds[parent] ?? 0) + (meds[line] ?? 0)
    children[parent] = (children[parent] ?? 0) + 1
    if (!tree.isMed[line]) holdsPackage[parent] = 1
  }
  let cases = 0
  let pallets = 0
  let packages = 0
  for (let line = 0; line < tree.count; line += 1) {
    if (tree.isMed[line] || !tree.shipped[line]) continue
    packages += 1
    if (holdsPackage[line]) pallets += 1
    else if (children[line]) cases += 1
  }
  return { meds, children, cases, pallets, packages, shippedMeds, notShipped }
}

/** A date that PostgreSQL accepts; null for `2025-02-30` and for other text. */
export function parseStorableDate(text: string | null | undefined): string | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text > '1900' ? text : null
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Converts a date and time with a zone to an ISO instant in UTC, which PostgreSQL accepts; null for any other text. */
export function storableInstant(text: string | null): string | null {
  if (text === null || text.length > 60 || !INSTANT.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** For each GTIN, the first entry that describes it. */
export function entriesByGtin(entries: readonly MedEntry[]): Map<string, MedEntry> {
  const found = new Map<string, MedEntry>()
  for (const entry of entries) if (entry.gtin && !found.has(entry.gtin)) found.set(entry.gtin, entry)
  return found
}

/**
 * The facts of an event that an order's history stores. The event's units are not among them, because the tree of the document's units contains them.
 */
export type StoredEvent = Omit<EpcisEvent, 'epcs' | 'epcCount' | 'name' | 'lotNumber' | 'expirationDate' | 'quantities' | 'line'>

const urnOf = (uri: string | null) => (uri === null ? null : toUrn(uri))
const inUrns = (ends: readonly TypedValue[]) => ends.map(({ type, value }) => ({ type, value: toUrn(value) }))

/**
 * The facts of an event that are stored, with identifiers as URNs. The list of EPCs is left out, because keeping it would keep the text of up to a
 * million identifiers in memory.
 */
export function withoutEpcs(event: EpcisEvent): StoredEvent {
  const { number, kind, eventId, action, bizStep, disposition, eventTime, eventTimeZoneOffset, bizTransactions } = event
  return {
    ...{ number, kind, eventId, action, bizStep, disposition, eventTime, eventTimeZoneOffset, bizTransactions },
    readPoint: urnOf(event.readPoint),
    bizLocation: urnOf(event.bizLocation),
    parentId: urnOf(event.parentId),
    sources: inUrns(event.sources),
    destinations: inUrns(event.destinations),
  }
}
