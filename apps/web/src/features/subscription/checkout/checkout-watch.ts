import { makeSessionStore } from '../../../api/session/session-store.ts'
import type { Outputs } from '../../../api/trpc.ts'

export const POLL_MS = 5000
/** Time after the latest change to the subscriptions during which the page still polls for further changes. */
const QUIET_MS = 60_000
const LONGEST_MS = 10 * 60_000

type Purchases = Pick<Outputs['subscription']['updateFromProvider'], 'orders' | 'subscriptions'>

/** A checkout that was opened in another tab. */
export interface WatchedCheckout {
  url: string
  begunAt: number
  /** Time of the last change to the subscriptions or orders since the checkout was opened. */
  changedAt: number | undefined
  /** The purchases that the last poll found. They are stored here so that polling can detect changes even after the page was closed and reopened. */
  known?: Purchases
  /**
   * Product codes of the subscriptions that began since the checkout was opened. Absent until a payment is known; empty if the payment bought only
   * one-time products.
   */
  paid?: readonly string[]
}

/**
 * Product codes of the subscriptions that have begun between two readings, empty after a one-time payment; `undefined` if no payment was made, even
 * if something else changed.
 */
export function findPayment(before: Purchases, after: Purchases): string[] | undefined {
  const isNew = (id: number) => !before.subscriptions.some((one) => one.id === id)
  const begun = after.subscriptions.filter(({ id, active }) => active && isNew(id)).map(({ product }) => product)
  return begun.length || after.orders > before.orders ? begun : undefined
}

/**
 * Whether to keep polling every five seconds. Polling stops 60 seconds after the last change to the subscriptions or orders, and at the latest ten
 * minutes after the checkout began (BILL-021 … BILL-023, decision 35).
 */
export function isWaiting({ begunAt, changedAt }: WatchedCheckout, now: number): boolean {
  return now - begunAt < LONGEST_MS && (changedAt === undefined || now - changedAt < QUIET_MS)
}

/**
 * The checkout whose payment this tab waits for; undefined if there is none. It survives a reload, and the wait then continues for the remaining
 * time.
 */
export const waiting = makeSessionStore<WatchedCheckout | undefined>(undefined, undefined, {
  key: 'seriatim.checkout',
  parse: parseWaiting,
})

function parseWaiting(kept: unknown): WatchedCheckout | undefined {
  const found = kept as Partial<WatchedCheckout> | undefined // written by this store
  const { url, begunAt, changedAt, known, paid } = found ?? {}
  if (typeof url !== 'string' || typeof begunAt !== 'number') return undefined
  const checkout = { url, begunAt, changedAt, ...(typeof known === 'object' ? { known } : {}), ...(paid ? { paid } : {}) }
  return isWaiting(checkout, Date.now()) ? checkout : undefined
}

/**
 * Opens the checkout's tab while the click still counts as the user's; after waiting for an answer, browsers would block the tab. If none opens, the
 * page shows the URL.
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
