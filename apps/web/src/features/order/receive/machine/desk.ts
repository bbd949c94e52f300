import { type LineRange, toRanges } from '../../../../offline/line-ranges.ts'
import { PartnerGate } from '../../../trading-partner/order/partner-gate.ts'
import { splitRange } from '../list/stopped-lines.ts'
import type { WordFacts } from '../panel/line-names.ts'
import { withAnswers } from '../panel/recall-stop.ts'
import { sounds } from '../panel/result-sounds.ts'
import { applyRanges, type Recalled } from '../receive-index.ts'
import type { NewScanResult } from '../receive-types.ts'
import type { ReceiveEffects } from './effects.ts'
import { Panel } from './panel.ts'

export interface DeskPerson {
  id: number
  firstName: string
  lastName: string
}

/** State shared by all parts of the machine: the order as known here, the panel, and pending calls. */
export class Desk {
  readonly documentId: number
  readonly person: DeskPerson
  readonly effects: ReceiveEffects
  readonly panel: Panel
  /** Decides whether goods of this partner may be received. */
  readonly gate = new PartnerGate()
  known: WordFacts | undefined
  /** Number of calls and scans that the server has not answered yet. */
  pending = 0
  /** Ids of the receipts made on this page. */
  readonly own = new Set<number>()
  /** Id of the newest receipt made on this page; 0 if there is none. */
  last = 0
  /** For each receipt id, the lines whose receipt was undone on this page; an older answer of the server may still report them as received. */
  private readonly undone = new Map<number, Set<number>>()
  private recalls: readonly Recalled[] = []
  private readonly answered = new Set<number>()

  constructor(documentId: number, person: DeskPerson, effects: ReceiveEffects) {
    this.documentId = documentId
    this.person = person
    this.effects = effects
    this.panel = new Panel(effects.now)
  }

  load(known: WordFacts): void {
    // A new index from the server already includes every undo of this page. Until a new index arrives, the page has to remember its undos.
    if (known.index !== this.known?.index) this.undone.clear()
    this.known = known
    this.markRecalls()
  }

  setRecalls(recalls: readonly Recalled[]): void {
    this.recalls = recalls
    this.markRecalls()
    this.panel.redraw()
  }

  /**
   * Called after the server rejected a receipt: replaces this page's recalls with the server's list. If the server has no answer to a recall, this
   * page asks about the recall again.
   */
  relearnRecalls(recalls: readonly Recalled[]): void {
    for (const { recallId, isAnswered } of recalls) if (!isAnswered) this.answered.delete(recallId)
    this.setRecalls(recalls)
  }

  /** Records that the user chose to receive despite these recalls, so that this page does not ask again for this order. */
  answerRecalls(recallIds: readonly number[]): void {
    for (const id of recallIds) this.answered.add(id)
    if (recallIds.length > 0) this.markRecalls()
  }

  /** Shows a result in the middle of the screen and plays its sound. Returns the id of the result. */
  show(outcome: NewScanResult): number {
    const id = this.panel.show(outcome)
    this.playFor(outcome)
    return id
  }

  /** Replaces the result with this id, shows the new one even if a newer scan is on screen, and plays its sound. */
  replace(id: number, outcome: NewScanResult): void {
    this.panel.replace(id, outcome)
    this.playFor(outcome)
  }

  giveBack(lines: readonly number[]): void {
    if (this.known) applyRanges(this.known.index, toRanges(lines), false)
  }

  noteUndone(receiptId: number, lines: readonly number[]): void {
    this.undone.set(receiptId, new Set([...(this.undone.get(receiptId) ?? []), ...lines]))
  }

  /** Returns `ranges` without the lines for which this page has undone the receipt `receiptId`. */
  withoutUndone(receiptId: number, ranges: readonly LineRange[]): readonly LineRange[] {
    const undone = this.undone.get(receiptId)
    return undone ? ranges.flatMap((range) => splitRange(range, (line) => undone.has(line))) : ranges
  }

  take(ranges: readonly LineRange[]): readonly number[] {
    return this.known ? applyRanges(this.known.index, ranges, true) : []
  }

  private playFor({ kind }: NewScanResult): void {
    const sound = sounds[kind]
    if (sound) this.effects.play(sound)
  }

  private markRecalls(): void {
    if (this.known) this.known.index.recalls = withAnswers(this.recalls, [...this.answered])
  }
}
