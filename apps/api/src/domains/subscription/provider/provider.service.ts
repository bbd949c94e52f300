import { type Allowance, computeAllowance, dollars, GRACE_DAYS } from '@seriatim/schema'
import { type Actor, audit } from '../../../call/audit.ts'
import type { Log } from '../../../call/deps.ts'
import type { Access } from '../../../db/customer-tx.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { type PaymentProvider, PaymentUnreachableError, type ProviderAccount, type ProviderSubscription } from '../../../outside/payment.ts'
import { readBilling } from '../../entitlement/entitlement.service.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { queueMatching } from '../../recall/match/stock.service.ts'
import { settleCheckouts } from '../checkout/checkout-arrival.service.ts'
import { declinedMails } from '../subscription.mails.ts'
import {
  type AccountRecord,
  findAccount,
  getBuyer,
  insertSubscription,
  listSubscriptions,
  lockAccount,
  nextReadNumber,
  type SubscriptionRecord,
  updateAccount,
  updateSubscription,
} from '../subscription.queries.ts'
import { findChange, isOlder, type StoredSubscription, trailFacts } from '../subscription.rules.ts'

/**
 * What is needed to read the customer's data from the payment provider. `inTx` opens short transactions before and after the request to the provider;
 * no transaction is open during the request.
 */
export interface ProviderAccess {
  payment: PaymentProvider
  log: Log
  inTx<T>(access: Access, work: (tx: CustomerTx) => Promise<T>): Promise<T>
}

/** Thrown if the provider did not return the account, because it has no such account or because it limits our calls. */
export class AccountUnknownError extends PaymentUnreachableError {
  override name = 'AccountUnknownError'
}

/** A subscription whose stored row changed because the provider's data differed; `before` is null if the subscription was not stored yet. */
export interface ProviderDifference {
  subscription: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

/**
 * Reads the customer's account and subscriptions from the provider and stores them. The provider's current state counts, whatever triggered the read,
 * so lost, repeated or late messages do no harm.
 *
 * @returns the differences; none for a customer without an account.
 * @throws PaymentUnreachableError, {@link AccountUnknownError}
 */
export async function readProvider({ payment, log, inTx }: ProviderAccess, actor: Actor): Promise<ProviderDifference[]> {
  const known = await inTx('read only', findAccount)
  if (!known?.account) return []
  const reading = await inTx('read write', nextReadNumber)
  const account = await payment.readAccount(known.account)
  if (!account) {
    // The provider answers "not found" for an unknown account, but also while it limits our requests. A person must find out which, so our record of
    // the account is kept.
    log.error({ account: known.account }, 'the payment provider does not know this account')
    throw new AccountUnknownError('The payment provider does not know this account, or is limiting our requests.')
  }
  const subscriptions = await payment.readSubscriptions(account.subscriptions)
  return inTx('read write', (tx) => keepRead(tx, actor, { reading, account, read: subscriptions }))
}

async function keepRead(
  tx: CustomerTx,
  actor: Actor,
  { reading = 0, account, read }: { reading: number | undefined; account: ProviderAccount; read: readonly ProviderSubscription[] },
): Promise<ProviderDifference[]> {
  const before = await lockAccount(tx)
  // Ignores an outdated answer: after this read of the provider began, the result of a later read was stored, or we changed something at the
  // provider.
  if (!before || before.account !== account.id || before.kept > reading) return []
  const readAt = before.readAt && before.readAt > actor.now ? before.readAt : actor.now
  await updateAccount(tx, { ...toAccountValues(account), orders: account.orders, readAt, kept: reading })
  await auditOrders(tx, actor, before.orders, account.orders)
  const { plans } = await readBilling(tx)
  const rows = await listSubscriptions(tx)
  const allowed = computeAllowance(plans, rows)
  const differences: ProviderDifference[] = []
  const declined: StoredSubscription[] = []
  for (const one of read) {
    const row = rows.find(({ subscription }) => subscription === one.id)
    const values = toStored(one)
    if (row && isOlder(values, row)) continue
    if (row && row.state !== 'overdue' && values.isActive && values.state === 'overdue') declined.push(values)
    differences.push(...(row ? await keepChange(tx, actor, row, values) : await keepNew(tx, actor, one.id, values)))
  }
  for (const row of rows.filter(({ subscription, isActive }) => isActive && !read.some((one) => one.id === subscription)))
    differences.push(...(await keepChange(tx, actor, row, asGone(row))))
  const kept = await listSubscriptions(tx)
  const allowedNow = computeAllowance(plans, kept)
  await auditEntitlement(tx, actor, allowed, allowedNow)
  if (declined.length) {
    const paid = kept.filter(({ state }) => state !== 'overdue')
    await mailDeclined(tx, actor, declined, { isGraceNext: allowedNow.isActive && !computeAllowance(plans, paid).isActive })
  }
  await settleCheckouts(tx, actor, account.orders.length)
  return differences
}

async function keepNew(tx: CustomerTx, actor: Actor, subscription: string, values: StoredSubscription): Promise<ProviderDifference[]> {
  const endedAt = values.isActive ? null : (values.endsAt ?? actor.now)
  const id = await insertSubscription(tx, { ...values, subscription, endedAt })
  const { product, quantity, state, price } = trailFacts(values)
  const after = { product, quantity, state, price }
  await audit(tx, actor, { action: 'subscription.begin', subject: 'subscription', subjectId: id, detail: after })
  return [{ subscription, before: null, after }]
}

async function keepChange(
  tx: CustomerTx,
  actor: Actor,
  row: SubscriptionRecord,
  values: StoredSubscription,
): Promise<ProviderDifference[]> {
  const { now } = actor
  const ended = values.isActive ? null : (row.endedAt ?? (values.endsAt && values.endsAt < now ? values.endsAt : now))
  await updateSubscription(tx, row.id, { ...values, endedAt: ended })
  const change = findChange(row, values)
  if (!change) return []
  const detail = { product: row.product, ...change }
  await audit(tx, actor, { action: 'subscription.change', subject: 'subscription', subjectId: row.id, detail })
  return [{ subscription: row.subscription, ...change }]
}

const list = new Intl.ListFormat('en-US')

/**
 * Emails the admin once, when the provider first says that renewals were not paid.
 *
 * @param isGraceNext whether the grace period begins once all overdue subscriptions have ended.
 */
async function mailDeclined(
  tx: CustomerTx,
  { now }: Actor,
  declined: readonly StoredSubscription[],
  { isGraceNext }: { isGraceNext: boolean },
): Promise<void> {
  const { emailAddress } = await getBuyer(tx)
  const names = declined.map(({ display, quantity }) => `${display} × ${quantity}`)
  const charges = declined.map(
    ({ nextChargeCents }, at) => `${nextChargeCents === null ? '' : `${dollars(nextChargeCents)} `}for ${names[at]}`,
  )
  const isOne = declined.length === 1
  const grace = isGraceNext ? ` You can then keep working for ${GRACE_DAYS} more days.` : ''
  const text = [
    `The payment provider could not charge ${list.format(charges)}: your card was declined.`,
    '',
    'Your service is not interrupted. The payment provider will try again for several days, and everything keeps working in the meantime.',
    'To pay now, open Manage Subscription, choose Update your card, and enter another card.',
    '',
    `If ${isOne ? 'it is' : 'they are'} not paid, ${list.format(names)} ${isOne ? 'ends' : 'end'}.${grace}`,
  ].join('\n')
  const products = [...new Set(declined.map(({ display }) => display))]
  const subject = `Your card was declined: ${list.format(products)} ${products.length === 1 ? 'was' : 'were'} not renewed`
  await sendMail(tx, { userId: null, now }, { kind: declinedMails, to: [emailAddress], subject: subject.slice(0, 200), text })
}

async function auditEntitlement(tx: CustomerTx, actor: Actor, before: Allowance, after: Allowance): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  // Recalls were not compared with the stock while there was no subscription, so the comparison starts now.
  if (after.hasRecalls && !before.hasRecalls) await queueMatching(tx)
  await audit(tx, actor, { action: 'subscription.entitlement', subject: 'subscription', subjectId: null, detail: { before, after } })
}

