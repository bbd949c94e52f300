import { writeFullName } from '@seriatim/schema'
import { type LineRange, toRanges } from '../../../../offline/line-ranges.ts'
import type { NewScan } from '../../../scan/outbox/scan-store.ts'
import { splitRange, withoutStopped } from '../list/stopped-lines.ts'
import { firstNamed, pickAsked, pickRecalls, recalledStop } from '../panel/recall-stop.ts'
import { findFact, isOpen, listNaming, listOpenLines, type Recalled, weigh } from '../receive-index.ts'
import type { ByHand, How, ScanResult } from '../receive-types.ts'
import { pickStopAnswers, type StopAnswers as SaidOfLabel } from '../scan-result.ts'
import { toCorrectedResult } from '../use/corrected-result.ts'
import type { Desk } from './desk.ts'
import type { CallResult, ReceiveAnswer, Refusal } from './effects.ts'
import { isByHand, type PendingReceipt, type Receiving, type Shown } from './pending-receipt.ts'
import { QueuedScans } from './queued-scans.ts'

/** Receives optimistically: the result is shown at once, then the server is called, and if the call fails, the receipt is rolled back. */
export class Receipts implements Receiving {
  private readonly desk: Desk
  readonly kept: QueuedScans

  constructor(desk: Desk) {
    this.desk = desk
    this.kept = new QueuedScans(desk, this)
  }

  /**
   * Receives a scanned unit. It saves the scan on the device before it calls the server, so that neither a network failure nor a reload loses the
   * scan.
   */
  receiveScanned(line: number, of: 'med' | 'container', how: ByHand, said: SaidOfLabel = {}, restored = false): void {
    const { known, documentId, person, effects } = this.desk
    if (!known) return
    const { index } = known
    const ranges: LineRange[] = [[line, of === 'med' ? line : (index.lasts[line] ?? line)]]
    const knownRecallIds = said.recallReason === undefined ? [] : pickRecalls(index, ranges)
    const retry = () => this.receiveScanned(line, of, how, said, restored)
    const [named = [line, line]] = ranges
    const free = withoutStopped(index, ranges, named)
    const begun = this.begin(free, { shown: { of, line, productId: null }, how: of === 'med' ? how : 'container', retry, said }, restored)
    if (!begun) return
    this.desk.answerRecalls(knownRecallIds)
    const gtin = findFact(index, line)?.gtin
    const scan: NewScan = {
      userId: person.id,
      documentId,
      at: effects.now().toISOString(),
      kind: of,
      key: index.keys[line] ?? '',
      how,
      ...(gtin ? { gtin } : {}),
      ...pickStopAnswers(said),
      ...(knownRecallIds.length ? { knownRecallIds } : {}),
    }
    this.kept.follow(scan, begun)
  }

  receiveProduct(productId: number): void {
    const { known, effects } = this.desk
    if (!known) return
    const lines = listOpenLines(known.index, productId)
    const named = firstNamed(known.index, lines)
    if (named !== undefined) {
      this.desk.show(recalledStop(named))
      return
    }
    const shown: Shown = { of: 'product', line: lines[0] ?? -1, productId }
    this.receiveMany(toRanges(lines), shown, 'product', () => effects.receiveProduct(productId))
  }

  receiveAll(recallReason?: string): void {
    const { known, effects } = this.desk
    if (!known) return
    const ranges = withoutStopped(known.index, [[0, known.index.count - 1]])
    // The user gives a reason only after a dialog that listed all of these recalls.
    const knownRecallIds = recallReason === undefined ? [] : pickAsked(known.index, ranges)
    this.receiveMany(ranges, { of: 'all', line: 0, productId: null }, 'all', async () => {
      const said = await effects.receiveAll(knownRecallIds, recallReason)
      if (said.ok) this.desk.answerRecalls(knownRecallIds)
      return said
    })
  }

