import { z } from 'zod'
import { DAY_MS } from './span.ts'

/** How much of something a plan allows. */
export type Limit = number | 'unlimited'
const limit = z.union([z.int().nonnegative(), z.literal('unlimited')])

/**
 * A product of the catalog: what one unit includes, and how the shop presents it. Prices come from the payment provider (BILL-039). `medsPerDay` is
 * only a line in the chart of meds per day: receiving more never blocks anything (decision 53).
 */
export const plan = z.object({
  title: z.string().min(1).max(100),
  summary: z.string().max(200).default(''),
  /** Benefits that the plan's preview dialog lists. */
  includes: z.array(z.string().max(200)).max(20).default([]),
  kind: z.enum(['plan', 'addOn']),
  /** Enterprise plans replace Basic plans and additional users, and can't share a cart with them (BILL-017, BILL-018). */
  isEnterprise: z.boolean().default(false),
  /** Product code of the same plan when it is paid yearly. */
  annual: z.string().max(100).optional(),
  period: z.enum(['month', 'year', 'once']).default('month'),
  locations: z.int().nonnegative().default(0),
  users: limit.default(0),
  storageGb: limit.default(0),
  medsPerDay: limit.default(0),
})
export type Plan = z.output<typeof plan>

/** Plans by product code. */
export const planTable = z.record(z.string().max(100), plan)
export type PlanTable = z.output<typeof planTable>

const ofOneLocation = { kind: 'plan', locations: 1, users: 1, medsPerDay: 500 } as const

const DEFAULTS = {
  basic: {
    ...ofOneLocation,
    title: 'Basic',
    summary: 'About 500 meds per day',
    includes: ['One location', 'One user', '25 GB of storage', 'About 500 meds per day'],
    storageGb: 25,
    annual: 'basic-annual',
  },
  essentials: {
    ...ofOneLocation,
    title: 'Essentials',
    includes: ['One location', 'One user', '50 GB of storage'],
    storageGb: 50,
    annual: 'essentials-annual',
  },
  plus: {
    ...ofOneLocation,
    title: 'Plus',
    includes: ['One location', 'One user', '100 GB of storage'],
    storageGb: 100,
    annual: 'plus-annual',
  },
  premier: {
    ...ofOneLocation,
    title: 'Premier',
    includes: ['One location', 'One user', '250 GB of storage'],
    storageGb: 250,
    annual: 'premier-annual',
  },
  enterprise: {
    kind: 'plan',
    title: 'Enterprise (Unlimited)',
    includes: ['One location each', 'Unlimited users', 'Unlimited storage'],
    isEnterprise: true,
    locations: 1,
    users: 'unlimited',
    storageGb: 'unlimited',
    medsPerDay: 'unlimited',
  },
  mmcap: {
    ...ofOneLocation,
    title: 'MMCAP',
    summary: 'For members of the program',
    includes: ['One location', 'One user', '25 GB of storage'],
    storageGb: 25,
  },
  'additional-user-monthly': {
    kind: 'addOn',
    title: 'Additional user',
    summary: '1 more person, monthly',
    includes: ['One more person who signs in'],
    users: 1,
  },
  'nrac-monthly-subscription': {
    kind: 'addOn',
    title: 'Recall alerts',
    summary: 'Recalls matched to your inventory, monthly',
    includes: ['Every recall compared with what you received', 'The affected packages by location and lot'],
  },
  'nrac-alerts': {
    kind: 'addOn',
    title: 'Recall alerts',
    summary: 'Recalls matched to your inventory',
    includes: ['Every recall compared with what you received', 'The affected packages by location and lot'],
  },
  'dscsa-sops': {
    kind: 'addOn',
    title: 'DSCSA SOPs',
    summary: 'Written procedures, kept up to date',
    includes: ['Standard operating procedures', 'A new edition when the law or its guidance changes'],
  },
  'training-session': {
    kind: 'addOn',
    title: 'Monthly training session',
    summary: 'By video, each month',
    includes: ['One session a month with one of our trainers'],
  },
  'dscsa-sop-creation': {
    kind: 'addOn',
    title: 'DSCSA SOP creation',
    summary: 'Written procedures for your pharmacy',
    includes: ['Standard operating procedures, written for you'],
    period: 'once',
  },
  'training-session-1-hour': {
    kind: 'addOn',
    title: '1-hour training session',
    summary: 'By video',
    includes: ['One hour with one of our trainers'],
    period: 'once',
  },
} satisfies Record<string, z.input<typeof plan>>

