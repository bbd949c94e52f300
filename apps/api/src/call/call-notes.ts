import type { Permission } from '@seriatim/schema'

/**
 * Source of the location for which a call's right is checked. `input`: the input contains a location. `row`: the input identifies a row, which has a
 * location. `scope`: the call covers all of the caller's locations; row security hides the others in tables that have a location, and the query
 * itself must leave them out of all other tables. `none`: the call uses no location's data.
 */
export type LocationSource = 'input' | 'row' | 'scope' | 'none'

/** Collects which permissions one call has checked and which audit lines it has written. `trpc.ts` verifies them when the call ends. */
export interface CallNotes {
  /** Rights that a service checked, each with the locations for which it was checked; null means a check without a location. */
  readonly asked: Map<Permission, Set<number | null>>
  /** Whether an audit line was written for the call, or the service reported that nothing changed. */
  isAudited: boolean
}

export const newNotes = (): CallNotes => ({ asked: new Map(), isAudited: false })

/** Records that a right was checked for a location. */
export function noteAsked(notes: CallNotes | undefined, permission: Permission, locationId: number | null): void {
  if (!notes) return
  const places = notes.asked.get(permission)
  if (places) places.add(locationId)
  else notes.asked.set(permission, new Set([locationId]))
}

interface DeclaredRight {
  permission?: Permission
  location?: LocationSource
}

/**
 * Throws if a call about one location's data has ended without checking its permission. The error also occurs in production, and rolls back the
 * call's transaction. @throws Error
 */
export function expectAsked({ asked }: CallNotes, path: string, { permission, location }: DeclaredRight): void {
  if (permission === undefined || (location !== 'input' && location !== 'row') || asked.has(permission)) return
  throw new Error(`${path} is about a location's data, but ${permission} was not checked: its service must call must(session, …).`)
}

/** Finds a location in the input for which the service did not check the call's permission. */
export function locationLeft({ asked }: CallNotes, input: unknown, { permission, location }: DeclaredRight): number | undefined {
  const places = permission && asked.get(permission)
  if (location !== 'input' || !places || places.has(null)) return undefined
  return locationsIn(input).find((id) => !places.has(id))
}

/** Collects the location ids in an input, at any depth. Recognizes them by their field's name. */
function locationsIn(input: unknown): number[] {
  if (Array.isArray(input)) return input.flatMap(locationsIn)
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) =>
    /^(customerLocationIds?|locationId)$/.test(name) ? [value].flat().filter((id) => typeof id === 'number' && id > 0) : locationsIn(value),
  )
}

/**
 * Whether the audit trail records the calls of a procedure. A change is recorded unless the procedure opts out with `none` and a reason, such as that
 * nothing is stored. A query is recorded only if the procedure has `read`, because it hands out evidence.
 */
export type AuditPolicy = 'read' | { none: string }

/** Whether a procedure that should be audited has succeeded without writing to the audit trail. */
export function isUnaudited({ isAudited }: CallNotes, type: string, policy: AuditPolicy | undefined): boolean {
  return !isAudited && (type === 'mutation' ? policy === undefined || policy === 'read' : policy === 'read')
}
