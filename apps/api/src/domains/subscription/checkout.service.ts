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
import { readBilling } from './entitlement.service.ts'
import {
  claimAccount,
  findAccount,
  findOpenUpgrade,
  finishCheckout,
  getBuyer,
  insertCheckout,
  listSubscriptions,
  type SubscriptionRecord,
} from './subscription.queries.ts'

/** Of a context: what buying needs. */
export type Buying = Pick<Context, 'payment' | 'config' | 'log' | 'inTx'>

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
  const { plans, rows } = await readShop(ctx)
  // Only the upgrade has a price of its own, and what it is nobody tells us.
  if (items.some((item) => item.pricing && isEnterprise(plans, item.product))) return createUpgrade(ctx, session)
  const codes = items.map((item) => item.product.toLowerCase())
  if (new Set(codes).size < codes.length) throw new AppError('cart_twice')
  const unknown = items.find((item) => !planOf(plans, item.product))
  if (unknown) throw new AppError('product_not_sold', { detail: `${unknown.product} is not sold.` })
  const owned = rows.filter((row) => row.isActive).map((row) => row.product)
  const problems = cartProblems(plans, items, owned)
  if (problems.length) throw new AppError('cart_blocked', { detail: problems.map((one) => CART_PROBLEM_WORDS[one]).join(' ') })
  const cart = items.map(({ product, quantity }) => ({ product, quantity }))
  return openCheckout(ctx, session, payment, { action: 'subscription.checkout', items: cart, ends: [], had: [] })
}

interface Opening {
  action: AuditAction & `subscription.${string}`
  items: SessionItem[]
  ends: string[]
  had: string[]
}

async function openCheckout(ctx: Buying, session: Session, payment: PaymentProvider, opening: Opening): Promise<Checkout> {
  const account = await accountOf(ctx, payment)
  const { id, expiresAt } = await asking(payment.createSession(account, opening.items))
  if (id === null) ctx.log.error({ customerId: session.customerId }, 'FS session response is null')
  await ctx.inTx('read write', async (tx) => {
    const { action, items, ends, had } = opening
    const values = {
      items: JSON.stringify(items),
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
async function accountOf({ inTx }: Buying, payment: PaymentProvider): Promise<string> {
  const { known, buyer } = await inTx('read only', async (tx) => ({ known: (await findAccount(tx))?.account, buyer: await getBuyer(tx) }))
  if (known) return known
  const contact = { first: buyer.firstName, last: buyer.lastName, email: buyer.emailAddress, company: buyer.name }
  const made = await asking(payment.createAccount({ contact, key: `seriatim-${buyer.id}` }))
  const account = await inTx('read write', (tx) => claimAccount(tx, made))
  return account ?? made
}

interface Shop {
  plans: PlanTable
  rows: SubscriptionRecord[]
}
const readShop = ({ inTx }: Buying): Promise<Shop> =>
  inTx('read only', async (tx) => ({ plans: (await readBilling(tx)).plans, rows: await listSubscriptions(tx) }))

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

async function workOut(ctx: Buying, now: Date): Promise<WorkedOut> {
  const { plans, rows } = await readShop(ctx)
  const active = rows.filter((row) => row.isActive)
  const ends = active.filter((row) => endsWithEnterprise(row.product))
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
    now,
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
export async function readUpgrade(ctx: Buying, { now }: Pick<Session, 'now'>): Promise<UpgradePreview> {
  const { enterprise, title, priceCents, quantity, proration, basics, ends } = await workOut(ctx, now)
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
 * Begins the checkout of the upgrade: Enterprise with the credit as a discount of its first month (BILL-029). Begun once more before it is paid, it is
 * the same checkout, so that nobody pays twice.
 *
 * @throws AppError as {@link readUpgrade}
 */
export async function createUpgrade(ctx: Buying, session: Session): Promise<Checkout> {
  const payment = providerOf(ctx)
  const { enterprise, quantity, proration, ends, had } = await workOut(ctx, session.now)
  const open = await ctx.inTx('read only', findOpenUpgrade)
  const isSame = open && open.expiresAt > session.now && String(open.endsSubscriptions) === String(ends.map((row) => row.subscription))
  if (isSame && utcDay(open.begunAt) === utcDay(session.now)) {
    await ctx.inTx('read write', (tx) =>
      audit(tx, session, { action: 'subscription.upgrade', subject: 'subscription', subjectId: null, detail: { outcome: 'opened again' } }),
    )
    return { id: open.session, checkoutUrl: payment.checkoutUrl(open.session) }
  }
  const item: SessionItem = { product: enterprise, quantity, ...(proration.percent ? { discountPercent: proration.percent } : {}) }
  const opening: Opening = { action: 'subscription.upgrade', items: [item], ends: ends.map((row) => row.subscription), had }
  return openCheckout(ctx, session, payment, opening)
}
