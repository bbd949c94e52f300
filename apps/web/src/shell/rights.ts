import type { StoredSession } from '../api/session.ts'

/** Who sees a page. The server decides; these only spare the user a refusal. */
export type Right = 'everyone' | 'anyAdmin' | 'customerAdmin'

export function isCustomerAdmin(session: StoredSession | undefined): boolean {
  const { user } = session ?? {}
  return user != null && user.id === user.customer.adminId
}

function isLocationAdmin(session: StoredSession | undefined): boolean {
  return session?.user?.userCustomerLocations.some((access) => access.isAdmin) ?? false
}

export function mayUse(right: Right, session: StoredSession | undefined): boolean {
  if (right === 'customerAdmin') return isCustomerAdmin(session)
  if (right === 'anyAdmin') return isCustomerAdmin(session) || isLocationAdmin(session)
  return true
}
