import type { MailKind } from '../mail/mail-kind.ts'

/** To a colleague who is mentioned in a note. */
export const mentionMails: MailKind = { name: 'exception.mention', isCounted: true }
