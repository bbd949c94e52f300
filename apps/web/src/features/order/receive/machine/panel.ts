import { makeStore } from '../../../../ui/state/store.ts'
import type { LogEntry, NewScanResult, OtherEvent, ScanResult } from '../receive-types.ts'

/** Maximum number of recent scans that are listed. */
const SHOWN = 10
/** Number of the latest receipts from which the pace of the work is computed. */
const PACE = 40

/** A receipt of a single package or case, from which the pace of the work is computed. */
export interface PaceEvent {
  /** Unix time in milliseconds */
  at: number
  meds: number
}

/** A request to undo a receipt or one of its lines. */
export interface UndoWish {
  receiptId: number
  line: number
  /** True to undo only `line`; false to undo the whole receipt. */
  only: boolean
}

/** All changing state of the receive screen. */
export interface PanelState {
  /** Result of the last scan, shown in the middle of the screen. */
  result: ScanResult | undefined
  /** The latest results and other people's receipts, newest first. */
  log: readonly LogEntry[]
  events: readonly PaceEvent[]
  /** Incremented whenever the index, which is mutable, changes. */
  version: number
  isVoided: boolean
  /** Id of the order that a corrected file created to replace the scanned one. Packages scanned on this page are received with that order. */
  replacedBy: number | undefined
  /** The undo for which the screen is asking the user for a reason; undefined if it is not asking. */
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

/** Holds the state of the receive screen's result panel and list of scans, and the methods that change it. */
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

  /** Makes React render the panel again. Call it after changing the index in place, because React cannot notice such a change. */
  redraw(): void {
    this.set({ version: this.get().version + 1 })
  }

  /** Shows a result in the center panel and adds it at the top of the list. Returns its id. */
  show(outcome: NewScanResult): number {
    const result = this.made(outcome)
    this.set({ result, log: [{ result }, ...this.get().log].slice(0, SHOWN) })
    return result.id
  }

  /** Adds a result to the top of the list without showing it in the center panel. `at`: time of the scan, ISO 8601. */
  list(outcome: NewScanResult, at: string): number {
    const result = { ...this.made(outcome), at }
    this.set({ log: [{ result }, ...this.get().log].slice(0, SHOWN) })
    return result.id
  }

  /** Updates a result where it is shown: in the panel, in the log, or in both; a newer scan may already have replaced it in the panel. */
  update(id: number, next: (was: ScanResult) => ScanResult): void {
    const { result, log } = this.get()
    this.set({
      result: result?.id === id ? next(result) : result,
      log: log.map((entry) => ('result' in entry && entry.result.id === id ? { result: next(entry.result) } : entry)),
    })
  }

  /** Replaces a result and shows it in the panel, even if the panel has moved on to a newer scan. */
  replace(id: number, outcome: NewScanResult): void {
    const result: ScanResult = { ...outcome, id, at: this.now().toISOString() }
    this.update(id, () => result)
    this.set({ result })
  }

  /** Adds coworkers' receipts as they arrive. */
  hear(heard: readonly OtherEvent[]): void {
    const { log } = this.get()
    this.set({ log: [...findUnlisted(log, heard), ...log].slice(0, SHOWN) })
  }

  /** Adds to the list, below the receipts made on this page, the receipts from before the page was opened. */
  remember(heard: readonly OtherEvent[], events: readonly PaceEvent[]): void {
    const { log, events: since } = this.get()
    const before = log.filter((entry) => 'heard' in entry)
    const here = log.filter((entry) => 'result' in entry)
    const older = [...before, ...findUnlisted(log, heard)].toSorted((a, b) => momentOf(b) - momentOf(a))
    this.set({ log: [...here, ...older].slice(0, SHOWN), events: [...events, ...since].slice(-PACE) })
  }

  pace(event: PaceEvent): void {
    this.set({ events: [...this.get().events, event].slice(-PACE) })
  }

  private made(outcome: NewScanResult): ScanResult {
    this.lastId += 1
    return { ...outcome, id: this.lastId, at: this.now().toISOString() }
  }
}

/** The coworkers' receipts in `heard` that `entries` does not list yet, newest first. */
function findUnlisted(entries: readonly LogEntry[], heard: readonly OtherEvent[]): LogEntry[] {
  const listed = new Set(entries.map((entry) => ('heard' in entry ? entry.heard.id : '')))
  return heard
    .filter((one) => !listed.has(one.id))
    .toReversed()
    .map((one) => ({ heard: one }))
}
