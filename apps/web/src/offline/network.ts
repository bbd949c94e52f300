import { useSyncExternalStore } from 'react'
import { makeStore } from '../ui/state/store.ts'

/** Whether the server is reachable, according to this page's last calls. */
export interface Network {
  isUnreachable: boolean
  /** Time of the server's last answer to this page. undefined before the first answer; until then, the page shows cached data. */
  seenAt: number | undefined
  /**
   * Start of the current outage or, if the server is reachable, of the last one; undefined if there was none. During an outage, everything that the
   * page has started to show since then comes from the cache.
   */
  unreachableSince: number | undefined
}

const isOff = globalThis.navigator?.onLine === false
const network = makeStore<Network>({ isUnreachable: isOff, seenAt: undefined, unreachableSince: isOff ? Date.now() : undefined })

function set(isUnreachable: boolean, now = Date.now()): void {
  const last = network.get()
  if (isUnreachable === last.isUnreachable) {
    if (!isUnreachable) last.seenAt = now // No component shows `seenAt` while the page is online, so none needs to be notified.
    return
  }
  network.set({ isUnreachable, seenAt: isUnreachable ? last.seenAt : now, unreachableSince: isUnreachable ? now : last.unreachableSince })
}

/** Notes that the server answered a call, with any result. */
export function noteReachable(): void {
  set(false)
}

/** Notes that a call did not reach the server. */
export function noteUnreachable(): void {
  set(true)
}

/** Time without an answer after which a call makes the page check whether the server is reachable. */
const TIMEOUT_MS = 1000
/** Timeout of the check, which a reachable server answers at once. */
const PING_MS = 800

/** Whether the server responds at all. */
export async function ping(): Promise<boolean> {
  try {
    return (await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(PING_MS) })).ok
  } catch {
    return false
  }
}

let asking: Promise<boolean> | undefined

/**
 * Watches a call. On a network that drops packets, calls don't fail: the browser waits for minutes. So if the call has no answer after a moment,
 * pings the server, and calls `onSilence` only if the ping isn't answered either. Returns a function that ends the watch.
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
  }, TIMEOUT_MS)
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

/** Whether the device itself has no network. If the server does not answer, this distinguishes an offline device from an unreachable server. */
export const useIsDisconnected = (): boolean => useSyncExternalStore(watchConnection, () => navigator.onLine === false)

export const getNetwork = network.get
export const subscribeNetwork = network.subscribe
export const useNetwork = network.use

globalThis.addEventListener?.('offline', noteUnreachable)
globalThis.addEventListener?.('online', noteReachable)
