import { z } from 'zod'

/** Names of the 36 documented error types, in the order of the specification (decision 30). */
export const EXCEPTION_ERROR_TYPES = [
  'MalformedEpcisXmlError',
  'StandardBusinessDocumentHeaderError',
  'HeaderHeaderVersionError',
  'HeaderReceiverSglnError',
  'HeaderSenderError',
  'HeaderDocumentIdentificationError',
  'HeaderDocumentIdentificationTypeError',
  'HeaderDocumentIdentificationCreationDateAndTimeError',
  'HeaderDocumentIdentificationInstanceIdentifierError',
  'LocationVocabularyError',
  'MedVocabularyError',
  'EventMedsError',
  'EventListError',
  'EventListEventTimeError',
  'EventListEventTimeZoneOffsetError',
  'EventListActionError',
  'EventListBizStepError',
  'EventListDispositionError',
  'EventListEpcListError',
  'EventListReadPointError',
  'EventListBizTransactionListError',
  'EventListExtensionError',
  'EventListSourceListError',
  'EventListDestinationError',
  'EventListParentIdError',
  'AggregationEventOneOfError',
  'TransactionEventOneOfError',
  'ObjectEventOneOfError',
  'UnknownLocationError',
  'UnknownMedError',
  'InvalidEventReadPointError',
  'UnknownAddEpcError',
  'UnknownShippingEpcError',
  'ShippedEpcAreParentOrDefinedError',
  'UnknownParentEpcError',
  'AllMedsNotShippedError',
] as const

/** Three error types also have a short name, which the filter accepts too (decision 30). */
export const SHORT_ERROR_TYPES: Record<string, string> = {
  MALFORMED_EPCIS_XML_ERROR: 'MalformedEpcisXmlError',
  HEADER_STANDARD_BUSINESS_DOCUMENT_HEADER_ERROR: 'StandardBusinessDocumentHeaderError',
  HEADER_RECEIVER_SGLN_ERROR: 'HeaderReceiverSglnError',
}

/** Type of counter tickets, which concern no faulty document (decision 57). */
export const NO_ERROR_TYPE = 'None'

export const EXCEPTION_STATUSES = { OPEN: 'Open', CLOSED: 'Closed', RESOLVED: 'Resolved' } as const
export const exceptionStatus = z.enum(['OPEN', 'CLOSED', 'RESOLVED'])
export type ExceptionStatus = z.infer<typeof exceptionStatus>

/** Reasons to close a ticket although nothing was fixed (decision 57). */
export const CLOSE_REASONS = { accepted: 'Accepted as is', withdrawn: 'Withdrawn', other: 'Other' } as const
export const closeReason = z.enum(['accepted', 'withdrawn', 'other'])
export type CloseReason = z.infer<typeof closeReason>

/** Categories of exceptions as the Healthcare Distribution Alliance defines them. */
export const EXCEPTION_CATEGORIES = {
  dataIssue: 'Data issue',
  productNoData: 'Product, no data',
  dataNoProduct: 'Data, no product',
  packaging: 'Packaging and labeling',
  unavailable: 'Unavailable for distribution',
} as const
export const exceptionCategory = z.enum(['dataIssue', 'productNoData', 'dataNoProduct', 'packaging', 'unavailable'])
export type ExceptionCategory = z.infer<typeof exceptionCategory>

/** Report kinds from the schemas of the Partnership for DSCSA Governance. */
export const PDG_KINDS = {
  missing_product_data: 'Missing product data',
  missing_product: 'Missing product',
  data_misalignment: 'Data misalignment',
  overages: 'Overage',
  underages: 'Underage',
  master_data_errors: 'Master data error',
} as const
export const pdgKind = z.enum([
  'missing_product_data',
  'missing_product',
  'data_misalignment',
  'overages',
  'underages',
  'master_data_errors',
])
export type PdgKind = z.infer<typeof pdgKind>

/** Problems at the counter; `received`: the package was received although a corrected file no longer lists it (decision 63). */
export const COUNTER_KINDS = {
  unknownScan: 'Unknown scan',
  overage: 'Overage',
  shortage: 'Shortage',
  damage: 'Damage',
  wrongProduct: 'Wrong product',
  received: 'Received, not in the corrected file',
} as const
export const counterKind = z.enum(['unknownScan', 'overage', 'shortage', 'damage', 'wrongProduct', 'received'])
export type CounterKind = z.infer<typeof counterKind>

/** Returns the label of a ticket's type: the title of the problem at the counter, or, for a ticket about a document, the name of its error type. */
export const typeOrKind = (type: string): string => new Map(Object.entries(COUNTER_KINDS)).get(type) ?? type
