import type { IncidentRecipient } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'
import type { Thread } from '../incident-report.queries.ts'

interface NewMail {
  mailId: number
  threadId: number
  reportId: number
  kind: 'report' | 'notice'
  recipient: 'fda' | 'copy' | null
  partnerName: string | null
}

export async function insertIncidentMail(tx: CustomerTx, values: NewMail): Promise<void> {
  await tx.insertInto('incidentMail').values(values).execute()
}

export function findIncidentMail(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('incidentMail')
    .innerJoin('incidentReport', 'incidentReport.id', 'incidentMail.reportId')
    .innerJoin('mail', 'mail.id', 'incidentMail.mailId')
    .selectAll('incidentMail')
    .select(['incidentReport.locationId', 'mail.toAddresses'])
    .where('incidentMail.id', '=', id)
    .executeTakeFirst()
}

/** Id and PDF hash of the report that an email contains. */
export function getReportPdf(tx: CustomerTx, mailId: number) {
  return tx
    .selectFrom('incidentMail')
    .innerJoin('incidentReport', 'incidentReport.id', 'incidentMail.reportId')
    .select(['incidentMail.reportId', 'incidentReport.pdfSha256'])
    .where('incidentMail.mailId', '=', mailId)
    .executeTakeFirstOrThrow()
}

export function selectMails(tx: CustomerTx, thread: Thread) {
  return tx
    .selectFrom('incidentMail')
    .innerJoin('mail', 'mail.id', 'incidentMail.mailId')
    .select(['incidentMail.id', 'incidentMail.reportId', 'incidentMail.recipient', 'incidentMail.kind', 'incidentMail.partnerName'])
    .select(['mail.toAddresses', 'mail.subject', 'mail.createdAt', 'mail.sentAt', 'mail.attempts', 'mail.lastError'])
    .select((eb) => eb.ref('mail.status').$castTo<MailStatus>().as('status'))
    .where('incidentMail.threadId', '=', thread)
    .orderBy('incidentMail.id', 'desc')
    .limit(200)
}

/** Delivery status of a report's email. Unlike other emails, these are never held back (`stopped`). */
export type MailStatus = 'waiting' | 'sent' | 'failed'

/** Recipients of the report's emails. */
export async function listRecipients(tx: CustomerTx, reportId: number): Promise<IncidentRecipient[]> {
  const rows = await tx
    .selectFrom('incidentMail')
    .innerJoin('mail', 'mail.id', 'incidentMail.mailId')
    .select(['mail.toAddresses', 'incidentMail.recipient'])
    .where('incidentMail.reportId', '=', reportId)
    .where('incidentMail.kind', '=', 'report')
    .orderBy('incidentMail.id')
    .execute()
  return rows.flatMap(({ toAddresses, recipient }) => toAddresses.map((address) => ({ address, recipient: recipient ?? 'copy' })))
}

/** Selects the emails with which an incident's first report was sent, oldest first. There are none if the report was not sent from this product. */
export function selectFirstReportMails(tx: CustomerTx, threadId: number) {
  return tx
    .selectFrom('incidentMail')
    .innerJoin('mail', 'mail.id', 'incidentMail.mailId')
    .select(['incidentMail.id', 'incidentMail.mailId', 'incidentMail.threadId', 'incidentMail.reportId', 'incidentMail.recipient'])
    .select(['mail.toAddresses', 'mail.replyTo', 'mail.subject', 'mail.body', 'mail.status'])
    .where('incidentMail.kind', '=', 'report')
    .where('incidentMail.reportId', '=', (eb) =>
      eb
        .selectFrom('incidentReport')
        .select((report) => report.fn.min('incidentReport.id').as('id'))
        .where('incidentReport.threadId', '=', threadId)
        .where('incidentReport.reportType', '=', 'INITIAL'),
    )
    .orderBy('incidentMail.id')
}

/** Marks emails as mere copies of a report, because the addresses to which they were sent are not among the FDA's current addresses. */
export async function markNotRegulator(tx: CustomerTx, ids: readonly number[]): Promise<void> {
  if (ids.length)
    await tx
      .updateTable('incidentMail')
      .set({ recipient: 'copy' })
      .where('id', 'in', [...ids])
      .execute()
}
