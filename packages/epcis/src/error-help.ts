import type { ErrorType } from './error-types.ts'

/** Explains when each error type is reported, in one or two sentences for people who look it up. */
export const errorHelp: Readonly<Record<ErrorType, string>> = {
  MalformedEpcisXmlError:
    'The bytes cannot be read as an EPCIS document: not well-formed, cut off, in an encoding other than the one declared, with a DOCTYPE, of another format, or without EPCISBody or EventList.',
  StandardBusinessDocumentHeaderError: 'The document must have exactly one StandardBusinessDocumentHeader in its own namespace.',
  HeaderHeaderVersionError: 'HeaderVersion must be 1.0, and schemaVersion a number.',
  HeaderReceiverSglnError:
    'The header must name one receiver, with an SGLN (urn:epc:id:sgln:…). A bare GLN with the right check digit causes only a warning.',
  HeaderSenderError: 'The header must name one sender, with an SGLN or a GLN with the right check digit.',
  HeaderDocumentIdentificationError: 'DocumentIdentification must be present, with Standard EPCglobal and TypeVersion 1.0.',
  HeaderDocumentIdentificationTypeError: 'The Type in DocumentIdentification must be Events.',
  HeaderDocumentIdentificationCreationDateAndTimeError:
    'CreationDateAndTime and creationDate must be a real date and time; CreationDateAndTime must also have a time zone.',
  HeaderDocumentIdentificationInstanceIdentifierError:
    'The document must have an identifier of its own (InstanceIdentifier) of at most 200 characters, so that a document sent twice is recognized.',
  LocationVocabularyError:
    'Each location needs a valid id, name, street, city, state, postal code and two-letter country code. If events name locations, the document must contain location master data.',
  MedVocabularyError:
    'Each product needs an SGTIN pattern, NDC, NDC type, name, manufacturer, dosage form, strength and content. If events name SGTINs, the document must contain product master data.',
  EventMedsError: 'A commissioning event must give a lot number of at most 20 allowed characters and an expiration date that exists.',
  EventListError: 'The event list must hold events, and only the kinds of events that DSCSA messages use.',
  EventListEventTimeError: 'Each event needs a valid eventTime with a time zone, not in the future.',
  EventListEventTimeZoneOffsetError: 'Each event needs an eventTimeZoneOffset in the form -05:00, of at most 14 hours.',
  EventListActionError: 'The action of an event must be ADD, OBSERVE or DELETE.',
  EventListBizStepError: 'Each event needs a business step from the Core Business Vocabulary.',
  EventListDispositionError:
    'The disposition must be a value from the Core Business Vocabulary, and the one that is usual for the business step of the event.',
  EventListEpcListError: 'Each entry must be a valid SGTIN or SSCC, listed only once, and the list must not be empty.',
  EventListReadPointError: 'Each event should have a read point; commissioning, packing and shipping events must have one.',
  EventListBizTransactionListError:
    'A shipment must name its purchase order (type po); types must be those of the Core Business Vocabulary.',
  EventListExtensionError:
    'An event that commissions SGTINs needs an extension with ilmd, and a shipping event needs its extension. No event may have two extensions.',
  EventListSourceListError:
    'A shipment must name its seller (the owning party of the source), with a valid SGLN, PGLN or DEA address, and the location from which it was shipped.',
  EventListDestinationError:
    'A shipment must name the owner of its destination, with a valid SGLN, PGLN or DEA address; the location is required too.',
  EventListParentIdError:
    'Packing and unpacking must name a valid container that is not among its own contents; containers can be nested at most 32 deep.',
  AggregationEventOneOfError:
    'An aggregation event must have the bizStep packing with the action ADD, or unpacking with DELETE. A packing event must list what is packed.',
  TransactionEventOneOfError: 'A transaction event must have the bizStep shipping and the action ADD.',
  ObjectEventOneOfError:
    'An object event must have the bizStep commissioning with the action ADD; shipping, void_shipping or receiving with OBSERVE; or decommissioning or destroying with DELETE.',
  UnknownLocationError: 'A location named in an event is neither in the document’s master data nor on file.',
  UnknownMedError: 'A product named in an event is neither in the document’s master data nor on file.',
  InvalidEventReadPointError: 'A read point must be a valid SGLN or DEA address; that of a shipment must be its source location.',
  UnknownAddEpcError: 'Packed or added items must have been commissioned earlier in the document.',
  UnknownShippingEpcError: 'Shipped items must appear earlier in the document, before the event that ships them.',
  ShippedEpcAreParentOrDefinedError:
    'Each shipped item must have been commissioned or be a container itself; being packed in a container is not enough.',
  UnknownParentEpcError: 'A container must have been commissioned before anything is packed into it.',
  AllMedsNotShippedError: 'Everything that the document commissions should be in a shipment, either on its own or in a container.',
}
