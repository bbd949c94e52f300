import type { MailKind } from '../mail/mail-kind.ts'

/** To who administers a location: licenses of partners end. */
export const licenseMails: MailKind = { name: 'partner.license' }
