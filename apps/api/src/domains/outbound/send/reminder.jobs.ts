import { z } from 'zod'
import { forEachCustomer } from '../../../jobs/customers.ts'
import { defineJob } from '../../../jobs/job.ts'
import { remindOfUnopened } from './reminder.service.ts'

/** Reminds receivers of documents that nobody has opened. Runs daily at 13:40 UTC, which is morning in the US. */
export const reminderJob = defineJob({
  name: 'shipment.remind',
  payload: z.unknown(),
  attempts: 3,
  schedule: '40 13 * * *',
  run: (_, { db, system, clock, config, secrets }) =>
    forEachCustomer({ db, system }, (tx, customerId) => remindOfUnopened(tx, { config, secrets }, { customerId, now: clock.now() })),
})
