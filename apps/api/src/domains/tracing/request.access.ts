import { may, must, type Places, type Session } from '../../call/access/access.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { selectLocations } from '../location/location.joins.ts'
import { findRequest, lockRequest, type RequestRecord } from './request.queries.ts'
import { tracingErrors } from './tracing.facts.ts'

export type TracingRight = 'tracing:read' | 'tracing:write'

/** The locations at which the caller has the right. */
export const placesOf = (session: Session, right: TracingRight): Places => session.permissions.get(right) ?? []

/**
 * Returns the location for which to check the right. For a request to the whole company, the right at any location is enough, so this is the first
 * location at which the caller has it.
 */
function placeToAsk(session: Session, right: TracingRight, locationId: number | null): number | null {
  const places = placesOf(session, right)
  return locationId ?? (places === 'all' ? null : (places[0] ?? null))
}

export const mayAt = (session: Session, right: TracingRight, locationId: number | null): boolean =>
  may(session, right, placeToAsk(session, right, locationId))

export const mustAt = (session: Session, right: TracingRight, locationId: number | null): void =>
  must(session, right, placeToAsk(session, right, locationId))

/**
 * Finds a request for which the caller has the right. @throws AppError tracing_not_found, also for a request to a location at which the caller lacks
 * the right.
 */
export async function expectRequest(tx: CustomerTx, session: Session, id: number, right: TracingRight): Promise<RequestRecord> {
  return checked(session, await findRequest(tx, id), right)
}

/** Like `expectRequest`, but locks the request until the transaction ends. */
export async function expectLockedRequest(tx: CustomerTx, session: Session, id: number): Promise<RequestRecord> {
  return checked(session, await lockRequest(tx, id), 'tracing:write')
}

function checked(session: Session, row: RequestRecord | undefined, right: TracingRight): RequestRecord {
  if (!row || !mayAt(session, right, row.locationId)) throw new AppError(tracingErrors.tracing_not_found)
  mustAt(session, right, row.locationId)
  return row
}

/** Returns the ids of the locations whose records the caller's transactions can see. */
export async function listSeen(tx: CustomerTx, { scope, locationIds }: Seeing): Promise<number[]> {
  if (scope === 'some') return [...locationIds]
  return (await selectLocations(tx, { locationIds: 'all' }).execute()).map(({ id }) => id)
}

/** The part of a session that decides which locations' records its transactions can see. */
export type Seeing = Pick<Session, 'scope' | 'locationIds'>

/** Whether the caller may see the records of all locations that this answer or search covers, because it may contain records of any of them. */
export function mayReadAnswer({ scope, locationIds: seen }: Seeing, { locationIds }: { locationIds: readonly number[] }): boolean {
  return scope === 'all' || locationIds.every((id) => seen.includes(id))
}

/**
 * Expects that the request is still open.
 * @throws AppError tracing_closed
 */
export function expectOpen({ endedAt }: Pick<RequestRecord, 'endedAt'>): void {
  if (endedAt) throw new AppError(tracingErrors.tracing_closed)
}
