import { addMonths, DAY_MS } from '../../core/day.ts'

/** FD&C Act 582(d)(1)(A)(iii) and (d)(4): transaction information, statements and the records of an investigation are kept not less than so many years. */
export const LEAST_YEARS = 6

/**
 * What happened before this has been kept for so many years: whole days, and one more, because the day on which it happened ends later in the west.
 */
export function cutoffDate(now: Date, years: number): Date {
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
  return new Date(addMonths(today, -12 * years).getTime() - DAY_MS)
}

/** What may keep an order back whatever its age; each has its words in `words.ts`. */
export type MatterKind = 'ticket' | 'hold' | 'incident' | 'recall' | 'correction' | 'upload' | 'mail' | 'legalHold'

/** Something that an order, its document or its packages are named in. */
export interface Matter {
  kind: MatterKind
  /** A ticket's number, a hold's label: what a person looks for. */
  label: string | null
  /** Null while it is not over. */
  endedAt: Date | null
}

export interface OrderFacts {
  id: number
  purchaseOrderNumbers: string[]
  senderNames: string[]
  uploadedAt: Date
  /** The latest of what happened to it: uploaded, received, taken back, sent on, closed, voided, answered. */
  lastAt: Date
  meds: number
  /** Something is still expected on it. */
  isOpen: boolean
  matters: Matter[]
}

export type Reason =
  | { kind: 'recent'; until: Date }
  | { kind: 'open' }
  | { kind: MatterKind; label: string | null; until: Date | null }
  | { kind: 'tied'; to: number }
  | { kind: 'lost'; sha256: string }
export type ReasonKind = Reason['kind']

/** Why an order stays; empty when it may go. */
export function judgeOrder({ lastAt, isOpen, matters }: OrderFacts, { cutoff, years }: { cutoff: Date; years: number }): Reason[] {
  const reasons: Reason[] = []
  if (lastAt >= cutoff) reasons.push({ kind: 'recent', until: retainedUntil(lastAt, years) })
  if (isOpen) reasons.push({ kind: 'open' })
  for (const { kind, label, endedAt } of matters) {
    if (endedAt === null) reasons.push({ kind, label, until: null })
    else if (endedAt >= cutoff) reasons.push({ kind, label, until: retainedUntil(endedAt, years) })
  }
  return reasons
}

/** The first day on which `cutoffDate` has passed it. */
export function retainedUntil(lastAt: Date, years: number): Date {
  const day = new Date(Math.floor(lastAt.getTime() / DAY_MS) * DAY_MS)
  return new Date(addMonths(day, 12 * years).getTime() + 2 * DAY_MS)
}

/** Two orders that share packages, or one of which names the other. */
export type Tie = readonly [number, number]

export interface Group {
  /** Ascending. */
  ids: number[]
}

/** A group has the number of its first order. */
export const numberGroup = ({ ids }: Group) => ids[0] ?? 0

export interface Sorted {
  /** They go together or not at all. */
  groups: Group[]
  /** Orders that could go by themselves, and one that they belong with stays. */
  tied: Map<number, number>
}

/** Puts together what is tied; whatever is tied to something that does not go stays too. */
export function groupOrders(free: ReadonlySet<number>, ties: readonly Tie[]): Sorted {
  const roots = new Map<number, number>()
  const findRoot = (id: number): number => {
    let root = id
    for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next
    // Long chains are walked once.
    for (let at = id; at !== root; ) {
      const next = roots.get(at) ?? root
      roots.set(at, root)
      at = next
    }
    return root
  }
  for (const [a, b] of ties) {
    const [one, other] = [findRoot(a), findRoot(b)]
    if (one !== other) roots.set(Math.max(one, other), Math.min(one, other))
  }
  const stays = new Map<number, number>()
  for (const id of ties.flat()) if (!free.has(id) && !stays.has(findRoot(id))) stays.set(findRoot(id), id)
  const groups = new Map<number, Group>()
  const tied = new Map<number, number>()
  for (const id of [...free].sort((a, b) => a - b)) {
    const root = findRoot(id)
    const staying = stays.get(root)
    const group = groups.get(root)
    if (staying !== undefined) tied.set(id, staying)
    else if (group) group.ids.push(id)
    else groups.set(root, { ids: [id] })
  }
  return { groups: [...groups.values()], tied }
}

/** What a field of a report may name, in capitals: each line of it whole, because a serial number may hold a comma, and each of its words. */
export function readNamed(text: string): string[] {
  return [...new Set(nonEmptyLines(text).flatMap((line) => [line, ...readWords(line)]))]
}

/** Whether all that the field says is something that is on record. "N/A", "see attached" or "100 - 200" name packages that nobody here can tell. */
export function isUnderstood(text: string, known: ReadonlySet<string>): boolean {
  return nonEmptyLines(text).every((line) => known.has(line) || readWords(line).every((word) => known.has(word)))
}

const nonEmptyLines = (text: string) =>
  text
    .toUpperCase()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
/** Serial numbers and lots stand in one field each, with blanks, commas or semicolons between them. A line of those alone is a word, which names nothing. */
const readWords = (line: string) => {
  const words = line.split(/[\s,;]+/).filter(Boolean)
  return words.length ? words : [line]
}

/** What keeps a record until further notice stands in one text: every lawsuit and every investigation is there until it is ended by its name. */
export const REASON_MARK = ';'

export function readReasons(kept: string | null): string[] {
  return (kept ?? '')
    .split(REASON_MARK)
    .map((reason) => reason.trim())
    .filter(Boolean)
}

/** The text with one reason more or less; null when none is left. */
export function changeReasons(kept: string | null, { kind, reason }: { kind: 'keep' | 'letGo'; reason: string }): string | null {
  const others = readReasons(kept).filter((one) => one !== reason)
  if (kind === 'keep' && readReasons(kept).includes(reason)) return kept
  return (kind === 'keep' ? [...others, reason] : others).join(`${REASON_MARK} `) || null
}
