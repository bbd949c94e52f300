import { makeListeners } from '../../ui/store.ts'
import type { NewScan, ScanStore, WaitingScan } from './scan-store.ts'

/** What became of a call: the server's answer, its refusal in words, or no answer at all. */
export type Sent<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'refused'; key: string; sentence: string }
  | { kind: 'unreached' }
  /** The session ended: everything waits until the same user is back. */
  | { kind: 'signedOut' }

export type Outcome<Answer> = Extract<Sent<Answer>, { kind: 'answered' | 'refused' }>

interface OutboxParts<Answer> {
  store: ScanStore
  send: (scan: WaitingScan) => Promise<Sent<Answer>>
  /** Who the server takes this browser for; undefined when it cannot be asked. */
  whoAmI: () => Promise<number | undefined>
  isOnline: () => boolean
  /** Told of each scan that the server has answered, in their order; `waited`: it did not go through at once. */
  onOutcome: (scan: WaitingScan, outcome: Outcome<Answer>, waited: boolean) => void
  /** Runs alone among all windows of this browser. */
  alone: (work: () => Promise<void>) => Promise<void>
  setTimer: (work: () => void, milliseconds: number) => () => void
}

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** A scan on its way for so long waits for the network, whatever the browser says. */
const ON_ITS_WAY_MS = 3000

/**
 * Scans go out one after the other in their order. A scan is written down before it is sent and struck out when the server has
 * answered, so none is lost by a reload in between; sending one twice changes nothing there.
 */
export class Outbox<Answer> {
  private readonly parts: OutboxParts<Answer>
  private readonly listeners = makeListeners()
  private user = 0
  private scans: readonly WaitingScan[] = []
  private shown: readonly WaitingScan[] = []
  private isLate = false
  private isKnown = false
  private isRunning = false
  private failures = 0
  private stopTimer = () => {}
  /** Scans that are being written down, in their order. */
  private writing: Promise<unknown> = Promise.resolve()

  constructor(parts: OutboxParts<Answer>) {
    this.parts = parts
  }

  /** Returns what ends it. */
  readonly subscribe = this.listeners.subscribe
  /** Scans that wait for the network, oldest first. The one that is on its way for the first time is none of them. */
  readonly waiting = (): readonly WaitingScan[] => this.shown
  /** With the one that is on its way. */
  readonly count = (): number => this.scans.length

  /** Keeps the scan, then sends it as soon as all before it are gone. `onKept` hears its id before anybody else hears of it. */
  async add(scan: NewScan, onKept?: (whole: WaitingScan) => void): Promise<void> {
    const written = this.writing.then(() => this.parts.store.add(scan))
    this.writing = written.catch(() => undefined)
    const whole = await written
    onKept?.(whole)
    if (whole.userId !== this.user) return
    this.scans = [...this.scans, whole]
    if (!this.parts.isOnline()) this.isLate = true
    this.changed()
    // Behind others that wait it takes its turn, and does not press.
    if (this.failures === 0) void this.run()
  }

  /** Forgets a scan that was not sent yet. False: it is gone already, or the server may have it. */
  async takeBack(id: number): Promise<boolean> {
    let isTaken = false
    await this.parts.alone(async () => {
      isTaken = await this.strikeOut(id)
    })
    return isTaken
  }

  /** Takes up what waits for this user, and sends it. */
  async start(userId: number): Promise<void> {
    if (this.user === userId) return
    this.user = userId
    this.isKnown = false
    this.failures = 0
    this.scans = []
    const kept = await this.parts.store.list(userId)
    if (this.user !== userId) return
    const ids = new Set(kept.map((scan) => scan.id))
    this.scans = [...kept, ...this.scans.filter((scan) => !ids.has(scan.id))]
    this.isLate = this.scans.length > 0
    this.changed()
    void this.run()
  }

  stop(): void {
    this.user = 0
    this.scans = []
    this.isLate = false
    this.stopTimer()
    this.changed()
  }

  /** The network may be back. */
  readonly tryNow = (): void => {
    this.failures = 0
    this.stopTimer()
    void this.run()
  }

  private changed(): void {
    this.shown = this.isLate ? this.scans : []
    this.listeners.tell()
  }

  private keep(isKept: (scan: WaitingScan) => boolean): void {
    this.scans = this.scans.filter(isKept)
    if (this.scans.length === 0) this.isLate = false
  }

  private async run(): Promise<void> {
    if (this.isRunning || this.user === 0 || this.scans.length === 0) return
    const of = this.user
    this.isRunning = true
    this.stopTimer()
    try {
      await this.parts.alone(() => this.sendAll())
    } finally {
      this.isRunning = false
      if (of !== this.user) void this.run()
    }
  }

  private async sendAll(): Promise<void> {
    await this.forgetSent()
    for (let scan = this.scans[0]; scan && this.user !== 0; scan = this.scans[0]) {
      const of = this.user
      const sent = await this.sendInTime(scan)
      if (of !== this.user) return
      if (sent.kind === 'unreached' || sent.kind === 'signedOut') {
        this.waitAfter(sent.kind)
        return
      }
      await this.strike(scan, sent)
    }
  }

  /** Another window of this user may have sent some of them meanwhile. */
  private async forgetSent(): Promise<void> {
    const of = this.user
    const kept = new Set((await this.parts.store.list(of)).map((scan) => scan.id))
    if (of === this.user) this.keep((scan) => kept.has(scan.id))
    this.changed()
  }

  private async sendInTime(scan: WaitingScan): Promise<Sent<Answer>> {
    const { store, send, whoAmI, isOnline, setTimer } = this.parts
    const of = this.user
    const stopClock = setTimer(() => {
      this.isLate = true
      this.changed()
    }, ON_ITS_WAY_MS)
    try {
      // What waited may have waited through a sign-in: it is sent as the user who scanned it, or not at all.
      if (!this.isKnown && isOnline()) this.isKnown = (await whoAmI()) === of
      if (!this.isKnown || !isOnline()) return { kind: 'unreached' }
      if (!scan.tried) await store.markTried(scan.id)
      return await send(scan)
    } finally {
      stopClock()
    }
  }

  private waitAfter(kind: 'unreached' | 'signedOut'): void {
    this.isLate = true
    this.changed()
    if (kind === 'signedOut') return
    this.failures += 1
    const wait = Math.min(FIRST_RETRY_MS * 2 ** (this.failures - 1), LAST_RETRY_MS)
    this.stopTimer = this.parts.setTimer(() => void this.run(), wait)
  }

  /** The server has answered it. */
  private async strike(scan: WaitingScan, outcome: Outcome<Answer>): Promise<void> {
    this.failures = 0
    await this.parts.store.delete(scan.id)
    const waited = this.isLate
    this.keep(({ id }) => id !== scan.id)
    this.parts.onOutcome(scan, outcome, waited)
    this.changed()
  }

  /** Runs alone, so that no window is sending it meanwhile. */
  private async strikeOut(id: number): Promise<boolean> {
    const kept = (await this.parts.store.list(this.user)).find((scan) => scan.id === id)
    if (!kept || kept.tried) return false
    await this.parts.store.delete(id)
    this.keep((scan) => scan.id !== id)
    this.changed()
    return true
  }
}
