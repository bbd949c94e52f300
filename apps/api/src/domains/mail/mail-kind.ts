import type { JobContext } from '../../jobs/job.ts'
import type { Mail } from '../../outside/mail.ts'

/** What goes along with a mail; or, as a sentence, why it may not leave any more. */
export type Prepared = { attachments: NonNullable<Mail['attachments']> } | { stopped: string }

/** A kind of mail is one exported value of a `*.mails.ts`; the domain's `*.domain.ts` lists it. */
export interface MailKind {
  /** `med.pedigree`; stands in the mail's row. */
  name: string
  /** A person lets it leave: its recipients come out of the mail budget. */
  isCounted?: boolean
  /** Holds a code or a password: its body is kept encrypted until it is over, its row for a month. */
  isSealed?: boolean
  /** Asked before each try. */
  prepare?(mailId: number, job: JobContext): Promise<Prepared>
}
