import { type Grant, type Permission, RIGHTS } from '@seriatim/schema'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import type { Scope } from '../../db/types.ts'
import { type CallNotes, noteAsked } from '../call-notes.ts'

/** Where a right holds: everywhere in the customer, or at these locations. */
export type Places = 'all' | readonly number[]

/** Who calls, when and with what rights: comes from the token only, never from a payload (decision 3). */
export interface Session extends Scope {
  /** Below zero: no session, but a program with an access token. */
  sessionId: number
  loginId: number
  userId: number
  firstName: string
  lastName: string
  emailAddress: string
  isCustomerAdmin: boolean
  permissions: ReadonlyMap<Permission, Places>
  /** Locations that receive goods which belong to one of the caller's (340B): read, never written. */
  ownedIds?: readonly number[]
  /** IANA name; decides what a calendar day is (decision 23). */
  timeZone: string
  /** The instant of the call. */
  now: Date
  /** The call came over REST, where nobody answers a question. */
  isOverRest?: boolean
  /** Of the call that this is the session of; a job has none. */
  notes?: CallNotes
}

export interface Standing {
  isCustomerAdmin: boolean
  locations: readonly { locationId: number; isAdmin: boolean }[]
  /** Locations that receive what these own. */
  ownedIds?: readonly number[]
}

/** What concerns goods alone: all that a location may see where another one receives what it owns. */
const GOODS: readonly Permission[] = ['order:read', 'med:read']

const collectRights = (grant: Grant) => (Object.keys(RIGHTS) as Permission[]).filter((right) => RIGHTS[right] === grant) // its own keys

/** The table of rights, for one person. A right that holds nowhere is absent. */
export function collectPermissions({ isCustomerAdmin, locations, ownedIds = [] }: Standing): Map<Permission, Places> {
  const own = locations.map((location) => location.locationId)
  const administered = locations.filter((location) => location.isAdmin).map((location) => location.locationId)
  const rights = new Map<Permission, Places>()
  const grant = (permissions: readonly Permission[], places: Places) => {
    if (places === 'all' || places.length) for (const permission of permissions) rights.set(permission, places)
  }
  grant(collectRights('own'), isCustomerAdmin ? 'all' : own)
  // What the location owns it may see, wherever it is received.
  if (!isCustomerAdmin && ownedIds.length) grant(GOODS, [...own, ...ownedIds])
  grant(collectRights('administered'), isCustomerAdmin ? 'all' : administered)
  if (isCustomerAdmin) grant(collectRights('customerAdmin'), 'all')
  grant(collectRights('everybody'), 'all')
  return rights
}

/** What a query of orders and meds sees: besides the caller's own locations those that receive its goods. Everything else sees its own. */
export function readingScope(session: Session, permission: Permission): Scope {
  if (!session.ownedIds?.length || !GOODS.includes(permission)) return session
  return { ...session, locationIds: [...session.locationIds, ...session.ownedIds] }
}

/** Whether the caller has the right at this location; no location is covered by `all` only. */
export function may(session: Session, permission: Permission, locationId: number | null): boolean {
  const places = session.permissions.get(permission)
  return places === 'all' || (locationId !== null && (places?.includes(locationId) ?? false))
}

/** @throws AppError not_allowed (403) without the right at this location. */
export function must(session: Session, permission: Permission, locationId: number | null): void {
  noteAsked(session.notes, permission, locationId)
  if (!may(session, permission, locationId)) throw new AppError(coreErrors.not_allowed)
}

/**
 * The same for what is its owner's wherever it lies, also before it lies anywhere.
 *
 * @throws AppError not_allowed
 */
export function mustOrOwn(session: Session, permission: Permission, row: { ownerId: number | null; locationId: number | null }): void {
  if (row.ownerId === session.userId) noteAsked(session.notes, permission, row.locationId)
  else must(session, permission, row.locationId)
}

/** Whether the caller administers this location. */
export function administers(session: Session, locationId: number): boolean {
  return may(session, 'order:settle', locationId)
}
