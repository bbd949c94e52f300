import type { LineRange } from '../../../../offline/line-ranges.ts'
import type { ReceiveIndex } from '../receive-index.ts'
import { isAnsweredBy, type Stopped, type StopReasons } from './stopped-units.ts'

/** The unanswered stop of a unit or of a container around it; a stop on something inside the unit doesn't count. */
export function findOpenStop(index: ReceiveIndex, line: number, lastLine: number, said: StopReasons): Stopped | undefined {
  return index.stops.list().find((stop) => stop.line <= line && stop.lastLine >= lastLine && !isAnsweredBy(stop.kind, said))
}

/** Removes from `ranges` the lines that are stopped. `named`: lines of the scanned unit; the stop on that unit has been answered and is ignored. */
export function withoutStopped(index: ReceiveIndex, ranges: readonly LineRange[], named?: LineRange): LineRange[] {
  const [from, to] = named ?? [0, -1]
  const stops = index.stops.list().filter(({ line, lastLine }) => !(line <= from && lastLine >= to && named))
  if (stops.length === 0) return [...ranges]
  return ranges.flatMap(([start, end]) => {
    const parts: LineRange[] = []
    let at = start
    for (const { line, lastLine } of stops.toSorted((a, b) => a.line - b.line)) {
      if (lastLine < at || line > end) continue
      if (line > at) parts.push([at, line - 1])
      at = Math.max(at, lastLine + 1)
    }
    if (at <= end) parts.push([at, end])
    return parts
  })
}

/** Splits a range at the excluded lines. */
export function splitRange([from, to]: LineRange, isOut: (line: number) => boolean): LineRange[] {
  const parts: LineRange[] = []
  let start: number | undefined
  for (let line = from; line <= to + 1; line += 1) {
    const isIn = line <= to && !isOut(line)
    if (isIn) start ??= line
    else if (start !== undefined) {
      parts.push([start, line - 1])
      start = undefined
    }
  }
  return parts
}

/** Counts the meds from `line` to `lastLine` that a stop excludes and that are neither received nor on hold. */
export function stoppedIn(index: ReceiveIndex, line = 0, lastLine = index.count - 1): number {
  if (index.stops.list().length === 0) return 0
  let amount = 0
  for (let at = line; at <= lastLine; at += 1)
    if (index.stops.blocks(at) && index.meds[at] === 1 && index.lasts[at] === at && isWaiting(index, at)) amount += 1
  return amount
}

const OPEN = 0
const ELSEWHERE = 5
const isWaiting = ({ states }: ReceiveIndex, line: number) => states[line] === OPEN || states[line] === ELSEWHERE
