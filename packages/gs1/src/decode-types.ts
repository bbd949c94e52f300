/** One element string of a barcode. */
export interface DecodedElement {
  readonly ai: string
  /** The short name GS1 prints beside it, for instance `USE BY or EXPIRY`; empty for a few. */
  readonly title: string
  readonly value: string
  /** `YYYY-MM-DD` where the value is a date. */
  readonly date?: string
}

/** A barcode in the order in which it was printed, and the values that a pharmacy asks for. */
export interface Decoded {
  readonly elements: readonly DecodedElement[]
  readonly gtin14?: string
  /** As in AI 715, else ten digits out of a GTIN that holds an NDC; absent when neither is there (decision 21). */
  readonly ndc?: string
  readonly serialNumber?: string
  readonly lotNumber?: string
  /** `YYYY-MM-DD`; day 00 on the label is the last day of its month. */
  readonly expirationDate?: string
  readonly sscc?: string
  /** What a barcode holds that says of itself that it is not GS1 data; then there are no elements. */
  readonly text?: string
  readonly warnings: readonly string[]
}

export type DecodeErrorCode =
  | 'empty'
  /** ISO 15434, plain text, a symbology that holds no GS1 data. */
  | 'not_gs1'
  | 'unknown_ai'
  | 'too_short'
  | 'too_long'
  | 'too_many'
  | 'not_digits'
  | 'characters'
  | 'check_digit'
  | 'date'
  /** Another rule of the dictionary; `rule` names it. */
  | 'format'
  | 'repeated'
  | 'excluded'
  | 'companion'
  | 'bracket'
  | 'separator'
  /** A group separator is missing and more than one reading is possible. */
  | 'ambiguous'
  | 'digital_link'

export interface DecodeError {
  readonly code: DecodeErrorCode
  readonly ai?: string
  /** A sentence without full stop, to be shown as it is. */
  readonly message: string
  /** Index into the scan as given. */
  readonly position: number
  /** The dictionary's name for the rule, for instance `ILLEGAL_MONTH`. */
  readonly rule?: string
  /** How many characters there are, and how many there may be. */
  readonly length?: number
  readonly min?: number
  readonly max?: number
  /** How many readings are possible without the group separator. */
  readonly readings?: number
}

export interface DecodeOptions {
  /**
   * For the counter: the one possible reading of a scan whose group separator was lost is taken, spaces are separators, and a missing
   * companion is a warning. Without it a scan is judged as GS1's own syntax engine judges it.
   */
  readonly lenient?: boolean
  /** What a missing companion is. `refuse` unless `lenient`. */
  readonly companions?: 'refuse' | 'warn'
  /** Refuses Digital Links that leave out leading zeros of a GTIN or name keys by letters, as their standard does since release 1.2. */
  readonly exactLinks?: boolean
  /** Four digits; picks the century of dates. The clock's year when absent. */
  readonly currentYear?: number
}
