import {
  type IncidentDraft,
  type IncidentDraftInput,
  type IncidentForm,
  type IncidentPreview,
  type Ok,
  writeFullName,
} from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { type AuditAction, audit } from '../../../call/audit.ts'
import { HOUR_MS, toInstant } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { makePersonName } from '../../../core/text/person.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printMoment } from '../../../print/dates.ts'
import { incidentReportErrors } from '../incident-report.facts.ts'
import { listReports } from '../incident-report.queries.ts'
import {
  type ChangesRecorded,
  type DraftRecord,
  deleteDraft,
  findAuthor,
  findDraft,
  insertDraft,
  listDrafts,
  lockDraft,
  updateDraft,
} from './incident-draft.queries.ts'
import { checkPlace } from './incident-place.ts'

/**
 * Saves a form in any state. The deadline for the report runs from the determination that the form states. @param investigationId - of an
 * investigation that found the product illegitimate; it stays with the draft and with drafts split off from it. @throws AppError incident_draft_gone,
 * incident_draft_changed with person and time, incident_not_found, location_not_found.
 */
export async function saveDraft(tx: CustomerTx, session: Session, input: IncidentDraftInput, investigationId: number | null = null) {
  const { jsonData: form, draft, copyOf, page, asTyped } = input
  const place = await checkPlace(tx, session, input)
  const kept = draft && (await lockUnchanged(tx, session, draft, page))
  const origin = kept ?? (copyOf === undefined ? undefined : await findDraft(tx, copyOf))
  const determined = pickDetermined(form, origin, session)
  const isRecorded = kept !== undefined && isChangeToRecord(kept, session)
  const changesTold: ChangesRecorded = { ...kept?.changesTold, ...(isRecorded ? { [session.userId]: session.now.toISOString() } : {}) }
  const values = {
    ...place,
    ...determined,
    investigationId: origin?.investigationId ?? investigationId,
    form: { ...form, asTyped },
    savedWith: page || null,
    updatedAt: session.now,
    updatedById: session.userId,
    changesTold,
  }
  let draftId = kept?.id
  if (draftId === undefined) {
    draftId = await insertDraft(tx, { ...values, createdAt: session.now, createdById: session.userId })
    await auditDraft(tx, session, 'incident.draft', { id: draftId, form })
  } else {
    await updateDraft(tx, draftId, values)
    if (isRecorded) await auditDraft(tx, session, 'incident.draftChange', { id: draftId, form })
  }
  return { draftId, updatedAt: session.now.toISOString(), determinedAt: determined.determinedAt?.toISOString() ?? null }
}

/** Locks the draft if the caller has its latest version, so that saving never overwrites changes made on another page. */
export async function lockUnchanged(
  tx: CustomerTx,
  session: Session,
  { id, since }: { id: number; since: string },
  page: string,
): Promise<DraftRecord> {
  const kept = await lockDraft(tx, id)
  if (!kept) throw new AppError(incidentReportErrors.incident_draft_gone)
  must(session, 'incident:write', kept.locationId)
  const isSame = kept.updatedAt.getTime() === Date.parse(since) || (page !== '' && kept.savedWith === page)
  if (isSame) return kept
  const by = kept.updatedById === null || kept.updatedById === session.userId ? undefined : await findAuthor(tx, kept.updatedById)
  const who = by ? `${writeFullName(by)} changed this draft` : 'This draft was changed in another window'
  throw new AppError(incidentReportErrors.incident_draft_changed, {
    detail: `${who} on ${printMoment(kept.updatedAt.toISOString(), session)}. Nothing was overwritten.`,
    facts: { by: by ?? null, at: kept.updatedAt.toISOString() },
  })
}

export type DeterminedAt = Pick<DraftRecord, 'determinedAt' | 'timeZone'>

/**
 * Computes the time at which the company made the determination from the day and time in the form. If neither field has changed, keeps the stored
 * time and time zone, so that a person who saves the form in another time zone does not move the determination. If the time of day is empty, the
 * beginning of the day counts, which gives the earliest deadline.
 */
export function pickDetermined(
  form: IncidentForm,
  kept: (DeterminedAt & { form: IncidentForm }) | undefined,
  { timeZone }: Session,
): DeterminedAt {
  const { productFoundDate: day, productFoundTime: time } = form
  if (kept && kept.form.productFoundDate === day && kept.form.productFoundTime === time)
    return { determinedAt: kept.determinedAt, timeZone: kept.timeZone }
  return { determinedAt: day ? toInstant(day, time || '00:00', timeZone) : null, timeZone: day ? timeZone : null }
}

/** Finds the time at which, according to the form, the determination was made. The caller need not have locked the draft. */
export async function readDetermined(tx: CustomerTx, session: Session, { draft, jsonData }: IncidentPreview): Promise<DeterminedAt> {
  return pickDetermined(jsonData, draft && (await findDraft(tx, draft.id)), session)
}

/**
 * Whether to add an entry to the history for an edit of a draft. The author's edits get none. Other people's edits get one per person and hour,
 * because the form is saved while a person types.
 */
function isChangeToRecord({ createdById, changesTold }: DraftRecord, { userId, now }: Session): boolean {
  const recordedAt = changesTold[userId]
  return createdById !== userId && (recordedAt === undefined || now.getTime() - Date.parse(recordedAt) >= HOUR_MS)
}

/**
 * Writes the audit line of a draft. The line has no `subjectId`, because in other lines about incidents that is the id of a report, and a draft is
 * not a report yet.
 */
async function auditDraft(tx: CustomerTx, session: Session, action: AuditAction, { id, form }: { id: number; form: IncidentForm }) {
  const detail = { draftId: id, nameOfProduct: form.nameOfProduct, serialNumber: form.serialNumber.slice(0, 200) }
  await audit(tx, session, { action, subject: 'incident', subjectId: null, detail })
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
      form: row.form,
      asTyped: row.form.asTyped ?? {},
      determinedAt: row.determinedAt?.toISOString() ?? null,
      timeZone: row.timeZone,
      createdBy: makePersonName(row),
      updatedAt: row.updatedAt.toISOString(),
    })
  }
  return drafts
}

export async function discardDraft(tx: CustomerTx, session: Session, draftId: number): Promise<Ok> {
  const draft = await lockDraft(tx, draftId)
  if (!draft) throw new AppError(incidentReportErrors.incident_draft_gone)
  must(session, 'incident:write', draft.locationId)
  await deleteDraft(tx, draftId)
  await auditDraft(tx, session, 'incident.draftDrop', draft)
  return { ok: true }
}
