import type { Session } from '../../call/access/access.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { findZone } from '../location/location.joins.ts'
import { mayAt, mustAt } from './request.access.ts'
import { findLocationZone } from './request.queries.ts'
import { tracingErrors } from './tracing.facts.ts'

/** Checks the right at the requested location, and returns the location's time zone. @throws AppError tracing_place_not_found. */
export async function expectPlace(tx: CustomerTx, session: Session, locationId: number | null): Promise<string> {
  if (!mayAt(session, 'tracing:write', locationId))
    throw new AppError(tracingErrors.tracing_place_not_found, { facts: { field: 'locationId' } })
  mustAt(session, 'tracing:write', locationId)
  if (locationId === null) return findZone(tx)
  const zone = await findLocationZone(tx, locationId)
  if (zone === undefined) throw new AppError(tracingErrors.tracing_place_not_found, { facts: { field: 'locationId' } })
  return zone
}
