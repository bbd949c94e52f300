import type { MailKind } from '../mail/mail-kind.ts'

/** To the administrator of a new customer, with a temporary password. */
export const invitationMails: MailKind = { name: 'customer.invitation', isSealed: true }
