import { writeFullName } from '@seriatim/schema'
import { DAY_MS } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { enqueue } from '../../jobs/queue.ts'
import { mailErrors } from './mail.facts.ts'
import { deleteMails, insertMail, markLost, markWaiting } from './mail.queries.ts'
import { spendRecipients } from './mail-budget.service.ts'
import type { MailKind } from './mail-kind.ts'

/** Who sends an email, and when. `userId` is null if the server sends it on its own. */
interface Sender {
  userId: number | null
  now: Date
}

export interface NewMail {
  kind: MailKind
  to: readonly string[]
  cc?: readonly string[]
  replyTo?: string
  /** The address to which mail servers return an email that they cannot deliver; the sender's by default. */
  bounceTo?: string
  subject: string
  /** The text; the caller encrypts it if the email's kind is sealed. */
  text: string | Buffer
}

/**
 * Sends an email: writes its row in the caller's transaction and queues it. The row records the outcome; the calling domain stores the returned id of
 * the row. @throws AppError mail_user_spent, mail_customer_spent for a kind whose recipients count against the email budget.
 */
export async function sendMail(
  tx: CustomerTx,
  sender: Sender,
  { kind, to, cc = [], replyTo, bounceTo, subject, text }: NewMail,
): Promise<number> {
  if ((kind.isSealed ?? false) !== Buffer.isBuffer(text))
    throw new Error(`The text of an email of the kind ${kind.name} must ${kind.isSealed ? '' : 'not '}be sealed.`)
  await count(tx, sender, kind, to.length + cc.length)
  const mailId = await insertMail(tx, {
    kind: kind.name,
    createdAt: sender.now,
    createdById: sender.userId,
    toAddresses: [...to],
    ccAddresses: [...cc],
    replyTo: replyTo ?? null,
    envelopeFrom: bounceTo ?? null,
    subject,
    ...(Buffer.isBuffer(text) ? { body: null, sealedBody: text } : { body: text, sealedBody: null }),
  })
  await enqueue(tx, 'mail.send', { mailId })
  return mailId
}

async function count(tx: CustomerTx, { userId, now }: Sender, { name, isCounted }: MailKind, recipients: number): Promise<void> {
  if (!isCounted) return
  if (userId === null) throw new Error(`${name} counts toward the email limits, but no user is sending it.`)
  await spendRecipients(tx, { userId, now }, recipients)
}

/** Queues a failed or stopped email again, unchanged. @throws AppError mail_not_failed, and the errors of the email budget. */
export async function resendMail(tx: CustomerTx, sender: Sender, kind: MailKind, mailId: number): Promise<void> {
  const recipients = await markWaiting(tx, mailId)
  if (recipients === undefined) throw new AppError(mailErrors.mail_not_failed)
  await count(tx, sender, kind, recipients)
  await enqueue(tx, 'mail.send', { mailId })
}

/** Marks an email as undelivered although a server had accepted it, so that it can be sent again. @throws AppError mail_not_sent. */
export async function recordUndeliveredMail(tx: CustomerTx, mailId: number, by: { firstName: string; lastName: string }): Promise<void> {
  const lastError = `${writeFullName(by)} marked it as not delivered.`
  if (!(await markLost(tx, mailId, lastError))) throw new AppError(mailErrors.mail_not_sent)
}

const MONTH_MS = 30 * DAY_MS

/** Deletes old emails with codes and passwords, because these have expired. */
export async function dropOldMails(tx: CustomerTx, kinds: readonly MailKind[], now: Date): Promise<void> {
  const sealed = kinds.filter((kind) => kind.isSealed).map((kind) => kind.name)
  await deleteMails(tx, sealed, new Date(now.getTime() - MONTH_MS))
}
