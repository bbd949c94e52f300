import { isEnterprise } from '@seriatim/schema'
import { type Actor, audit } from '../../audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { enqueue } from '../../jobs/queue.ts'
import { sendMail } from '../mail/mail.service.ts'
import { checkoutOf, isTwice } from './checkout.rules.ts'
import { readBilling } from './entitlement.service.ts'
import { paidTwiceMails } from './subscription.mails.ts'
import {
  finishCheckout,
  getBuyer,
  listCheckouts,
  listSubscriptions,
  type SubscriptionRecord,
  updateCheckout,
} from './subscription.queries.ts'

/** A message may be late; what is older than this nobody waits for. */
const LOOK_BACK_MS = 90 * 86_400_000

/**
 * Finds out which checkout each new Enterprise plan came of. What an upgrade takes the place of ends, at no cost, by a job that tries until the provider
 * has done it (BILL-031); also where the checkout was given up before it was paid. Of an upgrade that was paid twice the smaller plan, else the later
 * one, is not charged again, and the customer's admin is told.
 */
export async function settleCheckouts(tx: CustomerTx, actor: Actor): Promise<void> {
  const { plans } = await readBilling(tx)
  const checkouts = await listCheckouts(tx, new Date(actor.now.getTime() - LOOK_BACK_MS))
  const active = (await listSubscriptions(tx)).filter((row) => row.isActive)
  for (const row of active) {
    if (!isEnterprise(plans, row.product) || checkouts.some((one) => one.cameAs === row.subscription)) continue
    const checkout = checkoutOf(plans, row, checkouts)
    if (!checkout) continue
    const twin = active.find(
      (other) => other.state !== 'canceled' && checkouts.some((one) => one.cameAs === other.subscription && isTwice(one, checkout)),
    )
    checkout.cameAs = row.subscription
    checkout.finishedAt = actor.now
    await updateCheckout(tx, checkout.id, { cameAs: row.subscription, finishedAt: actor.now })
    if (!checkout.endsSubscriptions.length) continue
    await enqueue(tx, 'subscription.endReplaced', { subscriptions: checkout.endsSubscriptions })
    if (twin) await endTwice(tx, actor, twin, row)
  }
  for (const one of checkouts.filter(({ finishedAt, expiresAt }) => finishedAt === null && expiresAt < actor.now))
    await finishCheckout(tx, one.id, actor.now)
}

async function endTwice(tx: CustomerTx, actor: Actor, earlier: SubscriptionRecord, later: SubscriptionRecord): Promise<void> {
  const [kept, ended] = later.quantity > earlier.quantity ? [later, earlier] : [earlier, later]
  await enqueue(tx, 'subscription.endTwice', { subscription: ended.subscription })
  const detail = { kept: `${kept.product} × ${kept.quantity}`, canceled: `${ended.product} × ${ended.quantity}` }
  await audit(tx, actor, { action: 'subscription.paidTwice', subject: 'subscription', subjectId: ended.id, detail })
  const { emailAddress } = await getBuyer(tx)
  const text = [
    `The upgrade to Enterprise was paid in two checkouts. You keep ${kept.display} × ${kept.quantity}.`,
    '',
    `We canceled ${ended.display} × ${ended.quantity}, so it will not be charged again.`,
    `To get back what it has cost already, reply to the payment provider’s receipt and name the subscription ${ended.subscription}.`,
    '',
    'You can see both under Manage Subscription.',
  ].join('\n')
  await sendMail(
    tx,
    { userId: null, now: actor.now },
    { kind: paidTwiceMails, to: [emailAddress], subject: 'You paid for Enterprise twice', text },
  )
}
