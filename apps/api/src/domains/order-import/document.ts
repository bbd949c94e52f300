import type { Hierarchy, LocationEntry, MedEntry, Validation } from '@seriatim/epcis'

/** The packaging as columns that can move between threads. */
export type PackagedUnits = Omit<Hierarchy, 'eventRanges'>

export interface ReadDocument {
  validation: Validation
  /** Null for a malformed document. */
  tree: PackagedUnits | null
  locations: LocationEntry[]
  meds: MedEntry[]
  /** The events as rows of their staging table. */
  eventRows: Uint8Array<ArrayBuffer>
}

export interface ParseOptions {
  path: string
  isZip: boolean
  now: Date
  /** GLNs on file; a document that names them causes no finding. */
  knownGlns: ReadonlySet<string>
}
