import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { queueRunningLists } from './list/list.service.ts'
import { runList } from './list/run.service.ts'

/** Asks the verification service the next questions of a list. */
export const askListJob = defineJob({
  name: 'verification.list',
  payload: z.object({ listId: z.number() }),
  attempts: 25,
  lane: 'fetch',
  run: ({ listId }, job) => runList(job, listId),
})

/** Once an hour, continues verification lists whose job was lost. */
export const tidyListsJob = defineJob({
  name: 'verification.tidy',
  payload: z.unknown(),
  attempts: 3,
  schedule: '37 * * * *',
  run: (_, { db, system }) => forEachCustomer({ db, system }, queueRunningLists),
})
