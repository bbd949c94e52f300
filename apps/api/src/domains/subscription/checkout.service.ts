import {
  CART_PROBLEM_WORDS,
  type CartInput,
  type Checkout,
  cartProblems,
  endsWithEnterprise,
  isBasic,
  isEnterprise,
  type PlanTable,
  type Proration,
  planOf,
  prorate,
  type Replaced,
  type SoldProduct,
  type UpgradePreview,
} from '@seriatim/schema'
import type { Session } from '../../access.ts'
import { type AuditAction, audit } from '../../audit.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import {
  type PaymentProvider,
  PaymentRefusedError,
  PaymentUnreachableError,
  type ProviderProduct,
  type SessionItem,
} from '../../outside/payment.ts'
import { isSameCheckout } from './checkout.rules.ts'
import { readBilling } from './entitlement.service.ts'
import { readProvider } from './provider.service.ts'
import {
  claimAccount,
  findAccount,
  findOpenUpgrade,
  finishCheckout,
  getBuyer,
  insertCheckout,
  listCheckouts,
  listOpenCheckouts,
  listSubscriptions,
  type SubscriptionRecord,
} from './subscription.queries.ts'

/** Of a context: what buying needs. */
export type Buying = Pick<Context, 'payment' | 'config' | 'log' | 'secrets' | 'inTx'>

/**
 * The provider of this installation.
 *
 * @throws AppError billing_off
 */
export function providerOf({ payment }: Pick<Context, 'payment'>): PaymentProvider {
  if (!payment) throw new AppError('billing_off')
  return payment
}

/**
 * Asks the provider something.
 *
 * @throws AppError payment_unreachable, payment_refused with the provider's words.
 */
export function asking<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((cause: unknown) => {
    if (cause instanceof PaymentUnreachableError) throw new AppError('payment_unreachable', { cause })
    if (cause instanceof PaymentRefusedError)
      throw new AppError('payment_refused', { cause, detail: `The payment provider refused this: ${cause.message}` })
    throw cause
  })
}

/** What the shop sells, with prices in US dollars. */
export async function readProducts(ctx: Buying): Promise<SoldProduct[]> {
  const products = await asking(providerOf(ctx).readPrices())
  return products.map(({ product, pricing }) => ({ product, pricing: pricing.US ? { US: pricing.US } : {} }))
}

/**
 * Begins a checkout of the cart (BILL-019). Nothing is bought by it: that happens at the provider.
 *
 * @throws AppError cart_blocked, cart_twice, product_not_sold, payment_unreachable, payment_refused
 */
export async function createCart(ctx: Buying, session: Session, { items }: CartInput): Promise<Checkout> {
  const payment = providerOf(ctx)
  const { plans, rows } = await readShop(ctx, session)
  // Only the upgrade has a price of its own, and what it is nobody tells us.
  if (items.some((item) => item.pricing && isEnterprise(plans, item.product))) {
    if (items.length > 1) throw new AppError('upgrade_alone')
    return createUpgrade(ctx, session)
  }
  const codes = items.map((item) => item.product.toLowerCase())
  if (new Set(codes).size < codes.length) throw new AppError('cart_twice')
  const unknown = items.find((item) => !planOf(plans, item.product))
  if (unknown) throw new AppError('product_not_sold', { detail: `${unknown.product} is not sold.` })
  const active = rows.filter((row) => row.isActive)
  const problems = cartProblems(
    plans,
    items,
    active.map((row) => row.product),
  )
  if (problems.length) throw new AppError('cart_blocked', { detail: problems.map((one) => CART_PROBLEM_WORDS[one]).join(' ') })
  const cart = items.map(({ product, quantity }) => ({ product, quantity }))
  const had = active.map((row) => row.subscription)
  return openCheckout(ctx, session, payment, { action: 'subscription.checkout', items: cart, priceCents: null, ends: [], had })
}

interface Opening {
  action: AuditAction & `subscription.${string}`
  items: SessionItem[]
  /** Of one Enterprise; of a cart the provider alone says what it costs. */
  priceCents: number | null
  ends: string[]
  had: string[]
}

/**
 * A session of the provider for what is bought. One that was begun for the same and is not paid yet is opened again, because both could be paid: the
 * provider takes no session back.
 */
