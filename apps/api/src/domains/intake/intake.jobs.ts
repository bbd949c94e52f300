import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { tellSender } from './mail/mail-report.service.ts'

/** Runs after an email was recorded and after each of its files got a result; the last run finds the results of all files. */
export const tellSenderJob = defineJob({
  name: 'intake.tellSender',
  payload: z.object({ mailId: z.number() }),
  attempts: 5,
  run: ({ mailId }, job) => job.inTx('read write', (tx) => tellSender(tx, mailId, job.clock.now())),
})
