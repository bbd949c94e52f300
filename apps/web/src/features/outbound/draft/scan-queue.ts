import type { ShipmentScanned, ShipmentStopCode } from '@seriatim/schema'

/** Content of the panel: a server's answer, a failure, or a scan that waits for the network. */
export type ScanShown =
  | { kind: 'answer'; code: string; scanned: ShipmentScanned }
  | { kind: 'refused'; code: string; sentence: string }
  | { kind: 'waiting'; code: string }

export interface QueueState {
  shown: ScanShown | undefined
  /** Number of scans that the server has not answered yet. */
  waiting: number
}

interface Waiting {
  code: string
  accept: ShipmentStopCode[]
}

interface QueueParts {
  /** Sends one scan. Rejects with the server's refusal, or with another error if the server did not answer. */
  send: (scan: Waiting) => Promise<ShipmentScanned>
  /** Returns the server's sentence about an error; undefined if no server answered. */
  sentenceOf: (error: unknown) => string | undefined
  onChange: (state: QueueState) => void
  onAnswer: (scanned: ShipmentScanned) => void
  retryMs?: number
}

const RETRY_MS = 3000

/** Sends scans one after the other, in the order in which they were made. A scan without an answer is kept and sent again, so none is lost offline. */
export class ScanQueue {
  private readonly queue: Waiting[] = []
  private shown: ScanShown | undefined
  private isSending = false
  private isEnded = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly parts: QueueParts

  constructor(parts: QueueParts) {
    this.parts = parts
  }

  readonly scan = (code: string, accept: ShipmentStopCode[] = []): void => {
    this.queue.push({ code, accept })
    void this.run()
  }

  readonly end = (): void => {
    this.isEnded = true
    clearTimeout(this.timer)
  }

  private async run(): Promise<void> {
    if (this.isSending || this.isEnded) return
    this.isSending = true
    this.notify()
    for (let next = this.queue[0]; next && !this.isEnded; next = this.queue[0]) {
      if (!(await this.attempt(next))) {
        this.shown = { kind: 'waiting', code: next.code }
        this.timer = setTimeout(() => void this.run(), this.parts.retryMs ?? RETRY_MS)
        break
      }
      this.queue.shift()
      this.notify()
    }
    this.isSending = false
    this.notify()
  }

  /** Sends one scan and shows the outcome. True if the server answered, with a result or a refusal. */
  private async attempt(scan: Waiting): Promise<boolean> {
    try {
      const scanned = await this.parts.send(scan)
      this.shown = { kind: 'answer', code: scan.code, scanned }
      this.parts.onAnswer(scanned)
      return true
    } catch (error) {
      const sentence = this.parts.sentenceOf(error)
      if (sentence === undefined) return false
      this.shown = { kind: 'refused', code: scan.code, sentence }
      return true
    }
  }

  private notify(): void {
    if (!this.isEnded) this.parts.onChange({ shown: this.shown, waiting: this.queue.length })
  }
}
