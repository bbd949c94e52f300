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

/** Back into the queue; false when it did not fail, or somebody else was faster. */
export async function markWaiting(tx: CustomerTx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('incidentMail')
    .set({ status: 'waiting', attempts: 0, lastError: null })
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

/** How many notices a user has sent since. */
export async function countNoticesSince(tx: CustomerTx, userId: number, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('incidentMail')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('createdById', '=', userId)
    .where('kind', '=', 'notice')
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow()
  return row.amount
}
