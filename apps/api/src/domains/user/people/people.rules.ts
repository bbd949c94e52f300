import type { PersonAction } from '@seriatim/schema'

/**
 * The facts about a person that the rules use. They are read after the customer's row is locked (`lockPeople`), so that they stay true until the
 * transaction ends.
 */
export interface PersonFacts {
  id: number
  isActive: boolean
  /** Whether the person accepted the invitation, or never needed one. */
  hasJoined: boolean
  isCustomerAdmin: boolean
  access: readonly { locationId: number; isAdmin: boolean }[]
}

/** Keys of the errors with which the rules refuse an action. */
type Refusal =
  | 'not_allowed'
  | 'user_is_self'
  | 'user_is_customer_admin'
  | 'user_is_deactivated'
  | 'user_is_invited'
  | 'user_not_invited'
  | 'user_admin_here'
  | 'user_not_yours'
  | 'user_without_location'
  | 'access_exists'
  | 'access_not_found'

const AT_LOCATION: readonly PersonAction[] = ['grant', 'remove', 'makeAdmin', 'revokeAdmin']

export const isAdminAt = ({ isCustomerAdmin, access }: PersonFacts, locationId: number) =>
  isCustomerAdmin || access.some((one) => one.isAdmin && one.locationId === locationId)

const managesUsers = ({ isCustomerAdmin, access }: PersonFacts) => isCustomerAdmin || access.some((one) => one.isAdmin)

/**
 * The reason why `actor` may not apply `action` to `target`; undefined if it is allowed. Checks rights first (ROLE-010 … ROLE-018), then the current
 * state of `target`. Services and screens both use this function.
 */
export function findRefusal(action: PersonAction, actor: PersonFacts, target: PersonFacts, locationId?: number): Refusal | undefined {
  const isAtLocation = AT_LOCATION.includes(action)
  if (!actor.isActive || !managesUsers(actor)) return 'not_allowed'
  if (isAtLocation && (locationId === undefined || !isAdminAt(actor, locationId))) return 'not_allowed'
  if (actor.id === target.id) return target.isCustomerAdmin ? 'user_is_customer_admin' : 'user_is_self'
  if (target.isCustomerAdmin) return 'user_is_customer_admin'
  const whose = actor.isCustomerAdmin
    ? undefined
    : isAtLocation
      ? refusalThere(action, target, locationId)
      : refusalOverall(action, actor, target)
  return whose ?? refusalNow(action, target, locationId)
}

/**
 * The reason why a location admin may not act on a person at a location that the admin administers; undefined if it is allowed. The person must have
 * access to at least one location. If the person is an admin of the same location, the person can neither be removed from it nor lose the admin
 * rights.
 */
function refusalThere(action: PersonAction, target: PersonFacts, locationId: number | undefined): Refusal | undefined {
  if (target.access.length === 0) return 'user_without_location'
  if (action === 'remove' || action === 'revokeAdmin')
    return target.access.some((one) => one.locationId === locationId && one.isAdmin) ? 'user_admin_here' : undefined
  return undefined
}

/**
 * The reason why a location admin may not do something that affects a person at every location; undefined if it is allowed. The admin must administer
 * all of the person's locations, and may not reset the authenticator app of anybody who is an admin too.
 */
function refusalOverall(action: PersonAction, actor: PersonFacts, target: PersonFacts): Refusal | undefined {
  const isTheirs = target.access.length > 0 && target.access.every((one) => isAdminAt(actor, one.locationId))
  if (!isTheirs) return 'user_not_yours'
  return action === 'resetApp' && target.access.some((one) => one.isAdmin) ? 'user_admin_here' : undefined
}

function refusalNow(action: PersonAction, target: PersonFacts, locationId: number | undefined): Refusal | undefined {
  const there = target.access.find((one) => one.locationId === locationId)
  switch (action) {
    case 'grant':
      return target.isActive ? (there ? 'access_exists' : undefined) : 'user_is_deactivated'
    case 'makeAdmin':
      return target.isActive ? (there ? undefined : 'access_not_found') : 'user_is_deactivated'
    case 'remove':
    case 'revokeAdmin':
      return there ? undefined : 'access_not_found'
    case 'deactivate':
    case 'reactivate':
    case 'resetApp':
      return target.hasJoined ? undefined : 'user_is_invited'
    case 'resend':
    case 'withdraw':
      return target.hasJoined ? 'user_not_invited' : undefined
  }
}

/** Whether the action would have no effect: an admin cannot be made admin again, nor an active person reactivated. */
function isSo(action: PersonAction, target: PersonFacts, locationId?: number): boolean {
  const isAdmin = target.access.some((one) => one.locationId === locationId && one.isAdmin)
  if (action === 'makeAdmin') return isAdmin
  if (action === 'revokeAdmin') return !isAdmin
  if (action === 'deactivate') return !target.isActive
  if (action === 'reactivate') return target.isActive
  return false
}

/** The actions that a screen offers on a person at this location (USER-006). */
export function actionsAt(actor: PersonFacts, target: PersonFacts, locationId: number): PersonAction[] {
  return AT_LOCATION.filter((action) => !findRefusal(action, actor, target, locationId) && !isSo(action, target, locationId))
}

/** The actions that a screen offers on a person, apart from those at one location (see {@link actionsAt}). */
export function actionsFor(actor: PersonFacts, target: PersonFacts): PersonAction[] {
  const actions: readonly PersonAction[] = ['deactivate', 'reactivate', 'resend', 'withdraw', 'resetApp']
  return actions.filter((action) => !findRefusal(action, actor, target) && !isSo(action, target))
}

/**
 * Locations that would be left without an admin if this person were not one, because nobody else who is active and has joined administers them; only
 * the customer admin could then. Considers the given locations only (default: all).
 */
export function findLastAdmin(target: PersonFacts, everybody: readonly PersonFacts[], locationIds?: readonly number[]): number[] {
  if (!target.isActive) return []
  const own = target.access.filter((one) => one.isAdmin && (locationIds?.includes(one.locationId) ?? true)).map((one) => one.locationId)
  const others = everybody.filter((one) => one.id !== target.id && one.isActive && one.hasJoined)
  return own.filter((id) => !others.some((one) => one.access.some((access) => access.isAdmin && access.locationId === id)))
}

export type Allowed = number | 'unlimited'

/** Whether a seat is free. Inviting and reactivating a person need one (decision 38). */
export function hasSeat(allowed: Allowed, active: number): boolean {
  return allowed === 'unlimited' || allowed > active
}
