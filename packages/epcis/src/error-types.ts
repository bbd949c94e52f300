/** `reject`: the partner must correct the document. `warn`: the document can be used as it is. */
export type Severity = 'reject' | 'warn'

/** Part of a document under which findings are grouped on screen. */
export type Section = 'File' | 'Header' | 'Location Vocabulary' | 'Med Vocabulary' | 'Events' | 'Meds'

const TABLE = [
  ['MalformedEpcisXmlError', 'File', 'reject', 'Not readable as EPCIS XML'],
  ['StandardBusinessDocumentHeaderError', 'Header', 'reject', 'Document header missing'],
  ['HeaderHeaderVersionError', 'Header', 'warn', 'Header version'],
  ['HeaderReceiverSglnError', 'Header', 'reject', 'Receiver'],
  ['HeaderSenderError', 'Header', 'reject', 'Sender'],
  ['HeaderDocumentIdentificationError', 'Header', 'reject', 'Document identification'],
  ['HeaderDocumentIdentificationTypeError', 'Header', 'warn', 'Document type'],
  ['HeaderDocumentIdentificationCreationDateAndTimeError', 'Header', 'warn', 'Document creation time'],
  ['HeaderDocumentIdentificationInstanceIdentifierError', 'Header', 'reject', 'Document number'],
  ['LocationVocabularyError', 'Location Vocabulary', 'warn', 'Location details'],
  ['MedVocabularyError', 'Med Vocabulary', 'reject', 'Product details'],
  ['EventMedsError', 'Meds', 'reject', 'Lot or expiration date'],
  ['EventListError', 'Events', 'reject', 'Event list'],
  ['EventListEventTimeError', 'Events', 'reject', 'Event time'],
  ['EventListEventTimeZoneOffsetError', 'Events', 'reject', 'Event time zone'],
  ['EventListActionError', 'Events', 'reject', 'Event action'],
  ['EventListBizStepError', 'Events', 'reject', 'Business step'],
  ['EventListDispositionError', 'Events', 'warn', 'Disposition'],
  ['EventListEpcListError', 'Events', 'reject', 'Serial numbers of an event'],
  ['EventListReadPointError', 'Events', 'reject', 'Read point missing'],
  ['EventListBizTransactionListError', 'Events', 'reject', 'Business documents of a shipment'],
  ['EventListExtensionError', 'Events', 'reject', 'Event extension'],
  ['EventListSourceListError', 'Events', 'reject', 'Source of a shipment'],
  ['EventListDestinationError', 'Events', 'reject', 'Destination of a shipment'],
  ['EventListParentIdError', 'Events', 'reject', 'Container of an event'],
  ['AggregationEventOneOfError', 'Events', 'reject', 'Kind of packing event'],
  ['TransactionEventOneOfError', 'Events', 'reject', 'Kind of transaction event'],
  ['ObjectEventOneOfError', 'Events', 'reject', 'Kind of object event'],
  ['UnknownLocationError', 'Location Vocabulary', 'warn', 'Location without details'],
  ['UnknownMedError', 'Med Vocabulary', 'warn', 'Product without details'],
  ['InvalidEventReadPointError', 'Events', 'reject', 'Read point not valid'],
  ['UnknownAddEpcError', 'Meds', 'reject', 'Packed but never commissioned'],
  ['UnknownShippingEpcError', 'Meds', 'reject', 'Shipped but unknown'],
  ['ShippedEpcAreParentOrDefinedError', 'Meds', 'reject', 'Shipped but never commissioned'],
  ['UnknownParentEpcError', 'Meds', 'reject', 'Container never commissioned'],
  ['AllMedsNotShippedError', 'Meds', 'warn', 'Packages not shipped'],
] as const satisfies readonly (readonly [string, Section, Severity, string])[]

/** One of the 36 documented names, spelled as in section 8 of the specification. */
export type ErrorType = (typeof TABLE)[number][0]

export interface ErrorTypeInfo {
  readonly type: ErrorType
  readonly section: Section
  /** Usual severity; a single finding may be more or less severe. */
  readonly severity: Severity
  /** Short name of the error type for lists and filters. */
  readonly title: string
}

/** The full names of all 36 error types, in the order of the specification. */
export const errorTypes: readonly ErrorType[] = TABLE.map(([type]) => type)

const INFOS = new Map<string, ErrorTypeInfo>(TABLE.map(([type, section, severity, title]) => [type, { type, section, severity, title }]))

const SHORT_FORMS: ReadonlyMap<string, ErrorType> = new Map<string, ErrorType>([
  ['MALFORMED_EPCIS_XML_ERROR', 'MalformedEpcisXmlError'],
  ['HEADER_STANDARD_BUSINESS_DOCUMENT_HEADER_ERROR', 'StandardBusinessDocumentHeaderError'],
  ['HEADER_RECEIVER_SGLN_ERROR', 'HeaderReceiverSglnError'],
])

/** Section, default severity and title of an error type. */
export function errorTypeInfo(type: ErrorType): ErrorTypeInfo {
  const info = INFOS.get(type)
  if (info === undefined) throw new Error(`no such error type: ${type}`)
  return info
}

/** Error type for a full name or one of the three short forms, spelled exactly; null for anything else. */
export function resolveErrorType(name: string): ErrorType | null {
  return SHORT_FORMS.get(name) ?? INFOS.get(name)?.type ?? null
}
