import type { NotReceived, StopAnswer, StopKind } from '@seriatim/schema'

type Range = readonly [from: number, to: number]

/** A stop that excludes its unit from bulk receipts. */
export interface BlockingStop {
  id: number
  line: number
  lastLine: number
  kind: StopKind
  answer: StopAnswer | null
  gtin: string | null
  serialNumber: string
  about: string | null
}

/**
 * The caller's reasons for receiving packages despite stops. `reason` answers stops because of a label that differs from the file, `elsewhereReason`
 * those of packages that were received on another order, `recallReason` those of recalled packages, and `stopReason` all stops.
 */
export interface StopReasons {
  reason?: string | undefined
  elsewhereReason?: string | undefined
  recallReason?: string | undefined
  stopReason?: string | undefined
}

/** Whether the caller gave a reason that answers a stop of this kind. `stopReason` answers any kind, each of the other reasons only one. */
function isAnsweredBy({ kind }: BlockingStop, said: StopReasons): boolean {
  if (said.stopReason !== undefined) return true
  if (kind === 'differs') return said.reason !== undefined
  if (kind === 'elsewhere') return said.elsewhereReason !== undefined
  return kind === 'recalled' && said.recallReason !== undefined
}

/**
 * Decides which lines a receipt must exclude because of stops, and which stops the receipt ends. A unit that the call names is received if the
 * caller's reasons answer all stops of the unit and of the containers around it; only the stops of the unit itself then end. If the unit is a
 * container, stops of units inside it remain and still exclude those units, because naming a case says nothing about a package in it.
 * @param units lines of the units that the call names; empty for a receipt of everything or of a product.
 */
export function settleStops(
  stops: readonly BlockingStop[],
  units: readonly Range[],
  said: StopReasons,
): { ended: number[]; blocked: Range[] } {
  const ended = new Set<number>()
  const open: Range[] = []
  for (const [from, to] of units) {
    const outer = stops.filter(({ line, lastLine }) => line <= from && lastLine >= to)
    if (outer.length === 0 || !outer.every((stop) => isAnsweredBy(stop, said))) continue
    open.push([from, to])
    for (const { id, line, lastLine } of outer) if (line === from && lastLine === to) ended.add(id)
  }
  const left = stops.filter(({ id }) => !ended.has(id))
  const blocked = left.flatMap(({ line, lastLine }): Range[] => {
    const holes = open.filter(([from, to]) => line <= from && lastLine >= to)
    return subtractRanges([line, lastLine], holes)
  })
  return { ended: [...ended], blocked }
}

function subtractRanges([from, to]: Range, holes: readonly Range[]): Range[] {
  const parts: Range[] = []
  let at = from
  for (const [start, end] of holes.toSorted((a, b) => a[0] - b[0])) {
    if (start > at) parts.push([at, start - 1])
    at = Math.max(at, end + 1)
  }
  if (at <= to) parts.push([at, to])
  return parts
}

/** Writes a multirange of integers for PostgreSQL, `{[0,3),[7,8)}`, from pairs with both ends included. */
export const writeRanges = (ranges: readonly Range[]): string => `{${ranges.map(([from, to]) => `[${from},${to + 1})`).join(',')}}`

const WHY: Record<StopKind, string> = {
  differs: "Its label doesn't match the file.",
  expired: 'It is expired.',
  short: 'It expires soon.',
  recalled: 'A recall names it.',
  held: 'It is on hold.',
  elsewhere: 'It was received on another order.',
  notShipped: 'The file does not list it as shipped.',
  unknown: 'It is not listed in any order.',
  otherOrder: 'It belongs to another order.',
  setAside: 'It was set aside at the counter.',
}

const ANSWERED: Partial<Record<StopAnswer, string>> = {
  ticket: 'A ticket is open for it.',
  sentBack: 'It was sent back.',
}

/** Explains why a unit was left out of a receipt: which stop excluded it, and what has been decided about it. */
export function describeNotReceived({ serialNumber, gtin, kind, answer, about }: BlockingStop): NotReceived {
  const after = answer === null ? 'No decision has been made yet.' : (ANSWERED[answer] ?? '')
  return { serialNumber, gtin, why: kind, answer, said: [WHY[kind], about && `${about}.`, after].filter(Boolean).join(' ') }
}
