import type { IncidentPreview } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { locationErrors } from '../../location/location.facts.ts'
import { readLocationNames } from '../../location/location.service.ts'
import { incidentReportErrors } from '../incident-report.facts.ts'
import { findReport } from '../incident-report.queries.ts'

/** Where a report belongs: the place of its incident, else the named location. */
export async function checkPlace(
  tx: CustomerTx,
  session: Session,
  { locationId, incidentId }: Pick<IncidentPreview, 'locationId' | 'incidentId'>,
): Promise<{ locationId: number; threadId: number | null }> {
  const known = incidentId === undefined ? undefined : await findReport(tx, incidentId)
  if (incidentId !== undefined && !known) throw new AppError(incidentReportErrors.incident_not_found)
  const place = known?.locationId ?? locationId
  const isOwn = session.scope === 'all' || session.locationIds.includes(place)
  if (!isOwn || !(await readLocationNames(tx)).has(place)) throw new AppError(locationErrors.location_not_found)
  must(session, 'incident:write', place)
  return { locationId: place, threadId: known?.threadId ?? null }
}