  /** Holds the recalled packages, then receives the rest; if the hold fails, nothing is received. */
  async holdAndReceive(recalls: readonly Recalled[]): Promise<void> {
    const { effects, known } = this.desk
    if (!known) return
    const said = await effects.holdRecalled(recalls)
    if (!said.ok) {
      this.desk.show({
        kind: 'failed',
        line: 0,
        amount: known.index.order.total,
        sentence: said.sentence,
        retry: () => void this.holdAndReceive(recalls),
      })
      return
    }
    const { index } = known
    const free = withoutStopped(index, [[0, index.count - 1]])
    const isNamed = (line: number) => listNaming(index, line).length > 0
    const rest = free.flatMap((range) => splitRange(range, (line) => isOpen(index.states[line]) && isNamed(line)))
    this.receiveMany(rest, { of: 'all', line: 0, productId: null }, 'all', () => effects.receiveAll([], undefined))
    effects.reread()
  }

  /** Receives many lines at once after the press of a button. If the call can't be sent now, the receipt is rolled back. */
  private receiveMany(ranges: readonly LineRange[], shown: Shown, how: How, call: () => Promise<CallResult<ReceiveAnswer>>): void {
    const begun = this.begin(ranges, { shown, how, retry: () => this.receiveMany(ranges, shown, how, call) })
    if (!begun) return
    void call().then((said) => {
      this.desk.pending -= 1
      if (said.ok) this.settle(begun, said.answer)
      else this.goBack(begun, said)
    })
  }

  private begin(ranges: readonly LineRange[], receipt: Omit<PendingReceipt, 'id' | 'lines'>, restored = false): PendingReceipt | undefined {
    const { known, panel, effects } = this.desk
    if (!known) return undefined
    const { shown, how } = receipt
    const expired = shown.of === 'med' ? 0 : ranges.reduce((sum, range) => sum + weigh(known.index, effects.today(), range).expired, 0)
    const lines = this.desk.take(ranges)
    const amount = lines.length
    const also = restored ? { restored } : {}
    const id = this.desk.show({
      kind: 'received',
      ...shown,
      amount,
      expired,
      held: 0,
      receiptId: null,
      pending: true,
      waiting: false,
      ...also,
    })
    panel.redraw()
    this.desk.pending += 1
    if (isByHand(how)) panel.pace({ at: effects.now().getTime(), meds: amount })
    return { id, lines, ...receipt }
  }

  /** Rolls back a receipt that the server rejected. */
  goBack({ id, lines, shown, retry }: PendingReceipt, { key, sentence }: Refusal): void {
    const { panel, gate, effects } = this.desk
    this.desk.giveBack(lines)
    if (key === 'order_voided') panel.set({ isVoided: true })
    if (key === 'partner_stop') void gate.refused(retry, effects.readStanding)
    this.desk.replace(id, { kind: 'failed', line: shown.line, amount: lines.length, sentence, retry })
    panel.redraw()
    if (key === 'recall_stops') void this.stopForRecall(id, lines)
  }

  /**
   * Shows the stop for a recall that the server knew of and this page did not. For a bulk receipt, shows the stop for the first of the lines that a
   * recall covers.
   */
  private async stopForRecall(id: number, lines: readonly number[]): Promise<void> {
    const recalls = await this.desk.effects.readRecalls()
    if (recalls) this.desk.relearnRecalls(recalls)
    const { known, panel } = this.desk
    const line = known && firstNamed(known.index, lines)
    if (line !== undefined) panel.update(id, ({ at }) => ({ id, at, ...recalledStop(line) }))
  }

  /** Applies the server's answer to a receipt. `waited`: the scan didn't go through immediately. */
  settle(begun: PendingReceipt, answer: ReceiveAnswer, waited = false): void {
    const [differing] = answer.differs
    const [stopped] = answer.notReceived ?? []
    const isAlone = isByHand(begun.how) && answer.received === 0 && answer.alreadyReceived === 0
    if (stopped && isAlone && !differing) this.settleStopped(begun, stopped)
    else if (differing) this.settleDiffering(begun, differing)
    else if (answer.replacedBy !== undefined) this.settleMoved(begun, answer, answer.replacedBy)
    else this.settleHere(begun, answer, waited)
    this.desk.panel.redraw()
  }

