import type { CustomerTx } from '../../db/types.ts'
import type { JobContext } from '../../jobs/job.ts'
import type { Mail } from '../../outside/mail.ts'

/** An email's attachments, or the reason why it may no longer be sent, as a sentence. */
export type Prepared = { attachments: NonNullable<Mail['attachments']> } | { stopped: string }

/** A kind of email is one exported value of a `*.mails.ts` file; the domain's `*.domain.ts` lists it. */
export interface MailKind {
  /** Name of the kind, such as `med.pedigree`; stored in the email's row. */
  name: string
  /** True if a person sends emails of this kind, so that their recipients count against the email budget. */
  isCounted?: boolean
  /** True if the email contains a code or a password: its body stays encrypted until it is sent, and its row is kept for a month. */
  isSealed?: boolean
  /** True for an automatic reply. Its header asks other programs not to answer it (RFC 3834). */
  isAutomatic?: boolean
  /** Called before each attempt; returns what to add to the stored email, such as attachments. */
  prepare?(mailId: number, job: JobContext): Promise<Prepared>
  /** Called in the transaction that records that a mail server accepted the email. */
  onSent?(tx: CustomerTx, mailId: number, sentAt: Date): Promise<void>
  /** Called in the transaction that records that the email was given up. */
  onFailure?(tx: CustomerTx, mailId: number, now: Date): Promise<void>
}
