import type { Progress } from './effects.ts'

const EVERY_MS = 3000
/**
 * How many receipt numbers to look back for this order's last ten receipts. The receipts of all orders share one sequence of numbers, so most numbers
 * in that range belong to other orders.
 */
const BACK = 200

interface PollParts {
  read: (afterReceiptId: number) => Promise<Progress | undefined>
  /** Whether the page is in the background. */
  isHidden: () => boolean
  setTimer: (work: () => void, milliseconds: number) => () => void
  /** Called with the receipts from before the page was opened. */
  onBefore: (progress: Progress, lastReceiptId: number) => void
  onNews: (progress: Progress) => void
}

/** Polls every few seconds for receipts by coworkers. */
export class ProgressPoll {
  private readonly parts: PollParts
  private after = 0
  private isOn = false
  private isBusy = false
  private isWanted = false
  private stopTimer = () => {}

  constructor(parts: PollParts) {
    this.parts = parts
  }

  /**
   * Starts polling, and reports once the receipts from before the page was opened.
   * @param lastReceiptId the latest receipt in the index.
   * @returns a function that stops polling.
   */
  start(lastReceiptId: number): () => void {
    this.after = lastReceiptId
    this.isOn = true
    void this.parts.read(Math.max(0, lastReceiptId - BACK)).then((progress) => {
      if (progress && this.isOn) this.parts.onBefore(progress, lastReceiptId)
    })
    this.wait()
    return () => {
      this.isOn = false
      this.stopTimer()
    }
  }

  readonly now = (): void => {
    if (!this.isOn) return
    // The response in flight may predate the change that triggered this request, so the server is asked again afterwards.
    if (this.isBusy) this.isWanted = true
    else void this.ask()
  }

  private wait(): void {
    this.stopTimer = this.parts.setTimer(this.now, EVERY_MS)
  }

  private async ask(): Promise<void> {
    this.isBusy = true
    this.stopTimer()
    // A failed poll is not reported, because the next poll catches up. Nothing is read while the page is hidden.
    const progress = this.parts.isHidden() ? undefined : await this.parts.read(this.after)
    this.isBusy = false
    if (!this.isOn) return
    if (progress) {
      this.after = progress.lastReceiptId
      this.parts.onNews(progress)
    }
    if (this.isWanted) {
      this.isWanted = false
      return void this.ask()
    }
    this.wait()
  }
}
