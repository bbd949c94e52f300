/** EPCIS field names in plain words. */
const WORDS: Readonly<Record<string, string>> = {
  additionalTradeItemIdentification: 'NDC',
  additionalTradeItemIdentificationTypeCode: 'type of NDC',
  affirmTransactionStatement: 'transaction statement',
  bizLocation: 'business location',
  bizStep: 'business step',
  bizTransactionList: 'list of business documents',
  childEPCs: 'list of packed serial numbers',
  countryCode: 'country',
  creationDate: 'creation date',
  destinationList: 'destination',
  dosageFormType: 'dosage form',
  epcList: 'list of serial numbers',
  eventTime: 'time of the event',
  eventTimeZoneOffset: 'time zone of the event',
  ilmd: 'lot and expiration data',
  itemExpirationDate: 'expiration date',
  legalNotice: 'legal notice',
  lotNumber: 'lot number',
  manufacturerOfTradeItemPartyName: 'manufacturer',
  netContentDescription: 'package size',
  parentID: 'container number',
  postalCode: 'ZIP code',
  readPoint: 'read point',
  regulatedProductName: 'product name',
  sourceList: 'source',
  streetAddressOne: 'street address',
  strengthDescription: 'strength',
}
const NAMES = new RegExp(`\\b(?:${Object.keys(WORDS).join('|')})\\b`, 'g')

/** `StandardBusinessDocumentHeader` -> `standard business document header` */
const splitName = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

/**
 * Replaces the field names in a finding with plain words, for an email to a partner; the attached report keeps the field names. In messages about the
 * schema, also splits other names in camel case into words. Other messages may contain the name of a product, such as MiraLax, which must not be
 * split.
 */
export function toPlainWords(message: string): string {
  const words = message.replace(NAMES, (name) => WORDS[name] ?? name)
  if (!/^The (element|attribute|text of)\b/.test(words)) return words
  return words.replace(/\b(?:[a-z]{2,}(?:[A-Z][a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+)\b/g, splitName)
}
