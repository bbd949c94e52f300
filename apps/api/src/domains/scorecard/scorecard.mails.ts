import type { MailKind } from '../mail/mail-kind.ts'

/** Sends people who asked for it the figures of the previous month. */
export const scorecardMails: MailKind = { name: 'scorecard.month' }
