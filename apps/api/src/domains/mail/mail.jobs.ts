import { z } from 'zod'
import { DAY_MS } from '../../core/day.ts'
import { UnavailableError } from '../../core/unavailable.ts'
import type { CustomerTx } from '../../db/types.ts'
import { defineJob, type JobContext } from '../../jobs/job.ts'
import { type Mail, MailRefusedError } from '../../outside/mail.ts'
import { findMail, type MailOutcome, updateMail } from './mail.queries.ts'
import { isServerUnavailable } from './mail.rules.ts'
import type { MailKind } from './mail-kind.ts'

/** Sends one email, outside any transaction; its row records every attempt and the outcome. */
export const makeMailJob = (kinds: readonly MailKind[]) =>
  defineJob({
    name: 'mail.send',
    payload: z.object({ mailId: z.number() }),
    attempts: 12,
    lane: 'mail',
    async run({ mailId }, job) {
      const mail = await job.inTx('read only', (tx) => findMail(tx, mailId))
      if (mail?.status !== 'waiting') return
      const kind = kinds.find((one) => one.name === mail.kind)
      if (!kind) throw new Error(`There is no kind of mail ${mail.kind}.`)
      const record = (outcome: MailOutcome) =>
        job.inTx('read write', (tx) => recordOutcome(tx, kind, { mailId, outcome, now: job.clock.now() }))
      const prepared = (await kind.prepare?.(mailId, job)) ?? { attachments: [] }
      if ('stopped' in prepared) return record({ status: 'stopped', attempts: mail.attempts, lastError: prepared.stopped })
      const letter: Mail = {
        from: job.config.mailFrom,
        to: mail.toAddresses,
        cc: mail.ccAddresses,
        ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
        ...(mail.envelopeFrom === null ? {} : { envelopeFrom: mail.envelopeFrom }),
        messageId: `<${mail.messageId}@${domainOf(job.config.mailFrom)}>`,
        subject: mail.subject,
        text: mail.sealedBody ? job.secrets.decrypt(mail.sealedBody) : (mail.body ?? ''),
        attachments: prepared.attachments,
        ...(kind.isAutomatic ? { headers: { 'Auto-Submitted': 'auto-replied' } } : {}),
      }
      await sendRecorded(job, { letter, createdAt: mail.createdAt, attempts: mail.attempts + 1 }, record)
    },
    async abandon({ mailId }, job) {
      const lastError = 'The program stopped each time it tried to send this email, so it gave up. Send it again if it is still needed.'
      await job.inTx('read write', async (tx) => {
        const mail = await findMail(tx, mailId)
        if (mail?.status !== 'waiting') return
        const kind = kinds.find((one) => one.name === mail.kind)
        await recordOutcome(tx, kind, { mailId, outcome: { status: 'failed', attempts: job.attempt, lastError }, now: job.clock.now() })
      })
    },
  })

/** Records an attempt, and notifies the module that asked for the email when it has been sent or given up. */
async function recordOutcome(
  tx: CustomerTx,
  kind: MailKind | undefined,
  { mailId, outcome, now }: { mailId: number; outcome: MailOutcome; now: Date },
): Promise<void> {
  await updateMail(tx, mailId, outcome)
  if (outcome.status === 'sent') await kind?.onSent?.(tx, mailId, outcome.sentAt ?? now)
  if (outcome.status === 'failed' || outcome.status === 'stopped') await kind?.onFailure?.(tx, mailId, now)
}

/** The domain of `Name <address>`. */
const domainOf = (from: string): string => /@([^\s<>@]+)/.exec(from)?.[1] ?? 'localhost'

/** How long an email waits for an unavailable mail server. After that it is retried like any other job and finally marked as given up. */
const MAX_WAIT_MS = DAY_MS

/**
 * Sends the email and records the outcome. After a permanent refusal or the last attempt, the email is marked as failed; after any other error, the
 * error is thrown again, so that the queue retries.
 */
async function sendRecorded(
  { mailer, clock, isLastAttempt, log }: JobContext,
  { letter, createdAt, attempts }: { letter: Mail; createdAt: Date; attempts: number },
  record: (outcome: MailOutcome) => Promise<void>,
): Promise<void> {
  try {
    await mailer.send(letter)
  } catch (error) {
    const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    if (isServerUnavailable(error) && clock.now().getTime() - createdAt.getTime() < MAX_WAIT_MS) {
      // While the server is unavailable, the email is retried every few seconds. These retries must not use up its attempts, so they count as one
      // attempt at most.
      await record({ attempts: Math.max(1, attempts - 1), lastError })
      throw new UnavailableError(lastError, { cause: error })
    }
    const isOver = isLastAttempt || error instanceof MailRefusedError || isRefusal(error)
    await record({ attempts, lastError, ...(isOver ? { status: 'failed' } : {}) })
    if (!isOver) throw error
    log.warn({ err: error, attempts }, 'an email could not be sent and will not be retried')
    return
  }
  await record({ status: 'sent', sentAt: clock.now(), attempts, lastError: null })
}

/**
 * The server has refused these recipients or this message for good (RFC 5321, section 4.2.1: 5yz). Errors of our own sign-in or of the
 * connection are excluded, because the operator can fix those.
 */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown } // nodemailer adds this field to its errors
  return typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
