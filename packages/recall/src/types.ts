/** The fields of an openFDA drug enforcement report that say what is recalled; others are passed over. */
export interface RecallRecord {
  recall_number?: string
  product_description?: string
  code_info?: string
  more_code_info?: string
}

export interface LotExpiration {
  /** Null: the date holds for the whole code, or for its ranges. */
  lot: string | null
  /** `YYYY-MM-DD`, or `YYYY-MM` where only the month is written: it means the last day. */
  expiration: string
}

/** What is recalled of one package of the product. */
export interface RecallCode {
  /** As written, with or without dashes; null: the text names none. */
  ndc: string | null
  /** As written, each once. */
  lots: string[]
  /** Every lot from the first to the second. */
  ranges: [from: string, to: string][]
  /** The text says all lots, codes or products, with or without a condition. Lots that are also named stand in `lots`. */
  allLots: boolean
  expirations: LotExpiration[]
  /** Only the beginnings of the lots are given. */
  lotPrefixes?: string[]
  /** Only the endings of the lots are given. */
  lotSuffixes?: string[]
  /** The printed lot may carry one of these behind it, as written: "01 or 02". */
  lotMayBeFollowedBy?: string
}

export interface RecallReading {
  recallNumber: string
  codes: RecallCode[]
  /** Pieces of the text with digits in them that could not be read: a person looks at these. */
  unread: string[]
}
