import type { MailKind } from '../mail/mail-kind.ts'

/** To the admins of a location: licenses of partners end or need a check, agreements end. */
export const paperMails: MailKind = { name: 'partner.license' }

/** To a partner: the customer's GLNs to add to its records. */
export const glnMails: MailKind = { name: 'partner.glns', isCounted: true }
