import { BIZ_TRANSACTION_TYPES, isBizStep, isDisposition } from '@seriatim/epcis'
import { epcDigitalLink, epcUri, parseEpc } from '@seriatim/gs1'
import type { EventFormat, QueriedEvent } from '@seriatim/schema'

const PREFIX_LENGTHS = [6, 7, 8, 9, 10, 11, 12]

/**
 * Returns the given URI and one URN for each possible length of the company prefix, because two senders may split the same key at different places. A
 * URI without a key is returned alone.
 */
export function spellings(uri: string): string[] {
  const epc = parseEpc(uri)
  if (!epc.ok) return [uri]
  return [...new Set([uri, ...PREFIX_LENGTHS.flatMap((length) => epcUri(epc.value, length) ?? [])])]
}

/**
 * The URI in the format that the caller wants: unchanged for the format `urn`, otherwise as a GS1 Digital Link. A URI that identifies no GS1 key
 * always stays unchanged.
 */
export function inFormat(uri: string, format: EventFormat): string {
  if (format === 'urn') return uri
  const epc = parseEpc(uri)
  return epc.ok ? epcDigitalLink(epc.value) : uri
}

/** The id that we assign to an event without one: it consists of the document's id and the event's number in the document. */
const OWN_ID = /^urn:seriatim:event:([1-9]\d{0,14}):([1-9]\d{0,8})$/

const makeEventId = ({ documentId, eventNumber }: EventPlace): string => `urn:seriatim:event:${documentId}:${eventNumber}`

export interface EventPlace {
  documentId: number
  eventNumber: number
}

/** Returns the document id and event number in an event id that we made; undefined for a sender's id. */
export function parseEventId(eventId: string): EventPlace | undefined {
  const [, documentId, eventNumber] = OWN_ID.exec(eventId) ?? []
  return documentId === undefined ? undefined : { documentId: Number(documentId), eventNumber: Number(eventNumber) }
}

/**
 * A vocabulary of the standard. `has` returns whether it contains a word, and `name` is the prefix of its words in web URIs, such as `BizStep` in
 * `BizStep-shipping`.
 */
interface Vocabulary {
  has: (word: string) => boolean
  name: string
}
const STEPS: Vocabulary = { has: (word) => isBizStep(word, true), name: 'BizStep' }
const DISPOSITIONS: Vocabulary = { has: (word) => isDisposition(word, true), name: 'Disp' }
const TRANSACTIONS: Vocabulary = { has: (word) => BIZ_TRANSACTION_TYPES.has(word), name: 'BTT' }
const ENDS: Vocabulary = { has: (word) => ['owning_party', 'possessing_party', 'location'].includes(word), name: 'SDT' }

/** Writes a term of the standard as a bare word and any other term as a URI, as the JSON schema of EPCIS 2.0 requires. */
const inVocabulary = (word: string, { has, name }: Vocabulary): string =>
  has(word) ? word : `https://ref.gs1.org/cbv/${name}-${encodeURIComponent(word)}`

interface Typed {
  type: string
  value: string
}

/** An event as stored. */
export interface EventRecord extends EventPlace {
  kind: string
  eventId: string | null
  recordedAt: Date
  eventTime: string | null
  eventTimeZoneOffset: string | null
  action: string | null
  bizStep: string | null
  disposition: string | null
  readPoint: string | null
  bizLocation: string | null
  parent: string | null
  bizTransactions: readonly Typed[]
  sources: readonly Typed[]
  destinations: readonly Typed[]
}

/**
 * The company prefixes in the URNs of an event's parent, places and sources. The digits of an SSCC don't show where its company prefix ends; if one
 * of these prefixes follows the first digit of the SSCC, it is split there.
 */
export function companyPrefixes({ readPoint, bizLocation, parent, sources }: EventRecord): string[] {
  const uris = [parent, readPoint, bizLocation, ...sources.map(({ value }) => value)]
  return uris.flatMap((uri) => /^urn:epc:id:\w+:(\d{6,12})\./.exec(uri ?? '')?.[1] ?? [])
}

/** The units of an event, with the lot and expiration date of its first med. */
export interface EventUnits {
  epcs: string[]
  lotNumber: string | null
  expirationDate: string | null
}

const TYPES: Readonly<Record<string, string>> = { object: 'ObjectEvent', aggregation: 'AggregationEvent', transaction: 'TransactionEvent' }

const listOf = <N extends string>(name: N, list: readonly Typed[], known: Vocabulary, format: EventFormat) =>
  list.map(({ type, value }) => ({ type: inVocabulary(type, known), [name]: inFormat(value, format) }) as Record<'type' | N, string>) // TypeScript types a computed property name as string

/** Converts a stored event to an event in EPCIS 2.0 JSON. */
export function toQueriedEvent(row: EventRecord, { epcs, lotNumber, expirationDate }: EventUnits, format: EventFormat): QueriedEvent {
  const { kind, eventTime, eventTimeZoneOffset, action, bizStep, disposition, readPoint, bizLocation, parent } = row
  const isBeginning = kind === 'object' && bizStep === 'commissioning' && action === 'ADD'
  const ilmd = {
    ...(lotNumber !== null && { 'cbvmda:lotNumber': lotNumber }),
    ...(expirationDate !== null && { 'cbvmda:itemExpirationDate': expirationDate }),
  }
  return {
    type: TYPES[kind] ?? 'ObjectEvent',
    eventID: row.eventId ?? makeEventId(row),
    recordTime: row.recordedAt.toISOString(),
    ...(eventTime !== null && { eventTime }),
    ...(eventTimeZoneOffset !== null && { eventTimeZoneOffset }),
    ...(parent !== null && { parentID: inFormat(parent, format) }),
    ...(kind === 'aggregation' ? { childEPCs: epcs } : { epcList: epcs }),
    ...(action !== null && { action }),
    ...(bizStep !== null && { bizStep: inVocabulary(bizStep, STEPS) }),
    ...(disposition !== null && { disposition: inVocabulary(disposition, DISPOSITIONS) }),
    ...(readPoint !== null && { readPoint: { id: inFormat(readPoint, format) } }),
    ...(bizLocation !== null && { bizLocation: { id: inFormat(bizLocation, format) } }),
    ...(row.bizTransactions.length > 0 && {
      bizTransactionList: listOf('bizTransaction', row.bizTransactions, TRANSACTIONS, format),
    }),
    ...(row.sources.length > 0 && { sourceList: listOf('source', row.sources, ENDS, format) }),
    ...(row.destinations.length > 0 && { destinationList: listOf('destination', row.destinations, ENDS, format) }),
    ...(isBeginning && Object.keys(ilmd).length > 0 && { ilmd }),
  }
}
