import type { SettledResult } from '../../../scan/outbox/outbox.ts'
import type { WaitingScan } from '../../../scan/outbox/scan-store.ts'
import { type Scan, turnCase } from '../../../scan/scanner/keystrokes.ts'
import { getFileLabel } from '../panel/file-label.ts'
import type { WordFacts } from '../panel/line-names.ts'
import { findFact, type Recalled } from '../receive-index.ts'
import type { ByHand, Elsewhere, NewScanResult, ScanResult, ScanResultOf } from '../receive-types.ts'
import { type Resolved, resolveScan } from '../resolve-scan.ts'
import { decideLine, labelIn, type StopAnswers } from '../scan-result.ts'
import { Coworkers } from './coworkers.ts'
import { Desk, type DeskPerson } from './desk.ts'
import type { Progress, ReceiveAnswer, ReceiveEffects, StopRow } from './effects.ts'
import { OtherOrderReceiver } from './other-order-receiver.ts'
import type { UndoWish } from './panel.ts'
import { Receipts } from './receipts.ts'
import { Stops } from './stops.ts'
import { Undoing } from './undoing.ts'

/**
 * The logic of the receive screen, without its rendering. It handles scans, clicks and answers of the server, and updates the panel. It shows a
 * receipt at once, then calls the server, and rolls the receipt back if the call fails. It depends neither on React nor on the network: all side
 * effects go through `ReceiveEffects`.
 */
export class ReceiveMachine {
  /**
   * True once this page has loaded the order while the order was not voided. In that case, the page stays open when a corrected file replaces the
   * order.
   */
  wasInUse = false
  private readonly desk: Desk
  private readonly receipts: Receipts
  private readonly others: Coworkers
  private readonly undoing: Undoing
  private readonly stops: Stops
  private readonly there: OtherOrderReceiver
  /** Scans made before the order had loaded. */
  private readonly early: string[] = []

  /** @param poll asks the server immediately for receipts made by coworkers. */
  constructor(documentId: number, person: DeskPerson, effects: ReceiveEffects, poll: () => void) {
    this.desk = new Desk(documentId, person, effects)
    this.receipts = new Receipts(this.desk)
    this.others = new Coworkers(this.desk)
    this.undoing = new Undoing(this.desk, poll)
    this.stops = new Stops(this.desk, this.receipts.kept)
    this.there = new OtherOrderReceiver(this.desk)
  }

  /** Decides whether goods from the order's partner may be received. */
  get gate() {
    return this.desk.gate
  }

  /** The state that the page renders. */
  readonly get = () => this.desk.panel.get()
  readonly use = () => this.desk.panel.use()

  /** Called when the order was loaded or reloaded. */
  load(known: WordFacts, isVoided: boolean): void {
    if (!isVoided) this.wasInUse = true
    const isNewIndex = known.index !== this.desk.known?.index
    this.desk.load(known)
    if (isNewIndex) this.receipts.kept.countAgain()
    for (const text of this.early.splice(0)) this.take(text)
    this.desk.panel.redraw()
  }

  setRecalls(recalls: readonly Recalled[]): void {
    this.desk.setRecalls(recalls)
  }

  setWaiting(scans: readonly WaitingScan[], behindOthers = false): void {
    this.receipts.kept.setWaiting(scans, behindOthers)
  }

  /** Handles the server's answer to a scan that was made on this page. Returns false if the scan was not made here. */
  readonly settle = (scan: WaitingScan, outcome: SettledResult<ReceiveAnswer | null>): boolean =>
    this.there.settle(scan, outcome) || this.receipts.kept.settle(scan, outcome)

  remember(progress: Progress, lastReceiptId: number): void {
    this.others.remember(progress, lastReceiptId)
  }

  /** Adds to the list of scans the last ten that were rejected before this page was opened. */
  rememberStops(stops: readonly StopRow[]): void {
    this.others.rememberStops(stops)
  }

  merge(progress: Progress): void {
    this.others.merge(progress)
  }

  readonly scan = (text: string): void => this.gate.pass(() => this.take(text))
  /** A handheld's scan. If Caps Lock is on and the order lists only the text with upper and lower case swapped, that text is used. */
  readonly scanByScanner = (scan: Scan): void => this.gate.pass(() => this.takeByScanner(scan))
  /** Typed or pasted text; a text that is at least as long as a barcode is treated as a barcode. */
  readonly scanByHand = (text: string): void => this.scanByScanner({ text, terminator: 'Enter' })
  /** Receives the unit at `line` without a new scan, for example after the user answered a stop, or shows why the unit can't be received. */
  readonly answer = (line: number, how: ByHand, said?: StopAnswers): void =>
    this.gate.pass(() => this.decide(line, how, said, { restored: false, isScan: said !== undefined }))
  readonly receiveContainer = (line: number): void => this.gate.pass(() => this.receipts.receiveScanned(line, 'container', 'scan'))
  readonly receiveProduct = (productId: number): void => this.gate.pass(() => this.receipts.receiveProduct(productId))
  /** `recallReason`: the reason why recalled packages are received with the rest. */
  readonly receiveAll = (recallReason?: string): void => this.gate.pass(() => this.receipts.receiveAll(recallReason))
  /** Puts the packages of these recalls on hold, then receives the order's other packages, except those that a stop excludes. */
  readonly holdAndReceive = (recalls: readonly Recalled[]): void => this.gate.pass(() => void this.receipts.holdAndReceive(recalls))
  /** Receives the scanned package into the other open order that lists it. */
  readonly receiveThere = (result: ScanResultOf<'missing'>): void => this.gate.pass(() => this.there.receive(result))
  /** Records that the package is not received, and frees the panel for the next scan. */
  readonly setAside = (result: ScanResult): void => this.stops.setAside(result)
  /** Shows that the package of `line` was just put on hold on this page. */
  readonly showHeld = (line: number): void => void this.desk.show({ kind: 'stop', line, why: 'held', days: 0, how: 'scan' })
  readonly rest = (): void => this.desk.panel.set({ result: undefined })
  /** Discards a scan that waits for the network. */
  readonly takeBack = (resultId: number): void => void this.receipts.kept.takeBack(resultId)
  readonly undo = (wish: UndoWish): void => void this.undoing.begin(wish)
  readonly confirmUndo = (reason: string): Promise<void> => this.undoing.confirm(reason)
  readonly cancelUndo = (): void => this.undoing.cancel()

