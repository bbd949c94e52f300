import { findPlan, isRecallProduct, type PlanTable } from './plan.ts'

export interface CartItem {
  product: string
  quantity: number
}

/**
 * Problems of a cart. `enterpriseWithBasic`, `enterpriseWithUsers`: Enterprise can't share a cart with Basic or with additional users (BILL-017,
 * BILL-018). `upgrade`: Enterprise can replace an existing Basic plan only through the upgrade. `usersIncluded`, `recallTwice`: the customer already
 * has the product and would get nothing for the payment.
 */
export type CartProblem = 'enterpriseWithBasic' | 'enterpriseWithUsers' | 'upgrade' | 'usersIncluded' | 'recallTwice'

/** Whether a product is Basic, monthly or yearly. */
export const isBasic = (product: string) => /^basic(-annual)?$/i.test(product)
export const isAdditionalUser = (product: string) => product.toLowerCase() === 'additional-user-monthly'

/** Whether the product ends without a cost when Enterprise begins (BILL-031). */
export const endsWithEnterprise = (product: string) => isBasic(product) || isAdditionalUser(product)

/** Whether the plan table lists the product as Enterprise (BILL-035, BILL-036). A brand prefix is ignored. */
export const isEnterprise = (plans: PlanTable, product: string) => findPlan(plans, product)?.isEnterprise ?? false
export const isRecurring = (plans: PlanTable, product: string) => (findPlan(plans, product)?.period ?? 'once') !== 'once'

/** A subscription that can be used now. A canceled one can be bought again, because it is usable only until its period ends. */
export interface Owned {
  product: string
  isCanceled: boolean
}

/**
 * Reasons why a new purchase can't be checked out.
 *
 * @param owned the active subscriptions.
 */
export function cartProblems(plans: PlanTable, items: readonly CartItem[], owned: readonly Owned[] = []): CartProblem[] {
  const has = (is: (product: string) => boolean) => items.some((item) => is(item.product))
  const renewing = owned.filter(({ isCanceled }) => !isCanceled).map(({ product }) => product)
  const problems: CartProblem[] = []
  const recalls = items.reduce((sum, { product, quantity }) => sum + (isRecallProduct(product) ? quantity : 0), 0)
  if (recalls + renewing.filter(isRecallProduct).length > 1 && recalls > 0) problems.push('recallTwice')
  if (!has((product) => isEnterprise(plans, product))) {
    if (has(isAdditionalUser) && renewing.some((product) => isEnterprise(plans, product))) problems.push('usersIncluded')
    return problems
  }
  if (has(isBasic)) problems.push('enterpriseWithBasic')
  if (has(isAdditionalUser)) problems.push('enterpriseWithUsers')
  if (owned.some(({ product }) => isBasic(product))) problems.push('upgrade')
  return problems
}

/** Text of each problem, for the cart and for refused calls. */
export const CART_PROBLEM_WORDS: Record<CartProblem, string> = {
  enterpriseWithBasic: 'You cannot buy Enterprise and Basic together.',
  enterpriseWithUsers: 'You cannot buy Enterprise with additional users: Enterprise has unlimited users.',
  usersIncluded: 'Your Enterprise plan has unlimited users. Additional users would add nothing.',
  recallTwice: 'One subscription to recall alerts covers all your locations. A second one would add nothing.',
  upgrade: 'To move from Basic to Enterprise, use Preview upgrade.',
}

export interface CartTotals {
  monthCents: number
  yearCents: number
  onceCents: number
  todayCents: number
}

/** Adds up the prices of a cart by billing period; returns `undefined` if a price is missing. */
export function cartTotals(plans: PlanTable, items: readonly CartItem[], priceCents: ReadonlyMap<string, number>): CartTotals | undefined {
  const totals: CartTotals = { monthCents: 0, yearCents: 0, onceCents: 0, todayCents: 0 }
  for (const { product, quantity } of items) {
    const price = priceCents.get(product)
    if (price === undefined) return undefined
    totals[`${findPlan(plans, product)?.period ?? 'month'}Cents`] += price * quantity
    totals.todayCents += price * quantity
  }
  return totals
}
