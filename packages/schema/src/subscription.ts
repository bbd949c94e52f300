import { z } from 'zod'
import { id, isoDate, isoInstant } from './common.ts'
import { planTable } from './plan.ts'

/** Product code in the provider's shop. */
const product = z.string().trim().min(1).max(100)

/** The provider's states, reduced to two; the provider has several words for each (BILL-006). */
export const subscriptionStatus = z.enum(['active', 'canceled'])
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

/** Our status for the provider's state: a canceled subscription is `canceled` even while it can still be used. */
export const decideStatus = (state: string): SubscriptionStatus => (state === 'canceled' || state === 'deactivated' ? 'canceled' : 'active')

/**
 * The documentation specifies the field names. `state` is the payment provider's word for the status, `status` is ours. Days are UTC days, because
 * the provider charges by UTC days.
 */
export const subscription = z.object({
  id,
  product: z.string(),
  state: z.string(),
  status: subscriptionStatus,
  /** Whether the subscription is in force now. Only then does it count toward what the customer may use. */
  active: z.boolean(),
  autoRenew: z.boolean(),
  quantity: z.int(),
  display: z.string(),
  beginDisplay: z.string().nullable(),
  nextChargeDate: isoInstant.nullable(),
  nextChargeDateDisplay: z.string().nullable(),
  /** In US dollars. */
  nextChargePreTax: z.number().nullable(),
  nextChargePreTaxDisplay: z.string().nullable(),
  canceledDateDisplay: z.string().nullable(),
  /** Last day on which a canceled subscription can be used. */
  endsDateDisplay: z.string().nullable(),
  /** Price of one period for all units, before tax, in US dollars. */
  subtotal: z.number(),
  subtotalDisplay: z.string(),
})
export type Subscription = z.infer<typeof subscription>
export const subscriptions = z.array(subscription)

/** The customer's products, and whether each subscription is active (REST-101). The menu and the recall screens read this list. */
export const subscriptionList = z.array(z.object({ product: z.string(), active: z.boolean() }))

/** Whether the customer has an active plan, and until when it may add records without one. Everybody at the customer may read this. */
export const subscriptionStanding = z.object({ isActive: z.boolean(), graceUntil: isoInstant.nullable() })
export type SubscriptionStanding = z.infer<typeof subscriptionStanding>

const optional = z.string().nullable()
export const paymentAccount = z.object({
  account: optional,
  contact: z.object({ company: optional, email: optional, first: optional, last: optional, phone: optional }),
  address: z.object({ addressLine1: optional, addressLine2: optional, city: optional, postalCode: optional, region: optional }),
})
export type PaymentAccount = z.infer<typeof paymentAccount>

/**
 * Maximum number of payments that are listed, newest first: as many as the provider returns at once. Each payment was made for a one-time purchase or
 * for one period of a subscription, and links to the provider's invoice.
 */
export const PAYMENTS_LISTED = 50
export const payment = z.object({
  id: z.string(),
  reference: z.string().nullable(),
  at: isoInstant.nullable(),
  items: z.array(z.object({ display: z.string(), quantity: z.int(), isOnce: z.boolean() })),
  totalCents: z.int(),
  invoiceUrl: z.string().nullable(),
})
export type Payment = z.infer<typeof payment>

/** Address of the customer's account page at the payment provider, where the customer changes the card. */
export const accountPage = z.object({ url: z.string() })

/** Shows "US-CA" as "CA"; shorter values are shown as stored (BILL-009, decision 36). */
export const regionShown = (region: string) => (region.length >= 5 ? region.slice(3, 5) : region)

/** Products in the shop with their US prices (BILL-010). */
export const soldProduct = z.object({
  product: z.string(),
  pricing: z.object({ US: z.object({ currency: z.string(), price: z.number(), display: z.string() }).optional() }),
})
export type SoldProduct = z.infer<typeof soldProduct>
export const soldProducts = z.array(soldProduct)

/**
 * A cart. `account` is accepted but does not decide whose cart it is. If the Enterprise item has `pricing`, the cart requests the upgrade; the
 * upgrade's discount is computed here and not taken from the call.
 */
export const cartInput = z.object({
  account: z.string().max(200).optional(),
  items: z
    .array(
      z.object({
        product,
        quantity: z.int().min(1, 'The quantity must be at least 1.').max(1000),
        pricing: z.object({}).optional(),
      }),
    )
    .min(1, 'The cart is empty.')
    .max(50),
  /** Whether to replace the customer's open checkout, if there is one, with this checkout. */
  instead: z.boolean().optional(),
})
export type CartInput = z.infer<typeof cartInput>

