import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { remindOfPapers } from './agreement/paper-reminder.service.ts'

/** Every morning, US time: reminds of licenses and agreements that are due. */
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
