import { readFileSync, renameSync, writeFileSync } from 'node:fs'

export interface Product {
  product: string
  title: string
  /** Price in US dollars, with two decimals. */
  price: number
  period: 'month' | 'year' | 'once'
}

export interface Account {
  id: string
  /** Key that the calling program gave the account (`lookup.custom`). No two accounts have the same key. */
  key: string | null
  contact: { first: string; last: string; email: string; company: string; phone: string | null }
  address: { addressLine1: string; addressLine2: string | null; city: string; region: string; postalCode: string } | null
  /** Ids of paid orders; absent: none yet. */
  orders?: string[]
}

/** Instants are Unix times in milliseconds. */
export interface Subscription {
  id: string
  account: string
  product: string
  quantity: number
  state: 'active' | 'overdue' | 'canceled' | 'deactivated'
  active: boolean
  begin: number
  nextChargeDate: number | null
  canceledDate: number | null
  deactivationDate: number | null
  changed: number
  /** Discount in percent on the subscription's next charges; `discountPeriods` says on how many. */
  discountPercent: number
  /** Number of future charges that the discount covers; absent: all of them. */
  discountPeriods?: number
}

/** A payment for one period of a subscription, in dollars before tax. */
export interface Charge {
  subscription: string
  at: number
  amount: number
}

/** The items paid for in a checkout or by a renewal. */
export interface Order {
  id: string
  account: string
  reference: string
  at: number
  items: { product: string; quantity: number; amount: number }[]
}

export interface Session {
  id: string
  account: string
  /** `discountPeriods`: how many charges, including the first, get the discount; if absent, every charge gets it. */
  items: { product: string; quantity: number; discountPercent: number; discountPeriods?: number }[]
  expires: number
  paidAt: number | null
}

/** Faults to simulate. */
export interface Switches {
  delayMs: number
  /** `down`: every call gets 503. `slowDown`: 404, the provider's way of saying that there are too many calls. */
  fail: 'none' | 'down' | 'slowDown'
  /** How many of the next calls fail as `fail` specifies; null: all calls fail. */
  failCalls: number | null
  sessionWithoutId: boolean
  withoutPrice: string[]
  /** Whether cards are declined when a period is renewed. Applies until this switch is turned off or the buyer pays on the account's page. */
  declineRenewals: boolean
  loseWebhooks: boolean
  repeatWebhooks: number
  delayWebhooksMs: number
  /** Whether webhooks list events in reverse order, the newest first. */
  turnWebhooks: boolean
}

export const NO_FAULTS: Switches = {
  delayMs: 0,
  fail: 'none',
  failCalls: null,
  sessionWithoutId: false,
  withoutPrice: [],
  declineRenewals: false,
  loseWebhooks: false,
  repeatWebhooks: 0,
  delayWebhooksMs: 0,
  turnWebhooks: false,
}

export interface State {
  accounts: Account[]
  subscriptions: Subscription[]
  sessions: Session[]
  charges: Charge[]
  orders: Order[]
  /** Milliseconds by which the simulated clock is ahead of real time. */
  aheadMs: number
  count: number
}

export const emptyState = (): State => ({ accounts: [], subscriptions: [], sessions: [], charges: [], orders: [], aheadMs: 0, count: 0 })

/** Reads the state of an earlier run; `undefined` if there is none, or if it is unreadable. */
export function readState(file: string | undefined): State | undefined {
  if (!file) return undefined
  try {
    return { ...emptyState(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<State>) } // written by keepState, perhaps in an earlier release
  } catch {
    return undefined
  }
}

export function keepState(file: string | undefined, state: State): void {
  if (!file) return
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}

/** Same day of the next month or year, or the last day of that month if there is no such day. UTC. */
export function nextCharge(from: number, period: 'month' | 'year'): number {
  const at = new Date(from)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  if (period === 'year') at.setUTCFullYear(at.getUTCFullYear() + 1)
  else at.setUTCMonth(at.getUTCMonth() + 1)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  return at.getTime()
}
