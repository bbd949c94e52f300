import type { MailKind } from '../mail/mail-kind.ts'

/** Sent at once for each class I recall; all others are in the daily email. */
export const recallMails: MailKind = { name: 'recall.alert' }
export const recallDigestMails: MailKind = { name: 'recall.digest' }