async function openCheckout(ctx: Buying, session: Session, payment: PaymentProvider, opening: Opening): Promise<Checkout> {
  const ordersBefore = await ctx.inTx('read only', async (tx) => (await findAccount(tx))?.orders?.length ?? 0)
  const begun = await ctx.inTx('read only', (tx) => listOpenCheckouts(tx, session.now))
  const same = begun.find((one) => isSameCheckout(one, { ...opening, ordersBefore }))
  if (same) {
    const { action } = opening
    await ctx.inTx('read write', (tx) =>
      audit(tx, session, { action, subject: 'subscription', subjectId: null, detail: { outcome: 'opened again' } }),
    )
    return { id: same.session, checkoutUrl: payment.checkoutUrl(same.session) }
  }
  const account = await accountOf(ctx, payment)
  const { id, expiresAt } = await asking(payment.createSession(account, opening.items))
  if (id === null) ctx.log.error({ customerId: session.customerId }, 'FS session response is null')
  await ctx.inTx('read write', async (tx) => {
    const { action, items, priceCents, ends, had } = opening
    const values = {
      items: JSON.stringify(items),
      priceCents,
      ordersBefore,
      begunAt: session.now,
      begunById: session.userId,
      expiresAt: expiresAt ?? new Date(session.now.getTime() + 86_400_000),
      endsSubscriptions: ends,
      hadSubscriptions: had,
    }
    const open = ends.length ? await findOpenUpgrade(tx) : undefined
    // Without a new one the one before stays the one that is waited for.
    if (open && id !== null) await finishCheckout(tx, open.id, session.now)
    if (id !== null) await insertCheckout(tx, { ...values, session: id })
    const detail = {
      items: items.map(({ product, quantity }) => `${product} × ${quantity}`),
      outcome: id === null ? 'no checkout session' : 'opened',
    }
    await audit(tx, session, { action, subject: 'subscription', subjectId: null, detail })
  })
  return { id, checkoutUrl: id === null ? null : payment.checkoutUrl(id) }
}

/** The customer's account at the provider; the first purchase makes it. Of two at once the first one's counts for both. */
async function accountOf({ inTx, secrets }: Buying, payment: PaymentProvider): Promise<string> {
  const { known, buyer } = await inTx('read only', async (tx) => ({ known: (await findAccount(tx))?.account, buyer: await getBuyer(tx) }))
  if (known) return known
  const contact = { first: buyer.firstName, last: buyer.lastName, email: buyer.emailAddress, company: buyer.name }
  // Installations share the provider's store, and who knew the key could be the customer there.
  const key = `seriatim-${secrets.mac('payment account', buyer.id).toString('base64url')}`
  const made = await asking(payment.createAccount({ contact, key }))
  const account = await inTx('read write', (tx) => claimAccount(tx, made))
  return account ?? made
}

interface Shop {
  plans: PlanTable
  rows: SubscriptionRecord[]
  /** What an Enterprise that is paid takes the place of, and a job is about to end. */
  replaced: Set<string>
}

/** What is sold and what the customer has, as the provider says now: what was known last may be days old, and money is worked out from it. */
async function readShop(ctx: Buying, session: Session): Promise<Shop> {
  const { log, inTx } = ctx
  await asking(readProvider({ payment: providerOf(ctx), log, inTx }, session))
  return inTx('read only', async (tx) => {
    const checkouts = await listCheckouts(tx, new Date(0))
    return {
      plans: (await readBilling(tx)).plans,
      rows: await listSubscriptions(tx),
      replaced: new Set(checkouts.flatMap((one) => (one.cameAs === null ? [] : one.endsSubscriptions))),
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
  if (!basics.length) throw new AppError('upgrade_nothing')
  const [enterprise = 'enterprise', plan] = Object.entries(plans).find(([, one]) => one.isEnterprise) ?? []
  const prices = await asking(providerOf(ctx).readPrices())
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

/** @throws AppError price_missing in the documented words (BILL-025, BILL-026). */
function mustHavePrice({ config }: Buying, prices: readonly ProviderProduct[], product: string, name: string): number {
  const price = prices.find((one) => one.product.toLowerCase() === product.toLowerCase())?.pricing.US?.price
  if (price === undefined) throw new AppError('price_missing', { detail: `Could not get price of ${config.brand} ${name}` })
  return Math.round(price * 100)
}

function asReplaced(plans: PlanTable, row: SubscriptionRecord): Replaced {
  return {
    product: row.product,
    display: row.display,
    quantity: row.quantity,
    subtotalCents: row.subtotalCents,
    period: planOf(plans, row.product)?.period === 'year' ? 'year' : 'month',
    // A canceled one is paid until it ends; what is on trial, or was not paid, has nothing to credit.
    paidUntil: row.state === 'trial' || row.state === 'overdue' ? null : (row.nextChargeAt ?? row.endsAt),
  }
}

const utcDay = (at: Date) => at.toISOString().slice(0, 10)

/**
 * The upgrade worked out, line by line.
 *
 * @throws AppError upgrade_nothing, price_missing, payment_unreachable
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
    renewsOn: utcDay(aMonthLater(now)),
  }
}

/** The same day of the next month, or its last one. */
function aMonthLater(at: Date): Date {
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 2, 0)).getUTCDate()
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, Math.min(at.getUTCDate(), last)))
}

/**
 * Begins the checkout of the upgrade: Enterprise with the credit as a discount of its first month (BILL-029). Begun once more for the same before it is
 * paid, it is the same checkout; where the terms are others, both can be paid, and the second payment is seen when it comes (`checkout-arrival`).
 *
 * @throws AppError as {@link readUpgrade}
 */
export async function createUpgrade(ctx: Buying, session: Session): Promise<Checkout> {
  const { enterprise, priceCents, quantity, proration, ends, had } = await workOut(ctx, session)
  const item: SessionItem = { product: enterprise, quantity, ...(proration.percent ? { discountPercent: proration.percent } : {}) }
  return openCheckout(ctx, session, providerOf(ctx), {
    action: 'subscription.upgrade',
    items: [item],
    priceCents,
    ends: ends.map((row) => row.subscription),
    had,
  })
}
