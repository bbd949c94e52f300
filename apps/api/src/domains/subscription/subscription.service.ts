import {
  isRecurring,
  PAYMENTS_LISTED,
  type Payment,
  type PaymentAccount,
  type ProviderRead,
  type Subscription,
  type SubscriptionOverview,
  type SubscriptionStanding,
} from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import { DAY_MS, startOfDay, toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { readInOneQuery, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { enqueue } from '../../jobs/queue.ts'
import { PaymentRefusedError, PaymentUnreachableError } from '../../outside/payment.ts'
import { selectEntitlementFacts } from '../entitlement/entitlement.joins.ts'
import { decideEntitlement, readBilling, readEntitlement } from '../entitlement/entitlement.service.ts'
import { selectStored } from '../file/attachment.joins.ts'
import { makeSeats, NOBODY } from '../user/invite/seats.service.ts'
import { selectPeopleCount } from '../user/people/people.joins.ts'
import { askProvider, type Buying, requireProvider } from './checkout/checkout.service.ts'
import { selectEndings } from './provider/ending.joins.ts'
import { describeEndings } from './provider/ending.service.ts'
import { readProvider } from './provider/provider.service.ts'
import { subscriptionErrors } from './subscription.facts.ts'
import {
  type AccountRecord,
  findAccount,
  invalidateReads,
  listSubscriptions,
  lockSubscription,
  type SubscriptionRecord,
  selectAccount,
  selectSubscriptions,
  updateSubscription,
} from './subscription.queries.ts'
import { findChange, toSubscription } from './subscription.rules.ts'
import { readUsage } from './usage.queries.ts'

const METER_DAYS = 30
const GB = 1024 ** 3

export async function readSubscriptions(tx: CustomerTx): Promise<Subscription[]> {
  return (await listSubscriptions(tx)).map(toSubscription)
}

/** Lists the customer's products and whether each is active, for every user's menu and recall screens. */
export async function readList(tx: CustomerTx): Promise<{ product: string; active: boolean }[]> {
  return (await listSubscriptions(tx)).map(({ product, isActive }) => ({ product, active: isActive }))
}

export async function readSubscriptionStanding(tx: CustomerTx, { now }: Pick<Session, 'now'>): Promise<SubscriptionStanding> {
  const { isActive, graceUntil } = await readEntitlement(tx, now)
  return { isActive, graceUntil: graceUntil?.toISOString() ?? null }
}

export async function readAccount(tx: CustomerTx): Promise<PaymentAccount> {
  return toPaymentAccount(await findAccount(tx))
}

function toPaymentAccount(row: AccountRecord | undefined): PaymentAccount {
  const { account = null, company = null, email = null, firstName = null, lastName = null, phone = null } = row ?? {}
  const { addressLineOne = null, addressLineTwo = null, city = null, postalCode = null, region = null } = row ?? {}
  return {
    account,
    contact: { company, email, first: firstName, last: lastName, phone },
    address: { addressLine1: addressLineOne, addressLine2: addressLineTwo, city, postalCode, region },
  }
}

/** The customer's plan, subscriptions and usage, read from the database only, without asking the payment provider. */
export async function readOverview(tx: CustomerTx, { now, timeZone }: Session): Promise<SubscriptionOverview> {
  const {
    people: [people = NOBODY],
    ...found
  } = await readInOneQuery(tx, {
    ...selectEntitlementFacts(tx),
    people: selectPeopleCount(tx),
    stored: selectStored(tx),
    accounts: selectAccount(tx),
    shown: selectSubscriptions(tx),
    endings: selectEndings(tx),
  })
  const { billing, ...entitlement } = decideEntitlement(found, now)
  const { isActive, graceUntil, hasRecalls, ...allowed } = entitlement
  const seats = makeSeats(people, entitlement)
  const [account] = withInstants(found.accounts, 'begunAt', 'readAt')
  const subscriptions = withInstants(found.shown, 'begunAt', 'nextChargeAt', 'canceledAt', 'endsAt', 'endedAt', 'changedAt')
  const days = collectMeterDays(now, timeZone)
  const used = await readUsage(tx, {
    bytesSince: new Date(now.getTime() - METER_DAYS * DAY_MS),
    daysSince: startOfDay(days[0] ?? '', timeZone),
    timeZone,
  })
  return {
    isBillingOn: billing.isOn,
    isActive,
    graceUntil: graceUntil?.toISOString() ?? null,
    locations: { used: used.locations, allowed: allowed.locations },
    users: { used: seats.active, active: seats.active - seats.invited, invited: seats.invited, allowed: seats.allowed },
    storageGb: {
      used: (found.stored[0]?.bytes ?? 0) / GB,
      lastMonth: used.bytes / GB,
      allowed: allowed.storageGb,
    },
    meds: { allowed: allowed.medsPerDay, days: days.map((day) => ({ day, amount: used.medsByDay.get(day) ?? 0 })) },
    hasRecalls,
    plans: billing.plans,
    subscriptions: subscriptions.map(toSubscription),
    endings: describeEndings(withInstants(found.endings, 'begunAt', 'failedAt', 'doneAt'), subscriptions, now),
    account: account?.account ? toPaymentAccount(account) : null,
    readAt: account?.readAt?.toISOString() ?? null,
  }
}

/** The days that the usage chart shows, oldest first, ending with today. */
function collectMeterDays(now: Date, timeZone: string): string[] {
  const today = Date.parse(`${toDay(now, timeZone)}T00:00:00Z`)
  return Array.from({ length: METER_DAYS }, (_, at) => new Date(today - (METER_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10))
}

/**
 * Reads the customer's subscriptions from the payment provider after a checkout and on request. If the provider does not answer or refuses, keeps and
 * returns the stored state with `isReachable` false.
 */
export async function refreshFromProvider(ctx: Buying, session: Session): Promise<ProviderRead> {
  const { log, inTx } = ctx
  const isReachable = await readProvider({ payment: requireProvider(ctx), log, inTx }, session).then(
    () => true,
    (error: unknown) => {
      // If the provider cannot be read, the stored state is shown.
      if (error instanceof PaymentUnreachableError || error instanceof PaymentRefusedError) return false
      throw error
    },
  )
  return inTx('read only', async (tx) => {
    const account = await findAccount(tx)
    return {
      isReachable,
      readAt: account?.readAt?.toISOString() ?? null,
      orders: account?.orders?.length ?? 0,
      subscriptions: await readSubscriptions(tx),
    }
  })
}

/**
 * The payment provider's page for the account, where the customer changes the card and pays overdue amounts.
 *
 * @throws AppError payment_no_account, payment_unreachable, payment_refused
 */
export async function readAccountPage(ctx: Buying, session: Session): Promise<{ url: string }> {
  must(session, 'subscription:write', null)
  const payment = requireProvider(ctx)
  const known = await ctx.inTx('read only', findAccount)
  if (!known?.account) throw new AppError(subscriptionErrors.payment_no_account)
  return { url: await askProvider(payment.readAccountPage(known.account)) }
}

/** The newest payments with their invoices, as the provider shows them now. @throws AppError payment_unreachable, payment_refused */
export async function readPayments(ctx: Buying, session: Session): Promise<Payment[]> {
  must(session, 'subscription:read', null)
  const provider = requireProvider(ctx)
  const { orders, plans } = await ctx.inTx('read only', async (tx) => ({
    orders: (await findAccount(tx))?.orders ?? [],
    plans: (await readBilling(tx)).plans,
  }))
  const found = await askProvider(provider.readOrders(orders.slice(-PAYMENTS_LISTED).toReversed()))
  return found.map(({ at, items, ...order }) => ({
    ...order,
    at: at?.toISOString() ?? null,
    items: items.map(({ product, display, quantity }) => ({ display, quantity, isOnce: !isRecurring(plans, product) })),
  }))
}

/**
 * Cancels one subscription, which stays usable until the end of the paid period (BILL-040).
 *
 * @throws AppError subscription_not_found, subscription_canceled, payment_unreachable, payment_refused
 */
export async function cancelSubscription(
  ctx: Buying,
  session: Session,
  { subscriptionId }: { subscriptionId: number },
): Promise<Subscription> {
  must(session, 'subscription:write', null)
  const payment = requireProvider(ctx)
  const row = await ctx.inTx('read only', (tx) => findCancelable(tx, subscriptionId))
  await askProvider(
    payment.cancel(row.subscription, 'periodEnd').catch(async (cause: unknown) => {
      if (cause instanceof PaymentUnreachableError) await noteUnanswered(ctx, session, row)
      throw cause
    }),
  )
  await ctx.inTx('read write', async (tx) => {
    const { nextChargeAt, product, quantity } = (await lockSubscription(tx, subscriptionId)) ?? row
    const values = {
      state: 'canceled',
      isAutoRenew: false,
      canceledAt: session.now,
      endsAt: nextChargeAt ?? row.endsAt,
      nextChargeAt: null,
      nextChargeCents: null,
    }
    await invalidateReads(tx)
    await updateSubscription(tx, subscriptionId, values)
    const detail = { product, quantity, ...findChange(row, { ...row, ...values }) }
    await audit(tx, session, { action: 'subscription.cancel', subject: 'subscription', subjectId: subscriptionId, detail })
  })
  // The cancellation is stored, so it has succeeded even if this refresh still returns the old state.
  await refreshFromProvider(ctx, session)
  return ctx.inTx('read only', async (tx) => {
    const all = await readSubscriptions(tx)
    const found = all.find((one) => one.id === subscriptionId)
    if (!found) throw new AppError(subscriptionErrors.subscription_not_found)
    return found
  })
}

/**
 * Called when the provider did not answer a cancellation, but may have carried it out. Records the person's request in the audit trail, and queues a
 * read of the account, which audits the cancellation in that person's name.
 */
async function noteUnanswered({ inTx }: Buying, session: Session, { id, product, quantity }: SubscriptionRecord): Promise<void> {
  const detail = { product, quantity, outcome: 'The payment provider did not answer' }
  await inTx('read write', async (tx) => {
    await audit(tx, session, { action: 'subscription.cancel', subject: 'subscription', subjectId: id, detail })
    await enqueue(tx, 'subscription.read', {}, { key: `subscription.read ${session.customerId} by ${session.userId}` })
  })
}

async function findCancelable(tx: CustomerTx, id: number) {
  const row = (await listSubscriptions(tx)).find((one) => one.id === id)
  if (!row) throw new AppError(subscriptionErrors.subscription_not_found)
  if (!row.isActive || row.state === 'canceled') throw new AppError(subscriptionErrors.subscription_canceled)
  return row
}
