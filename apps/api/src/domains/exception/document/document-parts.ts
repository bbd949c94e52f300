import { createValidator, type EpcisEvent, type Header, type LocationEntry, type MedEntry, type TypedValue } from '@seriatim/epcis'
import type { ExceptionEvent, ExceptionExcerpt, ExceptionHeader, ExceptionLocation, ExceptionMed, ExceptionProduct } from '@seriatim/schema'
import { findingPlaces, type StoredFinding } from '../exception.rules.ts'
import { LineKeeper } from './line-keeper.ts'

/** The parts of a document that a ticket's screen shows. */
export interface DocumentExcerpts {
  header: ExceptionHeader | null
  excerpts: ExceptionExcerpt[]
  events: ExceptionEvent[]
  locationVocabulary: ExceptionLocation[]
  medVocabulary: ExceptionProduct[]
  meds: ExceptionMed[]
  /** Number of parts of each kind in the document, including those beyond the maximum that is stored. */
  amounts: Record<PartSection, number>
}
export type PartSection = 'events' | 'locationVocabulary' | 'medVocabulary' | 'meds'

/** Maximum number of parts stored for each section of the document. `LISTED` limits the list of EPCs of a single event. */
const MOST = { events: 50_000, locationVocabulary: 10_000, medVocabulary: 10_000, meds: 500_000 }
const LISTED = 200

type Severity = StoredFinding['severity']
type Marks<Key> = Map<Key, Severity>

function mark<Key>(marks: Marks<Key>, key: Key, severity: Severity): void {
  if (severity === 'reject' || !marks.has(key)) marks.set(key, severity)
}

/** Collects the parts of the document that findings point at: events by number, vocabulary entries by id, units by EPC. */
function collectMarks(findings: readonly StoredFinding[]) {
  const events: Marks<number> = new Map()
  const entries: Marks<string> = new Map()
  const units: Marks<string> = new Map()
  for (const { event, path, value, severity } of findings) {
    if (event !== null) mark(events, event, severity)
    const id = /\/VocabularyElement\[@id="(.*)"\]/s.exec(path ?? '')?.[1]
    if (id !== undefined) mark(entries, id, severity)
    if (value !== null) mark(/^urn:epc:id:sgln:/.test(value) ? entries : units, value, severity)
  }
  return { events, entries, units }
}

/**
 * Reads a document's parts from the stream, with the lines around each finding.
 *
 * @param pause called after each chunk, so that other work can run.
 */
export async function readExcerpts(
  chunks: AsyncIterable<Uint8Array>,
  findings: readonly StoredFinding[],
  { now, pause }: { now: Date; pause: () => Promise<void> },
): Promise<DocumentExcerpts> {
  const marks = collectMarks(findings)
  const keeper = new LineKeeper(findingPlaces(findings))
  const parents = new Map<string, string | null>()
  const batches = new Map<string, Batch>()
  const parts: DocumentExcerpts = {
    header: null,
    excerpts: [],
    events: [],
    locationVocabulary: [],
    medVocabulary: [],
    meds: [],
    amounts: { events: 0, locationVocabulary: 0, medVocabulary: 0, meds: 0 },
  }
  const keep = <Section extends Exclude<PartSection, 'meds'>>(section: Section, item: DocumentExcerpts[Section][number]) => {
    parts.amounts[section] += 1
    const list = parts[section] as DocumentExcerpts[Section][number][] // `section` is the section of the item, so this list takes it
    if (list.length < MOST[section]) list.push(item)
  }
  const validator = createValidator(
    {
      header: (header) => {
        parts.header = makeHeader(header)
      },
      location: (entry) => keep('locationVocabulary', { ...toLocation(entry), severity: marks.entries.get(entry.id) ?? null }),
      med: (entry) => keep('medVocabulary', { ...toProduct(entry), severity: marks.entries.get(entry.id) ?? null }),
      event: (event) => {
        keep('events', { ...makeEvent(event), severity: marks.events.get(event.number) ?? null })
        placeUnits(parents, event)
        keepBatch(batches, event)
      },
    },
    { now, listsArePassing: true },
  )
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    validator.write(chunk)
    keeper.write(decoder.decode(chunk, { stream: true }))
    await pause()
  }
  validator.end()
  const units = [...parents].filter(([epc]) => isMed(epc))
  parts.amounts.meds = units.length
  parts.meds = units.slice(0, MOST.meds).map(([sgtin, parentSgtin]) => ({
    sgtin,
    parentSgtin,
    ...(batches.get(sgtin) ?? NO_BATCH),
    severity: marks.units.get(sgtin) ?? marks.units.get(parentSgtin ?? '') ?? null,
  }))
  parts.excerpts = keeper.excerpts()
  parts.events = gravestFirst(parts.events)
  parts.locationVocabulary = gravestFirst(parts.locationVocabulary)
  parts.medVocabulary = gravestFirst(parts.medVocabulary)
  parts.meds = gravestFirst(parts.meds)
  return parts
}

