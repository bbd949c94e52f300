import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { PaymentRefusedError } from '../../outside/payment.ts'
import { listOpenEndings, markFailed, retryEndings } from './provider/ending.service.ts'
import { AccountUnknownError, readProvider } from './provider/provider.service.ts'

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
    const differences = await readProvider({ payment, log, inTx }, { now: clock.now(), userId: null }).catch((error: unknown) => {
      // Said in the log already; the next night asks again.
      if (error instanceof AccountUnknownError) return []
      throw error
    })
    await inTx('read write', retryEndings)
    if (differences.length) log.warn({ customerId, differences }, 'subscriptions differed from what the payment provider says')
  },
})

/**
 * Ends at the provider what is to be ended: what Enterprise took the place of now and at no cost, what was charged or paid beside that with its period. What has ended
 * already is no failure; what could not be ended is tried again, at last once a night.
 */
export const endJob = defineJob({
  name: 'subscription.end',
  payload: z.unknown(),
  attempts: 12,
  lane: 'long',
  async run(_, { payment, log, clock, userId, inTx }) {
    if (!payment) return
    try {
      // What was charged since the last try ends with what is paid.
      await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
      for (const { subscription, why } of await inTx('read only', listOpenEndings))
        await payment.cancel(subscription, why === 'replaced' ? 'now' : 'periodEnd').catch((error: unknown) => {
          if (!(error instanceof PaymentRefusedError)) throw error
          log.warn({ subscription, said: error.message }, 'the payment provider did not end a subscription')
        })
      await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
    } finally {
      // Refused and still charged: whoever pays for both must not be forgotten.
      const left = await inTx('read write', (tx) => markFailed(tx, clock.now()))
      if (left > 0) log.warn({ left }, 'subscriptions are still to be ended')
    }
    const left = (await inTx('read only', listOpenEndings)).length
    if (left > 0) throw new Error(`${left} subscriptions are still to be ended`)
  },
})
