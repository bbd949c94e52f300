import { coreErrors } from '../../core/core.facts.ts'
import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const userErrors = defineErrors({
  user_not_found: { code: 'NOT_FOUND', text: 'There is no such user in your organization.' },
  user_known: { code: 'CONFLICT', text: 'Someone with this email address is already one of your users.' },
  user_is_deactivated: { code: 'CONFLICT', text: 'This user is deactivated. Reactivate them first.' },
  user_is_invited: { code: 'CONFLICT', text: 'This user has not accepted the invitation yet. Withdraw the invitation instead.' },
  user_not_invited: { code: 'CONFLICT', text: 'This user has already accepted the invitation.' },
  user_is_customer_admin: {
    code: 'FORBIDDEN',
    text: 'The customer admin has every location and all permissions. Make someone else the customer admin first.',
  },
  user_is_self: { code: 'FORBIDDEN', text: 'You cannot change your own access. Ask the customer admin.' },
  user_admin_here: {
    code: 'FORBIDDEN',
    text: 'This user is a location admin, so only the customer admin can do this.',
  },
  user_not_yours: {
    code: 'FORBIDDEN',
    text: 'You can do this only if you administer all of this user’s locations.',
  },
  user_without_location: { code: 'FORBIDDEN', text: 'This user has no location yet, so only the customer admin can assign one.' },
  access_exists: { code: 'CONFLICT', text: 'This user already has access to this location.' },
  access_not_found: { code: 'NOT_FOUND', text: 'This user has no access to the location.' },
  access_changed: {
    code: 'CONFLICT',
    text: 'Someone else changed access since you looked, so nothing was saved. Check the current access and save again.',
  },
  last_admin: {
    code: 'CONFLICT',
    text: 'Nobody else administers this location. Confirm that only the customer admin manages it from now on.',
  },
  invite_needs_location: { code: 'BAD_REQUEST', text: 'Choose at least one location that you administer.' },
  no_seat: {
    code: 'CONFLICT',
    text: 'Your subscription allows no more users. Deactivate someone, or add users to your subscription.',
  },
  hand_over_open: { code: 'CONFLICT', text: 'You have already asked someone to become the customer admin. Withdraw that request first.' },
  hand_over_not_to: { code: 'CONFLICT', text: 'Only another active user can become the customer admin.' },
  hand_over_not_found: {
    code: 'NOT_FOUND',
    text: 'This request is no longer open: it was withdrawn or declined, or it expired after 7 days.',
  },
  review_open: { code: 'CONFLICT', text: 'A review is already under way.' },
  review_none: { code: 'CONFLICT', text: 'No review is in progress.' },
  review_lines_left: {
    code: 'CONFLICT',
    text: 'Some lines are not confirmed yet, or have changed since they were confirmed. Check them first.',
  },
  invitation_over: {
    code: 'NOT_FOUND',
    text: 'This invitation no longer works: it was used, withdrawn, replaced by a newer one, or its 7 days are over. Ask the person who invited you to send a new one.',
  },
  invitation_address_taken: {
    code: 'CONFLICT',
    text: 'This email address already belongs to another organization. Ask the person who invited you to use a different address.',
  },
})

/** The refusals of the rules about people (`people.rules.ts`). */
export const refusalErrors = { ...userErrors, not_allowed: coreErrors.not_allowed }

export const userFacts = {
  errors: userErrors,
  constraints: {
    user__email_address: userErrors.user_known,
    access_review__open: userErrors.review_open,
    hand_over__open: userErrors.hand_over_open,
    user_location_pkey: userErrors.access_exists,
  },
  rights: {
    'user:readSelf': { group: 'Users', what: 'See their own profile, and this page' },
    'user:manage': { group: 'Users', what: 'Invite and deactivate users, and give them access to locations' },
    'user:manageAll': { group: 'Users', what: 'Change everyone’s access at every location, and run access reviews' },
    'user:handOver': { group: 'Users', what: 'Make someone else the customer admin' },
    'customer:write': { group: 'Organization', what: 'Change settings of the whole organization' },
  },
  kinds: { user: 'Users', customer: 'Your organization' },
  actions: {
    'customer.new': 'Organization created',
    'customer.handOver': 'Customer admin role handed over',
    'customer.handOverAsked': 'User asked to become the customer admin',
    'customer.handOverEnded': 'Customer admin handover ended',
    'accessReview.begin': 'Access review started',
    'accessReview.confirm': 'Access confirmed',
    'accessReview.csv': 'Access review saved as CSV',
    'accessReview.finish': 'Access review finished',
    'accessReview.remind': 'Admin reminded about the yearly access review',
    'accessReview.pdf': 'Access review saved as PDF',
    'access.grant': 'Access to a location granted',
    'access.remove': 'Access to a location removed',
    'access.makeAdmin': 'Made admin of a location',
    'access.revokeAdmin': 'No longer admin of a location',
    'user.invite': 'User invited',
    'user.inviteAgain': 'Invitation sent again',
    'user.inviteWithdrawn': 'Invitation withdrawn',
    'user.join': 'Invitation accepted',
    'user.appReset': 'Authenticator app removed by an admin',
    'user.copiesStopped': 'Deactivated user no longer gets report copies',
    'user.deactivate': 'User deactivated',
    'user.reactivate': 'User reactivated',
  },
  sentences: {
    'customer.new': 'created the organization',
    'customer.handOver': 'took over as the customer admin',
    'customer.handOverAsked': 'asked {about} to become the customer admin',
    'customer.handOverEnded': 'ended the request to change the customer admin',
    'accessReview.begin': 'started an access review',
    'accessReview.confirm': 'confirmed the access of {about}',
    'accessReview.csv': 'saved an access review as CSV',
    'accessReview.finish': 'finished an access review',
    'accessReview.remind': 'reminded the admin of the yearly access review',
    'accessReview.pdf': 'saved an access review as PDF',
    'access.grant': 'gave {about} access to a location',
    'access.remove': 'removed the access of {about} to a location',
    'access.makeAdmin': 'made {about} an admin of a location',
    'access.revokeAdmin': 'ended the admin role of {about} at a location',
    'user.invite': 'invited {about}',
    'user.inviteAgain': 'resent the invitation to {about}',
    'user.inviteWithdrawn': 'withdrew the invitation of {about}',
    'user.join': 'accepted an invitation',
    'user.appReset': 'removed the authenticator app of {about}',
    'user.copiesStopped': 'stopped sending report copies to {about}, whose account is deactivated',
    'user.deactivate': 'deactivated {about}',
    'user.reactivate': 'reactivated {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof userFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof userFacts.kinds, string> {}
}
