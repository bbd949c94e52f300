import {
  type IncidentClock,
  type IncidentDetail,
  type IncidentEditable,
  type IncidentForm,
  type IncidentNotice,
  type IncidentRow,
  type IncidentSearch,
  type IncidentUpdate,
  type Ok,
  type Page,
  splitAddresses,
  writeFullName,
} from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import { isDateKey, pageOf, readCursor } from '../../../core/page.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { readInOneQuery, readPrepared, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { mailErrors } from '../../mail/mail.facts.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { collectFirstMails, selectFirstMails } from '../clock/incident-clock.queries.ts'
import { describeNotifications, runningClocks, selectAllNotifications } from '../clock/incident-clock.service.ts'
import { incidentReportErrors } from '../incident-report.facts.ts'
import { incidentNoticeMails } from '../incident-report.mails.ts'
import {
  collectTypes,
  countWithoutNumber,
  findReport,
  findReportByPath,
  listReportedIncidents,
  listSenders,
  listTypes,
  lockThread,
  type ReportRecord,
  searchReports,
  selectReports,
  selectTypes,
  updateReportForm,
  updateThread,
} from '../incident-report.queries.ts'
import { addressNotice, addressProblem, deriveIncidentState, isLost, productProblem } from '../incident-report.rules.ts'
import { insertIncidentMail, selectMails } from '../send/incident-mail.queries.ts'
import { selectUnmailed, unmailedAddresses } from '../send/incident-mail.service.ts'
import { formName } from '../send/incident-report.pdf.ts'
import { expectNumberFree } from './incident-number.ts'

export async function searchIncidents(tx: CustomerTx, input: IncidentSearch): Promise<Page<IncidentRow>> {
  const { serialNumber, incidentNumber, ndc, medName, customerLocationId, limit, cursor } = input
  const filter = { serialNumber, incidentNumber, ndc, medName, limit, locationId: customerLocationId || null }
  const rows = await searchReports(tx, filter, readCursor(cursor, isDateKey))
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id])
  const threadIds = items.map((row) => row.threadId)
  const found = await readInOneQuery(tx, { types: selectTypes(tx, threadIds), firstMails: selectFirstMails(tx, threadIds) })
  const types = collectTypes(found.types)
  const clocks = runningClocks(items, collectFirstMails(found))
  const makeRow = (row: ReportRecord) => {
    const running = clocks.get(row.threadId)
    return toIncidentRow(row, types.get(row.threadId) ?? [], running?.reportId === row.id ? running.clock : null)
  }
  return { items: items.map(makeRow), nextCursor }
}

function toIncidentRow(row: ReportRecord, reportTypes: IncidentForm['reportType'][], clock: IncidentClock | null): IncidentRow {
  return {
    id: { value: row.id },
    serialNumber: { value: row.serialNumber },
    reportType: { value: row.reportType },
    incidentNumber: { value: row.incidentNumber },
    productName: { value: row.productName },
    ndc: { value: row.ndc },
    lotNumber: { value: row.lotNumber },
    dateCreated: { value: row.createdAt.toISOString() },
    createdBy: { value: [row.firstName, row.lastName].filter(Boolean).join(' ') },
    customerLocationName: { value: row.locationName },
    filepath: { value: row.filepath },
    state: { value: deriveIncidentState({ ...row, reportTypes }) },
    clock: { value: clock },
  }
}

/** The reports sent in a period, newest first, with the current state of their incidents. */
export async function readReported(tx: CustomerTx, span: { from: Date; to: Date; locationId: number | null }) {
  const reports = await listReportedIncidents(tx, span)
  const types = await listTypes(
    tx,
    reports.map((report) => report.threadId),
  )
  return reports.map((report) => {
    const by = makePersonName(report)
    return {
      id: report.id,
      threadId: report.threadId,
      at: report.createdAt.toISOString(),
      reportType: report.reportType,
      state: deriveIncidentState({ ...report, reportTypes: types.get(report.threadId) ?? [] }),
      incidentNumber: report.incidentNumber,
      productName: report.productName,
      serialNumber: report.serialNumber,
      by: by ? writeFullName(by) : '',
      locationName: report.locationName,
    }
  })
}

