/** One element string of a barcode. */
export type DecodedElement = {
  readonly ai: string
  /** The short name GS1 prints beside it, for instance `USE BY or EXPIRY`. */
  readonly title: string
  readonly value: string
  /** `YYYY-MM-DD` where the value is a date. */
  readonly date?: string
}

/** A barcode in the order in which it was printed, and the values that a pharmacy asks for. */
export type Decoded = {
  readonly elements: readonly DecodedElement[]
  readonly gtin14?: string
  /** As in AI 715, else ten digits out of a GTIN that holds an NDC; absent when neither is there (decision 21). */
  readonly ndc?: string
  readonly serialNumber?: string
  readonly lotNumber?: string
  /** `YYYY-MM-DD`; day 00 on the label is the last day of its month. */
  readonly expirationDate?: string
  readonly sscc?: string
  readonly warnings: readonly string[]
}

export type DecodeErrorCode =
  | 'empty'
  | 'unknown_ai'
  | 'too_short'
  | 'too_long'
  | 'not_digits'
  | 'characters'
  | 'check_digit'
  | 'date'
  | 'repeated'
  | 'bracket'

export type DecodeError = {
  readonly code: DecodeErrorCode
  readonly ai?: string
  /** A sentence without full stop, to be shown as it is. */
  readonly message: string
  /** Index into the scan as given. */
  readonly position: number
}

export type DecodeOptions = {
  /** For the counter: what can be read in one way only is read, with a warning. TODO(#9): both read strictly so far. */
  readonly lenient?: boolean
  /** Four digits; picks the century of dates. The clock's year when absent. */
  readonly currentYear?: number
}
