import { useSyncExternalStore } from 'react'
import { makeStore } from '../ui/state/store.ts'

/** Whether the server can be reached, as far as this page knows. */
export interface Network {
  isAway: boolean
  /** When it answered last since this page was loaded; undefined: not yet, so that what is shown is what the device kept. */
  seenAt: number | undefined
  /** Since when it cannot be reached: what was shown since came from this device. */
  awayAt: number | undefined
}

const isOff = globalThis.navigator?.onLine === false
const network = makeStore<Network>({ isAway: isOff, seenAt: undefined, awayAt: isOff ? Date.now() : undefined })

function set(isAway: boolean, now = Date.now()): void {
  const last = network.get()
  if (isAway === last.isAway) {
    if (!isAway) last.seenAt = now // nobody draws it while the network is there
    return
  }
  network.set({ isAway, seenAt: isAway ? last.seenAt : now, awayAt: isAway ? now : last.awayAt })
}

/** A call was answered, whatever the answer was. */
export function noteReachable(): void {
  set(false)
}

/** A call never reached the server. */
export function noteUnreachable(): void {
  set(true)
}

/** A call without an answer for so long makes one ask whether there is a server at all. */
const PATIENCE_MS = 1000
/** What answers at once where there is one. */
const PING_MS = 800

/** Whether the server says anything. */
export async function ping(): Promise<boolean> {
  try {
    return (await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(PING_MS) })).ok
  } catch {
    return false
  }
}

let asking: Promise<boolean> | undefined

/**
 * Watches a call: where packets vanish nothing is refused, and the browser waits for minutes. `onSilence` is called when the call has no answer for a
 * moment and the server does not say anything else either; a slow answer is none. Returns what ends the watch.
 */
export function watchCall(onSilence: () => void): () => void {
  let isOver = false
  const timer = setTimeout(async () => {
    asking ??= ping().finally(() => {
      asking = undefined
    })
    if ((await asking) || isOver) return
    noteUnreachable()
    onSilence()
  }, PATIENCE_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

function watchConnection(onChange: () => void): () => void {
  globalThis.addEventListener('offline', onChange)
  globalThis.addEventListener('online', onChange)
  return () => {
    globalThis.removeEventListener('offline', onChange)
    globalThis.removeEventListener('online', onChange)
  }
}

/** Whether the device itself has no network; where it has one, the server alone does not answer. */
export const useIsDisconnected = (): boolean => useSyncExternalStore(watchConnection, () => navigator.onLine === false)

export const getNetwork = network.get
export const subscribeNetwork = network.subscribe
export const useNetwork = network.use

globalThis.addEventListener?.('offline', noteUnreachable)
globalThis.addEventListener?.('online', noteReachable)
