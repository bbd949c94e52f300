import type { MailKind } from '../mail/mail-kind.ts'

/** To who administers a location: licenses of partners end or are to be checked, agreements end. */
export const paperMails: MailKind = { name: 'partner.license' }

/** To a partner: the GLNs to put on file for us. */
export const glnMails: MailKind = { name: 'partner.glns', isCounted: true }
