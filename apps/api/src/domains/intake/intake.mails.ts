import type { MailKind } from '../mail/mail-kind.ts'

/** Tells the sender of an email what became of its files. */
export const deliveryReportMails: MailKind = { name: 'intake.report', isAutomatic: true }