  private resolve(known: WordFacts, text: string): Resolved {
    return resolveScan(known.index, text, this.desk.effects.today())
  }

  private takeByScanner({ text, capsLock }: Scan): void {
    const { known } = this.desk
    const turned = turnCase(text)
    const isOn = (sought: string) => known !== undefined && this.resolve(known, sought).decision.kind !== 'missing'
    this.take(capsLock && !isOn(text) && isOn(turned) ? turned : text)
  }

  private take(text: string): void {
    if (text.trim() === '') return
    const { known } = this.desk
    if (known?.isReadOnly) return
    if (known) this.show(text, this.resolve(known, text))
    else this.early.push(text)
  }

  private show(text: string, { reading, decision, restored }: Resolved): void {
    const how: ByHand = reading.kind === 'serial' ? 'serial' : 'scan'
    if (decision.kind === 'choose' && reading.kind === 'serial') {
      this.desk.show({ kind: 'choose', lines: decision.lines, serialNumber: reading.serialNumber, how })
    } else if (decision.kind === 'missing' && reading.kind !== 'unreadable') {
      const id = this.desk.show({ kind: 'missing', reading, isSearching: true, found: [] })
      const key = reading.kind === 'container' ? reading.sscc : reading.serialNumber
      const gtin = reading.kind === 'unit' ? reading.gtin : null
      void this.searchElsewhere(id, key, gtin, false).then((found) => this.stops.recordMissing(reading, found))
    } else if (decision.kind === 'unreadable') {
      const noSerial = reading.kind === 'unreadable' && reading.noSerial
      this.desk.show({ kind: 'unreadable', text, why: decision.why, ...(noSerial ? { noSerial } : {}) })
    } else if (decision.kind === 'productCode') {
      this.desk.show(decision)
    } else if ('line' in decision) {
      this.decide(decision.line, how, labelIn(reading), { restored, isScan: true })
    }
  }

  /** `isScan`: true if the package was scanned and is therefore in somebody's hand, so a stop is recorded. A click in the tree records no stop. */
  private decide(
    line: number,
    how: ByHand,
    said: StopAnswers | undefined,
    { restored, isScan }: { restored: boolean; isScan: boolean },
  ): void {
    const { known, effects } = this.desk
    if (!known) return
    const decision = decideLine(known.index, line, effects.today(), said)
    const also = { ...(said ? { said } : {}), ...(restored ? { restored } : {}) }
    if (decision.kind === 'receive') this.receipts.receiveScanned(line, 'med', how, said, restored)
    else if (decision.kind === 'container') this.receipts.receiveScanned(line, 'container', 'scan', said, restored)
    else if (decision.kind === 'already') this.desk.show({ kind: 'already', line, ...also })
    else if (decision.kind === 'differs') this.stop({ ...decision, how, file: getFileLabel(known.index, line), ...also }, isScan)
    else if (decision.kind === 'stop') {
      const id = this.stop({ ...decision, how, ...also }, isScan)
      if (decision.why === 'held') void this.findHolder(id, line)
    } else if (decision.kind === 'receivedElsewhere') {
      const id = this.stop({ kind: 'receivedElsewhere', line, how, found: [], ...also }, isScan)
      void this.searchElsewhere(id, known.index.keys[line] ?? '', findFact(known.index, line)?.gtin ?? null, true)
    }
  }

  private stop(shown: Extract<NewScanResult, { kind: 'differs' | 'stop' | 'receivedElsewhere' }>, isScan: boolean): number {
    const id = this.desk.show(shown)
    if (isScan) this.stops.record(shown, shown.how, shown.kind === 'differs' ? shown.label : shown.said)
    return id
  }

  private async findHolder(id: number, line: number): Promise<void> {
    const { effects, panel, known } = this.desk
    if (!known) return
    const hold = await effects.findHold(known.index.keys[line] ?? '', findFact(known.index, line)?.gtin ?? null)
    if (hold) panel.update(id, (was) => (was.kind === 'stop' ? { ...was, hold } : was))
  }

  /**
   * Searches for the package outside this order and adds what it finds to the scan result with this `id`. With `isSilent` it plays no sound, because
   * the scan has already played one.
   */
  private async searchElsewhere(id: number, serialNumber: string, gtin: string | null, isSilent: boolean): Promise<readonly Elsewhere[]> {
    const { effects, panel } = this.desk
    const found = [...(await effects.findElsewhere(serialNumber, gtin))]
    if (!isSilent) effects.play(found.length > 0 ? 'elsewhere' : 'unknown')
    panel.update(id, (was) => ('found' in was ? { ...was, found, ...(was.kind === 'missing' ? { isSearching: false } : {}) } : was))
    return found
  }
}