export async function countWarnings(tx: CustomerTx): Promise<{ count: number }> {
  return { count: await countWithoutNumber(tx) }
}

export async function readIncidentDetail(tx: CustomerTx, session: Session, incidentId: number): Promise<IncidentDetail> {
  const report = await findReport(tx, incidentId)
  if (!report) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:read', report.locationId)
  const { threadId } = report
  const found = await readPrepared(tx, {
    reports: selectReports(tx, threadId),
    mails: selectMails(tx, threadId),
    ...selectAllNotifications(tx, threadId),
    ...selectUnmailed(tx, session, threadId),
  })
  const reports = withInstants(found.reports, 'createdAt')
  const mails = withInstants(found.mails, 'createdAt', 'sentAt')
  const clock = runningClocks([report], collectFirstMails(found)).get(threadId)?.clock ?? null
  return {
    id: report.id,
    threadId,
    locationId: report.locationId,
    locationName: report.locationName,
    state: deriveIncidentState({ ...report, reportTypes: reports.map((one) => one.reportType) }),
    incidentNumber: report.incidentNumber,
    determinedAt: report.determinedAt.toISOString(),
    clock,
    told: describeNotifications(threadId, found),
    unmailed: unmailedAddresses(found),
    terminatedAt: report.terminatedAt?.toISOString() ?? null,
    investigationId: report.investigationId,
    createdAt: report.createdAt.toISOString(),
    createdBy: makePersonName(report),
    filepath: report.filepath,
    form: { ...report.form, incidentNumber: report.incidentNumber ?? '' },
    reports: reports.map((one) => ({
      id: one.id,
      reportType: one.reportType,
      createdAt: one.createdAt.toISOString(),
      createdBy: makePersonName(one),
      filepath: one.filepath,
    })),
    mails: mails.map((mail) => ({
      id: mail.id,
      reportId: mail.reportId,
      recipient: mail.recipient,
      kind: mail.kind,
      partnerName: mail.partnerName,
      to: mail.toAddresses,
      subject: mail.subject,
      at: (mail.sentAt ?? mail.createdAt).toISOString(),
      status: mail.status,
      attempts: mail.attempts,
      isLost: isLost(mail),
      lastError: mail.lastError,
    })),
  }
}

