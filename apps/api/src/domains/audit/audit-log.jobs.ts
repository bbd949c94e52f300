import { z } from 'zod'
import { withCustomer } from '../../db/customer-tx.ts'
import { forEachCustomer, listCustomerIds } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { readCheckpoint } from './audit-log.service.ts'
import { checkLog } from './log/check-log.ts'
import { insertLogCheck } from './log/log-tree.queries.ts'
import { stampCheckpoint } from './time-stamp.service.ts'

/**
 * Checks every night that lines were only added to each customer's audit log since the previous check. A fault is stored and logged, and is shown to
 * everybody who verifies the audit trail.
 */
export const checkLogJob = defineJob({
  name: 'audit.checkLog',
  payload: z.unknown(),
  attempts: 3,
  schedule: '20 7 * * *',
  async run(_, { db, system, clock, secrets, log }) {
    await forEachCustomer({ db, system }, async (tx, customerId) => {
      const checked = await checkLog(tx, { customerId, secrets })
      if (!checked) return
      await insertLogCheck(tx, { ...checked, checkedAt: clock.now() })
      if (checked.fault !== null) log.error({ customerId, ...checked }, 'audit log is not consistent')
    })
  },
})

/** Every day, requests a time stamp for each customer's newest checkpoint, if the installation has a time-stamping service. */
export const stampCheckpointsJob = defineJob({
  name: 'audit.timeStamp',
  payload: z.unknown(),
  attempts: 5,
  schedule: '50 7 * * *',
  async run(_, { db, system, config }) {
    if (config.timeStampUrl === undefined) return
    for (const customerId of await listCustomerIds(system)) {
      const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
      const checkpoint = await withCustomer(db, scope, 'read only', readCheckpoint)
      if (checkpoint) await stampCheckpoint({ db, config }, customerId, checkpoint)
    }
  },
})
