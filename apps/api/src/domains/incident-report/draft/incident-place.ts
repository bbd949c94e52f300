import type { IncidentPreview } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { locationErrors } from '../../location/location.facts.ts'
import { readLocationNames } from '../../location/location.service.ts'
import { incidentReportErrors } from '../incident-report.facts.ts'
import { findReport } from '../incident-report.queries.ts'

/**
 * The location of a report: that of its incident, or, without an incident, the one that the input names.
 *
 * @throws AppError incident_not_found, location_not_found; incident_elsewhere if both are given and differ, whether or not the caller can see the
 * named location.
 */
export async function checkPlace(
  tx: CustomerTx,
  session: Session,
  { locationId, incidentId }: Pick<IncidentPreview, 'locationId' | 'incidentId'>,
): Promise<{ locationId: number; threadId: number | null }> {
  const known = incidentId === undefined ? undefined : await findReport(tx, incidentId)
  if (incidentId !== undefined && !known) throw new AppError(incidentReportErrors.incident_not_found)
  if (known && known.locationId !== locationId) throw new AppError(incidentReportErrors.incident_elsewhere)
  const isOwn = session.scope === 'all' || session.locationIds.includes(locationId)
  if (!isOwn || !(await readLocationNames(tx)).has(locationId)) throw new AppError(locationErrors.location_not_found)
  must(session, 'incident:write', locationId)
  return { locationId, threadId: known?.threadId ?? null }
}
