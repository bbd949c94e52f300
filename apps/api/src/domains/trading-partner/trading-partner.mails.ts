import type { MailKind } from '../mail/mail-kind.ts'

/** Informs the admins of a location that partners' licenses end or need a check, or that agreements end. */
export const paperMails: MailKind = { name: 'partner.license' }

/** Sends a partner the customer's GLNs to add to its records. */
export const glnMails: MailKind = { name: 'partner.glns', isCounted: true }
