import type { MailKind } from '../mail/mail-kind.ts'

/** To the customer admin: more was paid than needed, and what happens about it. */
export const paidTwiceMails: MailKind = { name: 'subscription.paidTwice' }
