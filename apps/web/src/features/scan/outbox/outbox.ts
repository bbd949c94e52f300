import { makeListeners } from '../../../ui/state/store.ts'
import type { NewScan, ScanStore, WaitingScan } from './scan-store.ts'

/** Result of a call: an answer, a refusal with its sentence, or no answer at all. */
export type SendResult<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'refused'; key: string; sentence: string }
  | { kind: 'unreached' }
  /** Somebody else has the order locked: nothing was done, and a retry in a moment will work. */
  | { kind: 'held' }
  /** The session has ended. All scans wait until the user who made them signs in again. */
  | { kind: 'signedOut' }

export type SettledResult<Answer> = Extract<SendResult<Answer>, { kind: 'answered' | 'refused' }>

interface OutboxParts<Answer> {
  store: ScanStore
  send: (scan: WaitingScan) => Promise<SendResult<Answer>>
  /** The user of this browser's session on the server; undefined if the server can't be reached. */
  whoAmI: () => Promise<number | undefined>
  isOnline: () => boolean
  /**
   * Called for each scan that the server has answered, in the order of the answers. `waited`: whether the network or a lock on the order delayed the
   * scan.
   */
  onOutcome: (scan: WaitingScan, outcome: SettledResult<Answer>, waited: boolean) => void
  /** Runs `work` as soon as no other window of this browser is sending scans, so that only one window sends at a time. */
  alone: (work: () => Promise<void>) => Promise<void>
  setTimer: (work: () => void, milliseconds: number) => () => void
}

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** Delay between retries while somebody else has locked the order. It does not grow with each retry, because locks are held only for seconds. */
const HELD_RETRY_MS = 1000
/** Time in flight after which a scan counts as waiting for the network, even if the browser reports that it is online. */
const ON_ITS_WAY_MS = 3000

/**
 * Sends scans to the server one after another, in order. While somebody else has locked an order, scans of other orders go first. Each scan is stored
 * before it is sent and deleted once the server has answered, so none is lost if the page reloads. If a scan is sent twice, the server counts it only
 * once.
 */
export class Outbox<Answer> {
  private readonly parts: OutboxParts<Answer>
  private readonly listeners = makeListeners()
  private user = 0
  private scans: readonly WaitingScan[] = []
  private shown: readonly WaitingScan[] = []
  private isLate = false
  /**
   * Orders, by document id, whose scans were held up because somebody else had locked the order. The value is true as long as the order is believed
   * to be locked.
   */
  private readonly behind = new Map<number, boolean>()
  /** Ids of locked orders. The outbox skips their scans until the timer for locked orders fires. */
  private readonly passed = new Set<number>()
  private stopHeldTimer: (() => void) | undefined
  /** Whether the timer for locked orders fired while scans were being sent, so that the outbox runs again afterwards. */
  private isDue = false
  private isKnown = false
  private isRunning = false
  private failures = 0
  private stopTimer = () => {}
  /** Scans that were sent but not answered, so the server may have them. */
  private readonly unsure = new Set<number>()
  /** Serializes saving, to keep the order of the scans. */
  private writing: Promise<unknown> = Promise.resolve()

  constructor(parts: OutboxParts<Answer>) {
    this.parts = parts
  }

  /** Returns an unsubscribe function. */
  readonly subscribe = this.listeners.subscribe
  /**
   * Scans that wait for the network, oldest first. A scan that is being sent for the first time is not included, because nothing has delayed it yet.
   */
  readonly waiting = (): readonly WaitingScan[] => this.shown
  /** Whether the server is reachable but the order's scans wait for somebody else's lock. */
  readonly waitsForOthers = (documentId: number): boolean => this.behind.get(documentId) === true
  /** Number of scans that the server has not answered yet, including the one in flight. */
  readonly count = (): number => this.scans.length

  /** Saves the scan, then sends it after all earlier ones. `onSaved` receives the saved scan, which now has an id, before anything else happens. */
  async add(scan: NewScan, onSaved?: (whole: WaitingScan) => void): Promise<void> {
    const written = this.writing.then(() => this.parts.store.add(scan))
    this.writing = written.catch(() => undefined)
    const whole = await written
    onSaved?.(whole)
    if (whole.userId !== this.user) return
    this.scans = [...this.scans, whole]
    if (!this.parts.isOnline()) this.isLate = true
    this.changed()
    // After a failed call, a retry is scheduled already, so the scan only joins the queue.
    if (this.failures === 0) void this.run()
  }

