import type { Outputs } from '../../../api/trpc.ts'
import type { LineRange } from '../../../offline/line-ranges.ts'
import { StoppedUnits } from './list/stopped-units.ts'

type ScanIndex = Outputs['order']['readScanIndex']
/** A row of the container list. */
export type ContainerUnit = Outputs['order']['readManyUnits']['items'][number]
/** A lot of the order that is named in a recall. */
export type Recalled = Outputs['recall']['readManyByDocumentid'][number]

const OPEN = 0
export const RECEIVED = 1
export const HELD = 2
export const PACKAGE = 3
export const NOT_SHIPPED = 4
export const ELSEWHERE = 5
/** The server's state for a line that was received and then put on hold. On this page the line counts as received and is listed in `heldSince`. */
const RECEIVED_HELD = 6

/** The ticket that a line waits for. */
export type PendingTicket = Omit<NonNullable<ScanIndex['pending']>[number], 'lines'>

interface Count {
  total: number
  received: number
  held: number
  /** Number of meds that are on hold only because a ticket's data is missing. */
  pending: number
}

/**
 * The whole order in memory, one entry per document line in each column. It is mutable: with a hundred thousand lines, a scan costs a map lookup and
 * a few counters. A separate version number makes components render.
 */
export interface ReceiveIndex {
  readonly documentId: number
  readonly count: number
  readonly keys: readonly string[]
  readonly facts: ScanIndex['facts']
  /** For each line, the index of its values in `facts`. */
  readonly meta: Int32Array
  readonly parents: Int32Array
  readonly lasts: Int32Array
  readonly states: Uint8Array
  /** For each line, the state that it returns to when its receipt is undone. */
  readonly resting: Uint8Array
  readonly firstOf: ReadonlyMap<string, number>
  /** For each line, the next line with the same key, or -1 if there is none. `firstOf` contains the first line of each key. */
  readonly nextOf: Int32Array
  /** For each line: the number of shipped meds at and below it, and how many of these are received or held. */
  readonly meds: Int32Array
  readonly received: Int32Array
  readonly held: Int32Array
  /** For each line, id of the receipt that received it; 0 if the line is not received or this page does not know the receipt. */
  readonly receipts: Int32Array
  /** Received lines that were put on hold afterwards. */
  readonly heldSince: ReadonlySet<number>
  /** Lines held only until a ticket's data arrives. */
  readonly pending: ReadonlyMap<number, PendingTicket>
  readonly products: ReadonlyMap<number, Count>
  readonly order: Count
  /** Stops, which exclude lines from bulk receipts. */
  readonly stops: StoppedUnits
  /** Recalled lots of the order. Not `readonly`, because they are loaded later than the index. */
  recalls: readonly Recalled[]
}

export function parseIndex(data: ScanIndex): ReceiveIndex {
  const { count } = data
  const keys = count === 0 ? [] : data.keys.split('\n')
  const heldSince = new Set<number>()
  const states = Uint8Array.from({ length: count }, (_, line) => {
    const state = data.states.charCodeAt(line) - 48
    if (state !== RECEIVED_HELD) return state
    heldSince.add(line)
    return RECEIVED
  })
  const firstOf = new Map<string, number>()
  const nextOf = new Int32Array(count).fill(-1)
  for (let line = count - 1; line >= 0; line -= 1) {
    const key = keys[line] ?? ''
    nextOf[line] = firstOf.get(key) ?? -1
    firstOf.set(key, line)
  }
  const index: ReceiveIndex = {
    documentId: data.documentId,
    count,
    keys,
    facts: data.facts,
    meta: readNumbers(data.meta, count),
    parents: readNumbers(data.parents, count),
    lasts: readNumbers(data.lasts, count),
    states,
    resting: states.map((state, line) => (state !== RECEIVED ? state : heldSince.has(line) ? HELD : OPEN)),
    firstOf,
    nextOf,
    meds: new Int32Array(count),
    received: new Int32Array(count),
    held: new Int32Array(count),
    receipts: new Int32Array(count),
    heldSince,
    pending: collectPending(data),
    products: new Map(),
    order: { total: 0, received: 0, held: 0, pending: 0 },
    stops: new StoppedUnits(data.stopped),
    recalls: [],
  }
  for (let line = 0; line < count; line += 1) countIn(index, line)
  return index
}

function collectPending({ pending = [] }: Pick<ScanIndex, 'pending'>): Map<number, PendingTicket> {
  const found = new Map<number, PendingTicket>()
  for (const { lines, ...ticket } of pending)
    for (const [from, to] of lines) for (let line = from; line <= to; line += 1) found.set(line, ticket)
  return found
}

/** Parses comma-separated integers without creating a string for each. */
function readNumbers(text: string, count: number): Int32Array {
  const numbers = new Int32Array(count)
  let at = 0
  for (let place = 0; place < count; place += 1) {
    let sign = 1
    let value = 0
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 44) break
      if (code === 45) sign = -1
      else value = value * 10 + code - 48
    }
    at += 1
    numbers[place] = sign * value
  }
  return numbers
}

