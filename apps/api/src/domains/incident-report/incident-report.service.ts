import { createHash } from 'node:crypto'
import {
  type IncidentForm,
  type IncidentPreview,
  type IncidentRecipient,
  type IncidentSubmission,
  incidentForm,
  splitAddresses,
  writeFullName,
} from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { newToken, sameBytes } from '../../core/secrets.ts'
import { oneLine } from '../../core/text/one-line.ts'
import type { CustomerTx } from '../../db/types.ts'
import { printSheet } from '../../print/print-sheet.ts'
import { claimStored, storeUnclaimed } from '../file/file.service.ts'
import { mailErrors } from '../mail/mail.facts.ts'
import { sendMail } from '../mail/mail.service.ts'
import { deleteDraft } from './draft/incident-draft.queries.ts'
import { type DeterminedAt, lockUnchanged, pickDetermined, readDetermined } from './draft/incident-draft.service.ts'
import { checkPlace } from './draft/incident-place.ts'
import { incidentReportErrors } from './incident-report.facts.ts'
import { incidentReportMails } from './incident-report.mails.ts'
import {
  findReportByPdf,
  findThreadByNumber,
  insertReport,
  insertThread,
  lockNumber,
  lockSubmitting,
  lockThread,
  updateThread,
} from './incident-report.queries.ts'
import { findFormProblem, missingItems, normalizeForm } from './incident-report.rules.ts'
import { insertIncidentMail, listRecipients } from './send/incident-mail.queries.ts'
import { collectRecipients } from './send/incident-recipients.ts'
import { FORM_VERSION, formName, incidentSheet } from './send/incident-report.pdf.ts'
import { expectJoinable, expectReportable } from './tracker/incident-number.ts'

const SEAL_MS = 60 * 60_000

/**
 * Creates the PDF of a form, stores it, and returns a seal with which this PDF can be sent within the next hour (decision 31).
 * @throws AppError incident_incomplete with the field in its facts, incident_not_found, incident_terminated, incident_number_taken,
 * location_not_found, pdf_failed.
 */
export async function preview(ctx: Context, session: Session, input: IncidentPreview) {
  const form = normalizeForm(input.jsonData)
  const determined = await ctx.inTx('read only', async (tx) => {
    const place = await checkPlace(tx, session, input)
    await expectReportable(tx, place, form.incidentNumber)
    const { recipients } = await collectRecipients(tx, session, form)
    return { place, recipients, ...(await readDetermined(tx, session, input)) }
  })
  const { place, recipients } = determined
  mustBeWhole(form, session, determined)
  const bytes = await printSheet(ctx, session, incidentSheet(form, FORM_VERSION, ctx.config.brand))
  const { sha256 } = await storeUnclaimed(ctx, session, bytes)
  const until = session.now.getTime() + SEAL_MS
  return {
    filename: formName(null),
    bufferData: Buffer.from(bytes).toString('base64'),
    pdfSha256: sha256,
    seal: `${until}.${makeSeal(ctx, session, { form, sha256, until, place }).toString('base64url')}`,
    missing: missingItems(form),
    recipients,
  }
}

function mustBeWhole(form: IncidentForm, { now, timeZone }: Session, determined: DeterminedAt): void {
  const ahead = determined.determinedAt ? determined.determinedAt.getTime() - now.getTime() : 0
  const problem = findFormProblem(form, { today: toDay(now, determined.timeZone ?? timeZone), ahead })
  if (problem) throw new AppError(incidentReportErrors.incident_incomplete, { detail: problem.sentence, facts: { field: problem.field } })
}

interface Previewed {
  form: unknown
  /** Hash of the PDF's bytes. */
  sha256: string
  place: { locationId: number }
}

/**
 * Computes the seal of a preview from the person, the form, the location, the PDF's hash and the expiry. Sending requires the seal, so nobody can
 * send a report without previewing it.
 */
function makeSeal(ctx: Context, session: Session, { form, sha256, until, place }: Previewed & { until: number }): Buffer {
  const ordered = JSON.stringify(incidentForm.parse(form))
  return ctx.secrets.mac('incident preview', session.customerId, session.userId, place.locationId, ordered, sha256, until)
}

function checkSeal(ctx: Context, session: Session, { seal, ...previewed }: Previewed & { seal: string }): void {
  const [text = '', mac = ''] = seal.split('.')
  const until = Number(text)
  const isOurs = Number.isSafeInteger(until) && sameBytes(Buffer.from(mac, 'base64url'), makeSeal(ctx, session, { ...previewed, until }))
  if (!isOurs) throw new AppError(incidentReportErrors.incident_not_previewed)
  if (session.now.getTime() > until) throw new AppError(incidentReportErrors.incident_preview_old)
}

/**
 * Stores the previewed report with its PDF and emails it.
 *
 * @throws AppError incident_not_previewed, incident_preview_old, incident_no_recipient, and those of the preview, of the draft and of the email
 * budget.
 */
