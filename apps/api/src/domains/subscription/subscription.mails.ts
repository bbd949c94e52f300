import type { MailKind } from '../mail/mail-kind.ts'

/** To the customer's admin: an upgrade was paid in two checkouts. */
export const paidTwiceMails: MailKind = { name: 'subscription.paidTwice' }
