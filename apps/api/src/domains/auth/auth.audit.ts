/** What the trail calls these. */
export const authActions = {
  'session.end': 'Another device signed out',
  'session.endOthers': 'All other devices signed out',
  'session.signIn': 'Signed in',
  'session.signOut': 'Signed out',
  'session.signOutEverywhere': 'Signed out everywhere',
  'session.temporaryPassword': 'Temporary password mailed',
  'token.create': 'Access token made',
  'token.refused': 'Access token not made: wrong password',
  'token.revoke': 'Access token revoked',
  'token.revokeAll': 'All access tokens revoked',
  'user.appEnroll': 'Authenticator app set up',
  'user.appRefused': 'Authenticator app not changed: wrong password',
  'user.appRemove': 'Authenticator app removed',
  'user.changePassword': 'Password changed',
  'user.changePasswordRefused': 'Password not changed: the old one was wrong',
  'user.recoveryCodeUsed': 'Signed in with a recovery code',
} as const
