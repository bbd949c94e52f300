import type { DomainFacts } from '../../domain-facts.ts'

export const userFacts = {
  errors: {
    user_not_found: { code: 'NOT_FOUND', text: 'There is no such user in your organization.' },
    user_known: { code: 'CONFLICT', text: 'Somebody with this email address is among your users already.' },
    user_is_deactivated: { code: 'CONFLICT', text: 'This user is deactivated. Reactivate them first.' },
    user_is_invited: { code: 'CONFLICT', text: 'This user has not taken the invitation yet. Withdraw the invitation instead.' },
    user_not_invited: { code: 'CONFLICT', text: 'This user has taken the invitation already.' },
    user_is_customer_admin: {
      code: 'FORBIDDEN',
      text: 'The customer admin has every location and every right. Hand the administration over to somebody else first.',
    },
    user_is_self: { code: 'FORBIDDEN', text: 'You cannot change your own access. Ask another admin.' },
    user_admin_here: {
      code: 'FORBIDDEN',
      text: 'This user is an admin of the location, so only the customer admin can change their access there.',
    },
    user_not_yours: {
      code: 'FORBIDDEN',
      text: 'You can do this only for users all of whose locations you administer.',
    },
    user_without_location: { code: 'FORBIDDEN', text: 'This user has no location yet, so only the customer admin can give them one.' },
    access_exists: { code: 'CONFLICT', text: 'This user has access to the location already.' },
    access_not_found: { code: 'NOT_FOUND', text: 'This user has no access to the location.' },
    access_changed: {
      code: 'CONFLICT',
      text: 'Somebody else changed access since you looked, so nothing was saved. Look at what is so now, and save again.',
    },
    last_admin: {
      code: 'CONFLICT',
      text: 'Nobody else administers this location. Confirm that only the customer admin manages it from now on.',
    },
    invite_needs_location: { code: 'BAD_REQUEST', text: 'Choose at least one location that you administer.' },
    no_seat: {
      code: 'CONFLICT',
      text: 'All users that your subscription allows are taken. Deactivate somebody, or add users to your subscription.',
    },
    hand_over_open: { code: 'CONFLICT', text: 'Somebody was asked already. Take that back first.' },
    hand_over_not_to: { code: 'CONFLICT', text: 'Only an active user who is not the customer admin can take the administration over.' },
    hand_over_not_found: {
      code: 'NOT_FOUND',
      text: 'There is nothing to hand over any more: it was taken back, declined, or its 7 days are over.',
    },
    invitation_over: {
      code: 'NOT_FOUND',
      text: 'This invitation works no longer: it was used, withdrawn, replaced by a newer one, or its 7 days are over. Ask who invited you for a new one.',
    },
    invitation_address_taken: {
      code: 'CONFLICT',
      text: 'This email address signs in to another organization already. Ask who invited you to use another address of yours.',
    },
  },
  constraints: {
    user__email_address: 'user_known',
    user_location_pkey: 'access_exists',
  },
  rights: {
    'user:readSelf': 'everybody',
    'user:manage': 'administered',
    'user:manageAll': 'customerAdmin',
    'user:handOver': 'customerAdmin',
    'customer:write': 'customerAdmin',
  },
  actions: {
    'customer.new': 'Organization created',
    'customer.handOver': 'Customer admin handed over',
    'customer.handOverAsked': 'Asked to become the customer admin',
    'customer.handOverEnded': 'Not becoming the customer admin',
    'access.grant': 'Access to a location granted',
    'access.remove': 'Access to a location removed',
    'access.makeAdmin': 'Made admin of a location',
    'access.revokeAdmin': 'No longer admin of a location',
    'user.invite': 'User invited',
    'user.inviteAgain': 'Invitation sent again',
    'user.inviteWithdrawn': 'Invitation withdrawn',
    'user.join': 'Invitation taken',
    'user.appReset': 'Authenticator app removed by an admin',
    'user.deactivate': 'User deactivated',
    'user.reactivate': 'User reactivated',
  },
} as const satisfies DomainFacts
