import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { incidentReportErrors } from '../incident-report.facts.ts'
import { findThread, findThreadByNumber, listReports, lockNumber, type ThreadRecord } from '../incident-report.queries.ts'

/**
 * Checks that another report can join an incident: the incident is not terminated, and no other incident of the location has the report's incident
 * number. @throws AppError incident_not_found, incident_terminated, incident_number_taken.
 */
export async function expectJoinable(tx: CustomerTx, thread: ThreadRecord | undefined, incidentNumber: string): Promise<ThreadRecord> {
  if (!thread) throw new AppError(incidentReportErrors.incident_not_found)
  if (thread.terminatedAt) throw new AppError(incidentReportErrors.incident_terminated)
  if (incidentNumber && incidentNumber !== thread.incidentNumber) await expectNumberFree(tx, thread.locationId, incidentNumber)
  return thread
}

/** Checks, before the document is previewed, that a report about this incident could be sent. */
export async function expectReportable(
  tx: CustomerTx,
  { locationId, threadId }: { locationId: number; threadId: number | null },
  incidentNumber: string,
): Promise<void> {
  const known = threadId ?? (incidentNumber ? await findThreadByNumber(tx, locationId, incidentNumber) : undefined)
  if (known !== undefined) await expectJoinable(tx, await findThread(tx, known), incidentNumber)
}

/** Expects that no other incident of the location has this number. @throws AppError incident_number_taken, which names the incident that has it. */
export async function expectNumberFree(tx: CustomerTx, locationId: number, incidentNumber: string): Promise<void> {
  await lockNumber(tx, locationId, incidentNumber)
  const other = await findThreadByNumber(tx, locationId, incidentNumber)
  if (other === undefined) return
  const first = (await listReports(tx, other)).at(-1)
  const serial = first?.serialNumber ? `, serial number ${first.serialNumber.slice(0, 100)}` : ''
  throw new AppError(incidentReportErrors.incident_number_taken, {
    detail: `Another incident of this location has the number ${incidentNumber}: ${first?.productName ?? ''}${serial}.`,
    facts: { field: 'incidentNumber', incidentId: first?.id ?? null },
  })
}
