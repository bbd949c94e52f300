import type { MailKind } from '../mail/mail-kind.ts'

/** To the customer's admin: more was paid than is needed, and what is done about it. */
export const paidTwiceMails: MailKind = { name: 'subscription.paidTwice' }
