import { type CheckoutItem, isEnterprise, checkoutItems as items, type PlanTable } from '@seriatim/schema'

interface Begun {
  items: unknown
  priceCents: number | null
  ordersBefore: number
  endsSubscriptions: readonly string[]
}

interface Terms {
  items: readonly CheckoutItem[]
  priceCents: number | null
  /** How many orders the account has. */
  ordersBefore: number
  ends: readonly string[]
  /** What is active. */
  had: readonly string[]
}

const told = (list: unknown) =>
  JSON.stringify(items.parse(list).map(({ product, quantity, discountPercent = 0 }) => [product, quantity, discountPercent]))

/** Whether a checkout is for the same things at the same price, and nothing was bought since it was begun. */
export function isSameCheckout(begun: Begun & { hadSubscriptions: readonly string[] }, terms: Terms): boolean {
  return (
    told(begun.items) === told(terms.items) &&
    begun.priceCents === terms.priceCents &&
    begun.ordersBefore === terms.ordersBefore &&
    String(begun.endsSubscriptions.toSorted()) === String(terms.ends.toSorted()) &&
    String(begun.hadSubscriptions.toSorted()) === String(terms.had.toSorted())
  )
}

/** A checkout whose Enterprise may have come. */
export interface Awaited extends Begun {
  id: number
  begunAt: Date
  expiresAt: Date
  finishedAt: Date | null
  cameAs: string | null
  hadSubscriptions: readonly string[]
}

interface Came {
  subscription: string
  quantity: number
  begunAt: Date | null
}

/** How many Enterprise plans it buys; 0: it buys something else. */
const enterprisesOf = (plans: PlanTable, list: unknown) =>
  items.parse(list).reduce((sum, { product, quantity }) => sum + (isEnterprise(plans, product) ? quantity : 0), 0)

/** The provider's clock and ours differ, and it names days. */
const SLACK_MS = 86_400_000

/**
 * Which checkout an Enterprise plan came of: one for as many first, then what is still waited for, then the newest. A session that was given up can be
 * paid until it expires, so given up ones count too.
 */
export function checkoutOf<T extends Awaited>(plans: PlanTable, came: Came, checkouts: readonly T[]): T | undefined {
  const fits = ({ cameAs, hadSubscriptions, begunAt, expiresAt, items: list }: T) =>
    cameAs === null &&
    !hadSubscriptions.includes(came.subscription) &&
    enterprisesOf(plans, list) > 0 &&
    (came.begunAt === null ||
      (came.begunAt.getTime() > begunAt.getTime() - SLACK_MS && came.begunAt.getTime() < expiresAt.getTime() + SLACK_MS))
  const rank = (one: T) => (enterprisesOf(plans, one.items) === came.quantity ? 0 : 2) + (one.finishedAt === null ? 0 : 1)
  return checkouts
    .filter(fits)
    .toSorted((a, b) => rank(a) - rank(b) || b.begunAt.getTime() - a.begunAt.getTime() || b.id - a.id)
    .at(0)
}

/** Whether both take the place of the same subscription: whoever pays both has paid twice. */
export const isTwice = (a: Begun, b: Begun) => a.endsSubscriptions.some((one) => b.endsSubscriptions.includes(one))
