import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { checkLog } from './log/check-log.ts'
import { insertLogCheck } from './log/log-tree.queries.ts'

/** Every night: whether each customer's log only grew since the check before. A fault is kept, logged, and shown by the verification of the trail. */
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
