import { BLOCKING_KINDS, type StopKind, type StoppedLines } from '@seriatim/schema'

/** A unit that a stop at the counter keeps out of bulk receipts. */
export type Stopped = StoppedLines[number]

/** The stops of an order as the page knows them: what the server said last, and what this page stopped since. */
export class StoppedUnits {
  private told: readonly Stopped[]
  private here: readonly Stopped[] = []
  private blocked: ReadonlySet<number> = new Set()

  constructor(told: readonly Stopped[] = []) {
    this.told = told
    this.count()
  }

  /** Those of the server and of this page, each unit once. */
  list(): readonly Stopped[] {
    return [...new Map([...this.here, ...this.told].map((stop) => [`${stop.line}-${stop.lastLine}`, stop])).values()]
  }

  /** Whether no bulk receipt takes the line. */
  blocks(line: number): boolean {
    return this.blocked.has(line)
  }

  /** The server's list is whole. What it has not heard of yet stays. Returns whether anything changed. */
  learn(told: readonly Stopped[]): boolean {
    const isSame = JSON.stringify(told) === JSON.stringify(this.told)
    this.told = told
    this.here = this.here.filter((one) => !told.some(({ line, lastLine }) => line === one.line && lastLine === one.lastLine))
    this.count()
    return !isSame
  }

  /** A scan was stopped on this page; a kind that blocks nothing is only told. */
  add(stop: { line: number; lastLine: number; kind: StopKind }): void {
    if (!BLOCKING_KINDS.has(stop.kind)) return
    this.here = [...this.here, { ...stop, answer: null }]
    this.count()
  }

  /** The unit was received, or is on hold. */
  end(line: number, lastLine: number): void {
    const isOther = (one: Stopped) => one.line !== line || one.lastLine !== lastLine
    this.told = this.told.filter(isOther)
    this.here = this.here.filter(isOther)
    this.count()
  }

  private count(): void {
    const lines = new Set<number>()
    for (const { line, lastLine } of [...this.told, ...this.here]) for (let at = line; at <= lastLine; at += 1) lines.add(at)
    this.blocked = lines
  }
}

/** Why stops are passed: each reason opens the stops it speaks of. */
export interface StopReasons {
  reason?: string
  elsewhereReason?: string
  recallReason?: string
  stopReason?: string
}

/** Whether what was said answers a stop of this kind. The server decides by the same rule (`scan-stop.rules.ts`). */
export function isAnsweredBy(kind: StopKind, said: StopReasons): boolean {
  if (said.stopReason !== undefined) return true
  if (kind === 'differs') return said.reason !== undefined
  if (kind === 'elsewhere') return said.elsewhereReason !== undefined
  return kind === 'recalled' && said.recallReason !== undefined
}
