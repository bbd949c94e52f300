import { makeStore } from '../ui/store.ts'

/** Whether the server can be reached, as far as this page knows. */
export interface Network {
  isAway: boolean
  /** When it answered last since this page was loaded; undefined: not yet, so that what is shown is what the device kept. */
  seenAt: number | undefined
}

const network = makeStore<Network>({ isAway: globalThis.navigator?.onLine === false, seenAt: undefined })

function set(isAway: boolean, now = Date.now()): void {
  const last = network.get()
  if (isAway === last.isAway) {
    if (!isAway) last.seenAt = now // nobody draws it while the network is there
    return
  }
  network.set({ isAway, seenAt: isAway ? last.seenAt : now })
}

/** A call was answered, whatever the answer was. */
export function noteAnswer(): void {
  set(false)
}

/** A call never reached the server. */
export function noteSilence(): void {
  set(true)
}

export const getNetwork = network.get
export const subscribeNetwork = network.subscribe
export const useNetwork = network.use

globalThis.addEventListener?.('offline', noteSilence)
globalThis.addEventListener?.('online', noteAnswer)
