import { z } from 'zod'
import { forEachCustomer } from '../../../jobs/customers.ts'
import { defineJob } from '../../../jobs/job.ts'
import { attemptDelivery } from './attempt.service.ts'
import { listDue } from './deliver.queries.ts'
import { queueDelivery } from './deliver.service.ts'

/** Sends a document to a partner's endpoint. */
export const deliverJob = defineJob({
  name: 'shipment.deliver',
  payload: z.object({ deliveryId: z.number() }),
  attempts: 25,
  lane: 'webhook',
  run: ({ deliveryId }, job) => attemptDelivery(job, deliveryId),
})

/** Queues deliveries whose job was lost, for example because the process was killed during an attempt. */
export const queueDeliveriesJob = defineJob({
  name: 'shipment.queueDeliveries',
  payload: z.unknown(),
  attempts: 3,
  schedule: '*/5 * * * *',
  run: (_, { db, system, clock }) =>
    forEachCustomer({ db, system }, async (tx) => {
      for (const deliveryId of await listDue(tx, clock.now())) await queueDelivery(tx, deliveryId)
    }),
})
