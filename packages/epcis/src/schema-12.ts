/**
 * Content models of the EPCIS 1.2 and SBDH schemas, in a compact notation. `name:Type` is an element; `?` after it makes it optional, `*` allows any
 * number, `+` requires at least one, and a final `~` means that it must directly follow the element before it. `other` is any element of another
 * namespace, `local` any element without a namespace. A leading `|` means one of the listed elements, `||` any number of them in any order. `<Type`
 * includes another content model. `@name` is a required attribute, `@name?` an optional one, `@*` any attribute. Elements whose type is in lower case
 * contain text; the type `any` allows any content.
 * @see EPCglobal-epcis-1_2.xsd and StandardBusinessDocumentHeader.xsd.
 */
export const schema12: Readonly<Record<string, string>> = {
  Document: '@schemaVersion:decimal @creationDate:dateTime @* EPCISHeader:Header? EPCISBody:Body extension:Open? other*',
  Open: '@* local+',
  OpenWithoutAttributes: 'local+',
  Header: '@* StandardBusinessDocumentHeader:Sbdh extension:HeaderExtension? other*',
  HeaderExtension: '@* EPCISMasterData:MasterData? extension:Open?',
  MasterData: 'VocabularyList:VocabularyList extension:OpenWithoutAttributes?',
  VocabularyList: 'Vocabulary:Vocabulary*',
  Vocabulary: '@type:uri @* VocabularyElementList:VocabularyElementList? extension:Open? other*',
  VocabularyElementList: 'VocabularyElement:VocabularyElement+',
  VocabularyElement: '@id:uri @* attribute:Attribute* children:IdList? extension:Open? other*',
  Attribute: '@id:uri @* any',
  IdList: '@* id:uri*',
  Anything: '@* any',

  Sbdh: 'HeaderVersion:text Sender:Partner+ Receiver:Partner+ DocumentIdentification:Identification Manifest:Manifest? BusinessScope:Scopes?',
  Partner: 'Identifier:PartnerId ContactInformation:Contact*',
  PartnerId: '@Authority?:text text',
  Contact: 'Contact:text EmailAddress:text? FaxNumber:text? TelephoneNumber:text? ContactTypeIdentifier:text?',
  Identification: 'Standard:text TypeVersion:text InstanceIdentifier:text Type:text MultipleType:boolean? CreationDateAndTime:dateTime',
  Manifest: 'NumberOfItems:integer ManifestItem:ManifestItem+',
  ManifestItem: 'MimeTypeQualifierCode:text UniformResourceIdentifier:uri Description:text? LanguageCode:text?',
  Scopes: 'Scope:Scope*',
  Scope: 'Type:text InstanceIdentifier:text Identifier:text? CorrelationInformation:Correlation* BusinessService:Service*',
  Correlation: 'RequestingDocumentCreationDateTime:dateTime? RequestingDocumentInstanceIdentifier:text? ExpectedResponseDateTime:dateTime?',
  Service: 'BusinessServiceName:text? ServiceTransaction:Anything?',

  Body: '@* EventList:EventList? extension:Open? other*',
  EventList:
    '|| ObjectEvent:ObjectEvent AggregationEvent:AggregationEvent QuantityEvent:QuantityEvent TransactionEvent:TransactionEvent extension:EventListExtension other',
  EventListExtension: '| TransformationEvent:TransformationEvent extension:Open',
  Event: '@* eventTime:dateTime recordTime:dateTime? eventTimeZoneOffset:text baseExtension:BaseExtension?',
  BaseExtension: '@* eventID:uri? errorDeclaration:ErrorDeclaration? extension:Open?',
  ErrorDeclaration: '@* declarationTime:dateTime reason:uri? correctiveEventIDs:CorrectiveEventIds? extension:Open? other*',
  CorrectiveEventIds: 'correctiveEventID:uri*',
  Where: 'bizStep:uri? disposition:uri? readPoint:Place? bizLocation:Place?',
  ObjectEvent: '<Event epcList:EpcList action:action <Where bizTransactionList:BizTransactionList? extension:ObjectExtension? other*',
  ObjectExtension: '@* quantityList:QuantityList? sourceList:SourceList? destinationList:DestinationList? ilmd:Ilmd? extension:Open?',
  AggregationEvent:
    '<Event parentID:uri? childEPCs:EpcList action:action <Where bizTransactionList:BizTransactionList? extension:AggregationExtension? other*',
  AggregationExtension: '@* childQuantityList:QuantityList? sourceList:SourceList? destinationList:DestinationList? extension:Open?',
  QuantityEvent: '<Event epcClass:uri quantity:integer <Where bizTransactionList:BizTransactionList? extension:Open? other*',
  TransactionEvent:
    '<Event bizTransactionList:BizTransactionList parentID:uri? epcList:EpcList action:action <Where extension:TransactionExtension? other*',
  TransactionExtension: '@* quantityList:QuantityList? sourceList:SourceList? destinationList:DestinationList? extension:Open?',
  TransformationEvent:
    '<Event inputEPCList:EpcList? inputQuantityList:QuantityList? outputEPCList:EpcList? outputQuantityList:QuantityList? transformationID:uri? <Where bizTransactionList:BizTransactionList? sourceList:SourceList? destinationList:DestinationList? ilmd:Ilmd? extension:Open? other*',
  EpcList: 'epc:text*',
  Place: 'id:uri extension:Open? other*',
  BizTransactionList: 'bizTransaction:BizTransaction+',
  BizTransaction: '@type?:uri uri',
  QuantityList: 'quantityElement:QuantityElement*',
  QuantityElement: 'epcClass:uri quantity:decimal? uom:text?~',
  SourceList: 'source:SourceDest+',
  DestinationList: 'destination:SourceDest+',
  SourceDest: '@type:uri uri',
  Ilmd: '@* extension:Open? other*',
}
