import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Moment, type PeopleLine, revertLine } from './access-review.rules.ts'

const copy = ({ adminId, people, owners }: Moment) => ({
  adminId,
  owners: [...owners].sort(),
  people: [...people.values()].map(({ id, status, access }) => [id, status, [...access].sort()]).sort(),
})

/**
 * Applies a change of this kind to `moment`, as the service for this change would, and returns the audit line that the service would write. Undefined
 * if this change is not possible now.
 */
function change(moment: Moment, kind: number, personId: number, locationId: number): PeopleLine | undefined {
  const { people, owners } = moment
  if (kind === 8) {
    const before = { ownerLocationId: owners.get(locationId) ?? null }
    if (before.ownerLocationId === null) owners.set(locationId, personId)
    else owners.delete(locationId)
    return { action: 'location.setOwner', subjectId: locationId, detail: { before } }
  }
  const person = people.get(personId)
  const line = (action: string, detail: Record<string, unknown> = {}) => ({ action, subjectId: personId, detail })
  if (!person) {
    people.set(personId, { id: personId, status: 'invited', access: new Map([[locationId, 'user']]) })
    return line('user.invite', { locationIds: [locationId] })
  }
  const before = person.access.get(locationId) ?? 'none'
  const access = (action: string, after: 'none' | 'user' | 'admin') => {
    if (after === 'none') person.access.delete(locationId)
    else person.access.set(locationId, after)
    return line(action, { locationId, before, after })
  }
  if (kind === 0 && before === 'none') return access('access.grant', 'user')
  if (kind === 1 && before !== 'none') return access('access.remove', 'none')
  if (kind === 2 && before === 'user') return access('access.makeAdmin', 'admin')
  if (kind === 3 && before === 'admin') return access('access.revokeAdmin', 'user')
  if (kind === 4 && person.status === 'invited') {
    const locationIds = [...person.access.keys()]
    const administered = locationIds.filter((id) => person.access.get(id) === 'admin')
    people.delete(personId)
    return line('user.inviteWithdrawn', { locationIds, administered })
  }
  if (kind === 5 && person.status !== 'active') {
    const action = person.status === 'invited' ? 'user.join' : 'user.reactivate'
    person.status = 'active'
    return line(action)
  }
  if (kind === 6 && person.status === 'active') {
    person.status = 'deactivated'
    return line('user.deactivate')
  }
  if (kind === 7 && moment.adminId !== personId) {
    const fromUserId = moment.adminId
    moment.adminId = personId
    return { action: 'customer.handOver', subjectId: 1, detail: { fromUserId, toUserId: personId } }
  }
  return undefined
}

test('undoing audit entries, newest first, reconstructs every earlier state of access', () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const moment: Moment = { adminId: 1, people: new Map([[1, { id: 1, status: 'active', access: new Map() }]]), owners: new Map() }
      const lines: { line: PeopleLine; before: unknown }[] = []
      for (const [kind, person, place] of steps) {
        const before = copy(moment)
        const line = change(moment, kind, person, place)
        if (line) lines.push({ line, before })
      }
      for (const { line, before } of lines.toReversed()) {
        revertLine(moment, line)
        expect(copy(moment)).toEqual(before)
      }
    }),
  )
})
