import { readFileSync, renameSync, writeFileSync } from 'node:fs'

export interface Product {
  product: string
  title: string
  /** In US dollars, two decimals. */
  price: number
  period: 'month' | 'year' | 'once'
}

export interface Account {
  id: string
  /** The buyer's own name for it (`lookup.custom`). */
  key: string | null
  contact: { first: string; last: string; email: string; company: string; phone: string | null }
  address: { addressLine1: string; addressLine2: string | null; city: string; region: string; postalCode: string } | null
  /** Ids of what was paid; absent: nothing yet. */
  orders?: string[]
}

/** Instants are milliseconds of the epoch. */
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
  /** Taken off each charge that the discount still covers, in percent. */
  discountPercent: number
  /** Charges to come that the discount covers; absent: all of them. */
  discountPeriods?: number
}

/** Money taken for one period of a subscription, in dollars before tax. */
export interface Charge {
  subscription: string
  at: number
  amount: number
}

/** What was paid in a checkout. */
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
  /** `discountPeriods`: how many charges the discount covers, the first one included; absent: all of them. */
  items: { product: string; quantity: number; discountPercent: number; discountPeriods?: number }[]
  expires: number
  paidAt: number | null
}

/** What goes wrong on purpose. */
export interface Switches {
  delayMs: number
  /** `down`: every call is answered 503. `slowDown`: 404, as the provider says that there are too many calls. */
  fail: 'none' | 'down' | 'slowDown'
  /** So many calls more fail; absent: all. */
  failCalls: number | null
  sessionWithoutId: boolean
  withoutPrice: string[]
  /** Cards are declined when a period is renewed, until the switch is off or the buyer pays on the account's page. */
  declineRenewals: boolean
  loseWebhooks: boolean
  repeatWebhooks: number
  delayWebhooksMs: number
  /** The last event first. */
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
  /** The clock runs ahead by so much. */
  aheadMs: number
  count: number
}

export const emptyState = (): State => ({ accounts: [], subscriptions: [], sessions: [], charges: [], orders: [], aheadMs: 0, count: 0 })

/** What was kept of an earlier run; `undefined` when there is none, or none that can be read. */
export function readState(file: string | undefined): State | undefined {
  if (!file) return undefined
  try {
    return { ...emptyState(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<State>) } // written by keepState, maybe of an earlier release
  } catch {
    return undefined
  }
}

export function keepState(file: string | undefined, state: State): void {
  if (!file) return
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}

/** The same day of the next month or year; the last one where there is none such. UTC. */
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
