import type { MailKind } from '../mail/mail-kind.ts'

/** Tells the sender of an email what became of its files. */
export const deliveryReportMails: MailKind = { name: 'intake.report', isAutomatic: true }

/** Informs the people who manage a door that files could not be fetched for a day. */
export const pullMails: MailKind = { name: 'intake.pullFails' }
