import { z } from 'zod'
import { dropOldCounts } from '../call/call-counter.ts'
import { dropOldAnswers } from '../call/stored-answer.ts'
import { DAY_MS } from '../core/day.ts'
import { withSystem } from '../db/system-tx.ts'
import { forEachCustomer } from '../jobs/customers.ts'
import { defineJob } from '../jobs/job.ts'
import { deleteOldSessions } from './auth/auth.queries.ts'
import { verifyFailures } from './auth/sign-in/failure-chain.ts'
import { dropOldPackets } from './file/packet.service.ts'
import { dropOldMails } from './mail/mail.service.ts'
import { dropOldRecipients } from './mail/mail-budget.service.ts'
import type { MailKind } from './mail/mail-kind.ts'

/**
 * Hourly cleanup. It deletes ended sessions, upload packets not completed within 24 h, stored answers after a day, emails with codes after a month,
 * and email counts of past days.
 */
export const makeTidyJob = (kinds: readonly MailKind[]) =>
  defineJob({
    name: 'maintenance.tidy',
    payload: z.unknown(),
    attempts: 3,
    schedule: '17 * * * *',
    async run(_, { db, system, storage, clock }) {
      const now = clock.now().getTime()
      await withSystem(system, (tx) => deleteOldSessions(tx, new Date(now - 7 * DAY_MS)))
      await dropOldCounts(system, clock.now())
      await forEachCustomer({ db, system }, async (tx, customerId) => {
        await dropOldPackets(tx, storage, customerId, new Date(now - DAY_MS))
        await dropOldAnswers(tx, clock.now())
        await dropOldRecipients(tx, clock.now())
        await dropOldMails(tx, kinds, clock.now())
      })
    },
  })

/** Nightly check that the failed sign-ins, which belong to no customer, are unaltered. The log reports the result. */
export const verifyFailuresJob = defineJob({
  name: 'maintenance.verifyFailures',
  payload: z.unknown(),
  attempts: 3,
  schedule: '41 3 * * *',
  async run(_, { system, secrets, log }) {
    const { intact, brokenId, newest } = await withSystem(system, (tx) => verifyFailures(tx, secrets))
    if (brokenId === null) return log.info({ intact, newest }, 'log of failed sign-ins verified')
    log.error({ intact, brokenId, newest }, 'chain of failed sign-ins broken: a row was changed, added or removed in the database')
  },
})
