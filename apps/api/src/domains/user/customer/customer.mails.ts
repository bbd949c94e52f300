import type { MailKind } from '../../mail/mail-kind.ts'

/** To the admin of a new customer, with the link. */
export const invitationMails: MailKind = { name: 'customer.invitation', isSealed: true }

/** To a person whose authenticator app an admin removed. */
export const appResetMails: MailKind = { name: 'user.appReset', isCounted: true }

/** To both people of a hand-over of the customer admin role. */
export const handOverMails: MailKind = { name: 'customer.handOver', isCounted: true }

/** To the customer admin, once a year. */
export const reviewMails: MailKind = { name: 'user.reviewDue' }

/** To an invited person, with the link. */
export const userInvitationMails: MailKind = { name: 'user.invitation', isSealed: true, isCounted: true }
