import { z } from 'zod'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { checkLog } from './log/check-log.ts'
import { insertLogCheck } from './log/log-tree.queries.ts'

/**
 * Checks every night whether each customer's log only grew since the previous check. A fault is stored and logged, and the verification of the trail
 * shows it.
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
