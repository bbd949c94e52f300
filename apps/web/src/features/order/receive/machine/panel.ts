import { makeStore } from '../../../../ui/state/store.ts'
import type { Heard, LogEntry, NewResult, Result } from '../receive-types.ts'

/** So many of the last scans are listed. */
const SHOWN = 10
/** So many receipts are remembered for the pace of the work. */
const PACE = 40

/** A receipt package by package or case by case: what the pace of the work is read from. */
export interface PaceEvent {
  /** milliseconds since 1970 */
  at: number
  meds: number
}

/** A receipt, or one line of it, that somebody wants to undo. */
export interface UndoWish {
  receiptId: number
  line: number
  /** Only this line of the receipt; else all that is left of it. */
  only: boolean
}

/** Everything of the receive screen that changes. */
export interface PanelState {
  /** In the middle: what the last scan was. */
  result: Result | undefined
  /** Newest first. */
  log: readonly LogEntry[]
  events: readonly PaceEvent[]
  /** One more with each change of the index, which is changed in place. */
  version: number
  isVoided: boolean
  /** A corrected file put this order in the place of the scanned one; what is scanned here is received there. */
  replacedBy: number | undefined
  /** An undo that needs a reason. */
  asking: UndoWish | undefined
  isUndoing: boolean
}

const EMPTY: PanelState = {
  result: undefined,
  log: [],
  events: [],
  version: 0,
  isVoided: false,
  replacedBy: undefined,
  asking: undefined,
  isUndoing: false,
}

const momentOf = (entry: LogEntry) => Date.parse('heard' in entry ? entry.heard.at : entry.result.at)

/** What the screen draws, and the steps that change it. */
export class Panel {
  private readonly store = makeStore(EMPTY)
  private readonly now: () => Date
  private lastId = 0

  constructor(now: () => Date) {
    this.now = now
  }

  readonly get = (): PanelState => this.store.get()
  readonly use = (): PanelState => this.store.use()

  set(change: Partial<PanelState>): void {
    this.store.set({ ...this.get(), ...change })
  }

  /** The index was changed in place. */
  redraw(): void {
    this.set({ version: this.get().version + 1 })
  }

  /** In the middle and on top of the list. Returns its id. */
  show(outcome: NewResult): number {
    const result = this.made(outcome)
    this.set({ result, log: [{ result }, ...this.get().log].slice(0, SHOWN) })
    return result.id
  }

  /** Only on top of the list. `at`: when it was scanned, ISO 8601. */
  list(outcome: NewResult, at: string): number {
    const result = { ...this.made(outcome), at }
    this.set({ log: [{ result }, ...this.get().log].slice(0, SHOWN) })
    return result.id
  }

  /** Changes a result where it stands, also after another scan has taken its place in the middle. */
  update(id: number, next: (was: Result) => Result): void {
    const { result, log } = this.get()
    this.set({
      result: result?.id === id ? next(result) : result,
      log: log.map((entry) => ('result' in entry && entry.result.id === id ? { result: next(entry.result) } : entry)),
    })
  }

  /** What has to be seen, also when another scan has taken the middle since. */
  replace(id: number, outcome: NewResult): void {
    const result: Result = { ...outcome, id, at: this.now().toISOString() }
    this.update(id, () => result)
    this.set({ result })
  }

  /** Receipts of others, as they come. */
  hear(heard: readonly Heard[]): void {
    const { log } = this.get()
    this.set({ log: [...unheard(log, heard), ...log].slice(0, SHOWN) })
  }

  /** What was received before this page was opened: below what was done here. */
  remember(heard: readonly Heard[], events: readonly PaceEvent[]): void {
    const { log, events: since } = this.get()
    const before = log.filter((entry) => 'heard' in entry)
    const here = log.filter((entry) => 'result' in entry)
    const older = [...before, ...unheard(log, heard)].toSorted((a, b) => momentOf(b) - momentOf(a))
    this.set({ log: [...here, ...older].slice(0, SHOWN), events: [...events, ...since].slice(-PACE) })
  }

  pace(event: PaceEvent): void {
    this.set({ events: [...this.get().events, event].slice(-PACE) })
  }

  private made(outcome: NewResult): Result {
    this.lastId += 1
    return { ...outcome, id: this.lastId, at: this.now().toISOString() }
  }
}

/** Newest first, without those that are listed already. */
function unheard(entries: readonly LogEntry[], heard: readonly Heard[]): LogEntry[] {
  const listed = new Set(entries.map((entry) => ('heard' in entry ? entry.heard.id : '')))
  return heard
    .filter((one) => !listed.has(one.id))
    .toReversed()
    .map((one) => ({ heard: one }))
}
