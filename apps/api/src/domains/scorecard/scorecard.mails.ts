import type { MailKind } from '../mail/mail-kind.ts'

/** Sends the figures of the previous month to the people who asked for them. */
export const scorecardMails: MailKind = { name: 'scorecard.month' }
