import { coreErrors } from '../../core/core.facts.ts'
import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const authErrors = defineErrors({
  sign_in_failed: { code: 'BAD_REQUEST', text: 'The email address or password is incorrect. Check both and try again.' },
  sign_in_busy: {
    code: 'TOO_MANY_REQUESTS',
    text: 'Too many people are signing in right now, so this attempt was not checked. Try again in a few seconds.',
    retryAfter: 5,
  },
  sign_in_locked: {
    code: 'TOO_MANY_REQUESTS',
    text: 'Too many failed attempts. Wait 15 minutes, or use "Forgot your password?".',
    retryAfter: 15 * 60,
  },
  totp_expired: { code: 'BAD_REQUEST', text: 'totp expired' },
  totp_wrong: { code: 'BAD_REQUEST', text: 'The code is incorrect.' },
  totp_resent_too_soon: { code: 'BAD_REQUEST', text: 'A new code was sent moments ago. Wait 30 seconds before you ask for another.' },
  totp_from_app: {
    code: 'BAD_REQUEST',
    text: 'Your authenticator app generates the codes, so none is sent. If you do not have the app, use one of your recovery codes.',
  },
  app_enrolled: { code: 'CONFLICT', text: 'An authenticator app is already set up. Remove it first.' },
  app_not_enrolled: { code: 'CONFLICT', text: 'No authenticator app is set up.' },
  app_not_offered: { code: 'CONFLICT', text: 'Start over: the QR code has not been shown yet, or it is no longer valid.' },
  app_password_wrong: { code: 'BAD_REQUEST', text: 'The password is incorrect.' },
  app_code_wrong: {
    code: 'BAD_REQUEST',
    text: 'This is not the app’s current code. Check your phone’s clock and enter the newest code.',
  },
  invalid_email: { code: 'BAD_REQUEST', text: 'Invalid Email Address' },
  password_wrong: { code: 'BAD_REQUEST', text: 'The old password is incorrect.' },
  temporary_password_wrong: { code: 'BAD_REQUEST', text: 'That temporary password is incorrect.' },
  password_too_weak: {
    code: 'BAD_REQUEST',
    text: 'The new password breaks a rule: at least 8 characters, an uppercase and a lowercase letter, a digit, a special character, no spaces.',
  },
  password_common: { code: 'BAD_REQUEST', text: 'This password is on a list of passwords that attackers try first. Choose another.' },
  password_too_long: { code: 'BAD_REQUEST', text: 'A password has at most 256 characters.' },
  passwords_differ: { code: 'BAD_REQUEST', text: 'Passwords Do Not Match' },
  password_unchanged: { code: 'BAD_REQUEST', text: 'The new password is the same as the old one. Choose another.' },
  session_not_found: { code: 'NOT_FOUND', text: 'This session has already ended.' },
  token_not_found: { code: 'NOT_FOUND', text: 'This access token has already been revoked.' },
  too_many_tokens: { code: 'CONFLICT', text: 'You already have 20 access tokens, the maximum. Revoke one first.' },
})

export const authFacts = {
  errors: authErrors,
  constraints: {
    login__email_address: coreErrors.exists_already,
  },
  rights: {},
  kinds: { session: 'Signing in and out', token: 'Access tokens' },
  actions: {
    'session.end': 'Another device signed out',
    'session.endOthers': 'All other devices signed out',
    'session.signIn': 'Signed in',
    'session.signOut': 'Signed out',
    'session.signOutEverywhere': 'Signed out everywhere',
    'session.temporaryPassword': 'Temporary password emailed',
    'token.create': 'Access token created',
    'token.refused': 'Access token not created: wrong password',
    'token.revoke': 'Access token revoked',
    'token.revokeAll': 'All access tokens revoked',
    'user.appEnroll': 'Authenticator app set up',
    'user.appRefused': 'Authenticator app not changed: wrong password',
    'user.appRemove': 'Authenticator app removed',
    'user.changePassword': 'Password changed',
    'user.changePasswordRefused': 'Password not changed: the old one was wrong',
    'user.recoveryCodeUsed': 'Signed in with a recovery code',
  },
  sentences: {
    'session.end': 'signed out another device',
    'session.endOthers': 'signed out all other devices',
    'session.signIn': 'signed in',
    'session.signOut': 'signed out',
    'session.signOutEverywhere': 'signed out everywhere',
    'session.temporaryPassword': 'emailed a temporary password to {about}',
    'token.create': 'created an access token',
    'token.refused': 'did not get an access token: wrong password',
    'token.revoke': 'revoked an access token',
    'token.revokeAll': 'revoked all access tokens',
    'user.appEnroll': 'set up an authenticator app',
    'user.appRefused': 'could not change the authenticator app: wrong password',
    'user.appRemove': 'removed their authenticator app',
    'user.changePassword': 'changed their password',
    'user.changePasswordRefused': 'could not change their password: the old one was wrong',
    'user.recoveryCodeUsed': 'signed in with a recovery code',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof authFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof authFacts.kinds, string> {}
}