  /**
   * Replaces the result of a scan with one that says that the label differs from the file, and reloads the order. The server compared the label with
   * newer data than this page may have.
   */
  private settleDiffering({ id, lines, shown, how }: PendingReceipt, { label, file }: ReceiveAnswer['differs'][number]): void {
    this.desk.giveBack(lines)
    const said = pickStopAnswers({ lotNumber: label.lotNumber ?? undefined, expirationDate: label.expirationDate ?? undefined })
    this.desk.replace(id, { kind: 'differs', line: shown.line, how: how === 'serial' ? 'serial' : 'scan', label: said, file })
    this.desk.effects.reread()
  }

  /**
   * Shows that the package can't be received, for a reason that this page did not know: somebody set it aside on another device, or it left with a
   * shipment.
   */
  private settleStopped(begun: PendingReceipt, stopped: ReceiveAnswer['notReceived'][number]): void {
    const { id, lines, shown, how, said } = begun
    if (stopped.why === 'left') {
      this.goBack(begun, { key: 'package_left', sentence: stopped.said })
      return
    }
    this.desk.giveBack(lines)
    const by: ByHand = how === 'serial' ? 'serial' : 'scan'
    this.desk.replace(id, { kind: 'stop', line: shown.line, why: 'setAside', days: 0, how: by, ...(said ? { said } : {}) })
    this.desk.effects.reread()
  }

  /**
   * Settles a scan whose order a corrected file replaced in the meantime: the scan was received in the new order, or the corrected file doesn't list
   * it.
   */
  private settleMoved(begun: PendingReceipt, answer: ReceiveAnswer, replacedBy: number): void {
    this.desk.panel.set({ replacedBy })
    const moved = toCorrectedResult(answer, replacedBy)
    if (moved.kind === 'failed') this.goBack({ ...begun, retry: () => undefined }, { key: 'order_replaced', sentence: moved.sentence })
    else this.desk.panel.update(begun.id, moved.next)
  }

  private settleHere(begun: PendingReceipt, answer: ReceiveAnswer, waited: boolean): void {
    const { known, person, panel, effects } = this.desk
    if (!known) return
    const { id, lines, shown } = begun
    this.note(begun, answer)
    if (answer.received > 0 && isByHand(begun.how)) known.index.stops.end(shown.line, known.index.lasts[shown.line] ?? shown.line)
    // If the first call succeeded and only its answer was lost, the poll has already reported its receipt as this person's, and the repeated call
    // receives nothing.
    const ownId = known.index.receipts[shown.line] ?? 0
    const isOwn = waited && answer.received === 0 && known.receipts.get(ownId)?.userId === person.id
    // Another person had already received what was scanned, so this scan adds nothing to the count.
    const isAlready = answer.received === 0 && answer.alreadyReceived > 0 && !isOwn
    if (isAlready && waited) {
      // The screen has already reported the scan as saved on the device, so it must now report that the package was already received.
      this.desk.replace(id, { kind: 'already', line: shown.line })
    } else {
      const expired = shown.of === 'med' ? 0 : answer.expired
      const held = answer.held.length
      panel.update(id, (was): ScanResult => {
        if (was.kind !== 'received') return was
        if (isAlready) return { id: was.id, at: was.at, kind: 'already', line: was.line }
        const done = { ...was, pending: false, waiting: false }
        const departed = (answer.notReceived ?? []).filter(({ why }) => why === 'left').length
        const stopped = (answer.notReceived?.length ?? 0) - departed
        return isOwn
          ? { ...done, receiptId: ownId }
          : { ...done, receiptId: answer.receiptId, amount: answer.received, held, expired, stopped, departed }
      })
    }
    if (answer.received !== lines.length && answer.alreadyReceived + answer.received < lines.length) effects.reread()
  }

  /** Records, on the page and in the offline cache, that this person received the lines just now. */
  private note({ lines, how }: PendingReceipt, { receiptId, received }: ReceiveAnswer): void {
    const { known, person, effects } = this.desk
    if (!known || receiptId === null) return
    for (const line of lines) known.index.receipts[line] = receiptId
    // The offline cache is updated only if this receipt covers all lines. Otherwise the server skipped some of them, or somebody else had already
    // received them.
    if (received === lines.length) effects.noteLines(toRanges(lines), true)
    const by = writeFullName(person)
    known.receipts.set(receiptId, { userId: person.id, by, at: effects.now().toISOString(), how })
    this.desk.own.add(receiptId)
    this.desk.last = Math.max(this.desk.last, receiptId)
  }
}
