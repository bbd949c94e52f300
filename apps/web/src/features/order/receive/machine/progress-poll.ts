import type { Progress } from './effects.ts'

const EVERY_MS = 3000
/** How many receipts back one looks for the last ten of this order. */
const BACK = 200

interface PollParts {
  read: (afterReceiptId: number) => Promise<Progress | undefined>
  /** Nobody looks at the page. */
  isHidden: () => boolean
  setTimer: (work: () => void, milliseconds: number) => () => void
  /** What was received before the page was opened. */
  onBefore: (progress: Progress, lastReceiptId: number) => void
  onNews: (progress: Progress) => void
}

/** Asks every few seconds what others have received. */
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

  /** @param lastReceiptId up to which receipt the index knows. Returns what ends it. */
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
    // The answer on its way may be older than what this asks about.
    if (this.isBusy) this.isWanted = true
    else void this.ask()
  }

  private wait(): void {
    this.stopTimer = this.parts.setTimer(this.now, EVERY_MS)
  }

  private async ask(): Promise<void> {
    this.isBusy = true
    this.stopTimer()
    // What cannot be asked now comes with the next one; scans say themselves when they cannot be saved.
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
