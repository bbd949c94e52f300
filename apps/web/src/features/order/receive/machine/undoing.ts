import type { Desk } from './desk.ts'
import type { UndoWish } from './panel.ts'

/** Undoes receipts: the user's own last receipt immediately, any other only with a reason. The server decides (decision 45). */
export class Undoing {
  private readonly desk: Desk
  /** Asks the server for new receipts right after an undo, instead of waiting for the next poll. */
  private readonly poll: () => void

  constructor(desk: Desk, poll: () => void) {
    this.desk = desk
    this.poll = poll
  }

  /**
   * Undoes the newest receipt made on this page at once. For any other receipt, first asks the server whether it may be undone and whether that takes
   * a reason.
   */
  async begin(wish: UndoWish): Promise<void> {
    const { last, effects, panel } = this.desk
    const receipt = wish.receiptId === last ? undefined : (await effects.readReceipts()).find(({ id }) => id === wish.receiptId)
    if (receipt && !receipt.mayUndo) effects.sayNotUndone(receipt)
    else if (wish.receiptId === last || (receipt && !receipt.needsReason)) await this.send(wish)
    else panel.set({ asking: wish })
  }

  async confirm(reason: string): Promise<void> {
    const { asking } = this.desk.panel.get()
    if (asking && (await this.send(asking, reason))) this.cancel()
  }

  cancel(): void {
    this.desk.panel.set({ asking: undefined })
  }

  private async send(wish: UndoWish, reason?: string): Promise<boolean> {
    const { panel, effects, own } = this.desk
    panel.set({ isUndoing: true })
    const said = await effects.undo(wish, reason)
    panel.set({ isUndoing: false })
    if (!said.ok) {
      if (said.key === 'reason_needed') panel.set({ asking: wish })
      else effects.sayFailed(said)
      return false
    }
    const lines = this.collectLines(wish)
    this.desk.giveBack(lines)
    this.desk.noteUndone(wish.receiptId, lines)
    own.add(wish.receiptId)
    this.desk.show({ kind: 'undone', line: lines.length === 1 ? (lines[0] ?? wish.line) : wish.line, amount: said.answer.undone })
    panel.redraw()
    this.poll()
    return true
  }

  private collectLines({ receiptId, line, only }: UndoWish): readonly number[] {
    if (only) return [line]
    const { known } = this.desk
    return known ? Array.from(known.index.receipts.keys()).filter((at) => known.index.receipts[at] === receiptId) : []
  }
}
