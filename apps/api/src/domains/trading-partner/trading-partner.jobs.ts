import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { remindOfPapers } from './agreement/paper-reminder.service.ts'

/** Sends reminders of due licenses and agreements every morning, US time. */
export const paperJob = defineJob({
  name: 'partner.licenses',
  payload: z.unknown(),
  attempts: 3,
  schedule: '20 11 * * *',
  async run(_, { db, system, clock }) {
    await forEachCustomer({ db, system }, async (tx) => {
      await remindOfPapers(tx, clock.now())
    })
  },
})
