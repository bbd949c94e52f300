import { type CartItem, cartProblems, findPlan, isBasic, type Owned, type Plan } from '@seriatim/schema'
import type { Outputs } from '../../../api/trpc.ts'

export type Overview = Outputs['subscription']['readOverview']

/** An item of the catalog. */
export interface Offer extends Plan {
  product: string
  priceCents: number
  /** Number of active subscriptions to this product. */
  owned: number
  /** Whether the active subscriptions already include everything that the product would add. */
  isNeedless: boolean
}

export interface Shop {
  overview: Overview
  offers: Offer[]
  priceCents: ReadonlyMap<string, number>
  /** The active subscriptions. */
  owned: Owned[]
  /** Number of active Basic plans, which an upgrade would replace. */
  basics: number
}

export function makeShop(overview: Overview, products: Outputs['subscription']['readAllProducts']): Shop {
  const priceCents = new Map(
    products.flatMap(({ product, pricing }) => (pricing.US ? [[product, Math.round(pricing.US.price * 100)] as const] : [])),
  )
  const codes = new Map([...priceCents.keys()].map((product) => [product.toLowerCase(), product]))
  const active = overview.subscriptions.filter((one) => one.active)
  const countActive = (is: (product: string) => boolean) => active.reduce((sum, one) => sum + (is(one.product) ? one.quantity : 0), 0)
  const owned = active.map(({ product, status }) => ({ product, isCanceled: status === 'canceled' }))
  const needless = (product: string) => {
    const problems = cartProblems(overview.plans, [{ product, quantity: 1 }], owned)
    return problems.includes('usersIncluded') || problems.includes('recallTwice')
  }
  const offer = (code: string): Offer[] => {
    const product = codes.get(code.toLowerCase())
    const plan = findPlan(overview.plans, code)
    if (product === undefined || !plan) return []
    const isIt = (bought: string) => bought.toLowerCase() === product.toLowerCase()
    return [{ ...plan, product, priceCents: priceCents.get(product) ?? 0, owned: countActive(isIt), isNeedless: needless(product) }]
  }
  const offers = Object.entries(overview.plans).flatMap(([code, plan]) => [...offer(code), ...(plan.annual ? offer(plan.annual) : [])])
  return { overview, offers, priceCents, owned, basics: countActive(isBasic) }
}

/**
 * Splits a cart into items on sale and `gone`: items whose product has lost its price since they were added. The screen lists them, and they are not
 * bought.
 */
export function makeCart({ offers }: Shop, { items }: { items: readonly CartItem[] }): { items: CartItem[]; gone: CartItem[] } {
  const isSold = ({ product }: CartItem) => offers.some((one) => one.product === product)
  return { items: items.filter(isSold), gone: items.filter((item) => !isSold(item)) }
}

export const makeTitle = ({ overview }: Shop, product: string) => findPlan(overview.plans, product)?.title ?? product

export const periodWords = { month: 'per month', year: 'per year', once: 'once' } as const
export const limitWords = (limit: Plan['users'], unit = '') => (limit === 'unlimited' ? 'Unlimited' : `${limit}${unit}`)
