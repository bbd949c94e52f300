import type { DocumentFacts, EpcisEvent, Header, LocationEntry, MedEntry } from './facts.ts'
import type { Finding } from './finding.ts'
import type { Hierarchy } from './hierarchy.ts'
import type { OnFile } from './master-data-check.ts'
import type { XmlHandler, XmlReader } from './reader.ts'

/** Receives the facts in document order while the document is read. They count only if the verdict is not `malformed`. */
export interface Sink {
  header?(header: Header): void
  location?(entry: LocationEntry): void
  med?(entry: MedEntry): void
  event?(event: EpcisEvent): void
}

export type Options = OnFile & {
  /** Events more than five minutes after this time are reported; without it, the rule is off. */
  readonly now?: Date
  /** Maximum number of findings kept per type, default 50; the rest are counted. */
  readonly findingsPerType?: number
  /** Whether to track packaging for {@link Validator.hierarchy}. */
  readonly withHierarchy?: boolean
  /** True if the sink does not keep an event's `epcs` after it has received the event. The next event's list may then reuse the memory. */
  readonly listsArePassing?: boolean
  /** Approximate size of the document in bytes, to reserve room for its units up front. */
  readonly size?: number
  /** Creates the reader of the document. By default, its first bytes decide which reader is created. */
  readonly createReader?: (handler: XmlHandler) => XmlReader
}

export type Verdict = 'ok' | 'warn' | 'reject' | 'malformed'

export interface Validation {
  /** The severity of the most severe finding; `ok` without findings; `malformed` if the document could not be read to its end. */
  readonly verdict: Verdict
  /** The findings, in the order in which the validator found them. */
  readonly findings: readonly Finding[]
  /** For each error type, the number of its findings beyond the limit, which are not in `findings`. */
  readonly truncated: Readonly<Record<string, number>>
  readonly document: DocumentFacts
  readonly bytes: number
  readonly events: number
  /** Number of distinct SGTINs that are not containers, because nothing is packed in them; SGTINs that were not shipped are included. */
  readonly meds: number
}

/** Accepts a document in chunks of any size. Neither `write` nor `end` throws for any input. */
export interface Validator {
  write(chunk: Uint8Array): void
  /** How often the events so far, including the current one, mention a serial number. */
  readonly mentions: number
  /** Ends the validation and returns its result. Call it once, after the last chunk. */
  end(): Validation
  /** The packaging hierarchy; null for a malformed document or if it was not requested. Call it once, after `end`. */
  hierarchy(): Hierarchy | null
}
