import { z } from 'zod'
import { enterCustomer } from '../../../db/customer-tx.ts'
import { withSystem } from '../../../db/system-tx.ts'
import { listCustomerIds } from '../../../jobs/customers.ts'
import { defineJob } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { dropOldEvents } from './payment-message.service.ts'

/**
 * Compares all customers with the provider every night, in case messages were lost. Each customer has a separate job that retries for hours if the
 * provider is unavailable; the jobs run one after the other, so that imports keep a worker.
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
