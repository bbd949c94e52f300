import type { Hierarchy, LocationEntry, MedEntry, ShipmentEnd, Validation } from '@seriatim/epcis'

/** The packaging tree, stored as one array per column so that it can be transferred to another thread. */
export type PackagedUnits = Omit<Hierarchy, 'eventRanges'>

export interface ReadDocument {
  validation: Validation
  /** The tree of units; null for a malformed document. */
  tree: PackagedUnits | null
  locations: LocationEntry[]
  meds: MedEntry[]
  /** The events, encoded as rows of the staging table `import_event`. */
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
   * The shipments that form this order. Null for the order with the units that were not shipped to any of the customer's locations; this order gets
   * its location, sender and receiver from the document as a whole.
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
