import { BLOCKING_KINDS, type StopKind, type StoppedLines } from '@seriatim/schema'

/** A unit that a stop at the counter excludes from bulk receipts. */
export type Stopped = StoppedLines[number]

/** An order's stops: the server's last list, plus the stops made on this page since. */
export class StoppedUnits {
  private reported: readonly Stopped[]
  private here: readonly Stopped[] = []
  private blocked: ReadonlySet<number> = new Set()

  constructor(reported: readonly Stopped[] = []) {
    this.reported = reported
    this.count()
  }

  /**
   * Lists the server's stops and this page's own, one per unit. If the server and this page both have a stop for a unit, the server's stop is used.
   */
  list(): readonly Stopped[] {
    return [...new Map([...this.here, ...this.reported].map((stop) => [`${stop.line}-${stop.lastLine}`, stop])).values()]
  }

  /** Whether a stop excludes the line from bulk receipts. */
  blocks(line: number): boolean {
    return this.blocked.has(line)
  }

  /**
   * Replaces the stops from the server with its complete list (`reported`), and keeps stops made on this page that the list doesn't contain yet.
   * Returns whether anything changed.
   */
  learn(reported: readonly Stopped[]): boolean {
    const isSame = JSON.stringify(reported) === JSON.stringify(this.reported)
    this.reported = reported
    this.here = this.here.filter((one) => !reported.some(({ line, lastLine }) => line === one.line && lastLine === one.lastLine))
    this.count()
    return !isSame
  }

  /** Adds a stop made on this page, unless stops of its kind don't keep packages out of bulk receipts. */
  add(stop: { line: number; lastLine: number; kind: StopKind }): void {
    if (!BLOCKING_KINDS.has(stop.kind)) return
    this.here = [...this.here, { ...stop, answer: null }]
    this.count()
  }

  /** Removes the stops of a unit, because the unit was received or put on hold. `line` to `lastLine` are the unit and its contents. */
  end(line: number, lastLine: number): void {
    const isOther = (one: Stopped) => one.line !== line || one.lastLine !== lastLine
    this.reported = this.reported.filter(isOther)
    this.here = this.here.filter(isOther)
    this.count()
  }

  private count(): void {
    const lines = new Set<number>()
    for (const { line, lastLine } of [...this.reported, ...this.here]) for (let at = line; at <= lastLine; at += 1) lines.add(at)
    this.blocked = lines
  }
}

/** The reasons that a person gave for receiving despite stops; `isAnsweredBy` decides which stops each one answers. */
export interface StopReasons {
  reason?: string
  elsewhereReason?: string
  recallReason?: string
  stopReason?: string
}

/** Whether these reasons answer a stop of this kind. The server applies the same rule (`scan-stop.rules.ts`). */
export function isAnsweredBy(kind: StopKind, said: StopReasons): boolean {
  if (said.stopReason !== undefined) return true
  if (kind === 'differs') return said.reason !== undefined
  if (kind === 'elsewhere') return said.elsewhereReason !== undefined
  return kind === 'recalled' && said.recallReason !== undefined
}
