import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { mailCheckpoint } from './checkpoint-mail.service.ts'

/** Emails the newest checkpoint every day to the addresses that the customer chose. */
export const checkpointMailJob = defineJob({
  name: 'settings.checkpoint',
  payload: z.unknown(),
  attempts: 3,
  schedule: '40 7 * * *',
  async run(_, { db, system, clock }) {
    await forEachCustomer({ db, system }, async (tx, customerId) => {
      await mailCheckpoint(tx, customerId, clock.now())
    })
  },
})
