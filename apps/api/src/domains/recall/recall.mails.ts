import type { MailKind } from '../mail/mail-kind.ts'

/** At once, for each recall of class I; and one for the day, with all others. */
export const recallMails: MailKind = { name: 'recall.alert' }
export const recallDigestMails: MailKind = { name: 'recall.digest' }
