import type { DocumentFacts, EpcisEvent, Header, LocationEntry, MedEntry } from './facts.ts'
import type { Finding } from './finding.ts'
import type { Hierarchy } from './hierarchy.ts'
import type { OnFile } from './known-things.ts'
import type { XmlHandler, XmlReader } from './reader.ts'

/** Receives the facts while the document is read, in its order. What it was given counts only when the verdict is not `malformed`. */
export interface Sink {
  header?(header: Header): void
  location?(entry: LocationEntry): void
  med?(entry: MedEntry): void
  event?(event: EpcisEvent): void
}

export type Options = OnFile & {
  /** Events later than five minutes after it are reported; that rule is off when absent. */
  readonly now?: Date
  /** Findings kept of each type, 50 when absent; the rest is counted. */
  readonly findingsPerType?: number
  /** Whether the units are put into their containers on the way, for {@link Validator.hierarchy}. */
  readonly withHierarchy?: boolean
  /** Whether nobody asks for the `epcs` of an event after it was handed over: the memory of its list is then used again. */
  readonly listsArePassing?: boolean
  /** About how many bytes the document has, so that room is made for its units at once. */
  readonly size?: number
  /** The reader; chosen by the first bytes when absent. */
  readonly createReader?: (handler: XmlHandler) => XmlReader
}

export type Verdict = 'ok' | 'warn' | 'reject' | 'malformed'

export interface Validation {
  /** The gravest finding; `malformed` when the document could not be read to its end. */
  readonly verdict: Verdict
  /** In the order in which they were found. */
  readonly findings: readonly Finding[]
  /** How many findings of a type were left out. */
  readonly truncated: Readonly<Record<string, number>>
  readonly document: DocumentFacts
  readonly bytes: number
  readonly events: number
  /** Different SGTINs that hold nothing, shipped or not. */
  readonly meds: number
}

/** Takes a document in pieces of any size; neither call throws for anything the bytes may be. */
export interface Validator {
  write(chunk: Uint8Array): void
  /** Mentions of serial numbers so far, those of the event that is being read included. */
  readonly mentions: number
  /** Call once, after the last piece. */
  end(): Validation
  /** The units in their containers, once, after `end`; null for a malformed document, and when it was not asked for. */
  hierarchy(): Hierarchy | null
}
