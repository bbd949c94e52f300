import { errorTypeInfo, type Section } from './error-types.ts'
import type { EpcisEvent, Header, LocationEntry, MedEntry, TypedValue } from './facts.ts'
import type { Finding } from './finding.ts'

/** A finding as an exception shows it: the error type and the description. */
export interface DetailError {
  readonly name: string
  readonly description: string
}

export interface PartyDetail {
  readonly type: string
  readonly sgln: string
}

export interface HeaderDetail {
  readonly dateCreated: string | null
  readonly docType: string | null
  readonly headerVersion: string | null
  readonly identifier: string | null
  readonly receiverSgln: string | null
}

export interface EventDetail {
  readonly type: string
  readonly action: string | null
  readonly bizStep: string | null
  readonly disposition: string | null
  readonly eventTime: string | null
  readonly eventTimezoneOffset: string | null
  readonly readPoint: string | null
  readonly bizTransactionList: readonly TypedValue[]
  readonly epcList: readonly string[]
  readonly childEPCs: readonly string[]
  readonly extension: {
    readonly lotNumber: string | null
    readonly expirationDate: string | null
    readonly source: readonly PartyDetail[]
    readonly destination: readonly PartyDetail[]
  }
}

export type LocationDetail = Omit<LocationEntry, 'id' | 'gln' | 'streetAddressTwo'> & { readonly sgln: string }

export type MedVocabularyDetail = Omit<MedEntry, 'id' | 'gtin' | 'ndc' | 'ndcType'> & {
  readonly sgtin: string
  readonly additionalTradeItemIdentification: string | null
  readonly additionalTradeItemIdentificationTypeCode: string | null
}

export interface MedDetail {
  readonly sgtin: string
  readonly parentSgtin: string | null
}

/** One section of the document: the errors found in it, and the subjects of these errors, each only once. */
export interface DetailSection<Item> {
  readonly errors: readonly DetailError[]
  readonly items: readonly Item[]
}

/** What a document exception reports about its document, by section: the errors and their subjects. Sections without findings are absent. */
export interface ExceptionDetails {
  readonly file?: { readonly errors: readonly DetailError[] }
  readonly header?: { readonly errors: readonly DetailError[]; readonly data: HeaderDetail | null }
  readonly locationVocabulary?: DetailSection<LocationDetail>
  readonly medVocabulary?: DetailSection<MedVocabularyDetail>
  readonly events?: DetailSection<EventDetail>
  readonly meds?: DetailSection<MedDetail>
}

/** Looks up the subject of a finding: the header, an event, a location or a product. Null if the subject is not available. */
export interface DetailSource {
  readonly header: Header | null
  event(number: number): EpcisEvent | null
  location(id: string): LocationEntry | null
  med(id: string): MedEntry | null
}

/** Makes the details object of a document exception (P2 §3): every finding under its section, with its subject. */
export function exceptionDetails(findings: readonly Finding[], source: DetailSource): ExceptionDetails {
  const of = (section: Section) => findings.filter((finding) => finding.section === section)
  const part = <Item>(section: Section, itemOf: (finding: Finding) => Item | null): DetailSection<Item> | undefined => {
    const found = of(section)
    return found.length === 0 ? undefined : { errors: found.map(detailError), items: unique(found, itemOf) }
  }
  const file = of('File')
  const header = of('Header')
  const parts = {
    locationVocabulary: part('Location Vocabulary', (finding) => locationDetail(finding, source)),
    medVocabulary: part('Med Vocabulary', (finding) => medVocabularyDetail(finding, source)),
    events: part('Events', ({ event }) => eventDetail(event === null ? null : source.event(event))),
    meds: part('Meds', (finding) => medDetail(finding, source)),
  }
  return {
    ...(file.length > 0 && { file: { errors: file.map(detailError) } }),
    ...(header.length > 0 && { header: { errors: header.map(detailError), data: headerDetail(source.header) } }),
    ...Object.fromEntries(Object.entries(parts).filter(([, section]) => section !== undefined)),
  }
}

/** Name and description of a finding, as in the exception's list of errors. */
export function detailError({ type, message }: Finding): DetailError {
  return { name: errorTypeInfo(type).type, description: message }
}

function unique<Item>(findings: readonly Finding[], itemOf: (finding: Finding) => Item | null): Item[] {
  const items = new Map<string, Item>()
  for (const finding of findings) {
    const item = itemOf(finding)
    if (item !== null) items.set(JSON.stringify(item), item)
  }
  return [...items.values()]
}

function headerDetail(header: Header | null): HeaderDetail | null {
  if (header === null) return null
  return {
    dateCreated: header.creationDateAndTime,
    docType: header.type,
    headerVersion: header.headerVersion,
    identifier: header.instanceIdentifier,
    receiverSgln: header.receiver?.value ?? null,
  }
}

function eventDetail(event: EpcisEvent | null): EventDetail | null {
  if (event === null) return null
  const isAggregation = event.kind === 'aggregation'
  const party = ({ type, value }: TypedValue) => ({ type, sgln: value })
  return {
    type: event.name,
    action: event.action,
    bizStep: event.bizStep,
    disposition: event.disposition,
    eventTime: event.eventTime,
    eventTimezoneOffset: event.eventTimeZoneOffset,
    readPoint: event.readPoint,
    bizTransactionList: event.bizTransactions,
    epcList: isAggregation ? [] : event.epcs,
    childEPCs: isAggregation ? event.epcs : [],
    extension: {
      lotNumber: event.lotNumber,
      expirationDate: event.expirationDate,
      source: event.sources.map(party),
      destination: event.destinations.map(party),
    },
  }
}

function locationDetail(finding: Finding, source: DetailSource): LocationDetail | null {
  const id = entryId(finding) ?? finding.value
  const entry = id === null ? null : source.location(id)
  if (entry !== null) {
    const { name, streetAddressOne, city, state, postalCode, countryCode } = entry
    return { sgln: entry.id, name, streetAddressOne, city, state, postalCode, countryCode }
  }
  if (id === null) return null
  return { sgln: id, name: null, streetAddressOne: null, city: null, state: null, postalCode: null, countryCode: null }
}

function medVocabularyDetail(finding: Finding, source: DetailSource): MedVocabularyDetail | null {
  const id = entryId(finding)
  const entry = id === null ? null : source.med(id)
  if (entry === null) return null
  return {
    sgtin: entry.id,
    additionalTradeItemIdentification: entry.ndc,
    additionalTradeItemIdentificationTypeCode: entry.ndcType,
    regulatedProductName: entry.regulatedProductName,
    manufacturerOfTradeItemPartyName: entry.manufacturerOfTradeItemPartyName,
    dosageFormType: entry.dosageFormType,
    strengthDescription: entry.strengthDescription,
    netContentDescription: entry.netContentDescription,
  }
}

function medDetail({ event: number, value, path }: Finding, source: DetailSource): MedDetail | null {
  if (value === null || !/^urn:epc:id:|^https?:/.test(value)) return null
  if (path.endsWith('/parentID')) return { sgtin: value, parentSgtin: null }
  return { sgtin: value, parentSgtin: (number === null ? null : source.event(number)?.parentId) ?? null }
}

/** Id of the vocabulary entry in a finding's path; null if there is none. */
function entryId({ path }: Finding): string | null {
  return /\/VocabularyElement\[@id="(.*)"\]/s.exec(path)?.[1] ?? null
}
