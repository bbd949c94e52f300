import { findPlan, isRecallProduct, type PlanTable } from './plan.ts'

export interface CartItem {
  product: string
  quantity: number
}

/**
 * `enterpriseWithBasic`, `enterpriseWithUsers`: BILL-017, BILL-018. `upgrade`: Enterprise takes the place of Basic that is there, by the upgrade only.
 * `usersIncluded`, `recallTwice`: what is had already and would be paid for nothing.
 */
export type CartProblem = 'enterpriseWithBasic' | 'enterpriseWithUsers' | 'upgrade' | 'usersIncluded' | 'recallTwice'

/** Basic by the month and by the year. */
export const isBasic = (product: string) => /^basic(-annual)?$/i.test(product)
export const isAdditionalUser = (product: string) => product.toLowerCase() === 'additional-user-monthly'

/** What ends at no cost when Enterprise begins (BILL-031). */
export const endsWithEnterprise = (product: string) => isBasic(product) || isAdditionalUser(product)

/** The codes of one group (BILL-035, BILL-036); what comes with a brand's name before it belongs to them too. */
export const isEnterprise = (plans: PlanTable, product: string) => findPlan(plans, product)?.isEnterprise ?? false
export const isRecurring = (plans: PlanTable, product: string) => (findPlan(plans, product)?.period ?? 'once') !== 'once'

/**
 * Why a fresh purchase cannot be checked out.
 *
 * @param owned product codes of the active subscriptions.
 */
export function cartProblems(plans: PlanTable, items: readonly CartItem[], owned: readonly string[] = []): CartProblem[] {
  const has = (is: (product: string) => boolean) => items.some((item) => is(item.product))
  const problems: CartProblem[] = []
  const recalls = items.reduce((sum, { product, quantity }) => sum + (isRecallProduct(product) ? quantity : 0), 0)
  if (recalls + owned.filter(isRecallProduct).length > 1 && recalls > 0) problems.push('recallTwice')
  if (!has((product) => isEnterprise(plans, product))) {
    if (has(isAdditionalUser) && owned.some((product) => isEnterprise(plans, product))) problems.push('usersIncluded')
    return problems
  }
  if (has(isBasic)) problems.push('enterpriseWithBasic')
  if (has(isAdditionalUser)) problems.push('enterpriseWithUsers')
  if (owned.some(isBasic)) problems.push('upgrade')
  return problems
}

/** The words of a problem: on the cart, and where a call is refused. */
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

/** What a cart costs, by how often it is paid; `undefined` when a price is missing. */
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
