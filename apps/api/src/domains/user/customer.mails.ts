import type { MailKind } from '../mail/mail-kind.ts'

/** To the administrator of a new customer, with a temporary password. */
export const invitationMails: MailKind = { name: 'customer.invitation', isSealed: true }

/** To who is invited, with the link. */
export const userInvitationMails: MailKind = { name: 'user.invitation', isSealed: true, isCounted: true }