  /** Discards a scan that was not sent yet. False if it is gone or the server may have it. */
  async takeBack(id: number): Promise<boolean> {
    let isTaken = false
    await this.parts.alone(async () => {
      isTaken = await this.strikeOut(id)
    })
    return isTaken
  }

  /** Loads this user's waiting scans and sends them. */
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

  /** Sends the waiting scans now, because the network may be back. */
  readonly tryNow = (): void => {
    this.failures = 0
    this.stopTimer()
    this.passed.clear()
    void this.run()
  }

  private changed(): void {
    this.shown = this.scans.filter((scan) => this.hasWaited(scan))
    this.listeners.notify()
  }

  private hasWaited({ documentId }: WaitingScan): boolean {
    return this.isLate || this.behind.has(documentId)
  }

  private keep(isKept: (scan: WaitingScan) => boolean): void {
    this.scans = this.scans.filter(isKept)
    const orders = new Set(this.scans.map(({ documentId }) => documentId))
    for (const documentId of this.behind.keys()) if (!orders.has(documentId)) this.behind.delete(documentId)
    // If other people have locked the orders of all remaining scans, the scans wait for these locks and not for the network.
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

  /** Drops scans that another window of this user has sent in the meantime. */
  private async forgetSent(): Promise<void> {
    const of = this.user
    const kept = new Set((await this.parts.store.list(of)).map((scan) => scan.id))
    if (of === this.user) this.keep((scan) => kept.has(scan.id))
    this.changed()
  }

  private async sendInTime(scan: WaitingScan): Promise<SendResult<Answer>> {
    const { store, send, whoAmI, isOnline, setTimer } = this.parts
    const of = this.user
    const stopClock = setTimer(() => {
      this.isLate = true
      this.changed()
    }, ON_ITS_WAY_MS)
    try {
      // A scan is sent only as the user who made it, because somebody else may have signed in while the scan waited.
      if (!this.isKnown && isOnline()) this.isKnown = (await whoAmI()) === of
      if (!this.isKnown || !isOnline()) return { kind: 'unreached' }
      const isFresh = !scan.tried && !this.unsure.has(scan.id)
      if (isFresh) await store.markTried(scan.id, true)
      const sent = await send(scan)
      // While the order is locked, the server rejects a scan without storing anything, so the user can still withdraw the scan.
      if (sent.kind === 'held' && isFresh) await store.markTried(scan.id, false)
      else this.unsure.add(scan.id)
      return sent
    } finally {
      stopClock()
    }
  }

  private waitAfter(kind: 'unreached' | 'signedOut'): void {
    this.isLate = true
    // While the server is unreachable, the outbox can't know whether the orders are still locked, so it stops reporting them as locked.
    for (const documentId of this.behind.keys()) this.behind.set(documentId, false)
    this.changed()
    if (kind === 'signedOut') return
    this.failures += 1
    const wait = Math.min(FIRST_RETRY_MS * 2 ** (this.failures - 1), LAST_RETRY_MS)
    this.stopTimer = this.parts.setTimer(() => void this.run(), wait)
  }

  /** The scan's order is locked, so scans of other orders go first. */
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
    // If the last send failed, for example because the device is offline, a retry is already scheduled. That retry also sends the scans of locked
    // orders.
    if (this.failures === 0) void this.run()
  }

  /** Removes a scan that the server has answered, and reports its outcome. */
  private async strike(scan: WaitingScan, outcome: SettledResult<Answer>): Promise<void> {
    this.unsure.delete(scan.id)
    await this.parts.store.delete(scan.id)
    const waited = this.hasWaited(scan)
    if (this.behind.has(scan.documentId)) this.behind.set(scan.documentId, false)
    this.keep(({ id }) => id !== scan.id)
    this.parts.onOutcome(scan, outcome, waited)
    this.changed()
  }

  /** Deletes a scan that was never sent, and returns whether it did. The caller must hold the lock that keeps other windows from sending scans. */
  private async strikeOut(id: number): Promise<boolean> {
    const kept = (await this.parts.store.list(this.user)).find((scan) => scan.id === id)
    if (!kept || kept.tried) return false
    await this.parts.store.delete(id)
    this.keep((scan) => scan.id !== id)
    this.changed()
    return true
  }
}
