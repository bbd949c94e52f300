import type { Hierarchy, LocationEntry, MedEntry, ShipmentEnd, Validation } from '@seriatim/epcis'

/** The packaging as columns that can move between threads. */
export type PackagedUnits = Omit<Hierarchy, 'eventRanges'>

export interface ReadDocument {
  validation: Validation
  /** The tree of units; null for a malformed document. */
  tree: PackagedUnits | null
  locations: LocationEntry[]
  meds: MedEntry[]
  /** The events as rows of their staging table. */
  eventRows: Uint8Array<ArrayBuffer>
  /** The orders that the document becomes, if there are several. */
  parts: DocumentPart[]
}

/** Shipments that form one order: those to one location of the customer, from one seller. */
export interface ShipmentGroup {
  locationId: number
  /** The seller's GLN; null if no event of the group names the seller. */
  senderGln: string | null
  from: ShipmentEnd
  to: ShipmentEnd
}

/** One of several orders of a document. */
export interface DocumentPart {
  /**
   * The order's shipments. Null for units that are not shipped to any of the customer's locations; location and parties are then those of the
   * document.
   */
  group: ShipmentGroup | null
  tree: PackagedUnits
  eventRows: Uint8Array<ArrayBuffer>
  /** Numbers of the events that name the order's units. */
  events: ReadonlySet<number>
  purchaseOrders: string[]
}

export interface ParseOptions {
  path: string
  isZip: boolean
  now: Date
  /** GLNs on file with their locations; a document that names one of them is not reported as addressed to somebody else. */
  owners: ReadonlyMap<string, number>
}
