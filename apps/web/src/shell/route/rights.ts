import { type Permission, RIGHTS } from '@seriatim/schema/rights'
import type { StoredSession } from '../../api/session/session.ts'

export function isCustomerAdmin(session: StoredSession | undefined): boolean {
  const { user } = session ?? {}
  return user != null && user.id === user.customer.adminId
}

/**
 * Whether the person has a right at any location, according to the table that the server enforces; without `right`, true for everyone signed in. The
 * server decides each call; this check only spares the user a refusal.
 */
export function mayUse(right: Permission | undefined, session: StoredSession | undefined): boolean {
  const grant = right ? RIGHTS[right] : 'everybody'
  if (grant === 'everybody' || isCustomerAdmin(session)) return true
  const places = session?.user?.userCustomerLocations ?? []
  if (grant === 'own') return places.length > 0
  return grant === 'administered' && places.some(({ isAdmin }) => isAdmin)
}
