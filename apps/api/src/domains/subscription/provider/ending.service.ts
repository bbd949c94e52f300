import { decideStatus, type SubscriptionEnding } from '@seriatim/schema'
import { type Actor, audit } from '../../../call/audit.ts'
import { DAY_MS } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { printDay } from '../../../print/dates.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { isRenewed } from '../checkout/checkout.rules.ts'
import { paidTwiceMails } from '../subscription.mails.ts'
import { type CheckoutRecord, getBuyer, listCheckouts, listSubscriptions, type SubscriptionRecord } from '../subscription.queries.ts'
import { type EndingRecord, insertEndings, listEndings, updateEnding } from './ending.queries.ts'

/** The page shows a double payment for this long, because a refund may take that long. */
const SPOKEN_OF_MS = 90 * DAY_MS

/**
 * Records that these subscriptions must end, and queues the job that ends them at the provider: immediately if Enterprise replaces them, otherwise at
 * the end of the paid period.
 */
export async function beginEndings(
  tx: CustomerTx,
  actor: Actor,
  why: EndingRecord['why'],
  subscriptions: readonly string[],
  kept: string | null = null,
): Promise<void> {
  await insertEndings(
    tx,
    subscriptions.map((subscription) => ({ subscription, why, kept, begunAt: actor.now })),
  )
  await tryEndings(tx)
}

/** Queues the job that ends subscriptions; a customer has at most one waiting. */
async function tryEndings(tx: CustomerTx): Promise<void> {
  const { id } = await getBuyer(tx)
  await enqueue(tx, 'subscription.end', {}, { key: `subscription.end ${id}` })
}

/** Queues the job that ends subscriptions again if any of them could not be ended, even if the job used up its attempts. Called once a night. */
export async function retryEndings(tx: CustomerTx): Promise<void> {
  if ((await listOpenEndings(tx)).length) await tryEndings(tx)
}

export async function listOpenEndings(tx: CustomerTx): Promise<EndingRecord[]> {
  return (await listEndings(tx)).filter(({ doneAt }) => doneAt === null)
}

/**
 * Records that the provider refused to end the subscriptions that should have ended, and returns their number. The page shows the refusal, and a job
 * tries again.
 */
export async function markFailed(tx: CustomerTx, now: Date): Promise<number> {
  const open = await listOpenEndings(tx)
  for (const one of open) await updateEnding(tx, one, { failedAt: now })
  return open.length
}

/**
 * Runs after each read of the provider: marks subscriptions that have ended, no matter who ended them, and only then emails the admin about double payments.
 */
export async function settleEndings(tx: CustomerTx, actor: Actor): Promise<void> {
  const all = await listEndings(tx)
  const open = all.filter(({ doneAt }) => doneAt === null)
  if (!open.length) return
  const rows = new Map((await listSubscriptions(tx)).map((row) => [row.subscription, row]))
  // Subscriptions for which a charge after their planned end is recorded already (`renewed`). If another ending is open for one of them, because a
  // second upgrade replaced it too, that ending is only marked as done, so that the charge is not reported twice.
  const seen = new Set(all.flatMap(({ subscription, why }) => (why === 'renewed' ? [subscription] : [])))
  const checkouts = open.some(({ why }) => why === 'replaced') ? await listCheckouts(tx, new Date(0)) : []
  for (const known of open) {
    const row = rows.get(known.subscription)
    const isCharged = row !== undefined && wasCharged(known, row, checkouts)
    if (isCharged && seen.has(known.subscription)) {
      await updateEnding(tx, known, { doneAt: actor.now })
      continue
    }
    const one = isCharged ? { ...known, why: 'renewed' as const } : known
    if (isCharged) await updateEnding(tx, known, { why: 'renewed' })
    if (row && !hasEnded(one, row)) continue
    await updateEnding(tx, one, { doneAt: actor.now })
    if (row && one.why !== 'replaced') await auditEnding(tx, actor, one, row)
  }
}

/**
 * Whether a subscription that an upgrade replaced was charged again before it could be ended. Its new period is then paid, so it may be used until
 * that period ends.
 */
const wasCharged = ({ why, subscription }: EndingRecord, row: SubscriptionRecord, checkouts: readonly CheckoutRecord[]): boolean =>
  why === 'replaced' &&
  row.isActive &&
  checkouts.some((one) => one.came.length > 0 && one.endsSubscriptions.includes(subscription) && isRenewed(one, row))

