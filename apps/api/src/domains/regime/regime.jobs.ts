import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { remindOfRegime } from './regime-reminder.service.ts'

/** Every morning in US time zones, reminds customers to record a head count that is due, and of contract rules that must be reviewed or that end. */
export const regimeJob = defineJob({
  name: 'regime.due',
  payload: z.unknown(),
  attempts: 3,
  schedule: '50 11 * * *',
  async run(_, { db, system, clock }) {
    await forEachCustomer({ db, system }, async (tx) => {
      await remindOfRegime(tx, clock.now())
    })
  },
})
