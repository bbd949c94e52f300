import type { CustomerTx } from '../../db/types.ts'

interface NewMail {
  threadId: number
  reportId: number
  kind: 'report' | 'notice'
  recipient: 'fda' | 'copy' | null
  partnerName: string | null
  toAddresses: string[]
  replyTo: string
  subject: string
  body: string
  createdAt: Date
  createdById: number
}

export async function insertMails(tx: CustomerTx, mails: readonly NewMail[]): Promise<number[]> {
  const rows = await tx
    .insertInto('incidentMail')
    .values(mails.map((mail) => ({ ...mail, status: 'waiting' as const })))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** With the PDF that goes along. */
export function findMail(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('incidentMail')
    .innerJoin('incidentReport', 'incidentReport.id', 'incidentMail.reportId')
    .selectAll('incidentMail')
    .select(['incidentReport.pdfSha256', 'incidentReport.reportType', 'incidentReport.locationId'])
    .where('incidentMail.id', '=', id)
    .executeTakeFirst()
}

export function listMails(tx: CustomerTx, threadId: number) {
  return tx.selectFrom('incidentMail').selectAll().where('threadId', '=', threadId).orderBy('id', 'desc').limit(200).execute()
}

/** To whom a report itself was mailed. */
export async function listRecipients(tx: CustomerTx, reportId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('incidentMail')
    .select('toAddresses')
    .where('reportId', '=', reportId)
    .where('kind', '=', 'report')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => row.toAddresses)
}

/** The mails with which the first report of an incident went out, oldest first; none when it was made elsewhere. */
export function listFirstReportMails(tx: CustomerTx, threadId: number) {
  return tx
    .selectFrom('incidentMail')
    .select(['id', 'threadId', 'reportId', 'partnerName', 'toAddresses', 'replyTo', 'subject', 'body', 'status', 'recipient'])
    .select((eb) => eb.val('report' as const).as('kind'))
    .where('kind', '=', 'report')
    .where('reportId', '=', (eb) =>
      eb
        .selectFrom('incidentReport')
        .select((report) => report.fn.min('incidentReport.id').as('id'))
        .where('incidentReport.threadId', '=', threadId)
        .where('incidentReport.reportType', '=', 'INITIAL'),
    )
    .orderBy('id')
    .execute()
}

/** Whoever has these addresses, it is not the FDA. */
export async function markCopy(tx: CustomerTx, ids: readonly number[]): Promise<void> {
  if (ids.length)
    await tx
      .updateTable('incidentMail')
      .set({ recipient: 'copy' })
      .where('id', 'in', [...ids])
      .execute()
}

/** Sent, but not arrived: `sentAt` stays and tells it from what a server refused. False when it was not sent. */
export async function markLost(tx: CustomerTx, id: number, lastError: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('incidentMail')
    .set({ status: 'failed', lastError })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Back into the queue; false when it did not fail, or somebody else was faster. */
export async function markWaiting(tx: CustomerTx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('incidentMail')
    .set({ status: 'waiting', attempts: 0, lastError: null, sentAt: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function updateMail(
  tx: CustomerTx,
  id: number,
  values: { status?: 'waiting' | 'sent' | 'failed'; sentAt?: Date; attempts: number; lastError: string | null },
): Promise<void> {
  await tx.updateTable('incidentMail').set(values).where('id', '=', id).execute()
}
