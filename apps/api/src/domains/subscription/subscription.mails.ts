import type { MailKind } from '../mail/mail-kind.ts'

/** Informs the customer admin that more was paid than needed, and what happens next. */
export const paidTwiceMails: MailKind = { name: 'subscription.paidTwice' }

/** Informs the customer admin that the card was declined at the renewal of a subscription. */
export const declinedMails: MailKind = { name: 'subscription.declined' }
