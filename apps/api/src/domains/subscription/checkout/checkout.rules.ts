import {
  type CheckoutItem,
  creditedDays,
  findPlan,
  isBasic,
  isEnterprise,
  isRecurring,
  checkoutItems as items,
  type PlanTable,
} from '@seriatim/schema'
import { DAY_MS } from '../../../core/day.ts'

interface Begun {
  items: unknown
  priceCents: number | null
  ordersBefore: number
  endsSubscriptions: readonly string[]
}

interface Terms {
  items: readonly CheckoutItem[]
  priceCents: number | null
  /** Number of orders that the account has when the checkout begins. */
  ordersBefore: number
  ends: readonly string[]
  /** Ids of the subscriptions that are active when the checkout begins. */
  had: readonly string[]
}

const itemsKey = (list: unknown) =>
  JSON.stringify(items.parse(list).map(({ product, quantity, discountPercent = 0 }) => [product, quantity, discountPercent]))

/**
 * Whether a checkout that was already begun can serve for these terms: it has the same items and price, it ends the same subscriptions, and the
 * customer has bought nothing since it began.
 */
export function isSameCheckout(begun: Begun & { hadSubscriptions: readonly string[] }, terms: Terms): boolean {
  return (
    itemsKey(begun.items) === itemsKey(terms.items) &&
    begun.priceCents === terms.priceCents &&
    begun.ordersBefore === terms.ordersBefore &&
    String(begun.endsSubscriptions.toSorted()) === String(terms.ends.toSorted()) &&
    String(begun.hadSubscriptions.toSorted()) === String(terms.had.toSorted())
  )
}

/** A checkout to which new subscriptions may belong, with those in `came` already assigned to it. */
export interface Awaited extends Begun {
  id: number
  replacesId: number | null
  begunAt: Date
  expiresAt: Date
  finishedAt: Date | null
  paidAt: Date | null
  came: readonly string[]
  hadSubscriptions: readonly string[]
  /** Maps each subscription that this checkout ends to the day until which it had been paid when the checkout began. */
  creditedUntil: unknown
}

interface Came {
  subscription: string
  product: string
  quantity: number
  begunAt: Date | null
}

/** Sums the quantities of the product `came` in a checkout's items; 0 if it is not among them. All Enterprise products count as the same product. */
function readAmount(plans: PlanTable, list: unknown, came: string): number {
  const fits = isEnterprise(plans, came)
    ? (product: string) => isEnterprise(plans, product)
    : (product: string) => product.toLowerCase() === came.toLowerCase()
  return items.parse(list).reduce((sum, { product, quantity }) => sum + (fits(product) ? quantity : 0), 0)
}

/** Whether a later checkout buys the product `came` of an earlier checkout again, or Enterprise after Basic, or Basic after Enterprise. */
export function isBoughtAgain(plans: PlanTable, later: Pick<Begun, 'items'>, came: string): boolean {
  if (readAmount(plans, later.items, came) > 0) return true
  const others = items.parse(later.items)
  if (isBasic(came)) return others.some(({ product }) => isEnterprise(plans, product))
  return isEnterprise(plans, came) && others.some(({ product }) => isBasic(product))
}

/** Tolerance for comparing times: the provider reports only days, and its clock differs from ours. */
const SLACK_MS = DAY_MS

/**
 * Finds the checkout from which a subscription comes, preferring one of the same quantity, then an open one, then the newest. An abandoned session
 * can be paid until it expires, so abandoned checkouts count too.
 *
 * @param known subscriptions already matched to a checkout. A checkout creates one subscription for each of its products, so once a subscription is
 * matched to it, the checkout is skipped for any other subscription to the same product.
 */
