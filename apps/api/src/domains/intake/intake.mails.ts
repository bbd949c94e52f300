import type { MailKind } from '../mail/mail-kind.ts'

/** Informs the sender of an email about the result of each file. */
export const deliveryReportMails: MailKind = { name: 'intake.report', isAutomatic: true }

/** Informs the people who manage a door that fetching files has failed for a day. */
export const pullMails: MailKind = { name: 'intake.pullFails' }
