import type { MailKind } from '../mail/mail-kind.ts'

/** To the customer admin: the head count is missing or due for review, or an own rule ends. */
export const regimeMails: MailKind = { name: 'regime.due' }
