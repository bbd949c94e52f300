import { useSyncExternalStore } from 'react'

/** Whether the server can be reached, as far as this page knows. */
export interface Network {
  isAway: boolean
  /** When it answered last since this page was loaded; undefined: not yet, so that what is shown is what the device kept. */
  seenAt: number | undefined
}

let network: Network = { isAway: globalThis.navigator?.onLine === false, seenAt: undefined }
const listeners = new Set<() => void>()

function set(isAway: boolean, now = Date.now()): void {
  if (isAway === network.isAway) {
    if (!isAway) network.seenAt = now // nobody draws it while the network is there
    return
  }
  network = { isAway, seenAt: isAway ? network.seenAt : now }
  for (const tell of listeners) tell()
}

/** A call was answered, whatever the answer was. */
export function noteAnswer(): void {
  set(false)
}

/** A call never reached the server. */
export function noteSilence(): void {
  set(true)
}

export function getNetwork(): Network {
  return network
}

export function subscribeNetwork(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useNetwork(): Network {
  return useSyncExternalStore(subscribeNetwork, getNetwork)
}

globalThis.addEventListener?.('offline', noteSilence)
globalThis.addEventListener?.('online', noteAnswer)