const RANK = { reject: 0, warn: 1 }

/**
 * Sorts items by the severity of their findings, most severe first, so that they are easy to find; items of equal severity stay in document order.
 */
function gravestFirst<Item extends { severity: Severity | null }>(items: readonly Item[]): Item[] {
  const rank = ({ severity }: Item) => (severity === null ? 2 : RANK[severity])
  return items.toSorted((a, b) => rank(a) - rank(b))
}

const isMed = (epc: string) => epc.startsWith('urn:epc:id:sgtin:') || (/^https?:/.test(epc) && epc.includes('/21/'))

/** Records for each unit the container into which it was last packed, or null if it is in none. */
function placeUnits(parents: Map<string, string | null>, event: EpcisEvent): void {
  if (parents.size >= MOST.meds * 2) return
  const isPacking = event.kind === 'aggregation'
  const parent = isPacking && event.action !== 'DELETE' ? event.parentId : null
  for (const epc of event.epcs) if (isPacking || !parents.has(epc)) parents.set(epc, parent)
}

interface Batch {
  lotNumber: string | null
  expirationDate: string | null
}
const NO_BATCH: Batch = { lotNumber: null, expirationDate: null }

/** Maps each unit of an event to an object with the event's lot and expiration date, which all of these units share. */
function keepBatch(batches: Map<string, Batch>, { epcs, lotNumber, expirationDate }: EpcisEvent): void {
  if ((lotNumber === null && expirationDate === null) || batches.size >= MOST.meds) return
  const batch = { lotNumber, expirationDate }
  for (const epc of epcs) batches.set(epc, batch)
}

function makeHeader(header: Header): ExceptionHeader {
  return {
    dateCreated: header.creationDateAndTime,
    docType: header.type,
    headerVersion: header.headerVersion,
    identifier: header.instanceIdentifier,
    receiverSgln: header.receiver?.value ?? null,
  }
}

const parties = (values: readonly TypedValue[]) => values.map(({ type, value }) => ({ type, sgln: value }))

function makeEvent(event: EpcisEvent): Omit<ExceptionEvent, 'severity'> {
  const isPacking = event.kind === 'aggregation'
  const listed = event.epcs.slice(0, LISTED)
  return {
    number: event.number,
    line: event.line,
    type: event.name,
    action: event.action,
    bizStep: event.bizStep,
    disposition: event.disposition,
    eventTime: event.eventTime,
    eventTimezoneOffset: event.eventTimeZoneOffset,
    readPoint: event.readPoint,
    bizTransactionList: [...event.bizTransactions],
    epcList: isPacking ? [] : listed,
    epcListCount: isPacking ? 0 : event.epcCount,
    childEPCs: isPacking ? listed : [],
    childEPCsCount: isPacking ? event.epcCount : 0,
    extension: {
      lotNumber: event.lotNumber,
      expirationDate: event.expirationDate,
      source: parties(event.sources),
      destination: parties(event.destinations),
    },
  }
}

function toLocation({
  id,
  name,
  streetAddressOne,
  city,
  state,
  countryCode,
  postalCode,
}: LocationEntry): Omit<ExceptionLocation, 'severity'> {
  return { sgln: id, name, streetAddressOne, city, state, countryCode, postalCode }
}

function toProduct(entry: MedEntry): Omit<ExceptionProduct, 'severity'> {
  return {
    sgtin: entry.id,
    additionalTradeItemIdentification: entry.ndc,
    additionalTradeItemIdentificationTypeCode: entry.ndcType,
    dosageFormType: entry.dosageFormType,
    manufacturerOfTradeItemPartyName: entry.manufacturerOfTradeItemPartyName,
    netContentDescription: entry.netContentDescription,
    regulatedProductName: entry.regulatedProductName,
    strengthDescription: entry.strengthDescription,
  }
}
