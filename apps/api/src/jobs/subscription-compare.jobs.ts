import { z } from 'zod'
import { withCustomer } from '../db/customer-tx.ts'
import { withSystem } from '../db/system-tx.ts'
import { dropOldEvents } from '../domains/subscription/payment-message.service.ts'
import { type Asking, readProvider } from '../domains/subscription/provider.service.ts'
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
    let failed = 0
    const customers = await listCustomerIds(system)
    for (const customerId of customers) {
      const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
      const asking: Asking = { payment, log, inTx: (access, work) => withCustomer(db, scope, access, work) }
      // One that cannot be read keeps nobody else from it.
      const differences = await readProvider(asking, { now: clock.now(), userId: null }).catch((error: unknown) => {
        log.error({ customerId, err: error }, 'subscriptions could not be compared with the payment provider')
        failed += 1
        return []
      })
      if (differences.length) log.warn({ customerId, differences }, 'subscriptions differed from what the payment provider says')
      differed += differences.length
    }
    log.info({ customers: customers.length, differed, failed }, 'subscriptions compared with the payment provider')
    if (failed) throw new Error(`The subscriptions of ${failed} customers could not be compared.`)
  },
})
