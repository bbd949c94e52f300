import type { MailKind } from '../mail/mail-kind.ts'

/** Sent to the customer admin if the head count is missing or due for review, or a contract rule ends. */
export const regimeMails: MailKind = { name: 'regime.due' }
