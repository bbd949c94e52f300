import type { ErrorType } from './error-types.ts'
import type { FindingText } from './finding.ts'
import type { StructureIssue } from './structure.ts'

const ofEventParts: Readonly<Record<string, ErrorType>> = {
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
}

const ofHeaderParts: Readonly<Record<string, ErrorType>> = {
  HeaderVersion: 'HeaderHeaderVersionError',
  Sender: 'HeaderSenderError',
  Receiver: 'HeaderReceiverSglnError',
  Type: 'HeaderDocumentIdentificationTypeError',
  CreationDateAndTime: 'HeaderDocumentIdentificationCreationDateAndTimeError',
  InstanceIdentifier: 'HeaderDocumentIdentificationInstanceIdentifierError',
  DocumentIdentification: 'HeaderDocumentIdentificationError',
  schemaVersion: 'HeaderHeaderVersionError',
  creationDate: 'HeaderDocumentIdentificationCreationDateAndTimeError',
}

/**
 * The error type under which a deviation from the schema is reported: that of the innermost part of the document that has one.
 *
 * @param isLocation whether the vocabulary is one of locations.
 */
export function structureType({ path, within, element }: StructureIssue, isLocation: boolean): ErrorType {
  const names = path.split('/').map((step) => step.replace(/\[.*/s, ''))
  if (element !== names.at(-1)) names.push(element)
  const nearest = (types: Readonly<Record<string, ErrorType>>) => {
    const name = names.findLast((candidate) => Object.hasOwn(types, candidate))
    return name === undefined ? null : (types[name] ?? null)
  }
  if (within.includes('EventList')) return nearest(ofEventParts) ?? 'EventListError'
  if (within.includes('VocabularyList')) return isLocation ? 'LocationVocabularyError' : 'MedVocabularyError'
  if (within.includes('HeaderExtension')) return 'MedVocabularyError'
  if (within.includes('Body') || element === 'EPCISBody') return 'EventListError'
  return nearest(ofHeaderParts) ?? 'StandardBusinessDocumentHeaderError'
}

/** Such a deviation in the words of a finding. */
export function structureText({ message, severity, value, element }: StructureIssue): FindingText {
  const hint =
    severity === 'reject'
      ? `The sender must put everything into one ${element}; what the second one says is not read.`
      : 'The sender should build the document as the EPCIS 1.2 schema says; it can be used as it is.'
  return { message, severity, value, hint }
}