export async function submit(ctx: Context, session: Session, input: IncidentSubmission) {
  const form = normalizeForm(input.jsonData)
  const { sha256 } = previewedBytes(input)
  const previewed = await ctx.inTx('read only', (tx) => checkPlace(tx, session, input))
  checkSeal(ctx, session, { seal: input.seal, form, sha256, place: previewed })
  return ctx.inTx('read write', async (tx) => {
    const place = await checkPlace(tx, session, input)
    await lockSubmitting(tx, sha256)
    const sent = await findReportByPdf(tx, sha256)
    // A report with this PDF exists if the user pressed Submit again, or if the answer to the first submission was lost. Return that report instead
    // of sending a second one.
    if (sent) {
      auditNothing(session)
      return { id: sent.id, threadId: sent.threadId, ...describeSent(await listRecipients(tx, sent.id)) }
    }
    const size = await claimStored(tx, session, ctx.storage, sha256)
    if (size === undefined) throw new AppError(incidentReportErrors.incident_preview_old)
    const draft = input.draft && (await lockUnchanged(tx, session, input.draft, input.page))
    if (draft) await deleteDraft(tx, draft.id)
    const determined = pickDetermined(form, draft, session)
    // Checks the form again: if the user's time zone has changed since the preview, the time of the determination may now be in the future.
    mustBeWhole(form, session, determined)
    const { determinedAt } = determined
    if (!determinedAt) throw new AppError(incidentReportErrors.incident_not_previewed)
    const threadId = await ensureThread(tx, session, { ...place, form, determinedAt, investigationId: draft?.investigationId ?? null })
    const id = await insertReport(tx, {
      threadId,
      locationId: place.locationId,
      reportType: form.reportType,
      formVersion: FORM_VERSION,
      form,
      filepath: newToken(),
      pdfSha256: sha256,
      pdfSize: size,
      createdAt: session.now,
      createdById: session.userId,
    })
    const sentTo = describeSent(await mailReport(tx, session, { id, threadId, form }))
    const { recipients, isSentToFda } = sentTo
    const detail = {
      threadId,
      reportType: form.reportType,
      recipients,
      isSentToFda,
      pdfSha256: sha256,
      ...(draft ? { draftId: draft.id } : {}),
    }
    await audit(tx, session, { action: 'incident.submit', subject: 'incident', subjectId: id, detail })
    return { id, threadId, ...sentTo }
  })
}

const describeSent = (recipients: readonly IncidentRecipient[]) => ({
  recipients: recipients.map(({ address }) => address),
  isSentToFda: recipients.some(({ recipient }) => recipient === 'fda'),
})

/**
 * Returns the hash that the stored PDF must have. The web app sends it as `pdfSha256`; the documented REST call sends the PDF's bytes instead
 * (`bufferData`), which are hashed here.
 */
function previewedBytes({ pdfSha256, bufferData }: IncidentSubmission): { sha256: string } {
  if (pdfSha256 !== undefined) return { sha256: pdfSha256 }
  return {
    sha256: createHash('sha256')
      .update(Buffer.from(bufferData ?? '', 'base64'))
      .digest('hex'),
  }
}

/**
 * Returns the id of the incident to write to: the one with id `threadId`; without an id, the one with this incident number at this location;
 * otherwise a new one.
 */
async function ensureThread(
  tx: CustomerTx,
  session: Session,
  {
    locationId,
    threadId,
    form: { incidentNumber },
    determinedAt,
    investigationId,
  }: { locationId: number; threadId: number | null; form: IncidentForm; determinedAt: Date; investigationId: number | null },
): Promise<number> {
  if (threadId === null && incidentNumber) await lockNumber(tx, locationId, incidentNumber)
  const known = threadId ?? (incidentNumber ? await findThreadByNumber(tx, locationId, incidentNumber) : undefined)
  if (known === undefined)
    return insertThread(tx, { locationId, determinedAt, investigationId, createdAt: session.now, incidentNumber: incidentNumber || null })
  await joinThread(tx, session, known, incidentNumber)
  return known
}

async function joinThread(tx: CustomerTx, session: Session, threadId: number, incidentNumber: string): Promise<void> {
  const thread = await expectJoinable(tx, await lockThread(tx, threadId), incidentNumber)
  if (!incidentNumber || incidentNumber === thread.incidentNumber) return
  await updateThread(tx, threadId, { incidentNumber })
  const detail = { threadId, field: 'incidentNumber', before: thread.incidentNumber ?? '', after: incidentNumber }
  await audit(tx, session, { action: 'incident.update', subject: 'incident', subjectId: null, detail })
}

const SUBJECTS = {
  INITIAL: 'Drug notification',
  FOLLOWUP: 'Follow-up to drug notification',
  TERMINATE: 'Request for termination of drug notification',
}

/** Sends one email to each recipient, so that an invalid address affects only its own email, which can be resent separately. */
async function mailReport(
  tx: CustomerTx,
  session: Session,
  { id, threadId, form }: { id: number; threadId: number; form: IncidentForm },
): Promise<IncidentRecipient[]> {
  const { recipients, bad, customerName } = await collectRecipients(tx, session, form)
  if (bad.length) throw new AppError(mailErrors.mail_address_invalid, { detail: `"${bad[0]?.slice(0, 100)}" is not an email address.` })
  if (!recipients.length) throw new AppError(incidentReportErrors.incident_no_recipient)
  const number = form.incidentNumber ? ` ${form.incidentNumber}` : ''
  const body = [
    `${form.companyName || customerName} reports an illegitimate product on Form FDA 3911, attached as a PDF.`,
    `Product: ${form.nameOfProduct}\nSerial number: ${form.serialNumber || '-'}\nLot: ${form.lotNumber || '-'}\nClassification: ${form.classification}`,
    `Replies go to ${form.contactName || writeFullName(session)}, ${form.contactEmail}.`,
  ].join('\n\n')
  for (const { address, recipient } of recipients) {
    const mailId = await sendMail(tx, session, {
      kind: incidentReportMails,
      to: [address],
      replyTo: splitAddresses(form.contactEmail).good[0] ?? session.emailAddress,
      subject: oneLine(`${SUBJECTS[form.reportType]}${number}: ${form.nameOfProduct}`).slice(0, 300),
      text: body,
    })
    await insertIncidentMail(tx, { mailId, threadId, reportId: id, kind: 'report', partnerName: null, recipient })
  }
  return recipients
}
