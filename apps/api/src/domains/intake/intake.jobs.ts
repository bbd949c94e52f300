import { z } from 'zod'
import { DAY_MS } from '../../core/day.ts'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { reportToSender } from './mail/mail-report.service.ts'
import { deleteFilesBefore } from './pull/pull.queries.ts'
import { pullFiles, queueDueSources } from './pull/pull-poll.service.ts'
import { deliverLeftPart, queueLeftParts } from './sftp/left-parts.service.ts'

/**
 * Emails the results of an email's files to its sender. The job runs once the email is recorded, and again whenever one of its files gets a result;
 * the last run finds the results of all files.
 */
export const reportToSenderJob = defineJob({
  name: 'intake.tellSender',
  payload: z.object({ mailId: z.number() }),
  attempts: 5,
  run: ({ mailId }, job) => job.inTx('read write', (tx) => reportToSender(tx, mailId, job.clock.now())),
})

/** Queues files that arrived by SFTP under a temporary name and that nobody renamed. */
export const queueLeftPartsJob = defineJob({
  name: 'intake.queueLeftParts',
  payload: z.unknown(),
  attempts: 3,
  schedule: '*/10 * * * *',
  run: (_, { db, system, clock }) =>
    forEachCustomer({ db, system }, (tx, customerId) => queueLeftParts(tx, { customerId, now: clock.now() })),
})

/** Delivers one file that its sender never renamed from its temporary name. */
export const deliverLeftPartJob = defineJob({
  name: 'intake.deliverLeftPart',
  payload: z.object({ doorId: z.number(), name: z.string() }),
  attempts: 3,
  run: async (part, { customerId, clock, inTx, ...deps }) => {
    if (customerId !== null) await inTx('read write', (tx) => deliverLeftPart(tx, deps, { customerId, now: clock.now() }, part))
  },
})

/** Checks one partner's server for files. */
export const pullJob = defineJob({
  name: 'intake.pull',
  payload: z.object({ doorId: z.number() }),
  attempts: 3,
  lane: 'fetch',
  run: ({ doorId }, job) => pullFiles(job, doorId),
})

/** Queues checks for the doors that are due. */
export const queuePullsJob = defineJob({
  name: 'intake.queuePulls',
  payload: z.unknown(),
  attempts: 3,
  schedule: '* * * * *',
  run: (_, { db, system, clock }) => forEachCustomer({ db, system }, (tx, customerId) => queueDueSources(tx, customerId, clock.now())),
})

/** How long the record of a file is kept after the file was last seen on a partner's server. */
const REMEMBERED_MS = 90 * DAY_MS

/** Deletes the records of files that were not seen on partners' servers for 90 days. */
export const tidyPullsJob = defineJob({
  name: 'intake.tidyPulls',
  payload: z.unknown(),
  attempts: 3,
  schedule: '37 3 * * *',
  run: (_, { db, system, clock }) =>
    forEachCustomer({ db, system }, (tx) => deleteFilesBefore(tx, new Date(clock.now().getTime() - REMEMBERED_MS))),
})
