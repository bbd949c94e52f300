import { type SubscriptionEnding, statusOf } from '@seriatim/schema'
import type { Actor } from '../../audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { enqueue } from '../../jobs/queue.ts'
import { sendMail } from '../mail/mail.service.ts'
import { type EndingRecord, insertEndings, listEndings, updateEnding } from './ending.queries.ts'
import { paidTwiceMails } from './subscription.mails.ts'
import { getBuyer, listSubscriptions, type SubscriptionRecord } from './subscription.queries.ts'

/** How long a payment that was made twice is spoken of: as long as a refund may take. */
const SPOKEN_OF_MS = 90 * 86_400_000

/** Ends subscriptions by a job: at once because Enterprise takes their place, or with their period because they were paid twice. */
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

/** One job for the customer, however often it is asked for. */
async function tryEndings(tx: CustomerTx): Promise<void> {
  const { id } = await getBuyer(tx)
  await enqueue(tx, 'subscription.end', {}, { key: `subscription.end ${id}` })
}

/** What is still to be ended is tried again, however often it was given up: once a night. */
export async function retryEndings(tx: CustomerTx): Promise<void> {
  if ((await listOpenEndings(tx)).length) await tryEndings(tx)
}

export async function listOpenEndings(tx: CustomerTx): Promise<EndingRecord[]> {
  return (await listEndings(tx)).filter(({ doneAt }) => doneAt === null)
}

/** What the provider did not end is said on the page; the job tries again. */
export async function markFailed(tx: CustomerTx, now: Date): Promise<number> {
  const open = await listOpenEndings(tx)
  for (const one of open) await updateEnding(tx, one, { failedAt: now })
  return open.length
}

/** Asked whenever the provider was read: what has ended is done, whoever ended it; only now the admin is told of what was paid twice. */
export async function settleEndings(tx: CustomerTx, actor: Actor): Promise<void> {
  const open = await listOpenEndings(tx)
  if (!open.length) return
  const rows = new Map((await listSubscriptions(tx)).map((row) => [row.subscription, row]))
  for (const one of open) {
    const row = rows.get(one.subscription)
    if (row && !hasEnded(one, row)) continue
    await updateEnding(tx, one, { doneAt: actor.now })
    if (row && one.why === 'twice') await tellTwice(tx, actor, one, row)
  }
}

/** Paid twice, it is usable until its period ends; what Enterprise took the place of ends at once. */
const hasEnded = ({ why }: EndingRecord, { isActive, state }: SubscriptionRecord) =>
  !isActive || (why === 'twice' && statusOf(state) === 'canceled')

async function tellTwice(tx: CustomerTx, actor: Actor, { kept }: EndingRecord, ended: SubscriptionRecord): Promise<void> {
  const { emailAddress } = await getBuyer(tx)
  const text = [
    `Two checkouts were paid, and you need only one. You keep ${kept ?? 'the other one'}.`,
    '',
    `We canceled ${ended.display} × ${ended.quantity}, so it will not be charged again.`,
    '',
    'What you paid for it is not refunded automatically: Seriatim cannot move money, only the payment provider can.',
    `To get it back, reply to the payment provider’s receipt, say that you paid twice, and name the subscription ${ended.subscription}.`,
    '',
    'You can see both under Manage Subscription.',
  ].join('\n')
  const subject = `You paid twice: ${ended.display} is canceled`.slice(0, 200)
  await sendMail(tx, { userId: null, now: actor.now }, { kind: paidTwiceMails, to: [emailAddress], subject, text })
}

/** For the page: what is still to be ended, and what was paid twice lately, for its refund. */
export async function readEndings(tx: CustomerTx, now: Date): Promise<SubscriptionEnding[]> {
  const rows = new Map((await listSubscriptions(tx)).map((row) => [row.subscription, row]))
  return (await listEndings(tx)).flatMap(({ subscription, why, begunAt, failedAt, doneAt }) => {
    const row = rows.get(subscription)
    const isSpokenOf = doneAt === null || (why === 'twice' && now.getTime() - begunAt.getTime() < SPOKEN_OF_MS)
    if (!row || !isSpokenOf) return []
    const { display, quantity } = row
    return [
      { subscriptionId: row.id, subscription, display, quantity, why, isDone: doneAt !== null, failedAt: failedAt?.toISOString() ?? null },
    ]
  })
}
