import type { AccessEntry, AccessRemoval, AdminToggle, NewAccess } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { type AuditAction, audit, auditNothing } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import { readInOneQuery } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { deleteAccess, insertAccess, selectLocationNames, selectPeopleWithAccess, updateAccess } from '../people/people.queries.ts'
import { findLastAdmin } from '../people/people.rules.ts'
import {
  expectAllowed,
  expectLocation,
  lockActorAndTarget,
  type PersonWithAccess,
  pickLocation,
  type Scene,
  toPeople,
} from '../people/people.service.ts'
import { userErrors } from '../user.facts.ts'

/** @throws AppError location_not_found, not_allowed (403): the caller has access to the location but does not administer it. */
async function lockAccessTarget(
  tx: CustomerTx,
  session: Session,
  { userId, customerLocationId }: { userId: number; customerLocationId: number },
) {
  const name = await expectLocation(tx, session, customerLocationId)
  must(session, 'user:manage', customerLocationId)
  return { name, scene: await lockActorAndTarget(tx, session, userId) }
}

export async function readLocationAccess(tx: CustomerTx, session: Session, customerLocationId: number): Promise<AccessEntry[]> {
  const { places, ...people } = await readInOneQuery(tx, { places: selectLocationNames(tx), ...selectPeopleWithAccess(tx) })
  const name = pickLocation(places, session, customerLocationId)
  must(session, 'user:manage', customerLocationId)
  return toPeople(people).flatMap((person) => {
    const there = person.access.find((one) => one.locationId === customerLocationId)
    return there ? [toAccessEntry(person, customerLocationId, name, there.isAdmin)] : []
  })
}

/** Grants access (ROLE-016). @throws AppError with the error that `findRefusal` returns. */
export async function grantAccess(tx: CustomerTx, session: Session, input: NewAccess): Promise<AccessEntry> {
  const { userId, customerLocationId: locationId, isAdmin } = input
  const { name, scene } = await lockAccessTarget(tx, session, input)
  expectAllowed('grant', scene, locationId)
  await insertAccess(tx, { userId, locationId, isAdmin, grantedAt: session.now, grantedById: session.userId })
  await auditAccess(tx, session, 'access.grant', { userId, locationId, before: 'none', after: isAdmin ? 'admin' : 'user' })
  return toAccessEntry(scene.target, locationId, name, isAdmin)
}

/**
 * Removes a person's access to a location.
 * @throws AppError with the error that `findRefusal` returns, or last_admin if the location would be left without an admin and the caller has not
 * confirmed that.
 */
export async function removeAccess(tx: CustomerTx, session: Session, input: AccessRemoval): Promise<AccessEntry> {
  const { userId, customerLocationId: locationId, leaveWithoutAdmin } = input
  const { name, scene } = await lockAccessTarget(tx, session, input)
  expectAllowed('remove', scene, locationId)
  expectAdminLeft(scene, [locationId], leaveWithoutAdmin)
  const isAdmin = isAdminNow(scene, locationId)
  await deleteAccess(tx, { userId, locationId })
  await auditAccess(tx, session, 'access.remove', { userId, locationId, before: isAdmin ? 'admin' : 'user', after: 'none' })
  return toAccessEntry(scene.target, locationId, name, isAdmin)
}

/**
 * Makes a person an admin of a location, or undoes that. @throws AppError with the error that `findRefusal` returns, or last_admin if the location
 * would be left without an admin and nobody confirmed that.
 */
export async function toggleAdmin(tx: CustomerTx, session: Session, input: AdminToggle): Promise<AccessEntry> {
  const { userId, customerLocationId: locationId, leaveWithoutAdmin } = input
  const { name, scene } = await lockAccessTarget(tx, session, input)
  const wasAdmin = isAdminNow(scene, locationId)
  const isAdmin = input.to ?? !wasAdmin
  expectAllowed(isAdmin ? 'makeAdmin' : 'revokeAdmin', scene, locationId)
  if (isAdmin === wasAdmin) auditNothing(session)
  else {
    if (!isAdmin) expectAdminLeft(scene, [locationId], leaveWithoutAdmin)
    await updateAccess(tx, { userId, locationId }, isAdmin)
    const [before, after] = isAdmin ? ['user', 'admin'] : ['admin', 'user']
    await auditAccess(tx, session, isAdmin ? 'access.makeAdmin' : 'access.revokeAdmin', { userId, locationId, before, after })
  }
  return toAccessEntry(scene.target, locationId, name, isAdmin)
}

/**
 * Checks that the change leaves no location without an admin, unless `isMeant` says that this is intended.
 *
 * @throws AppError last_admin with the locations that would be left without an admin.
 */
export function expectAdminLeft(
  { everybody, target }: Scene,
  locationIds: readonly number[] | undefined,
  isMeant: boolean | undefined,
): void {
  if (isMeant) return
  const left = findLastAdmin(target, everybody, locationIds)
  if (left.length) throw new AppError(userErrors.last_admin, { facts: { locationIds: left } })
}

function isAdminNow({ target }: Scene, locationId: number): boolean {
  return target.access.some((one) => one.locationId === locationId && one.isAdmin)
}

function toAccessEntry({ id, row }: PersonWithAccess, locationId: number, name: string, isAdmin: boolean): AccessEntry {
  const { firstName, lastName } = row
  return { userId: id, user: { firstName, lastName }, customerLocationId: locationId, isAdmin, customerLocation: { id: locationId, name } }
}

/** Writes a separate audit entry for each person and location, because who had access on a past day is derived from these entries. */
export async function auditAccess(
  tx: CustomerTx,
  session: Session,
  action: AuditAction,
  { userId, locationId, before, after }: { userId: number; locationId: number; before: string | undefined; after: string | undefined },
): Promise<void> {
  const detail = { locationId, field: 'access', before, after }
  await audit(tx, session, { action, subject: 'user', subjectId: userId, detail })
}
