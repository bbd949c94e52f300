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

export interface Outbox {
  /** Keeps the scan, then sends it as soon as all before it are gone. `onKept` hears its id before anybody else hears of it. */
  add(scan: NewScan, onKept?: (whole: WaitingScan) => void): Promise<void>
  /** Forgets a scan that was not sent yet. False: it is gone already, or the server may have it. */
  takeBack(id: number): Promise<boolean>
  /** Takes up what waits for this user, and sends it. */
  start(userId: number): Promise<void>
  stop(): void
  /** The network may be back. */
  tryNow(): void
  /** Scans that wait for the network, oldest first. The one that is on its way for the first time is none of them. */
  waiting(): readonly WaitingScan[]
  /** With the one that is on its way. */
  count(): number
  subscribe(listener: () => void): () => void
}

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** A scan on its way for so long waits for the network, whatever the browser says. */
const ON_ITS_WAY_MS = 3000

/**
 * Scans go out one after the other in their order. A scan is written down before it is sent and struck out when the server has
 * answered, so none is lost by a reload in between; sending one twice changes nothing there.
 */
export function makeOutbox<Answer>(parts: OutboxParts<Answer>): Outbox {
  const { store, send, whoAmI, isOnline, onOutcome, alone, setTimer } = parts
  const { tell, subscribe } = makeListeners()
  let user = 0
  let scans: readonly WaitingScan[] = []
  let shown: readonly WaitingScan[] = []
  let isLate = false
  let isKnown = false
  let isRunning = false
  let failures = 0
  let stopTimer = () => {}
  /** Scans that are being written down, in their order. */
  let writing: Promise<unknown> = Promise.resolve()

  function changed(): void {
    shown = isLate ? scans : []
    tell()
  }

  /** Another window of this user may have sent some of them meanwhile. */
  async function forgetSent(): Promise<void> {
    const of = user
    const kept = new Set((await store.list(of)).map((scan) => scan.id))
    if (of === user) scans = scans.filter((scan) => kept.has(scan.id))
    if (scans.length === 0) isLate = false
    changed()
  }

  async function sendAll(): Promise<void> {
    await forgetSent()
    for (let scan = scans[0]; scan && user !== 0; scan = scans[0]) {
      const of = user
      const stopClock = setTimer(() => {
        isLate = true
        changed()
      }, ON_ITS_WAY_MS)
      // What waited may have waited through a sign-in: it is sent as the user who scanned it, or not at all.
      if (!isKnown && isOnline()) isKnown = (await whoAmI()) === of
      const sent: Sent<Answer> = isKnown && isOnline() ? await sendOne(scan) : { kind: 'unreached' }
      stopClock()
      if (of !== user) return
      if (sent.kind === 'unreached' || sent.kind === 'signedOut') {
        isLate = true
        changed()
        if (sent.kind === 'signedOut') return
        failures += 1
        stopTimer = setTimer(() => void run(), Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS))
        return
      }
      failures = 0
      await store.delete(scan.id)
      const { id } = scan
      scans = scans.filter((one) => one.id !== id)
      const waited = isLate
      if (scans.length === 0) isLate = false
      onOutcome(scan, sent, waited)
      changed()
    }
  }

  async function sendOne(scan: WaitingScan): Promise<Sent<Answer>> {
    if (!scan.tried) await store.markTried(scan.id)
    return send(scan)
  }

  /** Runs alone, so that no window is sending it meanwhile. */
  async function strikeOut(id: number): Promise<boolean> {
    const kept = (await store.list(user)).find((scan) => scan.id === id)
    if (!kept || kept.tried) return false
    await store.delete(id)
    scans = scans.filter((scan) => scan.id !== id)
    if (scans.length === 0) isLate = false
    changed()
    return true
  }

  async function run(): Promise<void> {
    if (isRunning || user === 0 || scans.length === 0) return
    const of = user
    isRunning = true
    stopTimer()
    try {
      await alone(sendAll)
    } finally {
      isRunning = false
      if (of !== user) void run()
    }
  }

  return {
    add(scan, onKept) {
      const written = writing.then(() => store.add(scan))
      writing = written.catch(() => undefined)
      return written.then((whole) => {
        onKept?.(whole)
        if (whole.userId !== user) return
        scans = [...scans, whole]
        if (!isOnline()) isLate = true
        changed()
        // Behind others that wait it takes its turn, and does not press.
        if (failures === 0) void run()
      })
    },
    async takeBack(id) {
      let isTaken = false
      await alone(async () => {
        isTaken = await strikeOut(id)
      })
      return isTaken
    },
    async start(userId) {
      if (user === userId) return
      user = userId
      isKnown = false
      failures = 0
      scans = []
      const kept = await store.list(userId)
      if (user !== userId) return
      const ids = new Set(kept.map((scan) => scan.id))
      scans = [...kept, ...scans.filter((scan) => !ids.has(scan.id))]
      isLate = scans.length > 0
      changed()
      void run()
    },
    stop() {
      user = 0
      scans = []
      isLate = false
      stopTimer()
      changed()
    },
    tryNow() {
      failures = 0
      stopTimer()
      void run()
    },
    waiting: () => shown,
    count: () => scans.length,
    subscribe,
  }
}