/** The catalog, unless another one is configured (decision 53, BILL-032, BILL-033). Product codes are case-insensitive. */
export const DEFAULT_PLANS: PlanTable = planTable.parse(DEFAULTS)

/** Whether the product is a recall-alert subscription. All of its product codes contain `nrac`: `nrac-alerts`, `nrac-monthly-subscription`. */
export const isRecallProduct = (product: string) => product.toLowerCase().includes('nrac')

/**
 * Entitlement of one unit of a product. A yearly variant has the same entitlement as its plan. A brand prefix before `training-session` is ignored.
 * `undefined` if the product is unknown.
 */
export function findPlan(table: PlanTable, product: string): Plan | undefined {
  const code = product.toLowerCase().replace(/^[a-z\d]+-(?=training-session$)/, '')
  for (const [name, one] of Object.entries(table)) {
    if (name.toLowerCase() === code) return one
    if (one.annual?.toLowerCase() === code) return { ...one, period: 'year' }
  }
  return undefined
}

/** The fields of a subscription that determine the customer's allowance. */
export interface CountedSubscription {
  product: string
  quantity: number
  isActive: boolean
}

/** What all active subscriptions together allow the customer to use. */
export interface Allowance {
  isActive: boolean
  locations: Limit
  users: Limit
  storageGb: Limit
  medsPerDay: Limit
  hasRecalls: boolean
}

const ALL: Allowance = {
  isActive: true,
  locations: 'unlimited',
  users: 'unlimited',
  storageGb: 'unlimited',
  medsPerDay: 'unlimited',
  hasRecalls: true,
}

const COUNTED = ['locations', 'users', 'storageGb', 'medsPerDay'] as const

const plus = (sum: Limit, more: Limit, times: number): Limit =>
  sum === 'unlimited' || more === 'unlimited' ? 'unlimited' : sum + more * times

/**
 * Adds up the allowances of all usable subscriptions, including canceled ones (decision 53); each counts as often as its quantity. A product that the
 * plan table does not list adds to no limit.
 */
export function computeAllowance(table: PlanTable, subscriptions: readonly CountedSubscription[]): Allowance {
  const sum: Allowance = { isActive: false, locations: 0, users: 0, storageGb: 0, medsPerDay: 0, hasRecalls: false }
  for (const { product, quantity, isActive } of subscriptions) {
    if (!isActive || quantity < 1) continue
    sum.hasRecalls ||= isRecallProduct(product)
    const one = findPlan(table, product)
    if (!one) continue
    for (const name of COUNTED) sum[name] = plus(sum[name], one[name], quantity)
    sum.isActive ||= one.locations > 0
  }
  return sum
}

/** Number of days during which a customer without a subscription can still upload files, enter packages and invite people (decision 53). */
export const GRACE_DAYS = 30

export interface BillingFacts {
  isBillingOn: boolean
  plans: PlanTable
  subscriptions: readonly CountedSubscription[]
  /** Time at which the last subscription ended, or at which billing began for a customer that never had one. */
  unsubscribedSince: Date
}

/**
 * An {@link Allowance} with a grace period. A customer without an active subscription can still upload files, enter packages and invite people until
 * `graceUntil`, which may already have passed. `graceUntil` is undefined while a subscription is active.
 */
export interface Entitlement extends Allowance {
  graceUntil: Date | undefined
}

/**
 * A customer's entitlement, which is unlimited if billing is off. Without an active subscription, existing data stays and nothing can be added,
 * except that during the grace period people can be invited and files stored without a limit.
 */
export function computeEntitlement({ isBillingOn, plans, subscriptions, unsubscribedSince }: BillingFacts, now: Date): Entitlement {
  if (!isBillingOn) return { ...ALL, graceUntil: undefined }
  const allowed = computeAllowance(plans, subscriptions)
  if (allowed.isActive) return { ...allowed, graceUntil: undefined }
  const graceUntil = new Date(unsubscribedSince.getTime() + GRACE_DAYS * DAY_MS)
  const isGrace = now < graceUntil
  return { ...allowed, users: isGrace ? 'unlimited' : allowed.users, storageGb: isGrace ? 'unlimited' : allowed.storageGb, graceUntil }
}