export function findCheckout<T extends Awaited>(
  plans: PlanTable,
  came: Came,
  checkouts: readonly T[],
  known: readonly Came[],
): T | undefined {
  const hasCome = (one: T) =>
    one.came.some((subscription) => {
      const other = known.find((sub) => sub.subscription === subscription)
      // If we no longer store a subscription that came from this checkout, the checkout was an upgrade. An upgrade buys a single subscription, so the
      // checkout is complete.
      return !other || readAmount(plans, [{ product: other.product, quantity: 1 }], came.product) > 0
    })
  const fits = (one: T) =>
    !one.hadSubscriptions.includes(came.subscription) &&
    readAmount(plans, one.items, came.product) > 0 &&
    (came.begunAt === null ||
      (came.begunAt.getTime() > one.begunAt.getTime() - SLACK_MS && came.begunAt.getTime() < one.expiresAt.getTime() + SLACK_MS)) &&
    !hasCome(one)
  const rank = (one: T) => (readAmount(plans, one.items, came.product) === came.quantity ? 0 : 2) + (one.finishedAt === null ? 0 : 1)
  return checkouts
    .filter(fits)
    .toSorted((a, b) => rank(a) - rank(b) || b.begunAt.getTime() - a.begunAt.getTime() || b.id - a.id)
    .at(0)
}

/**
 * Whether a customer who pays both checkouts pays twice for the same thing: both checkouts end the same subscription, or one checkout replaced the
 * other.
 */
export function isPaidTwice(a: Awaited, b: Awaited, all: readonly Awaited[]): boolean {
  if (a.endsSubscriptions.some((one) => b.endsSubscriptions.includes(one))) return true
  return replaces(a, b, all) || replaces(b, a, all)
}

/** Whether the checkout `later` replaced the checkout `earlier`, directly or through other checkouts in between. */
export function replaces(later: Awaited, earlier: Awaited, all: readonly Awaited[]): boolean {
  for (let at: Awaited | undefined = later; at && at.replacesId !== null; ) {
    const replacesId: number = at.replacesId
    if (replacesId === earlier.id) return true
    // A checkout can only replace an older one, so the loop ends.
    at = all.find((one) => one.id === replacesId && one.id < (at?.id ?? 0))
  }
  return false
}

/** Number of other checkouts paid since this one began. Each of them accounts for one order at the provider. */
const explained = (one: Awaited, checkouts: readonly Awaited[]): number =>
  checkouts.filter((other) => other.id !== one.id && other.paidAt !== null && other.paidAt >= one.begunAt).length

const isOnce = (plans: PlanTable, { items: list }: Awaited): boolean =>
  items.parse(list).every(({ product }) => !isRecurring(plans, product))

/**
 * Whether a cart that contains only one-time purchases was paid. Paying such a cart creates an order at the provider but no subscription, so it
 * counts as paid if there is a new order that no other checkout explains.
 */
export const isPaid = (plans: PlanTable, one: Awaited, { orders, checkouts }: { orders: number; checkouts: readonly Awaited[] }): boolean =>
  orders - explained(one, checkouts) > one.ordersBefore && isOnce(plans, one)

/**
 * Finds replaced checkouts of one-time purchases that seem to have been paid after all. The provider reports only how many orders an account has, not
 * which checkout an order pays. So each order that no other checkout explains counts as payment of one replaced checkout, oldest first. A checkout
 * whose session expired more than a day ago (`SLACK_MS`) is skipped.
 */
export function givenUpPaid<T extends Awaited>(
  plans: PlanTable,
  checkouts: readonly T[],
  { orders, now }: { orders: number; now: Date },
): T[] {
  const waiting = checkouts.filter(
    (one) =>
      one.paidAt === null &&
      isOnce(plans, one) &&
      now.getTime() < one.expiresAt.getTime() + SLACK_MS &&
      checkouts.some((other) => other.replacesId === one.id),
  )
  const found: T[] = []
  for (const one of waiting.toSorted((a, b) => a.id - b.id)) {
    if (orders - explained(one, checkouts) - found.length > one.ordersBefore) found.push(one)
  }
  return found
}

/** Whether the replaced subscription was charged again after the credit was computed. */
export function isRenewed(
  { creditedUntil }: Pick<Awaited, 'creditedUntil'>,
  row: { subscription: string; nextChargeAt: Date | null },
): boolean {
  const until = creditedDays.parse(creditedUntil)[row.subscription]
  return until !== undefined && row.nextChargeAt !== null && row.nextChargeAt.toISOString().slice(0, 10) > until
}

/** Names a checkout's items in words, such as "Plus × 2, Basic × 1". */
export const itemWords = (plans: PlanTable, { items: list }: Pick<Begun, 'items'>): string =>
  items
    .parse(list)
    .map(({ product, quantity }) => `${findPlan(plans, product)?.title ?? product} × ${quantity}`)
    .join(', ')
