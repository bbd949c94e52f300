import { type AccessScope, type ClockHours, type Grant, type Permission, RIGHTS } from '@seriatim/schema'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import type { Scope } from '../../db/types.ts'
import { type CallNotes, noteAsked } from '../call-notes.ts'

/** The places where a right applies: `all` locations of the customer, or those with these ids. */
export type Places = 'all' | readonly number[]

/** The caller, the time of the call and the caller's rights. The caller comes from the token only, never from a payload (decision 3). */
export interface Session extends Scope {
  /** Id of the session. A program with an access token has no session; for it, this is the negative id of the token. */
  sessionId: number
  loginId: number
  userId: number
  firstName: string
  lastName: string
  emailAddress: string
  isCustomerAdmin: boolean
  permissions: ReadonlyMap<Permission, Places>
  /** Locations that receive goods owned by one of the caller's locations (340B drug program). In these locations, the caller can only read. */
  ownedIds?: readonly number[]
  /** IANA name of the caller's time zone; decides when a calendar day begins (decision 23). */
  timeZone: string
  /** Clock format (12 or 24 hours) in the customer's printouts and emails. */
  clockHours: ClockHours
  now: Date
  /** Whether the call came over REST, where no person can answer a question. */
  isOverRest?: boolean
  /** Id of the intake door with whose delivery token the call was made; absent for other calls. */
  doorId?: number
  /** The scopes to which an access token is limited; undefined for a token without limits. */
  tokenScopes?: readonly AccessScope[]
  /** Notes on the call that this session belongs to; a job has none. */
  notes?: CallNotes
}

export interface AccessFacts {
  isCustomerAdmin: boolean
  locations: readonly { locationId: number; isAdmin: boolean }[]
  /** Ids of the locations that receive goods which one of `locations` owns (340B). */
  ownedIds?: readonly number[]
}

/** Rights that concern goods. People of a location that owns goods (340B) have these rights also at the location that receives the goods. */
const GOODS: readonly Permission[] = ['order:read', 'med:read']

const collectRights = (grant: Grant) => (Object.keys(RIGHTS) as Permission[]).filter((right) => RIGHTS[right] === grant) // Object.keys() returns string[]

/** Maps each of a person's rights to the places where it applies. Rights that the person has nowhere are left out. */
export function collectPermissions({ isCustomerAdmin, locations, ownedIds = [] }: AccessFacts): Map<Permission, Places> {
  const own = locations.map((location) => location.locationId)
  const administered = locations.filter((location) => location.isAdmin).map((location) => location.locationId)
  const rights = new Map<Permission, Places>()
  const grant = (permissions: readonly Permission[], places: Places) => {
    if (places === 'all' || places.length) for (const permission of permissions) rights.set(permission, places)
  }
  grant(collectRights('own'), isCustomerAdmin ? 'all' : own)
  // People of a location that owns goods may see these goods wherever they are received.
  if (!isCustomerAdmin && ownedIds.length) grant(GOODS, [...own, ...ownedIds])
  grant(collectRights('administered'), isCustomerAdmin ? 'all' : administered)
  if (isCustomerAdmin) grant(collectRights('customerAdmin'), 'all')
  grant(collectRights('everybody'), 'all')
  return rights
}

/**
 * Locations whose orders and meds a query may return: the caller's own, and those that receive goods owned by them (340B). All other data is limited
 * to the caller's own locations.
 */
export function readingScope(session: Session, permission: Permission): Scope {
  if (!session.ownedIds?.length || !GOODS.includes(permission)) return session
  return { ...session, locationIds: [...session.locationIds, ...session.ownedIds] }
}

/** Whether the caller has the right at this location. Without a location, only a right that applies everywhere counts. */
export function may(session: Session, permission: Permission, locationId: number | null): boolean {
  const places = session.permissions.get(permission)
  return places === 'all' || (locationId !== null && (places?.includes(locationId) ?? false))
}

/** @throws AppError not_allowed (403) if the session lacks the right at this location. */
export function must(session: Session, permission: Permission, locationId: number | null): void {
  noteAsked(session.notes, permission, locationId)
  if (!may(session, permission, locationId)) throw new AppError(coreErrors.not_allowed)
}

/**
 * Like `must`, but the row's owner always passes, even before the row has a location.
 *
 * @throws AppError not_allowed
 */
export function mustOrOwn(session: Session, permission: Permission, row: { ownerId: number | null; locationId: number | null }): void {
  if (row.ownerId === session.userId) noteAsked(session.notes, permission, row.locationId)
  else must(session, permission, row.locationId)
}

/** Whether the caller administers this location, which means that the caller has the right `order:settle` there. */
export function administers(session: Session, locationId: number): boolean {
  return may(session, 'order:settle', locationId)
}

/**
 * Refuses a limited access token unless it has the scope that the call needs. The procedure ladder (`trpc.ts`) does this for every call, so no call
 * can skip the check.
 * @throws AppError scope_missing (403), whose detail and facts contain the missing scope, if there is one.
 */
export function expectScope({ tokenScopes }: Pick<Session, 'tokenScopes'>, scope: AccessScope | undefined): void {
  if (tokenScopes === undefined || (scope !== undefined && tokenScopes.includes(scope))) return
  if (scope === undefined) throw new AppError(coreErrors.scope_missing)
  const detail = `This access token lacks the scope "${scope}". Create one that has it.`
  throw new AppError(coreErrors.scope_missing, { detail, facts: { scope } })
}
