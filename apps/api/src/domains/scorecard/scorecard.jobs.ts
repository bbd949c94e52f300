import { z } from 'zod'
import { linkBase } from '../../core/config.ts'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { refreshScorecards } from './compute/refresh.service.ts'
import { sendMonthlyMails } from './mail/monthly-mail.service.ts'

/** For every customer, computes the scorecards of the months whose orders changed. */
export const refreshAllJob = defineJob({
  name: 'scorecard.refreshAll',
  payload: z.unknown(),
  attempts: 3,
  lane: 'long',
  schedule: '8,38 * * * *',
  async run(_, { db, system, clock }) {
    await forEachCustomer({ db, system }, async (tx) => {
      await refreshScorecards(tx, clock.now())
    })
  },
})

/** At a person's request, computes one customer's scorecards of the months whose orders changed. */
export const refreshJob = defineJob({
  name: 'scorecard.refresh',
  payload: z.unknown(),
  attempts: 3,
  lane: 'long',
  run: (_, { inTx, clock }) =>
    inTx('read write', async (tx) => {
      await refreshScorecards(tx, clock.now())
    }),
})

/** Emails the previous month's figures. The job runs daily, so if the server was down on one day, the next day's run sends them. */
export const monthlyMailJob = defineJob({
  name: 'scorecard.monthlyMail',
  payload: z.unknown(),
  attempts: 3,
  schedule: '25 12 * * *',
  async run(_, { db, system, clock, config }) {
    await forEachCustomer({ db, system }, async (tx) => {
      await sendMonthlyMails(tx, { now: clock.now(), link: linkBase(config) })
    })
  },
})
