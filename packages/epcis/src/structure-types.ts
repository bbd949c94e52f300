import type { ErrorType, Severity } from './error-types.ts'
import type { FindingText } from './finding.ts'

/** A deviation from the schema. It becomes a finding unless a rule reports the same mistake. */
export interface StructureIssue {
  readonly message: string
  readonly severity: Severity
  readonly type: ErrorType
  readonly element: string
  readonly path: string
  readonly isInPart: boolean
  readonly value: string | null
  readonly line: number
  readonly column: number
}

const OF_EVENT_PARTS: ReadonlyMap<string, ErrorType> = new Map<string, ErrorType>(
  Object.entries({
    eventTime: 'EventListEventTimeError',
    recordTime: 'EventListEventTimeError',
    eventTimeZoneOffset: 'EventListEventTimeZoneOffsetError',
    epcList: 'EventListEpcListError',
    childEPCs: 'EventListEpcListError',
    inputEPCList: 'EventListEpcListError',
    outputEPCList: 'EventListEpcListError',
    quantityList: 'EventListEpcListError',
    childQuantityList: 'EventListEpcListError',
    inputQuantityList: 'EventListEpcListError',
    outputQuantityList: 'EventListEpcListError',
    action: 'EventListActionError',
    bizStep: 'EventListBizStepError',
    disposition: 'EventListDispositionError',
    readPoint: 'EventListReadPointError',
    bizTransactionList: 'EventListBizTransactionListError',
    sourceList: 'EventListSourceListError',
    destinationList: 'EventListDestinationError',
    parentID: 'EventListParentIdError',
    ilmd: 'EventListExtensionError',
    extension: 'EventListExtensionError',
  }),
)

const OF_HEADER_PARTS: ReadonlyMap<string, ErrorType> = new Map<string, ErrorType>(
  Object.entries({
    HeaderVersion: 'HeaderHeaderVersionError',
    Sender: 'HeaderSenderError',
    Receiver: 'HeaderReceiverSglnError',
    Type: 'HeaderDocumentIdentificationTypeError',
    CreationDateAndTime: 'HeaderDocumentIdentificationCreationDateAndTimeError',
    InstanceIdentifier: 'HeaderDocumentIdentificationInstanceIdentifierError',
    DocumentIdentification: 'HeaderDocumentIdentificationError',
    schemaVersion: 'HeaderHeaderVersionError',
    creationDate: 'HeaderDocumentIdentificationCreationDateAndTimeError',
    EPCISBody: 'EventListError',
  }),
)

/** Parts of a document that have separate error types. */
export type Area = 'header' | 'vocabulary' | 'event'

/** The area to which the current element belongs, determined by the schema models of the second and third open elements. */
export function findArea(second: string | undefined, third: string | undefined): Area {
  if (second === 'Body') return 'event'
  return third === 'HeaderExtension' ? 'vocabulary' : 'header'
}

/**
 * Type of error to report if the element deviates from the schema; null if the element has no separate type, so that its parent's type is reported.
 */
export function structureType(area: Exclude<Area, 'vocabulary'>, element: string): ErrorType | null {
  return (area === 'event' ? OF_EVENT_PARTS : OF_HEADER_PARTS).get(element) ?? null
}

export function structureText({ message, severity, value, element }: StructureIssue): FindingText {
  const hint =
    severity === 'reject'
      ? `The document must have only one ${element}; the second one is ignored. The sender must combine them.`
      : 'This document can be used as it is, but the sender should follow the EPCIS 1.2 schema.'
  return { message, severity, value, hint }
}
