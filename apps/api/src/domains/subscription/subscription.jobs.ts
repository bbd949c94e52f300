import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { PaymentRefusedError } from '../../outside/payment.ts'
import { listOpenEndings, markFailed, retryEndings } from './provider/ending.service.ts'
import { AccountUnknownError, readProvider } from './provider/provider.service.ts'

/** Reads the customer's subscriptions after a provider message. */
export const readSubscriptionsJob = defineJob({
  name: 'subscription.read',
  payload: z.unknown(),
  attempts: 12,
  // Jobs in the lane `long` cannot delay emailed codes, even if the payment provider is slow.
  lane: 'long',
  async run(_, { payment, log, clock, userId, inTx }) {
    if (payment) await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
  },
})

/** Once a night, compares one customer's stored subscriptions with the payment provider's data, and logs differences. */
export const compareOneJob = defineJob({
  name: 'subscription.compareOne',
  payload: z.unknown(),
  attempts: 12,
  lane: 'long',
  async run(_, { payment, log, clock, customerId, inTx }) {
    if (!payment) return
    const differences = await readProvider({ payment, log, inTx }, { now: clock.now(), userId: null }).catch((error: unknown) => {
      // The failure is already logged, and the job tries again the next night.
      if (error instanceof AccountUnknownError) return []
      throw error
    })
    await inTx('read write', retryEndings)
    if (differences.length) log.warn({ customerId, differences }, 'subscriptions differed from what the payment provider says')
  },
})

/**
 * Ends subscriptions at the payment provider. A subscription that Enterprise replaces ends at once, at no cost; a subscription that was charged
 * again, or that was paid twice, ends at the end of its paid period. A subscription that has already ended is not a failure. After any other failure
 * the job retries, and after its last attempt it is queued again every night.
 */
export const endJob = defineJob({
  name: 'subscription.end',
  payload: z.unknown(),
  attempts: 12,
  lane: 'long',
  async run(_, { payment, log, clock, userId, inTx }) {
    if (!payment) return
    try {
      // Reads the provider's current subscriptions first: if the provider has charged a subscription since the last attempt, it must end with the
      // paid period instead of at once.
      await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
      for (const { subscription, why } of await inTx('read only', listOpenEndings))
        await payment.cancel(subscription, why === 'replaced' ? 'now' : 'periodEnd').catch((error: unknown) => {
          if (!(error instanceof PaymentRefusedError)) throw error
          log.warn({ subscription, said: error.message }, 'the payment provider did not cancel a subscription')
        })
      await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
    } finally {
      // The provider keeps charging for a subscription that it did not cancel, so the endings that are still open are marked as failed, which the
      // page shows.
      const left = await inTx('read write', (tx) => markFailed(tx, clock.now()))
      if (left > 0) log.warn({ left }, 'subscriptions still have to be canceled')
    }
    const left = (await inTx('read only', listOpenEndings)).length
    if (left > 0) throw new Error(`${left} subscriptions are still to be ended`)
  },
})
