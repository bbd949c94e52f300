import { type ErrorType, errorTypeInfo, type Finding } from '@seriatim/epcis'
import type { ExceptionCategory, ExceptionExcerpt, ExceptionFinding, ExceptionStatus, FindingShown, PdgKind } from '@seriatim/schema'

/** Whether a ticket may change from one status to another (decision 57). Keeping its status is allowed and changes nothing. */
export function canTransition(from: ExceptionStatus, to: ExceptionStatus): boolean {
  return from === to || from === 'OPEN' || to === 'OPEN'
}

/** Default category and report kind of a document's ticket, from its most severe finding. A person may change them. */
export function ticketKind(type: ErrorType): { category: ExceptionCategory; reportKind: PdgKind } {
  if (type === 'AllMedsNotShippedError') return { category: 'dataNoProduct', reportKind: 'missing_product' }
  const { section } = errorTypeInfo(type)
  if (section === 'Location Vocabulary' || section === 'Med Vocabulary') return { category: 'dataIssue', reportKind: 'master_data_errors' }
  return { category: 'dataIssue', reportKind: section === 'Meds' ? 'data_misalignment' : 'missing_product_data' }
}

export type StoredFinding = FindingShown

export interface TicketFindings extends Omit<ExceptionFinding, 'touches'> {
  events: number[]
  entries: string[]
}

const SECTIONS = ['File', 'Header', 'Events', 'Location Vocabulary', 'Meds', 'Med Vocabulary']
const SHOWN_LINES = 20
const SHOWN_VALUES = 5
/** Maximum number of places in the file that are shown, each with the surrounding lines, for one finding. */
const SHOWN_PLACES = 3

/**
 * Maximum number of UTF-16 units stored of a line; a longer line is cut around the position of the finding, because some files consist of a single
 * line.
 */
export const EXCERPT_WIDTH = 400
const BEFORE = 120
const AFTER = 80

/** A position in a text; line and column count from 1, columns in UTF-16 units. */
export interface TextPosition {
  line: number
  column: number
}

/** Offset in the line, in UTF-16 units, at which the stored excerpt around this position begins. */
export const findBegin = ({ column }: TextPosition) => Math.max(0, column - 1 - BEFORE)

/** Whether the excerpt stored for the position `kept` also shows the position `place` and the text after it. */
function showsPlace(kept: TextPosition, place: TextPosition): boolean {
  const begin = findBegin(kept)
  return kept.line === place.line && place.column > begin && place.column + AFTER <= begin + EXCERPT_WIDTH
}

const writeSentence = ({ type, severity, message, hint }: StoredFinding) => JSON.stringify([type, severity, message, hint])

const newGroup = ({ type, severity, message, hint, section, path }: StoredFinding): TicketFindings => ({
  type,
  severity,
  message,
  hint,
  section,
  count: 0,
  lines: [],
  amountOfLines: 0,
  places: [],
  amountOfPlaces: 0,
  values: [],
  event: path?.match(/\/(\w+Event)\b/)?.[1] ?? null,
  events: [],
  entries: [],
  excerpts: [],
})

/** Merges findings with the same message text. Groups are sorted by section, and within a section errors precede warnings. */
export function groupTicketFindings(findings: readonly StoredFinding[], excerpts: readonly ExceptionExcerpt[]): TicketFindings[] {
  const groups = [...Map.groupBy(findings, writeSentence).values()].flatMap((same) => {
    const [first] = same
    return first ? [makeGroup(newGroup(first), same, excerpts)] : []
  })
  const rank = ({ section, severity }: TicketFindings) => SECTIONS.indexOf(section) * 2 + Number(severity === 'warn')
  return groups.toSorted((a, b) => rank(a) - rank(b))
}

function makeGroup(group: TicketFindings, same: readonly StoredFinding[], excerpts: readonly ExceptionExcerpt[]): TicketFindings {
  const places = distinctPlaces(same)
  const lines = [...new Set(places.map(({ line }) => line))]
  const shown = places.flatMap((place) => excerpts.find((excerpt) => showsPlace(excerpt, place)) ?? [])
  return {
    ...group,
    count: same.length,
    lines: lines.slice(0, SHOWN_LINES),
    amountOfLines: lines.length,
    places: places.slice(0, SHOWN_LINES),
    amountOfPlaces: places.length,
    values: [...new Set(same.flatMap(({ value }) => value || []))].slice(0, SHOWN_VALUES),
    events: [...new Set(same.flatMap(({ event }) => event ?? []))],
    entries: [...new Set(same.flatMap(placeEntry))],
    excerpts: [...new Set(shown)].slice(0, SHOWN_PLACES),
  }
}

function placeEntry({ path, value }: StoredFinding): string | [] {
  const id = /\/VocabularyElement\[@id="(.*)"\]/s.exec(path ?? '')?.[1]
  return id ?? (value && /^urn:epc:(id:sgln|idpat:sgtin):/.test(value) ? value : [])
}

function distinctPlaces(findings: readonly StoredFinding[]): TextPosition[] {
  const places = new Map<string, TextPosition>()
  for (const { line, column } of findings) if (line) places.set(`${line} ${column ?? 1}`, { line, column: column ?? 1 })
  return [...places.values()]
}

/**
 * Maximum number of places per document for which lines of the file are stored. Each distinct message of the findings gets its first place before any
 * message gets a second one.
 */
const MOST_PLACES = 1000

/** The places in the file whose surrounding lines should be stored. */
export function findingPlaces(findings: readonly StoredFinding[]): TextPosition[] {
  const sentences = [...Map.groupBy(findings, writeSentence).values()].map(distinctPlaces)
  const kept = new Map<number, TextPosition[]>()
  let amount = 0
  for (let nth = 0; nth < SHOWN_PLACES; nth += 1) {
    for (const places of sentences) {
      const place = places[nth]
      if (!place || amount >= MOST_PLACES) continue
      const onLine = kept.get(place.line) ?? []
      if (onLine.some((one) => showsPlace(one, place))) continue
      kept.set(place.line, [...onLine, place])
      amount += 1
    }
  }
  return [...kept.values()].flat().toSorted((a, b) => a.line - b.line || a.column - b.column)
}

/** The first finding that rejects, or else the first of all findings (decision 28). */
export function mostSevere<Found extends Pick<Finding, 'severity'>>(findings: readonly Found[]): Found | undefined {
  return findings.find((finding) => finding.severity === 'reject') ?? findings[0]
}

/** Removes duplicates and sorts, so that two calls that change many tickets lock them in the same order and cannot deadlock. */
export const sortIds = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
