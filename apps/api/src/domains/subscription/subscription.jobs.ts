import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { PaymentRefusedError } from '../../outside/payment.ts'
import { readProvider } from './provider.service.ts'

/** After a message of the provider: what it says of the customer now. */
export const readSubscriptionsJob = defineJob({
  name: 'subscription.read',
  payload: z.unknown(),
  attempts: 12,
  async run(_, { payment, log, clock, userId, inTx }) {
    if (payment) await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
  },
})

/** What Enterprise takes the place of ends now, at no cost. What has ended already is no failure. */
export const endReplacedJob = defineJob({
  name: 'subscription.endReplaced',
  payload: z.object({ subscriptions: z.array(z.string()) }),
  attempts: 12,
  async run({ subscriptions }, { payment, log, clock, userId, inTx }) {
    if (!payment) return
    for (const one of subscriptions)
      await payment.cancel(one, 'now').catch((error: unknown) => {
        if (!(error instanceof PaymentRefusedError)) throw error
        log.warn({ subscription: one, said: error.message }, 'a subscription that Enterprise takes the place of was not ended')
      })
    await readProvider({ payment, log, inTx }, { now: clock.now(), userId })
  },
})
