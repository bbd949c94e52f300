import type { Permission } from './access.ts'

/**
 * Where the location comes from at which a call's right is asked. `input`: the call names a location. `row`: what it names lies at one. `scope`: it
 * speaks of all of the caller's locations, and row security leaves out the others. `none`: no location's data.
 */
export type LocationSource = 'input' | 'row' | 'scope' | 'none'

/** What a call did that the ladder looks at when it is over; a call has its own. */
export interface CallNotes {
  /** Rights that a service asked at a place. */
  readonly asked: Set<Permission>
}

export const newNotes = (): CallNotes => ({ asked: new Set() })

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
