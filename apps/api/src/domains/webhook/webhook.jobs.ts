import { z } from 'zod'
import { DAY_MS } from '../../core/day.ts'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { deleteEventsBefore, listWaitingEndpoints } from './delivery.queries.ts'
import { queueSending } from './outbox.service.ts'
import { sendDue } from './send.service.ts'

/** Sends the due events of one endpoint. */
export const sendWebhooksJob = defineJob({
  name: 'webhook.send',
  payload: z.object({ endpointId: z.number() }),
  attempts: 25,
  lane: 'webhook',
  run: ({ endpointId }, job) => sendDue(job, endpointId),
})

/** Period for which events are kept for a replay. */
const RETENTION_MS = 90 * DAY_MS

/**
 * Deletes old events with their deliveries, and queues sending for endpoints with waiting deliveries whose job was lost, for example when a backup
 * was restored.
 */
export const tidyWebhooksJob = defineJob({
  name: 'webhook.tidy',
  payload: z.unknown(),
  attempts: 3,
  schedule: '23 * * * *',
  async run(_, { db, system, clock }) {
    const now = clock.now()
    await forEachCustomer({ db, system }, async (tx) => {
      await deleteEventsBefore(tx, new Date(now.getTime() - RETENTION_MS))
      for (const { endpointId } of await listWaitingEndpoints(tx, now)) await queueSending(tx, endpointId)
    })
  },
})
