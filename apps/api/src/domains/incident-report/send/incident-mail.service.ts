import { type Ok, splitAddresses } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import { readInOneQuery, type Together } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { recordUndeliveredMail, resendMail, sendMail } from '../../mail/mail.service.ts'
import { incidentReportErrors } from '../incident-report.facts.ts'
import { incidentNoticeMails, incidentReportMails } from '../incident-report.mails.ts'
import { findReport, lockThread, selectMailSettings } from '../incident-report.queries.ts'
import { findIncidentMail, insertIncidentMail, markNotRegulator, selectFirstReportMails } from './incident-mail.queries.ts'

/** Queues a failed email again. @throws AppError incident_not_found, mail_not_failed, and the errors of the email budget. */
export async function resend(tx: CustomerTx, session: Session, incidentMailId: number): Promise<Ok> {
  const mail = await findIncidentMail(tx, incidentMailId)
  if (!mail) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:write', mail.locationId)
  await resendMail(tx, session, mail.kind === 'report' ? incidentReportMails : incidentNoticeMails, mail.mailId)
  await audit(tx, session, { action: 'incident.mailAgain', subject: 'incident', subjectId: mail.reportId, detail: { incidentMailId } })
  return { ok: true }
}

/**
 * Records that an email did not arrive, although a mail server had accepted it. It can then be sent again, and no longer counts as a notification.
 */
export async function recordUndelivered(tx: CustomerTx, session: Session, incidentMailId: number): Promise<Ok> {
  const mail = await findIncidentMail(tx, incidentMailId)
  if (!mail) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:write', mail.locationId)
  await recordUndeliveredMail(tx, mail.mailId, session)
  const detail = { incidentMailId, recipients: mail.toAddresses }
  await audit(tx, session, { action: 'incident.mailLost', subject: 'incident', subjectId: mail.reportId, detail })
  return { ok: true }
}

type FirstMail = Together<ReturnType<typeof selectUnmailed>>['firstReportMails'][number]

/** The email of the first report to this FDA address, whatever state the email is in; undefined if there is none. */
const mailTo = (mails: readonly FirstMail[], address: string) =>
  mails.find((mail) => mail.recipient !== 'copy' && mail.toAddresses.some((one) => one.toLowerCase() === address.toLowerCase()))

const isOut = (mail: FirstMail | undefined) => mail !== undefined && mail.status !== 'failed'

/** The FDA's email addresses in the current settings. */
const pickAddresses = (settings: { regulatorEmailAddress: string | null } | undefined) =>
  splitAddresses(settings?.regulatorEmailAddress ?? '').good

/**
 * Queries whose results {@link unmailedAddresses} needs: the emails of an incident's first report, and the settings with the current FDA addresses.
 * They are returned unexecuted, so that a caller can send them in one round trip with other queries.
 */
export const selectUnmailed = (tx: CustomerTx, session: Session, threadId: number) => ({
  firstReportMails: selectFirstReportMails(tx, threadId),
  mailSettings: selectMailSettings(tx, session.userId),
})

/** Current FDA addresses to which the first report of an incident has not been sent and is not being sent. */
export function unmailedAddresses({ firstReportMails, mailSettings }: Together<ReturnType<typeof selectUnmailed>>): string[] {
  return firstReportMails.length ? pickAddresses(mailSettings[0]).filter((address) => !isOut(mailTo(firstReportMails, address))) : []
}

/**
 * Emails the first report, unchanged, to the current FDA addresses. A former FDA address no longer counts as a recipient.
 *
 * @throws AppError incident_not_found, incident_terminated, incident_no_regulator if no FDA address is set or each one has the report already; the
 * errors of the email budget.
 */
export async function sendToRegulator(tx: CustomerTx, session: Session, incidentId: number): Promise<{ recipients: string[] }> {
  const report = await findReport(tx, incidentId)
  if (!report) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:write', report.locationId)
  const thread = await lockThread(tx, report.threadId)
  if (!thread) throw new AppError(incidentReportErrors.incident_not_found)
  if (thread.terminatedAt) throw new AppError(incidentReportErrors.incident_terminated)
  const found = await readInOneQuery(tx, selectUnmailed(tx, session, thread.id))
  const mails = found.firstReportMails
  const recipients = unmailedAddresses(found)
  const [first] = mails
  if (!first || !recipients.length) throw new AppError(incidentReportErrors.incident_no_regulator)
  const known = new Set(pickAddresses(found.mailSettings[0]).map((address) => mailTo(mails, address)?.id))
  await markNotRegulator(
    tx,
    mails.map((mail) => mail.id).filter((id) => !known.has(id)),
  )
  const { threadId, reportId, subject, body, replyTo } = first
  for (const address of recipients) {
    const failed = mailTo(mails, address)
    if (failed) {
      await resendMail(tx, session, incidentReportMails, failed.mailId)
      continue
    }
    const letter = { kind: incidentReportMails, to: [address], subject, text: body ?? '', ...(replyTo === null ? {} : { replyTo }) }
    const mailId = await sendMail(tx, session, letter)
    await insertIncidentMail(tx, { mailId, threadId, reportId, kind: 'report', recipient: 'fda', partnerName: null })
  }
  const detail = { threadId: thread.id, recipients }
  await audit(tx, session, { action: 'incident.mailRegulator', subject: 'incident', subjectId: first.reportId, detail })
  return { recipients }
}
