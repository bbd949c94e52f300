import { makeListeners } from '../../../ui/state/store.ts'
import type { NewScan, ScanStore, WaitingScan } from './scan-store.ts'

/** What became of a call: the server's answer, its refusal in words, or no answer at all. */
export type Sent<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'refused'; key: string; sentence: string }
  | { kind: 'unreached' }
  /** Somebody else works on the order: nothing of it was done, and the same scan is worth trying in a moment. */
  | { kind: 'held' }
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
/** Others are done in seconds: there is no reason to come more and more seldom. */
const HELD_RETRY_MS = 1000
/** A scan on its way for so long waits for the network, whatever the browser says. */
const ON_ITS_WAY_MS = 3000

/**
 * Scans go out one after the other in their order; those of an order that somebody else works on let the ones of other orders pass. A scan is written down before it is sent and struck out when the server has
 * answered, so none is lost by a reload in between; sending one twice changes nothing there.
 */
export class Outbox<Answer> {
  private readonly parts: OutboxParts<Answer>
  private readonly listeners = makeListeners()
  private user = 0
  private scans: readonly WaitingScan[] = []
  private shown: readonly WaitingScan[] = []
  private isLate = false
  /** Orders whose scans wait or waited for somebody else, as long as there are any. True: they wait for them now. */
  private readonly behind = new Map<number, boolean>()
  /** Orders whose scans are not tried before `stopHeldTimer`'s time. */
  private readonly passed = new Set<number>()
  private stopHeldTimer: (() => void) | undefined
  /** Its time came while others were on their way. */
  private isDue = false
  private isKnown = false
  private isRunning = false
  private failures = 0
  private stopTimer = () => {}
  /** Scans that were sent and not answered: the server may have them. */
  private readonly unsure = new Set<number>()
  /** Scans that are being written down, in their order. */
  private writing: Promise<unknown> = Promise.resolve()

  constructor(parts: OutboxParts<Answer>) {
    this.parts = parts
  }

  /** Returns what ends it. */
  readonly subscribe = this.listeners.subscribe
  /** Scans that wait for the network, oldest first. The one that is on its way for the first time is none of them. */
  readonly waiting = (): readonly WaitingScan[] => this.shown
  /** The server is there: the order's scans wait for somebody else who works on it. */
  readonly waitsForOthers = (documentId: number): boolean => this.behind.get(documentId) === true
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
    this.forgetOthers()
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
    this.forgetOthers()
    this.stopTimer()
    this.changed()
  }

  /** The network may be back. */
  readonly tryNow = (): void => {
    this.failures = 0
    this.stopTimer()
    this.passed.clear()
    void this.run()
  }

  private changed(): void {
    this.shown = this.scans.filter((scan) => this.hasWaited(scan))
    this.listeners.tell()
  }

  private hasWaited({ documentId }: WaitingScan): boolean {
    return this.isLate || this.behind.has(documentId)
  }

  private keep(isKept: (scan: WaitingScan) => boolean): void {
    this.scans = this.scans.filter(isKept)
    const orders = new Set(this.scans.map(({ documentId }) => documentId))
    for (const documentId of this.behind.keys()) if (!orders.has(documentId)) this.behind.delete(documentId)
    // What else there is waits for others, and not for the network.
    if (this.scans.every(({ documentId }) => this.behind.has(documentId))) this.isLate = false
  }

  private forgetOthers(): void {
    this.behind.clear()
    this.passed.clear()
    this.stopHeldTimer?.()
    this.stopHeldTimer = undefined
  }

  private async run(): Promise<void> {
    if (this.isRunning || this.user === 0 || this.scans.length === 0) return
    const of = this.user
    this.isRunning = true
    this.isDue = false
    this.stopTimer()
    try {
      await this.parts.alone(() => this.sendAll())
    } finally {
      this.isRunning = false
      if (of !== this.user || (this.isDue && this.failures === 0)) void this.run()
    }
  }

  private async sendAll(): Promise<void> {
    await this.forgetSent()
    const next = () => this.scans.find(({ documentId }) => !this.passed.has(documentId))
    for (let scan = next(); scan && this.user !== 0; scan = next()) {
      const of = this.user
      const sent = await this.sendInTime(scan)
      if (of !== this.user) return
      if (sent.kind === 'unreached' || sent.kind === 'signedOut') {
        this.waitAfter(sent.kind)
        return
      }
      this.failures = 0
      if (sent.kind === 'held') this.letPass(scan)
      else await this.strike(scan, sent)
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
      const isFresh = !scan.tried && !this.unsure.has(scan.id)
      if (isFresh) await store.markTried(scan.id, true)
      const sent = await send(scan)
      // What only met a held order may still be taken back.
      if (sent.kind === 'held' && isFresh) await store.markTried(scan.id, false)
      else this.unsure.add(scan.id)
      return sent
    } finally {
      stopClock()
    }
  }

  private waitAfter(kind: 'unreached' | 'signedOut'): void {
    this.isLate = true
    // Whether others still work on an order nobody knows now.
    for (const documentId of this.behind.keys()) this.behind.set(documentId, false)
    this.changed()
    if (kind === 'signedOut') return
    this.failures += 1
    const wait = Math.min(FIRST_RETRY_MS * 2 ** (this.failures - 1), LAST_RETRY_MS)
    this.stopTimer = this.parts.setTimer(() => void this.run(), wait)
  }

  /** Somebody works on the scan's order: those of other orders go first. */
  private letPass({ documentId }: WaitingScan): void {
    this.behind.set(documentId, true)
    this.passed.add(documentId)
    this.changed()
    this.stopHeldTimer ??= this.parts.setTimer(() => this.tryHeld(), HELD_RETRY_MS)
  }

  private tryHeld(): void {
    this.stopHeldTimer = undefined
    this.passed.clear()
    this.isDue = this.isRunning
    // Without the network it waits longer.
    if (this.failures === 0) void this.run()
  }

  /** The server has answered it. */
  private async strike(scan: WaitingScan, outcome: Outcome<Answer>): Promise<void> {
    this.unsure.delete(scan.id)
    await this.parts.store.delete(scan.id)
    const waited = this.hasWaited(scan)
    if (this.behind.has(scan.documentId)) this.behind.set(scan.documentId, false)
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
