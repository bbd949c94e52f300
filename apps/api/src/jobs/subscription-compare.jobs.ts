import { z } from 'zod'
import { withCustomer } from '../db/customer-tx.ts'
import { withSystem } from '../db/system-tx.ts'
import { dropOldEvents } from '../domains/subscription/payment-message.service.ts'
import { readProvider } from '../domains/subscription/provider.service.ts'
import { listCustomerIds } from './customers.ts'
import { defineJob } from './job.ts'

/** Every night: all customers compared with the provider, whatever messages were lost. The log says what differed. */
export const compareJob = defineJob({
  name: 'subscription.compare',
  payload: z.unknown(),
  attempts: 3,
  schedule: '23 4 * * *',
  async run(_, { payment, log, clock, db, system }) {
    await withSystem(system, (tx) => dropOldEvents(tx, clock.now()))
    if (!payment) return
    let differed = 0
    const customers = await listCustomerIds(system)
    for (const customerId of customers) {
      const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
      const differences = await readProvider(
        { payment, log, inTx: (access, work) => withCustomer(db, scope, access, work) },
        { now: clock.now(), userId: null },
      )
      if (differences.length) log.warn({ customerId, differences }, 'subscriptions differed from what the payment provider says')
      differed += differences.length
    }
    log.info({ customers: customers.length, differed }, 'subscriptions compared with the payment provider')
  },
})
