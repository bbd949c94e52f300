/** One element string of a barcode. */
export interface DecodedElement {
  readonly ai: string
  /** Short name of the identifier that GS1 prints next to its number, such as `USE BY or EXPIRY`; empty for a few identifiers. */
  readonly title: string
  readonly value: string
  /** `YYYY-MM-DD` if the value is a date. */
  readonly date?: string
}

/** A decoded barcode: its elements in printed order and, as fields, the values that a pharmacy needs. */
export interface Decoded {
  readonly elements: readonly DecodedElement[]
  readonly gtin14?: string
  /** The NDC: from AI 715 if the scan has it, otherwise the ten digits in a GTIN that contains an NDC; absent without either (decision 21). */
  readonly ndc?: string
  readonly serialNumber?: string
  readonly lotNumber?: string
  /** `YYYY-MM-DD`; day 00 on the label becomes the last day of its month. */
  readonly expirationDate?: string
  readonly sscc?: string
  /** Contents of a barcode that declares itself not to be GS1 data. Such a barcode has no `elements`. */
  readonly text?: string
  readonly warnings: readonly string[]
}

export type DecodeErrorCode =
  | 'empty'
  /** ISO 15434, plain text, or a symbology without GS1 data. */
  | 'not_gs1'
  | 'unknown_ai'
  | 'too_short'
  | 'too_long'
  | 'too_many'
  | 'not_digits'
  | 'characters'
  | 'check_digit'
  | 'date'
  /** The value breaks a rule of the dictionary that has no code in this list; `rule` is the rule's name. */
  | 'format'
  | 'repeated'
  | 'excluded'
  | 'companion'
  | 'bracket'
  | 'separator'
  /** A group separator is missing and several readings are possible. */
  | 'ambiguous'
  | 'digital_link'

export interface DecodeError {
  readonly code: DecodeErrorCode
  readonly ai?: string
  /** A sentence without its final period, ready to display. */
  readonly message: string
  /** Where the error is: an index into the original text of the scan. */
  readonly position: number
  /** The dictionary's name for the rule, such as `ILLEGAL_MONTH`. */
  readonly rule?: string
  /** Actual length, and the allowed minimum and maximum. */
  readonly length?: number
  readonly min?: number
  readonly max?: number
  /** Number of possible readings of a scan that lacks a group separator. */
  readonly readings?: number
}

export interface DecodeOptions {
  /**
   * Decodes for use at a counter: if a group separator was lost, uses the scan's only possible reading; treats spaces as separators; and reports a
   * missing companion element only as a warning. Without `lenient`, a scan is judged as GS1's own syntax engine judges it.
   */
  readonly lenient?: boolean
  /** What to do if an element that must accompany another one is missing. Default: `refuse` unless `lenient`. */
  readonly companions?: 'refuse' | 'warn'
  /**
   * Refuses Digital Links that omit leading zeros of a GTIN, or that contain words such as `gtin` instead of the numbers of keys, as the standard has
   * required since release 1.2.
   */
  readonly exactLinks?: boolean
  /** The current year in four digits, which decides the century of dates. Default: the year of the clock. */
  readonly currentYear?: number
}
