import { type Mail, type Mailer, MailRefusedError } from '../outside/mail.ts'
import type { JobContext } from './job.ts'

/** What becomes of a try, as the mail's own row keeps it. */
export interface MailOutcome {
  status?: 'sent' | 'failed'
  sentAt?: Date
  attempts: number
  lastError: string | null
}

/**
 * Sends one mail and has the outcome written down. A refusal for good ends it; anything else is thrown again, so that the queue tries later.
 */
export async function sendRecorded(
  { mailer, clock, attempt, isLastAttempt }: Pick<JobContext, 'clock' | 'attempt' | 'isLastAttempt'> & { mailer: Mailer },
  mail: Mail,
  record: (outcome: MailOutcome) => Promise<void>,
): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    const isOver = isLastAttempt || error instanceof MailRefusedError || isRefusal(error)
    await record({ attempts: attempt, lastError, ...(isOver ? { status: 'failed' } : {}) })
    if (isOver) return
    throw error
  }
  await record({ status: 'sent', sentAt: clock.now(), attempts: attempt, lastError: null })
}

/**
 * The server will say the same of these recipients or this message tomorrow (RFC 5321, section 4.2.1: 5yz). What it says of our own sign-in or
 * of the connection is ours to mend meanwhile.
 */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown } // what nodemailer's errors carry
  return typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
