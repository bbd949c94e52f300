import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { remindOfDrill } from './drill/drill.service.ts'
import { countOnFile } from './find/search.service.ts'
import { remindTracingPartners } from './out/ask.service.ts'

/** Searches for the items of a request that was recorded or got more items, and counts the results for the list. */
export const searchJob = defineJob({
  name: 'tracing.search',
  payload: z.object({ requestId: z.number() }),
  attempts: 3,
  lane: 'long',
  run: ({ requestId }, job) => countOnFile(job, requestId),
})

/** Every hour, reminds partners that did not answer a request of the customer. */
export const remindPartnersJob = defineJob({
  name: 'tracing.remind',
  payload: z.unknown(),
  attempts: 3,
  schedule: '41 * * * *',
  async run(_, { db, system, clock }) {
    await forEachCustomer({ db, system }, async (tx) => {
      await remindTracingPartners(tx, clock.now())
    })
  },
})

/** Reminds customers that have had no drill for a year. Runs daily at 11:55 UTC, which is early morning in the US. */
export const remindDrillJob = defineJob({
  name: 'tracing.drillDue',
  payload: z.unknown(),
  attempts: 3,
  schedule: '55 11 * * *',
  async run(_, { db, system, clock }) {
    await forEachCustomer({ db, system }, async (tx) => {
      await remindOfDrill(tx, clock.now())
    })
  },
})
