import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { remindOfRegime } from './regime-reminder.service.ts'

/** Every morning, US time: head counts and own rules that are due. */
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
