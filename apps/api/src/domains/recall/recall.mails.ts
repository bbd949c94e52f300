import type { MailKind } from '../mail/mail-kind.ts'

/** Sent at once for each class I recall; the daily mail has all others. */
export const recallMails: MailKind = { name: 'recall.alert' }
export const recallDigestMails: MailKind = { name: 'recall.digest' }
