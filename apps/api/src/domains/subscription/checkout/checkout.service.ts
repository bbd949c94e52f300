import {
  CART_PROBLEM_WORDS,
  type CartInput,
  type Checkout,
  cartProblems,
  checkoutItems,
  decideStatus,
  endsWithEnterprise,
  findPlan,
  isBasic,
  isEnterprise,
  type PlanTable,
  type Proration,
  prorate,
  type Replaced,
  type SoldProduct,
  type UpgradePreview,
} from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { type AuditAction, audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { addMonths, DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import {
  type PaymentProvider,
  PaymentRefusedError,
  PaymentUnreachableError,
  type ProviderProduct,
  type SessionItem,
} from '../../../outside/payment.ts'
import { readBilling } from '../../entitlement/entitlement.service.ts'
import { readProvider } from '../provider/provider.service.ts'
import { subscriptionErrors } from '../subscription.facts.ts'
import {
  claimAccount,
  deleteCheckout,
  findAccount,
  findOpenCheckout,
  finishCheckout,
  getBuyer,
  insertCheckout,
  listCheckouts,
  listSubscriptions,
  lockCheckouts,
  reopenCheckout,
  type SubscriptionRecord,
  updateCheckout,
} from '../subscription.queries.ts'
import { isSameCheckout } from './checkout.rules.ts'

/** The members of a call's context that purchases use. */
export type Buying = Pick<Context, 'payment' | 'config' | 'log' | 'secrets' | 'inTx'>

/**
 * The provider of this installation.
 *
 * @throws AppError billing_off
 */
export function requireProvider({ payment }: Pick<Context, 'payment'>): PaymentProvider {
  if (!payment) throw new AppError(subscriptionErrors.billing_off)
  return payment
}

/**
 * Waits for the payment provider's answer to a call and turns the provider's failures into errors of ours. @throws AppError payment_unreachable,
 * payment_refused with the provider's message.
 */
export function askProvider<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((cause: unknown) => {
    if (cause instanceof PaymentUnreachableError) throw new AppError(subscriptionErrors.payment_unreachable, { cause })
    if (cause instanceof PaymentRefusedError)
      throw new AppError(subscriptionErrors.payment_refused, { cause, detail: `The payment provider refused this: ${cause.message}` })
    throw cause
  })
}

/** The products for sale, with prices in US dollars. */
export async function readProducts(ctx: Buying): Promise<SoldProduct[]> {
  const products = await askProvider(requireProvider(ctx).readPrices())
  return products.map(({ product, pricing }) => ({ product, pricing: pricing.US ? { US: pricing.US } : {} }))
}

/**
 * Starts a checkout of the cart (BILL-019). It buys nothing; that happens at the provider.
 *
 * @throws AppError cart_blocked, cart_twice, product_not_sold, checkout_open, checkout_begun, payment_unreachable, payment_refused
 */
export async function createCart(ctx: Buying, session: Session, { items, instead = false }: CartInput): Promise<Checkout> {
  // A REST client cannot be asked whether the new cart should replace the open one. The contract says that it does.
  const isInstead = instead || session.isOverRest === true
  const payment = requireProvider(ctx)
  const { plans, rows } = await readShop(ctx, session)
  // The payment provider does not report whether a purchase is an upgrade. But only upgrades have a custom price, so a price identifies one.
  if (items.some((item) => item.pricing && isEnterprise(plans, item.product))) {
    if (items.length > 1) throw new AppError(subscriptionErrors.upgrade_alone)
    return createUpgrade(ctx, session, { instead: isInstead })
  }
  const codes = items.map((item) => item.product.toLowerCase())
  if (new Set(codes).size < codes.length) throw new AppError(subscriptionErrors.cart_twice)
  const unknown = items.find((item) => !findPlan(plans, item.product))
  if (unknown) throw new AppError(subscriptionErrors.product_not_sold, { detail: `${unknown.product} is not for sale.` })
  const active = rows.filter((row) => row.isActive)
  const problems = cartProblems(
    plans,
    items,
    active.map(({ product, state }) => ({ product, isCanceled: decideStatus(state) === 'canceled' })),
  )
  if (problems.length)
    throw new AppError(subscriptionErrors.cart_blocked, { detail: problems.map((one) => CART_PROBLEM_WORDS[one]).join(' ') })
  const cart = items.map(({ product, quantity }) => ({ product, quantity }))
  const had = active.map((row) => row.subscription)
  return openCheckout(ctx, session, payment, {
    action: 'subscription.checkout',
    items: cart,
    priceCents: null,
    ends: [],
    had,
    creditedUntil: {},
    isInstead,
  })
}

interface Opening {
  action: AuditAction & `subscription.${string}`
  items: SessionItem[]
  /** Price of an Enterprise upgrade; null for a cart, which the provider prices. */
  priceCents: number | null
  ends: string[]
  had: string[]
  /**
   * For each subscription that the purchase replaces: the last day that had been paid for when the price was computed. If the provider reports a
   * later day afterwards, it has charged for the old subscription again.
   */
  creditedUntil: Readonly<Record<string, string>>
  /** Whether the buyer starts this purchase in place of an earlier checkout that is still open. */
  isInstead: boolean
}

/** How long a checkout stays reserved while its session is created at the provider. An older reservation was left by a process that crashed. */
const RESERVED_MS = 2 * 60_000
const SESSION_MS = DAY_MS

interface Reservation {
  id: number
  /** The open checkout that this one replaces; it becomes current again if no session is created. */
  replaced: number | null
}

/**
 * Creates a payment session at the provider. A customer can have only one open session, because each could be paid and the provider cannot revoke
 * any. An unpaid session for the same purchase is reused. If the open session is for another purchase, the caller chooses whether to continue with it
 * or to replace it.
 * @throws AppError checkout_open, checkout_begun
 */
async function openCheckout(ctx: Buying, session: Session, payment: PaymentProvider, opening: Opening): Promise<Checkout> {
  const taken = await ctx.inTx('read write', (tx) => reserve(tx, session, payment, opening))
  if ('checkoutUrl' in taken) return taken
  const made = await openCheckoutAtProvider(ctx, session, payment, opening).catch(async (error: unknown) => {
    await ctx.inTx('read write', (tx) => release(tx, taken))
    throw error
  })
  await ctx.inTx('read write', async (tx) => {
    const { id, expiresAt } = made
    if (id === null) await release(tx, taken)
    else await updateCheckout(tx, taken.id, { session: id, expiresAt: expiresAt ?? new Date(session.now.getTime() + SESSION_MS) })
    const detail = {
      items: opening.items.map(({ product, quantity }) => `${product} × ${quantity}`),
      outcome: id === null ? 'no checkout session' : 'opened',
    }
    await audit(tx, session, { action: opening.action, subject: 'subscription', subjectId: null, detail })
  })
  return { id: made.id, checkoutUrl: made.id === null ? null : payment.checkoutUrl(made.id) }
}

async function openCheckoutAtProvider(ctx: Buying, session: Session, payment: PaymentProvider, { items }: Opening) {
  const account = await openAccount(ctx, payment)
  const made = await askProvider(payment.createSession(account, items))
  if (made.id === null) ctx.log.error({ customerId: session.customerId }, 'the payment provider returned no session')
  return made
}

/** Reserves the customer's one open checkout, or reuses the existing one. */
async function reserve(
  tx: CustomerTx,
  session: Session,
  payment: PaymentProvider,
  { action, items, priceCents, ends, had, creditedUntil, isInstead }: Opening,
): Promise<Checkout | Reservation> {
  await lockCheckouts(tx)
  const ordersBefore = (await findAccount(tx))?.orders?.length ?? 0
  const open = await findOpenCheckout(tx)
  const isWaiting = open !== undefined && open.expiresAt > session.now
  if (isWaiting && open.session === null) throw new AppError(subscriptionErrors.checkout_begun)
  if (isWaiting && open.session !== null) {
    if (isSameCheckout(open, { items, priceCents, ordersBefore, ends, had })) {
      await audit(tx, session, { action, subject: 'subscription', subjectId: null, detail: { outcome: 'opened again' } })
      return { id: open.session, checkoutUrl: payment.checkoutUrl(open.session) }
    }
    // If the customer starts a new upgrade with other terms, it replaces an open upgrade without asking, because nobody wants the earlier one
    // anymore.
    const isNewerUpgrade = ends.length > 0 && open.endsSubscriptions.length > 0
    if (!isInstead && !isNewerUpgrade)
      throw new AppError(subscriptionErrors.checkout_open, { facts: openFacts(open, payment.checkoutUrl(open.session)) })
  }
  // Finishes the open checkout, which the new one replaces. If no session is created for the new one, `release` reopens it.
  if (open) await finishCheckout(tx, open.id, session.now)
  const replaced = isWaiting ? open.id : null
  const id = await insertCheckout(tx, {
    session: null,
    items: JSON.stringify(items),
    priceCents,
    ordersBefore,
    begunAt: session.now,
    begunById: session.userId,
    expiresAt: new Date(session.now.getTime() + RESERVED_MS),
    endsSubscriptions: ends,
    hadSubscriptions: had,
    creditedUntil: JSON.stringify(creditedUntil),
    replacesId: replaced,
  })
  return { id, replaced }
}

/** Deletes a reservation that got no session, and reopens the checkout that it replaced. */
async function release(tx: CustomerTx, { id, replaced }: Reservation): Promise<void> {
  await deleteCheckout(tx, id)
  if (replaced !== null) await reopenCheckout(tx, replaced)
}

type Open = NonNullable<Awaited<ReturnType<typeof findOpenCheckout>>>

const openFacts = ({ items, begunAt, firstName, lastName }: Open, checkoutUrl: string) => ({
  items: checkoutItems.parse(items).map(({ product, quantity }) => ({ product, quantity })),
  begunAt: begunAt.toISOString(),
  by: `${firstName} ${lastName}`,
  checkoutUrl,
})

/**
 * Returns the customer's account at the provider, which the first purchase creates. If two purchases run at once, both use the first one's account.
 */
async function openAccount({ inTx, secrets }: Buying, payment: PaymentProvider): Promise<string> {
  const { known, buyer } = await inTx('read only', async (tx) => ({ known: (await findAccount(tx))?.account, buyer: await getBuyer(tx) }))
  if (known) return known
  const contact = { first: buyer.firstName, last: buyer.lastName, email: buyer.emailAddress, company: buyer.name }
  // The key is secret, because several installations share the provider's store: anybody who knew the key could act as this customer there.
  const key = `seriatim-${secrets.mac('payment account', buyer.id).toString('base64url')}`
  const made = await askProvider(payment.createAccount({ contact, key }))
  const account = await inTx('read write', (tx) => claimAccount(tx, made))
  return account ?? made
}

interface Shop {
  plans: PlanTable
  rows: SubscriptionRecord[]
  /** Ids of subscriptions that a job is about to end, because the customer has paid for an Enterprise subscription that replaces them. */
  replaced: Set<string>
}

/** Reads current products and subscriptions from the provider, because stored ones may be days old and amounts are computed from them. */
async function readShop(ctx: Buying, session: Session): Promise<Shop> {
  const { log, inTx } = ctx
  await askProvider(readProvider({ payment: requireProvider(ctx), log, inTx }, session))
  return inTx('read only', async (tx) => {
    const checkouts = await listCheckouts(tx, new Date(0))
    return {
      plans: (await readBilling(tx)).plans,
      rows: await listSubscriptions(tx),
      replaced: new Set(checkouts.flatMap((one) => (one.came.length ? one.endsSubscriptions : []))),
    }
  })
}

interface WorkedOut {
  enterprise: string
  title: string
  priceCents: number
  quantity: number
  proration: Proration
  basics: SubscriptionRecord[]
  ends: SubscriptionRecord[]
  had: string[]
}

async function workOut(ctx: Buying, session: Session): Promise<WorkedOut> {
  const { plans, rows, replaced } = await readShop(ctx, session)
  const active = rows.filter((row) => row.isActive)
  const ends = active.filter((row) => endsWithEnterprise(row.product) && !replaced.has(row.subscription))
  const basics = ends.filter((row) => isBasic(row.product))
  if (!basics.length) throw new AppError(subscriptionErrors.upgrade_nothing)
  const [enterprise = 'enterprise', plan] = Object.entries(plans).find(([, one]) => one.isEnterprise) ?? []
  const prices = await askProvider(requireProvider(ctx).readPrices())
  mustHavePrice(ctx, prices, 'basic', 'Basic')
  const priceCents = mustHavePrice(ctx, prices, enterprise, 'Enterprise')
  const quantity = basics.reduce((sum, row) => sum + row.quantity, 0)
  const proration = prorate(
    basics.map((row) => asReplaced(plans, row)),
    { priceCents, quantity },
    session.now,
  )
  const had = active.filter((row) => isEnterprise(plans, row.product)).map((row) => row.subscription)
  return { enterprise, title: plan?.title ?? 'Enterprise', priceCents, quantity, proration, basics, ends, had }
}

/** @throws AppError price_missing with the documented text (BILL-025, BILL-026). */
function mustHavePrice({ config }: Buying, prices: readonly ProviderProduct[], product: string, name: string): number {
  const price = prices.find((one) => one.product.toLowerCase() === product.toLowerCase())?.pricing.US?.price
  if (price === undefined)
    throw new AppError(subscriptionErrors.price_missing, { detail: `Could not get price of ${config.brand} ${name}` })
  return Math.round(price * 100)
}

function asReplaced(plans: PlanTable, row: SubscriptionRecord): Replaced {
  return {
    product: row.product,
    display: row.display,
    quantity: row.quantity,
    subtotalCents: row.subtotalCents,
    period: findPlan(plans, row.product)?.period === 'year' ? 'year' : 'month',
    // A canceled subscription is paid until it ends. During a trial, or if a payment is overdue, no paid time is left to credit.
    paidUntil: row.state === 'trial' || row.state === 'overdue' ? null : (row.nextChargeAt ?? row.endsAt),
  }
}

const utcDay = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Computes the price of the Enterprise upgrade, with its credits line by line. @throws AppError upgrade_nothing, price_missing, payment_unreachable
 */
export async function readUpgrade(ctx: Buying, session: Session): Promise<UpgradePreview> {
  const { now } = session
  const { enterprise, title, priceCents, quantity, proration, basics, ends } = await workOut(ctx, session)
  const { lines, ...sums } = proration
  return {
    product: enterprise,
    title,
    today: utcDay(now),
    quantity,
    priceCents,
    lines: lines.map((line) => ({
      display: line.display,
      quantity: line.quantity,
      paidUntil: line.paidUntil && utcDay(line.paidUntil),
      daysLeft: line.daysLeft,
      daysInPeriod: line.daysInPeriod,
      period: line.period,
      subtotalCents: line.subtotalCents,
      creditCents: line.creditCents,
    })),
    ends: ends.filter((row) => !basics.includes(row)).map(({ display, quantity: amount }) => ({ display, quantity: amount })),
    ...sums,
    renewsOn: utcDay(addMonths(now, 1)),
  }
}

/**
 * Starts the checkout of the upgrade: Enterprise with the credit as a discount on its first month (BILL-029). Starting it again with the same terms
 * before payment returns the same checkout. With other terms, both checkouts can be paid, and `checkout-arrival` settles the second payment.
 *
 * @throws AppError as {@link readUpgrade}
 */
export async function createUpgrade(
  ctx: Buying,
  session: Session,
  { instead = false }: { instead?: boolean | undefined } = {},
): Promise<Checkout> {
  const { enterprise, priceCents, quantity, proration, basics, ends, had } = await workOut(ctx, session)
  const item: SessionItem = { product: enterprise, quantity, ...(proration.percent ? { discountPercent: proration.percent } : {}) }
  return openCheckout(ctx, session, requireProvider(ctx), {
    action: 'subscription.upgrade',
    items: [item],
    priceCents,
    ends: ends.map((row) => row.subscription),
    had,
    creditedUntil: Object.fromEntries(basics.flatMap((row) => (row.nextChargeAt ? [[row.subscription, utcDay(row.nextChargeAt)]] : []))),
    isInstead: instead,
  })
}
