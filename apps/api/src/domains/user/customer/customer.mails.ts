import type { MailKind } from '../../mail/mail-kind.ts'

/** To the administrator of a new customer, with a temporary password. */
export const invitationMails: MailKind = { name: 'customer.invitation', isSealed: true }

/** To whose authenticator app an admin took away. */
export const appResetMails: MailKind = { name: 'user.appReset', isCounted: true }

/** To the two between whom the administration is handed over. */
export const handOverMails: MailKind = { name: 'customer.handOver', isCounted: true }

/** To the customer admin, once a year. */
export const reviewMails: MailKind = { name: 'user.reviewDue' }

/** To who is invited, with the link. */
export const userInvitationMails: MailKind = { name: 'user.invitation', isSealed: true, isCounted: true }
