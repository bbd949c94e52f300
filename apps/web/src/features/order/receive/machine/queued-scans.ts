import { type LineRange, toRanges } from '../../../../offline/line-ranges.ts'
import type { SettledResult } from '../../../scan/outbox/outbox.ts'
import type { NewScan, WaitingScan } from '../../../scan/outbox/scan-store.ts'
import { noteStopped } from '../list/progress-words.ts'
import { applyRanges, findLines } from '../receive-index.ts'
import { pickStopAnswers } from '../scan-result.ts'
import type { Desk } from './desk.ts'
import type { ReceiveAnswer } from './effects.ts'
import type { PendingReceipt, Receiving } from './pending-receipt.ts'

/** Links the scans queued on the device to their results on the page. */
export class QueuedScans {
  private readonly desk: Desk
  private readonly receiving: Receiving
  /** By scan id. */
  private readonly followed = new Map<number, { begun: PendingReceipt; waited: boolean }>()
  /** Scan ids of the stops that this page has shown. */
  private readonly stops = new Set<number>()
  private waiting: readonly WaitingScan[] = []
  private isBehindOthers = false

  constructor(desk: Desk, receiving: Receiving) {
    this.desk = desk
    this.receiving = receiving
  }

  follow(scan: NewScan, begun: PendingReceipt): void {
    void this.desk.effects
      .keep(scan, ({ id }) => this.followed.set(id, { begun, waited: false }))
      .then((isKept) => {
        if (isKept) return
        this.desk.pending -= 1
        this.receiving.goBack(begun, { key: '', sentence: 'This device could not save the scan.' })
      })
  }

  /**
   * Queues a scan that this page rejected with a stop, so that the server records the stop. Queued scans are sent in the order in which they were
   * made.
   */
  stop(scan: NewScan): void {
    void this.desk.effects.keep(scan, ({ id }) => this.stops.add(id))
  }

  /** Applies the receipts of queued scans to the index again after it was reloaded, because the server does not know these receipts yet. */
  countAgain(): void {
    for (const { begun } of this.followed.values()) this.desk.take(toRanges(begun.lines))
    this.setWaiting(this.waiting, this.isBehindOthers)
  }

  /**
   * Shows scans of this order that wait for the network or for somebody else's lock on the order, including those from before this page was opened.
   */
  setWaiting(scans: readonly WaitingScan[], behindOthers: boolean): void {
    const isOther = behindOthers !== this.isBehindOthers
    this.waiting = scans
    this.isBehindOthers = behindOthers
    if (!this.desk.known) return
    for (const scan of scans) {
      if (scan.kind === 'stop') {
        this.takeUpStop(scan)
        continue
      }
      const entry = this.followed.get(scan.id)
      if (!entry) this.takeUp(scan)
      else if (!entry.waited || isOther) {
        entry.waited = true
        this.desk.panel.update(entry.begun.id, (was) => (was.kind === 'received' ? { ...was, waiting: true, behindOthers } : was))
      }
    }
  }

  /** Applies the outcome of a scan, if the scan is on this page. Returns whether this page has shown the outcome. */
  settle(scan: WaitingScan, outcome: SettledResult<ReceiveAnswer | null>): boolean {
    if (scan.kind === 'stop') return this.stops.delete(scan.id) && outcome.kind === 'answered'
    const entry = this.followed.get(scan.id)
    if (!entry) return false
    this.followed.delete(scan.id)
    this.desk.pending -= 1
    if (outcome.kind === 'answered') {
      if (outcome.answer) this.receiving.settle(entry.begun, outcome.answer, entry.waited)
    } else this.receiving.goBack(entry.begun, outcome)
    return true
  }

  /** Withdraws a scan by discarding it, if it has not been sent yet. If it has, shows a message that the scan is on its way. */
  async takeBack(resultId: number): Promise<void> {
    const { panel, effects } = this.desk
    const found = [...this.followed].find(([, { begun }]) => begun.id === resultId)
    if (!found || !(await effects.takeBack(found[0]))) {
      effects.sayOnItsWay()
      return
    }
    const [scanId, { begun }] = found
    this.followed.delete(scanId)
    this.desk.pending -= 1
    this.desk.giveBack(begun.lines)
    this.desk.show({ kind: 'undone', line: begun.shown.line, amount: begun.lines.length })
    panel.redraw()
  }

  private takeUpStop({ id, at, key, gtin, stop }: WaitingScan): void {
    const { known, panel } = this.desk
    if (!known || this.stops.has(id)) return
    this.stops.add(id)
    const [line] = findLines(known.index, key, gtin)
    const kind = stop?.kind ?? 'setAside'
    if (line !== undefined) known.index.stops.add({ line, lastLine: known.index.lasts[line] ?? line, kind })
    panel.remember([noteStopped(known, { id: `waiting ${id}`, at, kind, serialNumber: key, line: line ?? null })], [])
  }

  /** Applies a scan that was queued before this page was opened: counts its packages and lists the scan among the last scans. */
  private takeUp({ id: scanId, kind, how, at, key, gtin, ...said }: WaitingScan): void {
    const { known, panel } = this.desk
    const [line] = known ? findLines(known.index, key, gtin) : []
    if (!known || line === undefined || kind === 'stop') return
    const range: LineRange = [line, kind === 'med' ? line : (known.index.lasts[line] ?? line)]
    const lines = applyRanges(known.index, [range], true)
    const shown = { of: kind, line, productId: null } as const
    const flags = { expired: 0, held: 0, receiptId: null, pending: true, waiting: true, behindOthers: this.isBehindOthers }
    const id = panel.list({ kind: 'received', ...shown, amount: lines.length, ...flags }, at)
    this.desk.pending += 1
    const retry = () => this.receiving.receiveScanned(line, kind, how, pickStopAnswers(said))
    this.followed.set(scanId, { begun: { id, lines, shown, how: kind === 'med' ? how : 'container', retry }, waited: true })
    panel.redraw()
  }
}
