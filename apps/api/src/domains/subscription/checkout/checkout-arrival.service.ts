import { isEnterprise, type PlanTable } from '@seriatim/schema'
import { type Actor, audit } from '../../../call/audit.ts'
import { DAY_MS } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readBilling } from '../../entitlement/entitlement.service.ts'
import { listEndings } from '../provider/ending.queries.ts'
import { beginEndings, mailPaidTwice, settleEndings } from '../provider/ending.service.ts'
import {
  type CheckoutRecord,
  finishCheckout,
  listCheckouts,
  listSubscriptions,
  type SubscriptionRecord,
  updateCheckout,
} from '../subscription.queries.ts'
import { findCheckout, givenUpPaid, isBoughtAgain, isPaid, isPaidTwice, isRenewed, itemWords, replaces } from './checkout.rules.ts'

/** How far back to look for checkouts, because a provider message may be late. */
const LOOKBACK_MS = 90 * DAY_MS

/**
 * Finds the checkout that each new subscription comes from. If the checkout was an upgrade, the subscriptions that it replaces are ended at no cost
 * (BILL-031), even if the customer abandoned the checkout before it was paid. A job does this and retries until the provider has ended them. If the
 * same item was paid twice, one of the two subscriptions is not renewed, and the customer admin is notified.
 * @param orders number of orders of the account. The provider shows a one-time purchase only as an increase of this number.
 */
export async function settleCheckouts(tx: CustomerTx, actor: Actor, orders: number): Promise<void> {
  const { plans } = await readBilling(tx)
  const checkouts = await listCheckouts(tx, new Date(actor.now.getTime() - LOOKBACK_MS))
  const active = (await listSubscriptions(tx)).filter((row) => row.isActive)
  for (const row of active) {
    if (checkouts.some((one) => one.came.includes(row.subscription))) continue
    const checkout = findCheckout(plans, row, checkouts, active)
    if (!checkout) continue
    const twin = findTwin(row, checkout, { checkouts, active })
    checkout.came = [...checkout.came, row.subscription]
    checkout.finishedAt ??= actor.now
    checkout.paidAt ??= actor.now
    await updateCheckout(tx, checkout.id, { came: checkout.came, finishedAt: checkout.finishedAt, paidAt: checkout.paidAt })
    if (isEnterprise(plans, row.product)) await endReplaced(tx, actor, checkout, active)
    if (twin) await endTwice(tx, actor, chooseWhichStays({ row, checkout }, twin))
  }
  await settleOnce(tx, actor, { plans, checkouts, orders })
  await settleGivenUp(tx, actor, { plans, checkouts, active })
  await settleEndings(tx, actor)
}

/**
 * Ends the subscriptions that a checkout replaces, at once and at no cost. A subscription that was charged again after the credit was computed stays
 * active until the end of the period that the charge paid for.
 */
async function endReplaced(tx: CustomerTx, actor: Actor, checkout: CheckoutRecord, active: readonly SubscriptionRecord[]): Promise<void> {
  const wasRenewed = (subscription: string) => {
    const row = active.find((one) => one.subscription === subscription)
    return row !== undefined && isRenewed(checkout, row)
  }
  const { endsSubscriptions } = checkout
  const renewed = endsSubscriptions.filter(wasRenewed)
  const replaced = endsSubscriptions.filter((one) => !renewed.includes(one))
  if (replaced.length) await beginEndings(tx, actor, 'replaced', replaced)
  if (renewed.length) await beginEndings(tx, actor, 'renewed', renewed)
}

/**
 * Marks checkouts of one-time purchases as paid once the account has an order for them, and closes unpaid checkouts that have expired. Also marks
 * replaced checkouts of one-time purchases that seem to have been paid after all.
 */
async function settleOnce(
  tx: CustomerTx,
  actor: Actor,
  { plans, checkouts, orders }: { plans: PlanTable; checkouts: readonly CheckoutRecord[]; orders: number },
): Promise<void> {
  for (const one of checkouts.filter(({ finishedAt }) => finishedAt === null))
    if (isPaid(plans, one, { orders, checkouts })) {
      one.paidAt = actor.now
      await updateCheckout(tx, one.id, { finishedAt: actor.now, paidAt: actor.now })
    } else if (one.expiresAt < actor.now) await finishCheckout(tx, one.id, actor.now)
  for (const one of givenUpPaid(plans, checkouts, { orders, now: actor.now })) {
    one.paidAt = actor.now
    await updateCheckout(tx, one.id, { paidAt: actor.now })
  }
}

