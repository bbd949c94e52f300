import { z } from 'zod'
import { withSystem } from '../db/system-tx.ts'
import { defineJob } from './job.ts'

/** Sends one mail of the outbox, outside any transaction, and empties its body. The SMTP server's refusal is tried again with growing pauses. */
export const mailJob = defineJob({
  name: 'mail.send',
  payload: z.object({ outboxId: z.number() }),
  attempts: 12,
  async run({ outboxId }, { system, secrets, mailer, config, clock, isLastAttempt, attempt }) {
    const row = await withSystem(system, (tx) => tx.selectFrom('mailOutbox').selectAll().where('id', '=', outboxId).executeTakeFirst())
    if (!row?.body || row.sentAt) return
    try {
      await mailer.send({ from: config.mailFrom, to: row.toAddresses, subject: row.subject, text: secrets.decrypt(row.body) })
    } catch (error) {
      const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
      await withSystem(system, (tx) =>
        tx
          .updateTable('mailOutbox')
          .set({ attempts: attempt, lastError, ...(isLastAttempt ? { body: null } : {}) })
          .where('id', '=', outboxId)
          .execute(),
      )
      throw error
    }
    await withSystem(system, (tx) =>
      tx
        .updateTable('mailOutbox')
        .set({ sentAt: clock.now(), body: null, attempts: attempt, lastError: null })
        .where('id', '=', outboxId)
        .execute(),
    )
  },
})