/**
 * Whether a subscription that we want to end needs no further request to the provider. One that Enterprise replaced must have ended. Any other one is
 * paid for, so it stays usable until its period ends, and canceling its renewal is enough.
 */
const hasEnded = ({ why }: EndingRecord, { isActive, state }: SubscriptionRecord) =>
  !isActive || (why !== 'replaced' && decideStatus(state) === 'canceled')

const PAID = {
  twice: {
    subject: 'You paid twice',
    what: (kept: string | null) => `Two checkouts were paid, and you need only one. You keep ${kept ?? 'the other one'}.`,
    say: 'say that you paid twice',
  },
  givenUp: {
    subject: 'You paid for two checkouts',
    what: (kept: string | null) => `Two checkouts were paid, and one had replaced the other. You keep ${kept ?? 'the later one'}.`,
    say: 'say that you paid for a checkout that a newer one had replaced',
  },
  renewed: {
    subject: 'Charged again when you upgraded',
    what: () =>
      'Around the time you upgraded to Enterprise, the subscription that it replaces was charged again. The credit does not include that charge.',
    say: 'say that it was charged again around the time you upgraded',
  },
} as const

const REFUNDS = 'It is not refunded automatically: Seriatim cannot move money, only the payment provider can.'

async function auditEnding(tx: CustomerTx, actor: Actor, { why, kept }: EndingRecord, ended: SubscriptionRecord): Promise<void> {
  if (why === 'replaced') return
  const { subject, what, say } = PAID[why]
  const until = ended.endsAt ? ` You can use it until ${printDay(ended.endsAt.toISOString().slice(0, 10))}.` : ''
  const text = [
    what(kept),
    '',
    `We canceled ${ended.display} × ${ended.quantity}, so it will not be charged again.${until}`,
    '',
    REFUNDS,
    `To get the payment back, reply to the payment provider’s receipt, ${say}, and name the subscription ${ended.subscription}.`,
    '',
    'You can see your subscriptions under Manage Subscription.',
  ].join('\n')
  await mailBuyer(tx, actor, { subject: `${subject}: ${ended.display} is canceled`, text })
}

/**
 * Emails the admin that a checkout was paid (`paid`) although the admin had replaced it with another one (`kept`). The admin decides what to do,
 * because the items of both may be wanted.
 */
export async function mailPaidTwice(tx: CustomerTx, actor: Actor, { paid, kept }: { paid: string; kept: string }): Promise<void> {
  const text = [
    `You replaced a checkout for ${paid} with one for ${kept}. It looks as if both were paid.`,
    '',
    'Compare the receipts from the payment provider. If you need both subscriptions, you do not need to do anything.',
    `If you paid one by mistake, reply to its receipt and ask for a refund. ${REFUNDS}`,
    'A subscription that you do not need can be canceled under Manage Subscription.',
  ].join('\n')
  const detail = { kept, paid }
  await audit(tx, actor, { action: 'subscription.paidBoth', subject: 'subscription', subjectId: null, detail })
  await mailBuyer(tx, actor, { subject: 'Two checkouts appear to have been paid', text })
}

async function mailBuyer(tx: CustomerTx, { now }: Actor, { subject, text }: { subject: string; text: string }): Promise<void> {
  const { emailAddress } = await getBuyer(tx)
  await sendMail(tx, { userId: null, now }, { kind: paidTwiceMails, to: [emailAddress], subject: subject.slice(0, 200), text })
}

/**
 * The canceled subscriptions that the subscription page shows: those whose end is still pending, and recent double payments that may still be
 * refunded.
 */
export function describeEndings(
  endings: readonly EndingRecord[],
  subscriptions: readonly Pick<SubscriptionRecord, 'id' | 'subscription' | 'display' | 'quantity'>[],
  now: Date,
): SubscriptionEnding[] {
  const rows = new Map(subscriptions.map((row) => [row.subscription, row]))
  return endings.flatMap(({ subscription, why, begunAt, failedAt, doneAt }) => {
    const row = rows.get(subscription)
    const isSpokenOf = doneAt === null || (why !== 'replaced' && now.getTime() - begunAt.getTime() < SPOKEN_OF_MS)
    if (!row || !isSpokenOf) return []
    const { display, quantity } = row
    return [
      { subscriptionId: row.id, subscription, display, quantity, why, isDone: doneAt !== null, failedAt: failedAt?.toISOString() ?? null },
    ]
  })
}
