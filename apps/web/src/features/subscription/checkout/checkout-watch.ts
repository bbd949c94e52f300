import { makeSessionStore } from '../../../api/session/session-store.ts'

export const POLL_MS = 5000
/** More changes may follow within this time after one. */
const QUIET_MS = 60_000
const LONGEST_MS = 10 * 60_000

/** A checkout that was opened in another tab. */
export interface WatchedCheckout {
  url: string
  begunAt: number
  /** Time of the last change to the subscriptions since then. */
  changedAt: number | undefined
  /** The provider's last answer, as text; it outlives the page that asks. */
  known?: string
}

/**
 * Whether to keep polling every five seconds: for 60 seconds after the last change, and for ten minutes in total (BILL-021 … BILL-023, decision 35).
 */
export function isWaiting({ begunAt, changedAt }: WatchedCheckout, now: number): boolean {
  return now - begunAt < LONGEST_MS && (changedAt === undefined || now - changedAt < QUIET_MS)
}

/** It goes on after a reload, for as long as it would have. */
export const waiting = makeSessionStore<WatchedCheckout | undefined>(undefined, undefined, {
  key: 'seriatim.checkout',
  parse: parseWaiting,
})

function parseWaiting(kept: unknown): WatchedCheckout | undefined {
  const found = kept as Partial<WatchedCheckout> | undefined // written by this store
  const { url, begunAt, changedAt, known } = found ?? {}
  if (typeof url !== 'string' || typeof begunAt !== 'number') return undefined
  const checkout = { url, begunAt, changedAt, ...(known === undefined ? {} : { known }) }
  return isWaiting(checkout, Date.now()) ? checkout : undefined
}

/**
 * Opens the checkout's tab while the click still counts as the user's; browsers block it after waiting for an answer. If none opens, the page shows
 * the address.
 */
export function openTab() {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  return {
    lead(url: string): void {
      waiting.set({ url, begunAt: Date.now(), changedAt: undefined })
      tab?.location.replace(url)
    },
    close: () => tab?.close(),
  }
}
