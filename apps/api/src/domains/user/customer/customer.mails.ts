import type { MailKind } from '../../mail/mail-kind.ts'

/** Sends the invitation link to the admin of a new customer. */
export const invitationMails: MailKind = { name: 'customer.invitation', isSealed: true }

/** Notifies a person whose authenticator app an admin removed. */
export const appResetMails: MailKind = { name: 'user.appReset', isCounted: true }

/** Notifies both people of a hand-over of the customer admin role. */
export const handOverMails: MailKind = { name: 'customer.handOver', isCounted: true }

/** Reminds the customer admin once a year that the access review is due. */
export const reviewMails: MailKind = { name: 'user.reviewDue' }

/** Sends the invitation link to an invited person. */
export const userInvitationMails: MailKind = { name: 'user.invitation', isSealed: true, isCounted: true }
