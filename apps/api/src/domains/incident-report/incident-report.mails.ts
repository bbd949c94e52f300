import type { MailKind } from '../mail/mail-kind.ts'
import { getReportPdf } from './send/incident-mail.queries.ts'
import { formName } from './send/incident-report.pdf.ts'

/** The email with which a report is sent, with the stored PDF attached. */
export const incidentReportMails: MailKind = {
  name: 'incident.report',
  isCounted: true,
  async prepare(mailId, { inTx, storage, customerId }) {
    const { reportId, pdfSha256 } = await inTx('read only', (tx) => getReportPdf(tx, mailId))
    const content = await storage.get(customerId ?? 0, pdfSha256)
    return { attachments: [{ filename: formName(reportId), contentType: 'application/pdf', content }] }
  },
}

/** An email that notifies a partner of an incident. The report is not attached, because it is for the FDA only. */
export const incidentNoticeMails: MailKind = { name: 'incident.notice', isCounted: true }
