import type { Permission } from '@seriatim/schema'

/**
 * Where the location comes from at which a call's right is asked. `input`: the call names a location. `row`: what it names lies at one. `scope`: it
 * speaks of all of the caller's locations, and row security leaves out the others. `none`: no location's data.
 */
export type LocationSource = 'input' | 'row' | 'scope' | 'none'

/** What a call did that the ladder looks at when it is over; a call has its own. */
export interface CallNotes {
  /** Rights that a service asked at a place. */
  readonly asked: Set<Permission>
  /** The trail has a line of it, or its service said that nothing was changed. */
  isTold: boolean
}

export const newNotes = (): CallNotes => ({ asked: new Set(), isTold: false })

/**
 * A call about one location's data that succeeded without asking for its right there is a mistake of ours: it fails, also in production, and its
 * transaction with it.
 *
 * @throws Error
 */
export function expectAsked({ asked }: CallNotes, path: string, meta: { permission?: Permission; location?: LocationSource }): void {
  const { permission, location } = meta
  if (permission === undefined || (location !== 'input' && location !== 'row') || asked.has(permission)) return
  throw new Error(`${path} is about a location's data and asked for ${permission} nowhere: its service calls must(session, …).`)
}

/**
 * What the trail has of a call. Changes are told unless the procedure opts out and says why (`none`), where the domain's own rules decide or there is
 * nothing to tell; a query that hands out evidence is told too (`read`).
 */
export type Telling = 'read' | { none: string }

/** Whether the trail lacks the line of a call that succeeded. */
export function isUntold({ isTold }: CallNotes, type: string, telling: Telling | undefined): boolean {
  return !isTold && (type === 'mutation' ? telling === undefined || telling === 'read' : telling === 'read')
}