/**
 * Records an account's new orders in the audit trail. Every order is a payment, so orders without a subscription are recorded too. If the account was
 * never read before (`before` is null), nothing is recorded.
 */
async function auditOrders(tx: CustomerTx, actor: Actor, before: readonly string[] | null, after: readonly string[]): Promise<void> {
  const orders = after.filter((one) => before !== null && !before.includes(one))
  if (orders.length) await audit(tx, actor, { action: 'subscription.order', subject: 'subscription', subjectId: null, detail: { orders } })
}

type AccountValues = Omit<AccountRecord, 'customerId' | 'account' | 'orders' | 'begunAt' | 'readAt' | 'asked' | 'kept'>

const toAccountValues = ({ contact, address }: ProviderAccount): AccountValues => ({
  company: contact.company,
  email: contact.email,
  firstName: contact.first,
  lastName: contact.last,
  phone: contact.phone,
  addressLineOne: address?.addressLine1 ?? null,
  addressLineTwo: address?.addressLine2 ?? null,
  city: address?.city ?? null,
  postalCode: address?.postalCode ?? null,
  region: address?.region ?? null,
})

/**
 * Marks a stored subscription as deactivated, because the provider no longer lists it. A deactivated subscription no longer renews and is no longer
 * charged.
 */
function asGone({
  id: _id,
  customerId: _customerId,
  subscription: _subscription,
  endedAt: _endedAt,
  ...row
}: SubscriptionRecord): StoredSubscription {
  return { ...row, state: 'deactivated', isActive: false, isAutoRenew: false, nextChargeAt: null, nextChargeCents: null }
}

const toStored = (one: ProviderSubscription): StoredSubscription => ({
  product: one.product,
  display: one.display,
  state: one.state,
  isActive: one.active,
  isAutoRenew: one.autoRenew,
  quantity: one.quantity,
  currency: one.currency,
  subtotalCents: one.subtotal,
  begunAt: one.begin,
  nextChargeAt: one.nextChargeDate,
  nextChargeCents: one.nextChargePreTax,
  canceledAt: one.canceledDate,
  endsAt: one.deactivationDate,
  changedAt: one.changed,
})
