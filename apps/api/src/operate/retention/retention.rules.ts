import { KEEP_YEARS } from '@seriatim/schema'
import { addMonths, DAY_MS } from '../../core/day.ts'

/** Records must be kept for at least this many years. */
export const LEAST_YEARS = KEEP_YEARS

/**
 * Records from before this instant have been kept for at least `years`. One day is subtracted because a day ends later in western time zones than in
 * UTC.
 */
export function cutoffDate(now: Date, years: number): Date {
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
  return new Date(addMonths(today, -12 * years).getTime() - DAY_MS)
}

/** Kinds of records that may keep an order regardless of its age. `reason-words.ts` contains the text that explains each kind. */
export type MatterKind = 'ticket' | 'hold' | 'incident' | 'recall' | 'correction' | 'upload' | 'mail' | 'tracing' | 'shipment' | 'legalHold'

/** A record, such as a ticket or a hold, that refers to an order, its document or its packages, and may be a reason to keep the order. */
export interface Matter {
  kind: MatterKind
  /** Ticket number, hold label or request number that a person can search for. */
  label: string | null
  /** Time at which the matter ended; null while it is open. */
  endedAt: Date | null
}

export interface OrderFacts {
  id: number
  purchaseOrderNumbers: string[]
  senderNames: string[]
  uploadedAt: Date
  /** Time of the latest activity: upload, receipt, undo, email, closing, voiding or answer. */
  lastAt: Date
  meds: number
  /** Whether packages of the order are still expected. */
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

/** Reasons to keep an order; empty if it may be removed. */
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

/** First day on which a record with its last event at `lastAt` is old enough to be removed, because `cutoffDate` is then later. */
export function retainedUntil(lastAt: Date, years: number): Date {
  const day = new Date(Math.floor(lastAt.getTime() / DAY_MS) * DAY_MS)
  return new Date(addMonths(day, 12 * years).getTime() + 2 * DAY_MS)
}

/** Ids of two orders that share packages, or one of which references the other. */
export type Tie = readonly [number, number]

export interface OrderGroup {
  /** Ascending. */
  ids: number[]
}

/** A group is identified by the id of its first order. */
export const numberGroup = ({ ids }: OrderGroup) => ids[0] ?? 0

export interface Sorted {
  /** Groups of orders; the orders of a group are removed together or not at all. */
  groups: OrderGroup[]
  /**
   * Orders that are due for removal but must stay, because they are tied to an order that stays. The key is the id of the order that is due, the
   * value the id of the order that keeps it.
   */
  tied: Map<number, number>
}

/**
 * Groups the `free` orders that are tied to each other, directly or through other orders. An order that is tied to an order that stays must stay too.
 */
export function groupOrders(free: ReadonlySet<number>, ties: readonly Tie[]): Sorted {
  const roots = new Map<number, number>()
  const findRoot = (id: number): number => {
    let root = id
    for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next
    // Path compression: a long chain is walked once.
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
  const groups = new Map<number, OrderGroup>()
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

/**
 * Possible serial numbers or lots in a field of a report, in upper case: each whole line, because a serial number may contain a comma, and each word
 * of each line.
 */
export function readNamed(text: string): string[] {
  return [...new Set(nonEmptyLines(text).flatMap((line) => [line, ...readWords(line)]))]
}

/** Whether everything in the field is on file. "N/A", "see attached" or "100 - 200" may mean packages that we can't identify. */
export function isUnderstood(text: string, known: ReadonlySet<string>): boolean {
  return nonEmptyLines(text).every((line) => known.has(line) || readWords(line).every((word) => known.has(word)))
}

const nonEmptyLines = (text: string) =>
  text
    .toUpperCase()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
/**
 * Splits a line into words, separated by spaces, commas or semicolons, because people enter several serial numbers and lots in one line. A line of
 * separators only is returned as one word, which matches no serial number or lot.
 */
const readWords = (line: string) => {
  const words = line.split(/[\s,;]+/).filter(Boolean)
  return words.length ? words : [line]
}

/**
 * Separates the reasons to keep a record indefinitely, which are stored in one text column. Each reason, such as a lawsuit, stays in force until
 * somebody ends that reason.
 */
export const REASON_MARK = ';'

export function readReasons(kept: string | null): string[] {
  return (kept ?? '')
    .split(REASON_MARK)
    .map((reason) => reason.trim())
    .filter(Boolean)
}

/** Adds one reason to the reasons why a record is kept, or removes it from them. Returns null if no reason is left. */
export function changeReasons(kept: string | null, { kind, reason }: { kind: 'keep' | 'letGo'; reason: string }): string | null {
  const others = readReasons(kept).filter((one) => one !== reason)
  if (kind === 'keep' && readReasons(kept).includes(reason)) return kept
  return (kind === 'keep' ? [...others, reason] : others).join(`${REASON_MARK} `) || null
}
