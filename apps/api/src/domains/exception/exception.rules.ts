import { type ErrorType, errorTypeInfo, type Finding } from '@seriatim/epcis'
import type { ExceptionCategory, ExceptionExcerpt, ExceptionFinding, ExceptionStatus, FindingShown, PdgKind } from '@seriatim/schema'

/** Whether a ticket may go from one status to another (decision 57). Staying as it is changes nothing and is allowed. */
export function mayBecome(from: ExceptionStatus, to: ExceptionStatus): boolean {
  return from === to || from === 'OPEN' || to === 'OPEN'
}

const DAY_MS = 86_400_000
const isWeekend = (day: Date) => day.getUTCDay() === 0 || day.getUTCDay() === 6
const asDay = (date: Date) => date.toISOString().slice(0, 10)

/** The day that comes so many business days after this one. `2026-09-16`, 3 -> `2026-09-21`. */
export function addBusinessDays(day: string, amount: number): string {
  let date = new Date(`${day}T00:00:00Z`)
  for (let left = amount; left > 0; ) {
    date = new Date(date.getTime() + DAY_MS)
    if (!isWeekend(date)) left -= 1
  }
  return asDay(date)
}

/** Business days from one day to another; below zero when the other lies before it. */
export function businessDaysBetween(from: string, to: string): number {
  if (to < from) return -businessDaysBetween(to, from) || -1
  let days = 0
  for (let date = new Date(`${from}T00:00:00Z`); asDay(date) < to; ) {
    date = new Date(date.getTime() + DAY_MS)
    if (!isWeekend(date)) days += 1
  }
  return days
}

/** What a document's ticket is about, by its gravest finding; a person may say otherwise. */
export function kindOf(type: ErrorType): { category: ExceptionCategory; reportKind: PdgKind } {
  if (type === 'AllMedsNotShippedError') return { category: 'dataNoProduct', reportKind: 'missing_product' }
  const { section } = errorTypeInfo(type)
  if (section === 'Location Vocabulary' || section === 'Med Vocabulary') return { category: 'dataIssue', reportKind: 'master_data_errors' }
  return { category: 'dataIssue', reportKind: section === 'Meds' ? 'data_misalignment' : 'missing_product_data' }
}

/** A finding as the import stores it. */
export type StoredFinding = FindingShown

export interface FindingGroup extends Omit<ExceptionFinding, 'touches'> {
  /** Numbers of the events that it is about. */
  events: number[]
}

const SECTIONS = ['File', 'Header', 'Events', 'Location Vocabulary', 'Meds', 'Med Vocabulary']
const SHOWN_LINES = 20
const SHOWN_VALUES = 5
/** Places of one sentence that are shown with their lines of the file. */
const SHOWN_PLACES = 3

/** The findings, each sentence once, in the order of the sections, gravest first. */
export function groupFindings(findings: readonly StoredFinding[], excerpts: readonly ExceptionExcerpt[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>()
  for (const { type, severity, message, hint, section, path, line, value, event } of findings) {
    const key = JSON.stringify([type, severity, message, hint])
    const group = groups.get(key) ?? {
      type,
      severity,
      message,
      hint,
      section,
      count: 0,
      lines: [],
      values: [],
      event: path?.match(/\/(\w+Event)\b/)?.[1] ?? null,
      events: [],
      excerpts: [],
    }
    groups.set(key, group)
    group.count += 1
    if (line && group.lines.length < SHOWN_LINES && !group.lines.includes(line)) group.lines.push(line)
    if (value && group.values.length < SHOWN_VALUES && !group.values.includes(value)) group.values.push(value)
    if (event !== null && !group.events.includes(event)) group.events.push(event)
  }
  for (const group of groups.values())
    group.excerpts = group.lines.slice(0, SHOWN_PLACES).flatMap((line) => excerpts.find((one) => one.line === line) ?? [])
  const rank = ({ section, severity }: FindingGroup) => SECTIONS.indexOf(section) * 2 + Number(severity === 'warn')
  return [...groups.values()].toSorted((a, b) => rank(a) - rank(b))
}

/** Where the findings point: what the lines of the file are kept of. */
export function placesOf(findings: readonly StoredFinding[], most = 60): { line: number; column: number }[] {
  const seen = new Map<string, number>()
  const places = new Map<number, { line: number; column: number }>()
  for (const { type, severity, message, hint, line, column } of findings) {
    const key = JSON.stringify([type, severity, message, hint])
    const shown = seen.get(key) ?? 0
    if (!line || shown >= SHOWN_PLACES || places.size >= most) continue
    seen.set(key, shown + 1)
    if (!places.has(line)) places.set(line, { line, column: column ?? 1 })
  }
  return [...places.values()].toSorted((a, b) => a.line - b.line)
}

/** Reject before warn, then document order (decision 28). */
export function gravest<Found extends Pick<Finding, 'severity'>>(findings: readonly Found[]): Found | undefined {
  return findings.find((finding) => finding.severity === 'reject') ?? findings[0]
}
