export { businessDocumentNumber, businessDocumentUri } from './business-document.ts'
export { shipmentEnd } from './document-facts.ts'
export { LEGAL_NOTICE } from './document-head.ts'
export {
  type ErrorType,
  type ErrorTypeInfo,
  errorTypeInfo,
  errorTypes,
  resolveErrorType,
  type Section,
  type Severity,
} from './error-types.ts'
export {
  type DetailError,
  type DetailSection,
  type DetailSource,
  detailError,
  type EventDetail,
  type ExceptionDetails,
  exceptionDetails,
  type HeaderDetail,
  type LocationDetail,
  type MedDetail,
  type MedVocabularyDetail,
  type PartyDetail,
} from './exception-details.ts'
export type {
  DocumentFacts,
  DocumentWarning,
  EpcisEvent,
  EventKind,
  GuidelineFact,
  Header,
  LocationEntry,
  MedEntry,
  Party,
  Restatement,
  ShipmentEnd,
  TypedValue,
} from './facts.ts'
export type { Finding } from './finding.ts'
export { dropShipmentOf } from './guideline-facts.ts'
export { createHierarchy, type Hierarchy, type HierarchyBuilder, type Ilmd, type LineRange, readSerial } from './hierarchy.ts'
export { makeDocument, SAMPLE_PRODUCTS, sampleReceiver, sampleSender } from './make-document.ts'
export type { DocumentOptions, SampleFault, SampleFormat, SampleHierarchy, SampleParty, SampleUnit } from './make-options.ts'
export type { SampleLocation, SampleProduct } from './make-parts.ts'
export type { OnFile } from './master-data-check.ts'
export {
  decodeText,
  limits,
  type XmlAttribute,
  type XmlHandler,
  type XmlName,
  XmlNames,
  type XmlProblem,
  type XmlReader,
} from './reader.ts'
export { createSaxReader } from './sax-reader.ts'
export { createValidator, validateEpcis } from './validate.ts'
export type { Options, Sink, Validation, Validator, Verdict } from './validator.ts'
export { BIZ_TRANSACTION_TYPES, bareWord, isBizStep, isDisposition } from './vocabularies.ts'
export {
  type ShipmentCommissioning,
  type ShipmentDocument,
  type ShipmentPacking,
  type ShipmentParty,
  type ShipmentPlace,
  type ShipmentProduct,
  writeShipment,
} from './write-shipment.ts'
export { createXmlReader } from './xml-reader.ts'
export { type ReadPart, unzipped, ZipError, type ZipProblem, type ZippedFile, zippedFile } from './zip.ts'