export const upgradeInput = z.object({ instead: z.boolean().optional() }).optional()

/** Contents of a checkout, in the form in which they are stored. */
export const checkoutItems = z.array(z.object({ product: z.string(), quantity: z.int(), discountPercent: z.number().optional() }))
export type CheckoutItem = z.infer<typeof checkoutItems>[number]

/** Maps each subscription that an upgrade replaces, by id, to the end of the paid period that the upgrade credited. */
export const creditedDays = z.record(z.string(), isoDate)

/** Id and URL of the payment provider's checkout page; both null if the provider's answer contained no checkout session. */
export const checkout = z.object({ id: z.string().nullable(), checkoutUrl: z.string().nullable() })
export type Checkout = z.infer<typeof checkout>

export const cancelInput = z.object({ subscriptionId: id })

const limit = z.union([z.number(), z.literal('unlimited')])
const usage = z.object({ used: z.number(), allowed: limit })
export type Usage = z.infer<typeof usage>

/**
 * A subscription that a job ends at the provider. `replaced`: Enterprise replaced it. `renewed`: Enterprise replaced it, but it was charged again
 * before it could be ended. `twice`: the customer paid for the product twice. `givenUp`: it was paid in a checkout that a newer checkout had
 * replaced.
 */
export const subscriptionEnding = z.object({
  subscriptionId: id,
  /** The provider's id for the subscription, which a refund requires. */
  subscription: z.string(),
  display: z.string(),
  quantity: z.int(),
  why: z.enum(['replaced', 'renewed', 'twice', 'givenUp']),
  isDone: z.boolean(),
  /** Time of the last failed attempt; null if none failed. */
  failedAt: isoInstant.nullable(),
})
export type SubscriptionEnding = z.infer<typeof subscriptionEnding>

/** Limits and usage of the customer (decision 53). */
export const subscriptionOverview = z.object({
  /** Whether billing is on. If it is off, customers can't buy anything here and have no limits. */
  isBillingOn: z.boolean(),
  isActive: z.boolean(),
  graceUntil: isoInstant.nullable(),
  locations: usage,
  users: usage.extend({ active: z.int(), invited: z.int() }),
  /** Storage in GB of 1024³ bytes, as in the plans; `lastMonth`: its growth in the last thirty days. */
  storageGb: usage.extend({ lastMonth: z.number() }),
  /** Number of meds received on each of the last thirty days, oldest first. Exceeding `allowed` never blocks anything. */
  meds: z.object({ allowed: limit, days: z.array(z.object({ day: isoDate, amount: z.int() })) }),
  hasRecalls: z.boolean(),
  plans: planTable,
  subscriptions,
  /**
   * Subscriptions that still have to be ended at the payment provider, and recently ended ones that the customer paid for twice and may still get
   * refunded.
   */
  endings: z.array(subscriptionEnding),
  account: paymentAccount.nullable(),
  /** Time at which the provider was last polled. */
  readAt: isoInstant.nullable(),
})
export type SubscriptionOverview = z.infer<typeof subscriptionOverview>

/** The upgrade from Basic to Enterprise, itemized (BILL-015, BILL-027 … BILL-031). */
export const upgradePreview = z.object({
  product: z.string(),
  title: z.string(),
  today: isoDate,
  quantity: z.int(),
  priceCents: z.int(),
  lines: z.array(
    z.object({
      display: z.string(),
      quantity: z.int(),
      paidUntil: isoDate.nullable(),
      daysLeft: z.int(),
      daysInPeriod: z.int(),
      period: z.enum(['month', 'year']),
      subtotalCents: z.int(),
      creditCents: z.int(),
    }),
  ),
  /** Subscriptions that the upgrade ends without a credit. */
  ends: z.array(z.object({ display: z.string(), quantity: z.int() })),
  creditCents: z.int(),
  percent: z.number(),
  monthlyCents: z.int(),
  firstMonthCents: z.int(),
  /** Date of the first charge at full price. */
  renewsOn: isoDate,
})
export type UpgradePreview = z.infer<typeof upgradePreview>

export const providerRead = z.object({
  /** Whether the payment provider answered. */
  isReachable: z.boolean(),
  readAt: isoInstant.nullable(),
  /** Number of the account's orders. It also counts one-time payments, which create an order but no subscription. */
  orders: z.int(),
  subscriptions,
})
export type ProviderRead = z.infer<typeof providerRead>

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** Whole cents as "$1,234.50" (CONST-002). */
export const dollars = (cents: number) => usd.format(cents / 100)
