import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { PaymentRefusedError } from '../../outside/payment.ts'
import { readProvider } from './provider.service.ts'
import { listSubscriptions } from './subscription.queries.ts'

/** After a message of the provider: what it says of the customer now. */
export const readSubscriptionsJob = defineJob({
  name: 'subscription.read',
  payload: z.unknown(),
  attempts: 12,
  // A provider that is slow must not keep a code from being mailed.
  lane: 'long',
  async run(_, { payment, log, clock, userId, inTx }) {
    if (payment) await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
  },
})

/** By night, of one customer: what differs from what was known is said in the log. */
export const compareOneJob = defineJob({
  name: 'subscription.compareOne',
  payload: z.unknown(),
  attempts: 12,
  lane: 'long',
  async run(_, { payment, log, clock, customerId, inTx }) {
    if (!payment) return
    const differences = await readProvider({ payment, log, inTx }, { now: clock.now(), userId: null })
    if (differences.length) log.warn({ customerId, differences }, 'subscriptions differed from what the payment provider says')
  },
})

/** An upgrade that was paid twice is not charged twice again; until its period ends it stays. */
export const endTwiceJob = defineJob({
  name: 'subscription.endTwice',
  payload: z.object({ subscription: z.string() }),
  attempts: 12,
  lane: 'long',
  async run({ subscription }, { payment, log, clock, userId, inTx }) {
    if (!payment) return
    await payment.cancel(subscription, 'periodEnd').catch((error: unknown) => {
      if (!(error instanceof PaymentRefusedError)) throw error
      log.warn({ subscription, said: error.message }, 'a subscription that was paid twice was not canceled')
    })
    await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
    const row = (await inTx('read only', listSubscriptions)).find((one) => one.subscription === subscription)
    if (row?.isActive && row.state !== 'canceled') throw new Error('A subscription that was paid twice is still renewed.')
  },
})

/** What Enterprise takes the place of ends now, at no cost. What has ended already is no failure. */
export const endReplacedJob = defineJob({
  name: 'subscription.endReplaced',
  payload: z.object({ subscriptions: z.array(z.string()) }),
  attempts: 12,
  lane: 'long',
  async run({ subscriptions }, { payment, log, clock, userId, inTx }) {
    if (!payment) return
    for (const one of subscriptions)
      await payment.cancel(one, 'now').catch((error: unknown) => {
        if (!(error instanceof PaymentRefusedError)) throw error
        log.warn({ subscription: one, said: error.message }, 'a subscription that Enterprise takes the place of was not ended')
      })
    await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
    const rows = await inTx('read only', listSubscriptions)
    const left = rows.filter((row) => row.isActive && subscriptions.includes(row.subscription))
    // Refused and still charged: whoever pays for both must not be forgotten.
    if (left.length > 0) throw new Error(`${left.length} subscriptions that Enterprise takes the place of have not ended`)
  },
})
