import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { remindOfReview } from './review/review-reminder.service.ts'

/** Sends reminders of due access reviews every morning, US time. */
export const reviewJob = defineJob({
  name: 'user.reviewDue',
  payload: z.unknown(),
  attempts: 3,
  schedule: '40 11 * * *',
  async run(_, { db, system, clock }) {
    await forEachCustomer({ db, system }, async (tx) => {
      await remindOfReview(tx, clock.now())
    })
  },
})
