import type { CustomerUser, UserStatus } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import { readInOneQuery, type Together, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { locationErrors } from '../../location/location.facts.ts'
import { refusalErrors, userErrors } from '../user.facts.ts'
import { selectPeopleCount } from './people.joins.ts'
import { type AccessRow, lockPeople, type PersonRow, selectLocationNames, selectPeopleWithAccess } from './people.queries.ts'
import { findRefusal, type PersonFacts } from './people.rules.ts'

export interface PersonWithAccess extends PersonFacts {
  row: PersonRow
  places: readonly AccessRow[]
}

/** The customer's people, with their rights. */
export async function readPeople(tx: CustomerTx, userIds?: readonly number[]): Promise<PersonWithAccess[]> {
  return toPeople(await readInOneQuery(tx, selectPeopleWithAccess(tx, userIds)))
}

export function toPeople({ people, access }: Together<ReturnType<typeof selectPeopleWithAccess>>): PersonWithAccess[] {
  const accessOf = Map.groupBy(withInstants(access, 'grantedAt'), (one) => one.userId)
  const rows = withInstants(people, 'invitedAt', 'joinedAt', 'deactivatedAt', 'invitationEndsAt', 'invitationSentAt')
  return rows.map((row) => {
    const places = accessOf.get(row.id) ?? []
    return {
      id: row.id,
      isActive: row.isActive,
      hasJoined: row.joinedAt !== null,
      isCustomerAdmin: row.adminId === row.id,
      access: places.map(({ locationId, isAdmin }) => ({ locationId, isAdmin })),
      row,
      places,
    }
  })
}

/**
 * All people who matter for a change to a person: the actor, the person to be changed, and everybody at the customer. They were read after their rows
 * had been locked.
 */
export interface Scene {
  everybody: PersonWithAccess[]
  actor: PersonWithAccess
  target: PersonWithAccess
}

/**
 * Locks the customer's people and reads them again, because the session reflects the start of the call, and somebody may have changed them in the
 * meantime.
 *
 * @throws AppError not_signed_in if the caller is no longer active; user_not_found.
 */
export async function lockActorAndTarget(tx: CustomerTx, session: Session, userId: number): Promise<Scene> {
  const { everybody, actor } = await lockPeopleOf(tx, session)
  const target = everybody.find(({ id }) => id === userId)
  if (!target) throw new AppError(userErrors.user_not_found)
  return { everybody, actor, target }
}

/**
 * Locks the customer's people and reads them again, the caller among them as `actor`.
 * @throws AppError not_signed_in if the caller is no longer active.
 */
export async function lockPeopleOf(tx: CustomerTx, session: Session): Promise<Omit<Scene, 'target'>> {
  await lockPeople(tx)
  const everybody = await readPeople(tx)
  const actor = everybody.find(({ id }) => id === session.userId)
  if (!actor?.isActive) throw new AppError(coreErrors.not_signed_in)
  return { everybody, actor }
}

/** @throws AppError with the reason if the rules refuse the action. */
export function expectAllowed(action: Parameters<typeof findRefusal>[0], { actor, target }: Scene, locationId?: number): void {
  const refusal = findRefusal(action, actor, target, locationId)
  if (refusal) throw new AppError(refusalErrors[refusal])
}

/**
 * Lists the users of the customer. The customer admin sees everything about them. A location admin sees everybody's name, but sees their access only
 * at the admin's own locations, and the email addresses only of people with access to one of these locations (rest.md).
 */
export async function readUsers(tx: CustomerTx, session: Session): Promise<CustomerUser[]> {
  return (await readPeople(tx)).map((person) => asCustomerUser(person, session))
}

/** @throws AppError user_not_found. */
export async function readUser(tx: CustomerTx, session: Session, userId: number): Promise<CustomerUser> {
  const [person] = await readPeople(tx, [userId])
  if (!person) throw new AppError(userErrors.user_not_found)
  return asCustomerUser(person, session)
}

export async function readActiveCount(tx: CustomerTx): Promise<{ count: number }> {
  return { count: (await selectPeopleCount(tx).executeTakeFirstOrThrow()).active }
}

/** Whether the caller may see this person: it is the caller, they share a location, or the caller sees everybody. */
function knows(session: Session, person: PersonFacts): boolean {
  return (
    session.scope === 'all' || person.id === session.userId || person.access.some((one) => session.locationIds.includes(one.locationId))
  )
}

export function asCustomerUser(person: PersonWithAccess, session: Session): CustomerUser {
  const { id, firstName, middleName, lastName, title, emailAddress, isActive, customerId, adminId, invitationEndsAt } = person.row
  const places = person.places.filter((one) => session.scope === 'all' || session.locationIds.includes(one.locationId))
  return {
    id,
    firstName,
    middleName,
    lastName,
    title,
    isActive,
    customerId,
    customer: { id: customerId, adminId },
    userContacts: knows(session, person) ? [{ type: 'EMAIL', contactInfo: emailAddress }] : [],
    userCustomerLocations: places.map(({ locationId, name, isAdmin }) => ({
      customerLocationId: locationId,
      isAdmin,
      customerLocation: { id: locationId, name },
    })),
    status: userStatus(person, session.now),
    invitationEndsAt: person.hasJoined ? null : (invitationEndsAt?.toISOString() ?? null),
  }
}

function userStatus({ isActive, hasJoined, row }: PersonWithAccess, now: Date): UserStatus {
  if (!isActive) return 'deactivated'
  if (hasJoined) return 'active'
  return row.invitationEndsAt && row.invitationEndsAt > now ? 'invited' : 'expired'
}

/** The name of a location. @throws AppError location_not_found if the caller cannot access it. */
export async function expectLocation(tx: CustomerTx, session: Session, locationId: number): Promise<string> {
  return pickLocation(await selectLocationNames(tx).execute(), session, locationId)
}

/** @throws AppError location_not_found if the caller cannot access the location. */
export function pickLocation(places: readonly { id: number; name: string }[], session: Session, locationId: number): string {
  const found = places.find(({ id }) => id === locationId)
  if (!found || (session.scope !== 'all' && !session.locationIds.includes(locationId)))
    throw new AppError(locationErrors.location_not_found)
  return found.name
}
