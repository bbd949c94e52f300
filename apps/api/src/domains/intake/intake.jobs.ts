import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { tellSender } from './mail/mail-report.service.ts'
import { deliverLeftParts } from './sftp/drop.service.ts'

/** Runs after an email was recorded and after each of its files got a result; the last run finds all results. */
export const tellSenderJob = defineJob({
  name: 'intake.tellSender',
  payload: z.object({ mailId: z.number() }),
  attempts: 5,
  run: ({ mailId }, job) => job.inTx('read write', (tx) => tellSender(tx, mailId, job.clock.now())),
})

/** Delivers files that arrived by SFTP under a temporary name and that nobody renamed. */
export const deliverLeftPartsJob = defineJob({
  name: 'intake.deliverLeftParts',
  payload: z.unknown(),
  attempts: 3,
  schedule: '*/10 * * * *',
  run: (_, { db, system, clock, storage }) =>
    forEachCustomer({ db, system }, (tx, customerId) => deliverLeftParts(tx, { storage }, { customerId, now: clock.now() })),
})
