import { decideStatus, dollars, type Subscription } from '@seriatim/schema'

export interface StoredSubscription {
  product: string
  display: string
  state: string
  isActive: boolean
  isAutoRenew: boolean
  quantity: number
  currency: string
  subtotalCents: number
  begunAt: Date | null
  nextChargeAt: Date | null
  nextChargeCents: number | null
  canceledAt: Date | null
  endsAt: Date | null
  changedAt: Date | null
}

const DAY = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: '2-digit', timeZone: 'UTC' })
const dayShown = (at: Date | null) => (at ? DAY.format(at) : null)

/** Converts a stored subscription to the form that screens and REST show. Dates are those in UTC, because the provider counts days in UTC. */
export function toSubscription({ id, ...row }: StoredSubscription & { id: number }): Subscription {
  return {
    id,
    product: row.product,
    state: row.state,
    status: decideStatus(row.state),
    active: row.isActive,
    autoRenew: row.isAutoRenew,
    quantity: row.quantity,
    display: row.display,
    beginDisplay: dayShown(row.begunAt),
    nextChargeDate: row.nextChargeAt?.toISOString() ?? null,
    nextChargeDateDisplay: dayShown(row.nextChargeAt),
    nextChargePreTax: row.nextChargeCents === null ? null : row.nextChargeCents / 100,
    nextChargePreTaxDisplay: row.nextChargeCents === null ? null : dollars(row.nextChargeCents),
    canceledDateDisplay: dayShown(row.canceledAt),
    endsDateDisplay: dayShown(row.endsAt),
    subtotal: row.subtotalCents / 100,
    subtotalDisplay: dollars(row.subtotalCents),
  }
}

/** A subscription's data for the audit trail, in readable words and figures. */
export function trailFacts(kept: StoredSubscription): Record<string, string | number | boolean | null> {
  return {
    product: kept.product,
    quantity: kept.quantity,
    state: kept.state,
    usable: kept.isActive,
    renewedByItself: kept.isAutoRenew,
    price: dollars(kept.subtotalCents),
    nextCharge: dayShown(kept.nextChargeAt),
    usableUntil: dayShown(kept.endsAt),
  }
}

/** The changed facts of a subscription, with their values before and after the change; `undefined` if no fact changed. */
export function findChange(
  before: StoredSubscription,
  after: StoredSubscription,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const [was, is] = [trailFacts(before), trailFacts(after)]
  const changed = Object.keys(is).filter((name) => was[name] !== is[name])
  if (!changed.length) return undefined
  const pick = (facts: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  return { before: pick(was), after: pick(is) }
}

/** Whether data read from the provider is older than the stored data. That is possible because messages and answers may arrive out of order. */
export const isOlder = (read: Pick<StoredSubscription, 'changedAt'>, kept: Pick<StoredSubscription, 'changedAt'>) =>
  read.changedAt !== null && kept.changedAt !== null && read.changedAt < kept.changedAt
