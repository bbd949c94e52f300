import type { MailKind } from '../mail/mail-kind.ts'

/** To the customer's admin: two checkouts for the same were paid, and one is canceled. */
export const paidTwiceMails: MailKind = { name: 'subscription.paidTwice' }
