import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { runList } from './list/run.service.ts'

/** Asks the next questions of a list. */
export const askListJob = defineJob({
  name: 'verification.list',
  payload: z.object({ listId: z.number() }),
  attempts: 25,
  lane: 'fetch',
  run: ({ listId }, job) => runList(job, listId),
})
