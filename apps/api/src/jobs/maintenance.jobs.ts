import { z } from 'zod'
import { withSystem } from '../db/system-tx.ts'
import { dropOldPackets } from '../domains/file/packet.service.ts'
import { forEachCustomer } from './customers.ts'
import { defineJob } from './job.ts'

const DAY = 86_400_000

/** Every hour: ended sessions, upload packets that nobody finished in 24 h, mails sent a month ago. */
export const tidyJob = defineJob({
  name: 'maintenance.tidy',
  payload: z.unknown(),
  attempts: 3,
  schedule: '17 * * * *',
  async run(_, { db, system, storage, clock }) {
    const now = clock.now().getTime()
    await withSystem(system, async (tx) => {
      await tx
        .deleteFrom('session')
        .where('expiresAt', '<', new Date(now - 7 * DAY))
        .execute()
      await tx
        .deleteFrom('mailOutbox')
        .where('sentAt', '<', new Date(now - 30 * DAY))
        .execute()
    })
    await forEachCustomer({ db, system }, (tx, customerId) => dropOldPackets(tx, storage, customerId, new Date(now - DAY)))
  },
})
