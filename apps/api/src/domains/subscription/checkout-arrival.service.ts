import { isEnterprise } from '@seriatim/schema'
import { type Actor, audit } from '../../audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { checkoutOf, isPaid, isTwice } from './checkout.rules.ts'
import { beginEndings, settleEndings } from './ending.service.ts'
import { readBilling } from './entitlement.service.ts'
import {
  type CheckoutRecord,
  finishCheckout,
  listCheckouts,
  listSubscriptions,
  type SubscriptionRecord,
  updateCheckout,
} from './subscription.queries.ts'

/** A message may be late; what is older than this nobody waits for. */
const LOOK_BACK_MS = 90 * 86_400_000

/**
 * Finds out which checkout each new subscription came of. What an upgrade takes the place of ends, at no cost, by a job that tries until the provider
 * has done it (BILL-031); also where the checkout was given up before it was paid. Of what was paid twice one is not charged again, and the customer's
 * admin is told.
 *
 * @param orders how many the account has: what is paid once comes as nothing else.
 */
export async function settleCheckouts(tx: CustomerTx, actor: Actor, orders: number): Promise<void> {
  const { plans } = await readBilling(tx)
  const checkouts = await listCheckouts(tx, new Date(actor.now.getTime() - LOOK_BACK_MS))
  const active = (await listSubscriptions(tx)).filter((row) => row.isActive)
  for (const row of active) {
    if (checkouts.some((one) => one.came.includes(row.subscription))) continue
    const checkout = checkoutOf(plans, row, checkouts, active)
    if (!checkout) continue
    const twin = twinOf(row, checkout, { checkouts, active })
    checkout.came = [...checkout.came, row.subscription]
    checkout.finishedAt ??= actor.now
    await updateCheckout(tx, checkout.id, { came: checkout.came, finishedAt: checkout.finishedAt })
    if (isEnterprise(plans, row.product) && checkout.endsSubscriptions.length)
      await beginEndings(tx, actor, 'replaced', checkout.endsSubscriptions)
    if (twin) await endTwice(tx, actor, chooseKept({ row, checkout }, twin))
  }
  for (const one of checkouts.filter(({ finishedAt }) => finishedAt === null))
    if (one.expiresAt < actor.now || isPaid(plans, one, orders)) await finishCheckout(tx, one.id, actor.now)
  await settleEndings(tx, actor)
}

interface Bought {
  row: SubscriptionRecord
  checkout: CheckoutRecord
}

/** What was bought already by another checkout for the same, and is still renewed. */
function twinOf(
  row: SubscriptionRecord,
  checkout: CheckoutRecord,
  { checkouts, active }: { checkouts: readonly CheckoutRecord[]; active: readonly SubscriptionRecord[] },
): Bought | undefined {
  const isSame = (other: SubscriptionRecord) => other.state !== 'canceled' && other.product.toLowerCase() === row.product.toLowerCase()
  for (const one of checkouts.filter((other) => other.id !== checkout.id && isTwice(other, checkout, checkouts))) {
    const found = active.find((other) => one.came.includes(other.subscription) && isSame(other))
    if (found) return { row: found, checkout: one }
  }
  return undefined
}

/** Of two carts the one that was begun in place of the other; of two upgrades the larger, else the one that came first. */
function chooseKept(later: Bought, earlier: Bought): { kept: SubscriptionRecord; ended: SubscriptionRecord } {
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
