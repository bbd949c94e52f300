/** What is odd about the document as a whole and has no name among the 36 error types. */
export interface DocumentWarning {
  readonly code:
    | 'transactionStatement'
    | 'legalNotice'
    | 'guidelineVersion'
    | 'schemaVersion'
    | 'qualifiedNames'
    | 'vendorParts'
    | 'context'
    | 'eventOrder'
    | 'shippingBizLocation'
  /** What is odd, in plain words. */
  readonly message: string
  /** Who mends it, and how. */
  readonly hint: string
}

/** The sender or receiver of a document. */
export interface Party {
  /** As written. */
  readonly value: string
  /** 13 digits, when the value is an SGLN or a GLN with the right check digit. */
  readonly gln: string | null
  readonly authority: string | null
}

/** The standard business document header. Null where missing or blank. */
export interface Header {
  readonly headerVersion: string | null
  readonly sender: Party | null
  readonly receiver: Party | null
  readonly instanceIdentifier: string | null
  readonly type: string | null
  readonly standard: string | null
  readonly typeVersion: string | null
  readonly creationDateAndTime: string | null
}

/** An entry of the location vocabulary. Null where missing or blank. */
export interface LocationEntry {
  readonly id: string
  readonly gln: string | null
  readonly name: string | null
  readonly streetAddressOne: string | null
  readonly streetAddressTwo: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postalCode: string | null
  readonly countryCode: string | null
}

/** An entry of the product vocabulary. Null where missing or blank. */
export interface MedEntry {
  readonly id: string
  readonly gtin: string | null
  readonly ndc: string | null
  readonly ndcType: string | null
  readonly regulatedProductName: string | null
  readonly manufacturerOfTradeItemPartyName: string | null
  readonly dosageFormType: string | null
  readonly strengthDescription: string | null
  readonly netContentDescription: string | null
}

/** A typed value: a business transaction, a source or a destination. The type is the bare word, for instance `po`. */
export interface TypedValue {
  readonly type: string
  readonly value: string
}

export type EventKind = 'object' | 'aggregation' | 'transaction' | 'other'

/** One event as plain facts. Nothing in it is certain to be valid. */
export interface EpcisEvent {
  /** 1-based, in the order of the file. */
  readonly number: number
  readonly kind: EventKind
  /** The element's name, for instance `ObjectEvent`. */
  readonly name: string
  readonly action: string | null
  /** Bare word, for instance `shipping`. */
  readonly bizStep: string | null
  /** Bare word, for instance `in_transit`. */
  readonly disposition: string | null
  readonly eventTime: string | null
  readonly eventTimeZoneOffset: string | null
  readonly readPoint: string | null
  readonly bizLocation: string | null
  readonly parentId: string | null
  /** Of epcList or childEPCs, as written. Made when first asked for: who only counts them asks for {@link epcCount}. */
  readonly epcs: readonly string[]
  readonly epcCount: number
  readonly bizTransactions: readonly TypedValue[]
  readonly sources: readonly TypedValue[]
  readonly destinations: readonly TypedValue[]
  readonly lotNumber: string | null
  readonly expirationDate: string | null
  /** Number of quantity elements (goods without serial numbers). */
  readonly quantities: number
  readonly line: number
}

/** Location and owner of one end of a shipment, 13 digits or null. */
export interface ShipmentEnd {
  readonly gln: string | null
  readonly owningGln: string | null
}

/** What is known of the whole document when it ends. */
export interface DocumentFacts {
  readonly schemaVersion: string | null
  readonly creationDate: string | null
  /** Present since R1.3 of the GS1 US guideline. */
  readonly guidelineVersion: string | null
  /** Whether the DSCSA transaction statement is affirmed. */
  readonly transactionStatement: boolean
  readonly legalNotice: string | null
  readonly header: Header | null
  readonly eventCount: number
  /** The numbers without the GLN in front, each once, in order of appearance. */
  readonly purchaseOrders: readonly string[]
  readonly invoices: readonly string[]
  readonly despatchAdvices: readonly string[]
  /** Of the first shipping event. */
  readonly shipFrom: ShipmentEnd
  readonly shipTo: ShipmentEnd
  /** Every GLN that a shipping event names as a destination, location or owner, each once. */
  readonly shipToAll: readonly string[]
  /** What is odd about the document as a whole and is none of the 36 error types. Empty when it could not be read to its end. */
  readonly warnings: readonly DocumentWarning[]
}