/**
 * Handles a customer who paid both a checkout and the later checkout that was started to replace it. If both contain the same plan, ends the
 * subscription from the earlier checkout, so that the customer is charged only once. The customer may still want other items of the earlier checkout,
 * so the admin gets one email about both.
 */
async function settleGivenUp(
  tx: CustomerTx,
  actor: Actor,
  { plans, checkouts, active }: { plans: PlanTable; checkouts: readonly CheckoutRecord[]; active: readonly SubscriptionRecord[] },
): Promise<void> {
  const ending = new Set((await listEndings(tx)).map(({ subscription }) => subscription))
  for (const one of checkouts.filter(({ paidAt, toldAt }) => paidAt !== null && toldAt === null)) {
    const later = checkouts.find((other) => other.paidAt !== null && replaces(other, one, checkouts))
    // If both checkouts are upgrades, the code for double payments handles them.
    if (!later || (one.endsSubscriptions.length && later.endsSubscriptions.length)) continue
    const rows = active.filter(
      ({ subscription, state }) => one.came.includes(subscription) && state !== 'canceled' && !ending.has(subscription),
    )
    const kept = itemWords(plans, later)
    const same = one.endsSubscriptions.length ? [] : rows.filter(({ product }) => isBoughtAgain(plans, later, product))
    for (const row of same) {
      await beginEndings(tx, actor, 'givenUp', [row.subscription], kept)
      const detail = { kept, toBeCanceled: `${row.product} × ${row.quantity}` }
      await audit(tx, actor, { action: 'subscription.paidTwice', subject: 'subscription', subjectId: row.id, detail })
    }
    const isMore = one.endsSubscriptions.length > 0 || !one.came.length || rows.length > same.length
    if (!isMore) continue
    await mailPaidTwice(tx, actor, { paid: itemWords(plans, one), kept })
    await updateCheckout(tx, one.id, { toldAt: actor.now })
  }
}

interface Bought {
  row: SubscriptionRecord
  checkout: CheckoutRecord
}

/**
 * Finds another subscription to the product of `row` that is still renewing and comes from another checkout for the same purpose (`isPaidTwice`),
 * which means that the product was bought twice. Undefined if there is none.
 */
function findTwin(
  row: SubscriptionRecord,
  checkout: CheckoutRecord,
  { checkouts, active }: { checkouts: readonly CheckoutRecord[]; active: readonly SubscriptionRecord[] },
): Bought | undefined {
  const isSame = (other: SubscriptionRecord) => other.state !== 'canceled' && other.product.toLowerCase() === row.product.toLowerCase()
  for (const one of checkouts.filter((other) => other.id !== checkout.id && isPaidTwice(other, checkout, checkouts))) {
    const found = active.find((other) => one.came.includes(other.subscription) && isSame(other))
    if (found) return { row: found, checkout: one }
  }
  return undefined
}

/**
 * Chooses which of two paid subscriptions to keep. Of two carts, keeps the later one. Of two upgrades, keeps the one with the larger quantity, or the
 * earlier one if both quantities are equal.
 */
function chooseWhichStays(later: Bought, earlier: Bought): { kept: SubscriptionRecord; ended: SubscriptionRecord } {
  const isUpgrade = later.checkout.endsSubscriptions.length > 0
  const isLaterKept = isUpgrade ? later.row.quantity > earlier.row.quantity : later.checkout.id > earlier.checkout.id
  return isLaterKept ? { kept: later.row, ended: earlier.row } : { kept: earlier.row, ended: later.row }
}

async function endTwice(
  tx: CustomerTx,
  actor: Actor,
  { kept, ended }: { kept: SubscriptionRecord; ended: SubscriptionRecord },
): Promise<void> {
  await beginEndings(tx, actor, 'twice', [ended.subscription], `${kept.display} × ${kept.quantity}`)
  const detail = { kept: `${kept.product} × ${kept.quantity}`, toBeCanceled: `${ended.product} × ${ended.quantity}` }
  await audit(tx, actor, { action: 'subscription.paidTwice', subject: 'subscription', subjectId: ended.id, detail })
}
