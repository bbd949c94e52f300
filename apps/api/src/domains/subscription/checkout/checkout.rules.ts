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
  /** How many orders the account has. */
  ordersBefore: number
  ends: readonly string[]
  /** What is active. */
  had: readonly string[]
}

const itemsKey = (list: unknown) =>
  JSON.stringify(items.parse(list).map(({ product, quantity, discountPercent = 0 }) => [product, quantity, discountPercent]))

/** Whether a checkout is for the same things at the same price, and nothing was bought since it was begun. */
export function isSameCheckout(begun: Begun & { hadSubscriptions: readonly string[] }, terms: Terms): boolean {
  return (
    itemsKey(begun.items) === itemsKey(terms.items) &&
    begun.priceCents === terms.priceCents &&
    begun.ordersBefore === terms.ordersBefore &&
    String(begun.endsSubscriptions.toSorted()) === String(terms.ends.toSorted()) &&
    String(begun.hadSubscriptions.toSorted()) === String(terms.had.toSorted())
  )
}

/** A checkout whose subscriptions may have come. */
export interface Awaited extends Begun {
  id: number
  replacesId: number | null
  begunAt: Date
  expiresAt: Date
  finishedAt: Date | null
  paidAt: Date | null
  came: readonly string[]
  hadSubscriptions: readonly string[]
  /** Of each that it ends the day until which it was paid when it began. */
  creditedUntil: unknown
}

interface Came {
  subscription: string
  product: string
  quantity: number
  begunAt: Date | null
}

/** How many it buys of what came; any Enterprise is an Enterprise. 0: it buys something else. */
function readAmount(plans: PlanTable, list: unknown, came: string): number {
  const fits = isEnterprise(plans, came)
    ? (product: string) => isEnterprise(plans, product)
    : (product: string) => product.toLowerCase() === came.toLowerCase()
  return items.parse(list).reduce((sum, { product, quantity }) => sum + (fits(product) ? quantity : 0), 0)
}

/** Whether a checkout buys what came of an earlier one, or, of Basic and Enterprise, the other of the two. */
export function isBoughtAgain(plans: PlanTable, later: Pick<Begun, 'items'>, came: string): boolean {
  if (readAmount(plans, later.items, came) > 0) return true
  const others = items.parse(later.items)
  if (isBasic(came)) return others.some(({ product }) => isEnterprise(plans, product))
  return isEnterprise(plans, came) && others.some(({ product }) => isBasic(product))
}

/** The provider's clock and ours differ, and it names days. */
const SLACK_MS = DAY_MS

/**
 * Which checkout a subscription came of: one for as many first, then what is still waited for, then the newest. A session that was given up can be
 * paid until it expires, so given up ones count too.
 *
 * @param known subscriptions by which to tell what came of a checkout already: each product comes of it once.
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
      // One that is known no more was an upgrade's, which buys nothing else.
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

/** Whether whoever pays both has paid twice: both take the place of the same subscription, or one was begun in place of the other. */
export function isPaidTwice(a: Awaited, b: Awaited, all: readonly Awaited[]): boolean {
  if (a.endsSubscriptions.some((one) => b.endsSubscriptions.includes(one))) return true
  return replaces(a, b, all) || replaces(b, a, all)
}

/** Whether one was begun in place of the other, or of one in place of that. */
export function replaces(later: Awaited, earlier: Awaited, all: readonly Awaited[]): boolean {
  for (let at: Awaited | undefined = later; at && at.replacesId !== null; ) {
    const replacesId: number = at.replacesId
    if (replacesId === earlier.id) return true
    // Each takes the place of an older one.
    at = all.find((one) => one.id === replacesId && one.id < (at?.id ?? 0))
  }
  return false
}

/** How many orders since a checkout began are those of other ones. */
const explained = (one: Awaited, checkouts: readonly Awaited[]): number =>
  checkouts.filter((other) => other.id !== one.id && other.paidAt !== null && other.paidAt >= one.begunAt).length

const isOnce = (plans: PlanTable, { items: list }: Awaited): boolean =>
  items.parse(list).every(({ product }) => !isRecurring(plans, product))

/** A cart of what is paid once brings an order and no subscription. */
export const isPaid = (plans: PlanTable, one: Awaited, { orders, checkouts }: { orders: number; checkouts: readonly Awaited[] }): boolean =>
  orders - explained(one, checkouts) > one.ordersBefore && isOnce(plans, one)

/**
 * Checkouts of what is paid once that were given up for another one and seem to be paid all the same. The provider names orders by number alone: these
 * are the orders that no other checkout explains, the oldest checkout first, as long as its session can be paid.
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

/** Whether what an upgrade replaces was charged again since the credit was worked out. */
export function isRenewed(
  { creditedUntil }: Pick<Awaited, 'creditedUntil'>,
  row: { subscription: string; nextChargeAt: Date | null },
): boolean {
  const until = creditedDays.parse(creditedUntil)[row.subscription]
  return until !== undefined && row.nextChargeAt !== null && row.nextChargeAt.toISOString().slice(0, 10) > until
}

/** "Plus × 2, Basic × 1" */
export const itemWords = (plans: PlanTable, { items: list }: Pick<Begun, 'items'>): string =>
  items
    .parse(list)
    .map(({ product, quantity }) => `${findPlan(plans, product)?.title ?? product} × ${quantity}`)
    .join(', ')
