import type { AccessChange, AccessChanges, AccessLevel, PersonAction } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { locationErrors } from '../../location/location.facts.ts'
import { deleteAccess, insertAccess, selectLocationNames, updateAccess } from '../people/people.queries.ts'
import { findRefusal, type PersonFacts } from '../people/people.rules.ts'
import { lockPeopleOf } from '../people/people.service.ts'
import { refusalErrors, userErrors } from '../user.facts.ts'
import { auditAccess } from './access.service.ts'

/**
 * Saves access changes of many people at many locations, all or none.
 *
 * @throws AppError access_changed if somebody else has changed the access in the meantime; the errors of `findRefusal`; last_admin with the locations
 * that would have no admin, unless confirmed.
 */
export async function saveAccess(tx: CustomerTx, session: Session, { changes, leaveWithoutAdmin }: AccessChanges): Promise<void> {
  must(session, 'user:manageAll', null)
  const { everybody, actor } = await lockPeopleOf(tx, session)
  const places = new Set((await selectLocationNames(tx).execute()).map(({ id }) => id))
  const before = new Map<number, PersonFacts>(everybody.map((person) => [person.id, person]))
  const after = new Map(before)
  for (const change of changes) {
    const { userId, customerLocationId: locationId, from, to } = change
    const target = after.get(userId)
    if (!target) throw new AppError(userErrors.user_not_found)
    if (!places.has(locationId)) throw new AppError(locationErrors.location_not_found)
    const action = decideAction(change)
    if (findLevel(target, locationId) !== from || action === undefined) throw new AppError(userErrors.access_changed)
    const refusal = findRefusal(action, actor, target, locationId)
    if (refusal) throw new AppError(refusalErrors[refusal])
    after.set(userId, moved(target, locationId, to))
  }
  if (!leaveWithoutAdmin) expectAdmins([...before.values()], [...after.values()])
  for (const change of changes) await save(tx, session, change)
}

function findLevel({ access }: PersonFacts, locationId: number): AccessLevel {
  const there = access.find((one) => one.locationId === locationId)
  return there ? (there.isAdmin ? 'admin' : 'user') : 'none'
}

function decideAction({ from, to }: AccessChange): PersonAction | undefined {
  if (from === to) return undefined
  if (from === 'none') return 'grant'
  if (to === 'none') return 'remove'
  return to === 'admin' ? 'makeAdmin' : 'revokeAdmin'
}

function moved(person: PersonFacts, locationId: number, to: AccessLevel): PersonFacts {
  const others = person.access.filter((one) => one.locationId !== locationId)
  return { ...person, access: to === 'none' ? others : [...others, { locationId, isAdmin: to === 'admin' }] }
}

/**
 * Refuses the changes if a location that has an admin now would have none afterward.
 * @throws AppError last_admin with the ids of all such locations.
 */
function expectAdmins(before: readonly PersonFacts[], after: readonly PersonFacts[]): void {
  const administered = (people: readonly PersonFacts[]) =>
    new Set(
      people
        .filter((one) => one.isActive && one.hasJoined)
        .flatMap(({ access }) => access.filter((one) => one.isAdmin).map((one) => one.locationId)),
    )
  const still = administered(after)
  const left = [...administered(before)].filter((id) => !still.has(id))
  if (left.length) throw new AppError(userErrors.last_admin, { facts: { locationIds: left } })
}

async function save(tx: CustomerTx, session: Session, change: AccessChange): Promise<void> {
  const { userId, customerLocationId: locationId, from, to } = change
  const key = { userId, locationId }
  const isAdmin = to === 'admin'
  if (to === 'none') await deleteAccess(tx, key)
  else if (from === 'none') await insertAccess(tx, { ...key, isAdmin, grantedAt: session.now, grantedById: session.userId })
  else await updateAccess(tx, key, isAdmin)
  const action = to === 'none' ? 'access.remove' : from === 'none' ? 'access.grant' : isAdmin ? 'access.makeAdmin' : 'access.revokeAdmin'
  await auditAccess(tx, session, action, { ...key, before: from, after: to })
}
