import { type LineRange, toRanges } from '../../../../offline/line-ranges.ts'
import { PartnerGate } from '../../../trading-partner/order/partner-gate.ts'
import { splitRange } from '../list/stopped-lines.ts'
import { withAnswers } from '../panel/recall-stop.ts'
import { sounds } from '../panel/result-sounds.ts'
import type { Known } from '../panel/result-words.ts'
import { applyRanges, type Recalled } from '../receive-index.ts'
import type { NewResult } from '../receive-types.ts'
import type { ReceiveEffects } from './effects.ts'
import { Panel } from './panel.ts'

export interface Person {
  id: number
  firstName: string
  lastName: string
}

/** What all parts of the machine share: the order as it is known, the panel, and the calls that are on their way. */
export class Desk {
  readonly documentId: number
  readonly person: Person
  readonly effects: ReceiveEffects
  readonly panel: Panel
  /** Before all that takes goods in. */
  readonly gate = new PartnerGate()
  known: Known | undefined
  /** Calls and scans that the server has not answered. */
  pending = 0
  /** Receipts that were made here. */
  readonly own = new Set<number>()
  /** The newest of them. */
  last = 0
  /** Lines undone here, by receipt: an older answer of the server may still call them received. */
  private readonly undone = new Map<number, Set<number>>()
  private recalls: readonly Recalled[] = []
  private readonly answered = new Set<number>()

  constructor(documentId: number, person: Person, effects: ReceiveEffects) {
    this.documentId = documentId
    this.person = person
    this.effects = effects
    this.panel = new Panel(effects.now)
  }

  load(known: Known): void {
    // A new index speaks for itself; one that was read before an undo needs the undo's own news.
    if (known.index !== this.known?.index) this.undone.clear()
    this.known = known
    this.tellRecalls()
  }

  setRecalls(recalls: readonly Recalled[]): void {
    this.recalls = recalls
    this.tellRecalls()
    this.panel.redraw()
  }

  /** The server stopped for one of them: what it does not hold answered is not, whatever was said here. */
  relearnRecalls(recalls: readonly Recalled[]): void {
    for (const { recallId, isAnswered } of recalls) if (!isAnswered) this.answered.delete(recallId)
    this.setRecalls(recalls)
  }

  /** Somebody said here that it is received though these recalls name it: asked once for an order. */
  answerRecalls(recallIds: readonly number[]): void {
    for (const id of recallIds) this.answered.add(id)
    if (recallIds.length > 0) this.tellRecalls()
  }

  /** In the middle of the screen, with its sound. Returns the id of the result. */
  show(outcome: NewResult): number {
    const id = this.panel.show(outcome)
    this.playFor(outcome)
    return id
  }

  /** What has to be seen and heard, also when another scan has taken the middle since. */
  replace(id: number, outcome: NewResult): void {
    this.panel.replace(id, outcome)
    this.playFor(outcome)
  }

  giveBack(lines: readonly number[]): void {
    if (this.known) applyRanges(this.known.index, toRanges(lines), false)
  }

  noteUndone(receiptId: number, lines: readonly number[]): void {
    this.undone.set(receiptId, new Set([...(this.undone.get(receiptId) ?? []), ...lines]))
  }

  /** The lines of a receipt that were not undone here. */
  withoutUndone(receiptId: number, ranges: readonly LineRange[]): readonly LineRange[] {
    const undone = this.undone.get(receiptId)
    return undone ? ranges.flatMap((range) => splitRange(range, (line) => undone.has(line))) : ranges
  }

  take(ranges: readonly LineRange[]): readonly number[] {
    return this.known ? applyRanges(this.known.index, ranges, true) : []
  }

  private playFor({ kind }: NewResult): void {
    const sound = sounds[kind]
    if (sound) this.effects.play(sound)
  }

  private tellRecalls(): void {
    if (this.known) this.known.index.recalls = withAnswers(this.recalls, [...this.answered])
  }
}
