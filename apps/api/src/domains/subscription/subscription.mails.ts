import type { MailKind } from '../mail/mail-kind.ts'

/** To the customer admin: more was paid than needed, and what happens about it. */
export const paidTwiceMails: MailKind = { name: 'subscription.paidTwice' }

/** To the customer admin: the card was declined when a subscription was to be renewed. */
export const declinedMails: MailKind = { name: 'subscription.declined' }