/** Returns the stored PDF that has this opaque key (decision 10). */
export async function downloadDocument(ctx: Context, session: Session, filepath: string) {
  const report = await ctx.inTx('read write', async (tx) => {
    const found = await findReportByPath(tx, filepath)
    if (!found) throw new AppError(incidentReportErrors.incident_not_found)
    must(session, 'incident:read', found.locationId)
    await audit(tx, session, {
      action: 'incident.download',
      subject: 'incident',
      subjectId: found.id,
      detail: { pdfSha256: found.pdfSha256 },
    })
    return found
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of await ctx.storage.get(session.customerId, report.pdfSha256)) chunks.push(chunk as Uint8Array) // Node's types declare stream chunks as any
  return { filename: formName(report.id), base64: Buffer.concat(chunks).toString('base64') }
}

/** Changes one field of a report, or its incident's number. The sent document stays as it was. */
export async function updateField(tx: CustomerTx, session: Session, { id, field, value }: IncidentUpdate): Promise<Ok> {
  const known = await findReport(tx, id)
  if (!known) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:write', known.locationId)
  const thread = await lockThread(tx, known.threadId)
  // The report is read again after the lock, so that a field that somebody saved while we waited for the lock is not overwritten.
  const report = await findReport(tx, id)
  if (!thread || !report) throw new AppError(incidentReportErrors.incident_not_found)
  if (thread.terminatedAt) throw new AppError(incidentReportErrors.incident_terminated)
  const given = value.trim()
  mustBeGood(field, given)
  const { form } = report
  const before = field === 'incidentNumber' ? (thread.incidentNumber ?? '') : form[field]
  if (before === given) return unchanged(session)
  if (field === 'incidentNumber' && given) await expectNumberFree(tx, thread.locationId, given)
  if (field === 'incidentNumber') await updateThread(tx, thread.id, { incidentNumber: given || null })
  else await updateReportForm(tx, id, { ...form, [field]: given })
  await audit(tx, session, { action: 'incident.update', subject: 'incident', subjectId: id, detail: { field, before, after: given } })
  return { ok: true }
}

function unchanged(session: Session): Ok {
  auditNothing(session)
  return { ok: true }
}

/** Throws if a corrected field breaks a rule that is also checked when a form is sent. */
function mustBeGood(field: IncidentEditable, given: string): void {
  const address = field === 'contactEmail' ? addressProblem(given) : undefined
  if (address) throw new AppError(mailErrors.mail_address_invalid, { detail: address.sentence, facts: { field } })
  const product = field === 'nameOfProduct' ? productProblem(given) : undefined
  if (product) throw new AppError(incidentReportErrors.incident_incomplete, { detail: product.sentence, facts: { field } })
}

/** Records that the FDA agreed that the notification is no longer necessary. */
export async function terminate(tx: CustomerTx, session: Session, incidentId: number): Promise<Ok> {
  const report = await findReport(tx, incidentId)
  if (!report) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:write', report.locationId)
  const thread = await lockThread(tx, report.threadId)
  if (!thread) throw new AppError(incidentReportErrors.incident_not_found)
  if (thread.terminatedAt) throw new AppError(incidentReportErrors.incident_terminated)
  const types = (await listTypes(tx, [report.threadId])).get(report.threadId) ?? []
  if (!types.includes('TERMINATE')) throw new AppError(incidentReportErrors.incident_not_requested)
  await updateThread(tx, report.threadId, { terminatedAt: session.now })
  await audit(tx, session, {
    action: 'incident.terminate',
    subject: 'incident',
    subjectId: incidentId,
    detail: { threadId: report.threadId },
  })
  return { ok: true }
}

/**
 * Sends one email to each partner that may have received the product, so that no partner learns of another.
 *
 * @throws AppError incident_not_found, mail_address_invalid with the invalid address, and the errors of the email budget.
 */
export async function notifyPartners(tx: CustomerTx, session: Session, { incidentId, subject, body, partners }: IncidentNotice) {
  const report = await findReport(tx, incidentId)
  if (!report) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:write', report.locationId)
  const mails = partners.map(({ name, emailAddress }) => {
    const { good, bad } = splitAddresses(emailAddress)
    if (bad.length || !good.length)
      throw new AppError(mailErrors.mail_address_invalid, { detail: `"${emailAddress.slice(0, 100)}" is not an email address.` })
    const letter = { kind: incidentNoticeMails, to: good, subject: oneLine(addressNotice(subject, name)), text: addressNotice(body, name) }
    return { partnerName: name, letter: { ...letter, replyTo: session.emailAddress } }
  })
  for (const { partnerName, letter } of mails) {
    const mailId = await sendMail(tx, session, letter)
    await insertIncidentMail(tx, { mailId, threadId: report.threadId, reportId: report.id, kind: 'notice', recipient: null, partnerName })
  }
  const detail = { threadId: report.threadId, partners: partners.map((partner) => partner.name) }
  await audit(tx, session, { action: 'incident.notify', subject: 'incident', subjectId: report.id, detail })
  return { mails: mails.length }
}

/** Senders of the med's orders: the partners to notify first. */
export async function readPartners(tx: CustomerTx, session: Session, incidentId: number) {
  const report = await findReport(tx, incidentId)
  if (!report) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:read', report.locationId)
  const { epcisSgtinId } = report.form
  const senders = epcisSgtinId === null ? [] : await listSenders(tx, epcisSgtinId)
  const named = new Map(senders.flatMap(({ name, gln }) => (name ? [[name, { name, gln }] as const] : [])))
  return [...named.values()]
}
