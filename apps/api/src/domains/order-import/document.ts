import type { Hierarchy, LocationEntry, MedEntry, Validation } from '@seriatim/epcis'

/** The packaging as columns that can be handed from one thread to another. */
export type PackagedUnits = Omit<Hierarchy, 'eventRanges'>

export interface ReadDocument {
  validation: Validation
  /** Null when the document is malformed. */
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
  /** GLNs that are on file: naming them is no finding. */
  knownGlns: ReadonlySet<string>
}