function countIn(index: ReceiveIndex, line: number): void {
  const state = index.states[line]
  if (state === PACKAGE || state === NOT_SHIPPED) return
  const product = index.facts[index.meta[line] ?? -1]?.productId
  const counts = [index.order]
  if (product != null) {
    const known = index.products.get(product) ?? { total: 0, received: 0, held: 0, pending: 0 }
    if (known.total === 0) (index.products as Map<number, Count>).set(product, known) // the map is written only here, while the index is built
    counts.push(known)
  }
  for (const one of counts) {
    one.total += 1
    if (state === RECEIVED) one.received += 1
    if (state === HELD) one.held += 1
    if (state === HELD && index.pending.has(line)) one.pending += 1
  }
  for (let at = line; at >= 0; at = index.parents[at] ?? -1) {
    index.meds[at] = (index.meds[at] ?? 0) + 1
    if (state === RECEIVED) index.received[at] = (index.received[at] ?? 0) + 1
    if (state === HELD) index.held[at] = (index.held[at] ?? 0) + 1
  }
}

export function findFact(index: ReceiveIndex, line: number): ScanIndex['facts'][number] | undefined {
  return index.facts[index.meta[line] ?? -1]
}

/**
 * The values in the document with which a line's label is compared; for a logistic unit the values of its contents, any of which may match. Never
 * empty.
 */
export function comparedFacts(
  index: ReceiveIndex,
  line: number,
): Partial<Pick<ScanIndex['facts'][number], 'lotNumber' | 'expirationDate'>>[] {
  const own = findFact(index, line) ?? {}
  if (index.states[line] !== PACKAGE || findFact(index, line)?.gtin) return [own]
  const places = new Set<number>()
  for (let at = line + 1; at <= (index.lasts[line] ?? line); at += 1) if (index.states[at] !== PACKAGE) places.add(index.meta[at] ?? -1)
  const held = [...places].flatMap((place) => index.facts[place] ?? [])
  return held.length > 0 ? held : [own]
}

/** The recall that stops a line: the most severe unanswered one. */
export function findRecall(index: ReceiveIndex, line: number): Recalled | undefined {
  return listNaming(index, line).find(({ isAnswered }) => !isAnswered)
}

/** The most severe recall that possibly covers a line's lot. */
export function findPossible(index: ReceiveIndex, line: number): Recalled | undefined {
  return listOf(
    index,
    line,
    index.recalls.filter(({ confidence, isAnswered, dismissedAt }) => confidence === 'possible' && !isAnswered && dismissedAt === null),
  )[0]
}

/**
 * Recalls that certainly or probably cover the lot of a line or, for a case or pallet, a lot inside it; most severe first. A possible match stops
 * nothing.
 */
export function listNaming(index: ReceiveIndex, line: number): readonly Recalled[] {
  return listOf(
    index,
    line,
    index.recalls.filter(({ confidence }) => confidence !== 'possible'),
  )
}

function listOf(index: ReceiveIndex, line: number, recalls: readonly Recalled[]): readonly Recalled[] {
  if (recalls.length === 0) return []
  const places = new Set<number>()
  for (let at = line; at <= (index.lasts[line] ?? line); at += 1) if (index.states[at] !== PACKAGE) places.add(index.meta[at] ?? -1)
  const facts = [...places].flatMap((place) => index.facts[place] ?? [])
  const named = recalls.filter((recall) =>
    facts.some(
      ({ productId, lotNumber, expirationDate }) =>
        productId === recall.epcisMedVocabularyId && lotNumber === recall.lotNumber && expirationDate === recall.expiration,
    ),
  )
  return named.toSorted((a, b) => (a.classification ?? 'Z').localeCompare(b.classification ?? 'Z'))
}

/**
 * Returns the lines with this serial number or SSCC. If `gtin` is passed, lines with another GTIN are left out; lines without a GTIN are included.
 */
export function findLines(index: ReceiveIndex, key: string, gtin?: string): number[] {
  const found: number[] = []
  for (let line = index.firstOf.get(key) ?? -1; line >= 0; line = index.nextOf[line] ?? -1) {
    const known = findFact(index, line)?.gtin
    if (!gtin || !known || known === gtin) found.push(line)
  }
  return found
}

/** Whether a line can still be received. That includes a line received with another order (`ELSEWHERE`), but no held or unshipped med. */
export const isOpen = (state: number | undefined) => state === OPEN || state === ELSEWHERE

/** Whether a bulk receipt includes a line: it is open and no stop excludes it. */
export const isFree = (index: ReceiveIndex, line: number) => isOpen(index.states[line]) && !index.stops.blocks(line)

