/** The fields of an openFDA drug enforcement report that say what is recalled; others are ignored. */
export interface RecallRecord {
  recall_number?: string
  product_description?: string
  code_info?: string
  more_code_info?: string
}

export interface LotExpiration {
  /** The lot; null if the expiration date applies to every lot and lot range of the `RecallCode`. */
  lot: string | null
  /** `YYYY-MM-DD`, or `YYYY-MM` if only the month is given, which means its last day. */
  expiration: string
}

/** The recalled lots of one package of the product. */
export interface RecallCode {
  /** The NDC as written in the recall's text, with or without dashes; null if the text has no NDC. */
  ndc: string | null
  /** Lots as written in the recall's text, without duplicates. */
  lots: string[]
  ranges: [from: string, to: string][]
  /**
   * Whether the text says that all lots, codes or products are recalled, with or without a condition. If the text also lists lots, they are in
   * `lots`.
   */
  allLots: boolean
  expirations: LotExpiration[]
  /** Beginnings of lots, if the text gives only those. */
  lotPrefixes?: string[]
  /** Endings of lots, if the text gives only those. */
  lotSuffixes?: string[]
  /** Suffixes that may follow a lot's number on the package, in the report's own words: "01 or 02". */
  lotMayBeFollowedBy?: string
}

export interface RecallReading {
  recallNumber: string
  codes: RecallCode[]
  /** Parts of the text with digits that could not be read and that a person must check. */
  unread: string[]
}
