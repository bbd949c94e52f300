import type { IncidentDraft, IncidentForm, IncidentPreview, Ok } from '@seriatim/schema'
import { must, type Session } from '../../access.ts'
import { instantOf } from '../../day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { personOf } from '../../person.ts'
import { readLocationNames } from '../location/location.service.ts'
import { deleteDraft, insertDraft, listDrafts, updateDraft } from './incident-draft.queries.ts'
import { findReport, listReports } from './incident-report.queries.ts'

/** Keeps a form as it stands, however little is in it; its clock runs from the determination. */
export async function saveDraft(tx: CustomerTx, session: Session, { jsonData, locationId, incidentId, draftId }: IncidentPreview) {
  const known = incidentId === undefined ? undefined : await findReport(tx, incidentId)
  if (incidentId !== undefined && !known) throw new AppError('incident_not_found')
  const place = known?.locationId ?? locationId
  const isOwn = session.scope === 'all' || session.locationIds.includes(place)
  if (!isOwn || !(await readLocationNames(tx)).has(place)) throw new AppError('location_not_found')
  must(session, 'incident:write', place)
  const determinedAt = determined(jsonData, session.timeZone)
  const values = { locationId: place, threadId: known?.threadId ?? null, form: jsonData, determinedAt, updatedAt: session.now }
  if (draftId !== undefined && !(await updateDraft(tx, draftId, values))) throw new AppError('incident_draft_gone')
  const id = draftId ?? (await insertDraft(tx, { ...values, createdAt: session.now, createdById: session.userId }))
  return { draftId: id, updatedAt: session.now.toISOString(), determinedAt: determinedAt?.toISOString() ?? null }
}

function determined({ productFoundDate, productFoundTime }: IncidentForm, timeZone: string): Date | null {
  return productFoundDate ? instantOf(productFoundDate, productFoundTime || '00:00', timeZone) : null
}

export async function readDrafts(tx: CustomerTx): Promise<IncidentDraft[]> {
  const drafts: IncidentDraft[] = []
  for (const row of await listDrafts(tx)) {
    const [newest] = row.threadId === null ? [] : await listReports(tx, row.threadId)
    drafts.push({
      id: row.id,
      locationId: row.locationId,
      locationName: row.locationName,
      incidentId: newest?.id ?? null,
      form: row.form as IncidentForm, // written by `saveDraft` in this shape
      determinedAt: row.determinedAt?.toISOString() ?? null,
      createdBy: personOf(row),
      updatedAt: row.updatedAt.toISOString(),
    })
  }
  return drafts
}

export async function dropDraft(tx: CustomerTx, draftId: number): Promise<Ok> {
  if (!(await deleteDraft(tx, draftId))) throw new AppError('incident_draft_gone')
  return { ok: true }
}
