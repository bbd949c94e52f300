import { writeFullName } from '@seriatim/schema'
import { noteReceipt, noteStopped } from '../list/progress-words.ts'
import type { WordFacts } from '../panel/line-names.ts'
import { applyRanges } from '../receive-index.ts'
import type { Desk } from './desk.ts'
import type { Progress, StopRow } from './effects.ts'
import { isByHand } from './pending-receipt.ts'

type Change = Progress['changes'][number]

const measurePace = ({ at, lines }: Change) => ({ at: Date.parse(at), meds: lines.reduce((sum, [from, to]) => sum + to - from + 1, 0) })

/** Shows receipts by coworkers, both those from before this page was opened and those made since. */
export class Coworkers {
  private readonly desk: Desk

  constructor(desk: Desk) {
    this.desk = desk
  }

  /**
   * Records who made the receipts that the index already contains, and when, and lists the last ten of them in the panel.
   * @param last id of the latest receipt in the index.
   */
  remember({ changes }: Progress, last: number): void {
    const { known, panel } = this.desk
    if (!known) return
    const before = changes.filter(({ receiptId }) => receiptId <= last)
    for (const change of before) {
      note(known, change)
      for (const [from, to] of change.lines) {
        for (let line = from; line <= to; line += 1)
          if (known.index.receipts[line] === 0 || change.undone) known.index.receipts[line] = change.undone ? 0 : change.receiptId
      }
    }
    const events = before.filter(({ undone, how }) => !undone && isByHand(how)).map(measurePace)
    panel.remember(
      before.slice(-10).map((change) => noteReceipt(known, change)),
      events,
    )
    panel.redraw()
  }

  /** Adds to the panel the last ten scans that were rejected before this page was opened. */
  rememberStops(stops: readonly StopRow[]): void {
    const { known, panel } = this.desk
    if (!known) return
    const stopped = new Set(stops.flatMap(({ kind, serialNumber }) => (kind === 'setAside' ? [] : serialNumber)))
    // Pressing Set Aside after a stop doesn't count as a separate scan.
    const scans = stops.filter(({ kind, serialNumber }) => kind !== 'setAside' || !stopped.has(serialNumber))
    const last = scans.toSorted((a, b) => a.at.localeCompare(b.at)).slice(-10)
    panel.remember(
      last.map((stop) => noteStopped(known, { ...stop, id: `stop ${stop.id}` })),
      [],
    )
  }

  merge(progress: Progress): void {
    const { known, panel, effects } = this.desk
    if (!known) return
    for (const change of progress.changes) this.take(known, change, progress.lastReceiptId)
    const isOtherwise = known.index.stops.learn(progress.stopped ?? [])
    if (progress.changes.length > 0 || isOtherwise) panel.redraw()
    if (progress.replacedById !== null) panel.set({ replacedBy: progress.replacedById })
    // Once a corrected file has replaced this order, packages are received on the new order, so this page's counts may differ from the server's and
    // the index is not reloaded.
    if (panel.get().replacedBy !== undefined) return
    const left = known.index.order.total - known.index.order.received
    if (progress.changes.length === 0 && this.desk.pending === 0 && left !== progress.amountNotReceived) effects.reread()
  }

  private take(known: WordFacts, change: Change, heardUpTo: number): void {
    const { panel, own, pending, effects } = this.desk
    note(known, change)
    const lines = this.desk.withoutUndone(change.receiptId, change.lines)
    applyRanges(known.index, lines, !change.undone, change.receiptId)
    effects.noteLines(change.undone ? change.lines : lines, !change.undone, heardUpTo)
    const isFromHere = own.has(change.receiptId) || (change.userId === known.me && pending > 0)
    if (isFromHere) return
    panel.hear([noteReceipt(known, change)])
    if (!change.undone && isByHand(change.how)) panel.pace(measurePace(change))
  }
}

function note(known: WordFacts, { receiptId, userId, by, at, how, undone }: Change): void {
  if (!undone) known.receipts.set(receiptId, { userId, by: writeFullName(by), at, how })
}
