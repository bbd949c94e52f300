/** Something odd about the whole document that none of the 36 error types covers. */
export interface DocumentWarning {
  readonly code:
    | 'transactionStatement'
    | 'legalNotice'
    | 'guidelineVersion'
    | 'schemaVersion'
    | 'qualifiedNames'
    | 'vendorParts'
    | 'context'
    | 'unused'
    | 'eventOrder'
    | 'shippingBizLocation'
    | 'dropShipment'
    | 'restatedShipment'
  readonly message: string
  /** Advice: who should fix the problem, and how. */
  readonly hint: string
}

/** Sender or receiver of a document. */
export interface Party {
  /** Identifier of the party, as written in the document. */
  readonly value: string
  /** The GLN as 13 digits, if the value is an SGLN or a GLN with a correct check digit; otherwise null. */
  readonly gln: string | null
  readonly authority: string | null
}

/** The standard business document header. Fields are null if missing or blank. */
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

/** An entry of the location vocabulary. Fields are null if missing or blank. */
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

/** An entry of the product vocabulary. Fields are null if missing or blank. */
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

/** A business transaction, a source or a destination, with its type. The type is a bare word, such as `po`, without the rest of its URI. */
export interface TypedValue {
  readonly type: string
  readonly value: string
}

export type EventKind = 'object' | 'aggregation' | 'transaction' | 'other'

/** One event as plain facts, none of which is guaranteed to be valid. */
export interface EpcisEvent {
  /** Position of the event among the events of the file, counted from 1. */
  readonly number: number
  readonly kind: EventKind
  /** Element name, such as `ObjectEvent`. */
  readonly name: string
  /** The event's id, as assigned by the sender. */
  readonly eventId: string | null
  readonly action: string | null
  /** The step without its namespace, such as `shipping`. */
  readonly bizStep: string | null
  /** The disposition without its namespace, such as `in_transit`. */
  readonly disposition: string | null
  readonly eventTime: string | null
  readonly eventTimeZoneOffset: string | null
  readonly readPoint: string | null
  readonly bizLocation: string | null
  readonly parentId: string | null
  /**
   * The EPCs of epcList or childEPCs, as written in the document. The list is created on first access; {@link epcCount} gives its length without
   * creating it.
   */
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

/** GLNs of the location and the owner at one end of a shipment, each 13 digits or null. */
export interface ShipmentEnd {
  readonly gln: string | null
  readonly owningGln: string | null
}

/** An element that our rules do not check. Either the GS1 US guideline defines it for shipments, or it is a vendor's element with the same name. */
export interface GuidelineFact {
  /** Local name, such as `dropShipment` or `directPurchase`. */
  readonly name: string
  readonly isVendor: boolean
  /**
   * The element's `qualifier` attribute, or its text if it has none, at most 1,000 characters of it; for `indirectPurchaseEPCs` the number of EPCs.
   */
  readonly value: string | null
  readonly isInHeader: boolean
  /** Sequence numbers of the shipping events that contain the element; only the first 1,000. */
  readonly events: readonly number[]
}

/** A shipping event (`event`) that a later one (`by`) states again, so that only the later one counts. Both are event numbers. */
export interface Restatement {
  readonly event: number
  readonly by: number
}

/** Facts about the whole document, complete when it ends. */
export interface DocumentFacts {
  readonly schemaVersion: string | null
  readonly creationDate: string | null
  /** Version of the GS1 US guideline, as stated in the document; null if not stated, as in documents by a guideline before R1.3. */
  readonly guidelineVersion: string | null
  /** Whether the DSCSA transaction statement is affirmed. */
  readonly transactionStatement: boolean
  readonly legalNotice: string | null
  readonly header: Header | null
  readonly eventCount: number
  /** Distinct purchase order numbers without the leading GLN, in order of appearance. */
  readonly purchaseOrders: readonly string[]
  readonly invoices: readonly string[]
  readonly despatchAdvices: readonly string[]
  /** Source of the goods, from the first shipping event that states one. */
  readonly shipFrom: ShipmentEnd
  readonly shipTo: ShipmentEnd
  /** Distinct GLNs of destinations in shipping events, of either the location or the owner. */
  readonly shipToAll: readonly string[]
  /**
   * Whether the document says that this is a drop shipment, in which the seller did not handle the goods. `mixed` if its statements contradict each
   * other, null if it has none.
   */
  readonly dropShipment: 'yes' | 'no' | 'mixed' | null
  /** Elements of the guideline; at most 100. */
  readonly guidelineFacts: readonly GuidelineFact[]
  /** Shipping events that a later one states again, at most 1,000, sorted by the number of the earlier event. */
  readonly restatements: readonly Restatement[]
  /** Warnings about the document as a whole; they are not among the 36 error types. Empty if the document could not be read to its end. */
  readonly warnings: readonly DocumentWarning[]
}
