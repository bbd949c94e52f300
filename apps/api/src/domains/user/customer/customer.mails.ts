import type { MailKind } from '../../mail/mail-kind.ts'

/** Sends the admin of a new customer the link. */
export const invitationMails: MailKind = { name: 'customer.invitation', isSealed: true }

/** Notifies a person whose authenticator app an admin removed. */
export const appResetMails: MailKind = { name: 'user.appReset', isCounted: true }

/** Sent to both people of a hand-over of the customer admin role. */
export const handOverMails: MailKind = { name: 'customer.handOver', isCounted: true }

/** Sent to the customer admin once a year. */
export const reviewMails: MailKind = { name: 'user.reviewDue' }

/** Sends an invited person the link. */
export const userInvitationMails: MailKind = { name: 'user.invitation', isSealed: true, isCounted: true }