/** Receives the open lines of the ranges, or undoes received ones. Returns the lines that changed. */
export function applyRanges(index: ReceiveIndex, ranges: readonly LineRange[], receive: boolean, receiptId = 0): number[] {
  const changed: number[] = []
  for (const [from, to] of ranges) {
    for (let line = Math.max(0, from); line <= Math.min(to, index.count - 1); line += 1) {
      const state = index.states[line]
      if (receive ? isOpen(state) : state === RECEIVED) {
        setReceived(index, line, receive)
        changed.push(line)
      }
      if (state !== PACKAGE && state !== NOT_SHIPPED && (receiptId > 0 || !receive)) index.receipts[line] = receive ? receiptId : 0
    }
  }
  return changed
}

function setReceived(index: ReceiveIndex, line: number, receive: boolean): void {
  const step = receive ? 1 : -1
  index.states[line] = receive ? RECEIVED : (index.resting[line] ?? OPEN)
  // Undoing a receipt restores the state that the line had before. If that state is HELD, the counts of held meds rise. A receipt never lowers these
  // counts, because a held med is never received.
  const held = index.states[line] === HELD ? 1 : 0
  for (const counts of [index.order, index.products.get(findFact(index, line)?.productId ?? -1)]) {
    if (!counts) continue
    counts.received += step
    counts.held += held
    if (index.pending.has(line)) counts.pending += held
  }
  for (let at = line; at >= 0; at = index.parents[at] ?? -1) {
    index.received[at] = (index.received[at] ?? 0) + step
    index.held[at] = (index.held[at] ?? 0) + held
  }
}

/** Lines of a product that a bulk receipt would include: they are open, and no stop excludes them. */
export function listOpenLines(index: ReceiveIndex, productId: number): number[] {
  const lines: number[] = []
  for (let line = 0; line < index.count; line += 1) {
    if (isFree(index, line) && findFact(index, line)?.productId === productId) lines.push(line)
  }
  return lines
}

/** Number of meds between two lines that a bulk receipt would include, and how many of them are expired on `today` or recalled. */
export function weigh(
  index: ReceiveIndex,
  today: string,
  [from, to]: LineRange = [0, index.count - 1],
): { open: number; expired: number; recalled: number } {
  let open = 0
  let expired = 0
  let recalled = 0
  for (let line = from; line <= to; line += 1) {
    if (!isFree(index, line)) continue
    open += 1
    if ((findFact(index, line)?.expirationDate ?? today) < today) expired += 1
    if (index.recalls.length > 0 && listNaming(index, line).length > 0) recalled += 1
  }
  return { open, expired, recalled }
}

/** Number of meds on hold at and below a line, received or not. */
export function heldIn(index: ReceiveIndex, line: number): number {
  let held = index.held[line] ?? 0
  for (const at of index.heldSince) if (at >= line && at <= (index.lasts[line] ?? line) && index.states[at] === RECEIVED) held += 1
  return held
}

export function leftIn(index: ReceiveIndex, line: number): number {
  return (index.meds[line] ?? 0) - (index.received[line] ?? 0)
}

const holdsPackages = (index: ReceiveIndex, line: number) => {
  for (let at = line + 1; at <= (index.lasts[line] ?? line); at = (index.lasts[at] ?? at) + 1) if (index.states[at] === PACKAGE) return true
  return false
}

/** Everyday word for a line: "Package" for a package; for a container, the word that fits its contents and what contains it. */
export function findKind(index: ReceiveIndex, line: number): 'Pallet' | 'Case' | 'Bundle' | 'Package' {
  if (index.states[line] !== PACKAGE && (index.lasts[line] ?? line) === line) return 'Package'
  const isTradeItem = (at: number) => findFact(index, at)?.gtin != null
  if (holdsPackages(index, line)) return isTradeItem(line) ? 'Case' : 'Pallet'
  const parent = index.parents[line] ?? -1
  return parent >= 0 && isTradeItem(line) && isTradeItem(parent) ? 'Bundle' : 'Case'
}

/** Number of meds at and below a line that are on hold only because a ticket's data is missing. */
export function pendingIn(index: ReceiveIndex, line: number): number {
  if (index.pending.size === 0) return 0
  let pending = 0
  for (let at = line; at <= (index.lasts[line] ?? line); at += 1)
    if (index.pending.has(at) && index.states[at] !== PACKAGE && index.states[at] !== NOT_SHIPPED) pending += 1
  return pending
}

/**
 * The ticket whose missing data is the only reason why a line is on hold. For a case or pallet, this must be the only reason for every held med in
 * it.
 */
export function findPendingTicket(index: ReceiveIndex, line: number): PendingTicket | undefined {
  const pending = pendingIn(index, line)
  if (pending === 0 || pending < heldIn(index, line)) return undefined
  for (let at = line; at <= (index.lasts[line] ?? line); at += 1) {
    const ticket = index.pending.get(at)
    if (ticket) return ticket
  }
  return undefined
}
