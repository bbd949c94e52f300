import type { Permission } from '@seriatim/schema'

/**
 * Where the location comes from at which a call's right is asked. `input`: the call names a location. `row`: what it names lies at one. `scope`: it
 * speaks of all of the caller's locations, and row security leaves out the others. `none`: no location's data.
 */
export type LocationSource = 'input' | 'row' | 'scope' | 'none'

/** What a call did that the ladder looks at when it is over; a call has its own. */
export interface CallNotes {
  /** Rights that a service asked, and where: null is no location. */
  readonly asked: Map<Permission, Set<number | null>>
  /** The trail has a line of it, or its service said that nothing was changed. */
  isTold: boolean
}

export const newNotes = (): CallNotes => ({ asked: new Map(), isTold: false })

/** A right was asked at a place. */
export function noteAsked(notes: CallNotes | undefined, permission: Permission, locationId: number | null): void {
  if (!notes) return
  const places = notes.asked.get(permission)
  if (places) places.add(locationId)
  else notes.asked.set(permission, new Set([locationId]))
}

interface Asking {
  permission?: Permission
  location?: LocationSource
}

/**
 * A call about one location's data that succeeded without asking for its right there is a mistake of ours: it fails, also in production, and its
 * transaction with it.
 *
 * @throws Error
 */
export function expectAsked({ asked }: CallNotes, path: string, { permission, location }: Asking): void {
  if (permission === undefined || (location !== 'input' && location !== 'row') || asked.has(permission)) return
  throw new Error(`${path} is about a location's data and asked for ${permission} nowhere: its service calls must(session, …).`)
}

/** A location that an input names, as it came, and for which the call's right was not asked. */
export function locationLeft({ asked }: CallNotes, input: unknown, { permission, location }: Asking): number | undefined {
  const places = permission && asked.get(permission)
  if (location !== 'input' || !places || places.has(null)) return undefined
  return locationsIn(input).find((id) => !places.has(id))
}

/** The locations that an input names, by the names that inputs have for them. */
function locationsIn(input: unknown): number[] {
  if (Array.isArray(input)) return input.flatMap(locationsIn)
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) =>
    /^(customerLocationIds?|locationId)$/.test(name) ? [value].flat().filter((id) => typeof id === 'number' && id > 0) : locationsIn(value),
  )
}

/**
 * What the trail has of a call. Changes are told unless the procedure opts out and says why (`none`), where the domain's own rules decide or there is
 * nothing to tell; a query that hands out evidence is told too (`read`).
 */
export type Telling = 'read' | { none: string }

/** Whether the trail lacks the line of a call that succeeded. */
export function isUnaudited({ isTold }: CallNotes, type: string, telling: Telling | undefined): boolean {
  return !isTold && (type === 'mutation' ? telling === undefined || telling === 'read' : telling === 'read')
}
