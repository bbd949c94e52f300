import { z } from 'zod'
import { enterCustomer } from '../../../db/customer-tx.ts'
import { withSystem } from '../../../db/system-tx.ts'
import { listCustomerIds } from '../../../jobs/customers.ts'
import { defineJob } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { dropOldEvents } from './payment-message.service.ts'

/**
 * Every night: all customers compared with the provider, whatever messages were lost. Each has a job of its own that tries for hours, so a provider that
 * is silent at that minute is asked again; they run one after the other, so that imports keep a worker.
 */
export const compareJob = defineJob({
  name: 'subscription.compare',
  payload: z.unknown(),
  attempts: 3,
  schedule: '23 4 * * *',
  async run(_, { payment, clock, system }) {
    await withSystem(system, (tx) => dropOldEvents(tx, clock.now()))
    if (!payment) return
    const customers = await listCustomerIds(system)
    await withSystem(system, async (tx) => {
      for (const customerId of customers) {
        const scoped = await enterCustomer(tx, { customerId, userId: null, scope: 'all', locationIds: [] })
        const options = { key: `subscription.compareOne ${customerId}`, queue: 'subscription.compare' }
        await enqueue(scoped, 'subscription.compareOne', {}, options)
      }
    })
  },
})
