import type { AccessLevel } from '@seriatim/schema'

/** One person's access at a moment. */
export interface Stand {
  id: number
  status: 'active' | 'invited' | 'deactivated'
  /** Access level by location; a missing entry means no access. */
  access: Map<number, Exclude<AccessLevel, 'none'>>
}

export interface Moment {
  adminId: number
  /** By location id: the id of the owner whose goods the location receives (340B); a missing entry means the location's own goods. */
  owners: Map<number, number>
  people: Map<number, Stand>
}

/** An audit line about people or about the owner of received goods, as `audit()` writes it. */
export interface PeopleLine {
  action: string
  subjectId: number | null
  detail: Record<string, unknown>
}

const toNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)
const findLevel = (value: unknown): AccessLevel => (value === 'admin' || value === 'user' ? value : 'none')
const collectIds = (value: unknown) => (Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [])

/** Reverts the change that an audit line reports, so that `moment` is as it was before the change. To revert several lines, begin with the newest. */
export function revertLine(moment: Moment, { action, subjectId, detail }: PeopleLine): void {
  const { people } = moment
  if (action === 'customer.handOver') moment.adminId = toNumber(detail.fromUserId) ?? moment.adminId
  if (action === 'location.setOwner' && subjectId !== null) {
    const { before } = detail
    const owner =
      typeof before === 'object' && before !== null && 'ownerLocationId' in before ? toNumber(before.ownerLocationId) : undefined
    if (owner === undefined) moment.owners.delete(subjectId)
    else moment.owners.set(subjectId, owner)
    return
  }
  const person = people.get(subjectId ?? 0)
  if (action === 'user.inviteWithdrawn' && subjectId !== null) {
    const administered = collectIds(detail.administered)
    const access = collectIds(detail.locationIds).map((id) => [id, administered.includes(id) ? 'admin' : 'user'] as const)
    people.set(subjectId, { id: subjectId, status: 'invited', access: new Map(access) })
  }
  if (!person) return
  if (action === 'user.invite') people.delete(person.id)
  if (action === 'user.join') person.status = 'invited'
  if (action === 'user.deactivate') person.status = 'active'
  if (action === 'user.reactivate') person.status = 'deactivated'
  const locationId = toNumber(detail.locationId)
  if (!action.startsWith('access.') || locationId === undefined) return
  const before = findLevel(detail.before)
  if (before === 'none') person.access.delete(locationId)
  else person.access.set(locationId, before)
}
