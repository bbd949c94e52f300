import { sql } from 'kysely'
import { type Together, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import type { MailStatus } from '../send/incident-mail.queries.ts'

/** Selects the first reports of these incidents, with the emails to the FDA. */
export function selectFirstMails(tx: CustomerTx, threadIds: readonly number[]) {
  return tx
    .selectFrom('incidentReport')
    .leftJoin('incidentMail', (join) =>
      join
        .onRef('incidentMail.reportId', '=', 'incidentReport.id')
        .on('incidentMail.kind', '=', 'report')
        .on((eb) => eb.or([eb('incidentMail.recipient', '=', 'fda'), eb('incidentMail.recipient', 'is', null)])),
    )
    .leftJoin('mail', 'mail.id', 'incidentMail.mailId')
    .select(['incidentReport.threadId', 'incidentReport.id as reportId', 'mail.status', 'mail.sentAt'])
    .where('incidentReport.reportType', '=', 'INITIAL')
    .where(sql<boolean>`incident_report.thread_id = any(${[...new Set(threadIds)]}::bigint[])`)
    .orderBy('incidentReport.id')
}

export type FirstMails = Map<number, { reportId: number; mails: { status: MailStatus; sentAt: Date | null }[] }>

/** For each incident, the emails to the FDA with its first report. An incident whose first report was made outside Seriatim is missing. */
export function collectFirstMails({ firstMails }: Together<{ firstMails: ReturnType<typeof selectFirstMails> }>): FirstMails {
  const first: FirstMails = new Map()
  for (const { threadId, reportId, status, sentAt } of withInstants(firstMails, 'sentAt')) {
    const known = first.get(threadId) ?? { reportId, mails: [] }
    first.set(threadId, known)
    if (known.reportId === reportId && status !== null) known.mails.push({ status: status as MailStatus, sentAt }) // `MailStatus` lacks only the status of held emails, and an email to the FDA is never held
  }
  return first
}

/** Lists incidents of which the FDA or the trading partners may still have to be notified, each with its first report. */
export function listUnnotified(tx: CustomerTx) {
  return tx
    .selectFrom('incidentThread')
    .innerJoin('incidentReport', 'incidentReport.threadId', 'incidentThread.id')
    .innerJoin('location', 'location.id', 'incidentThread.locationId')
    .select([
      'incidentReport.id',
      'incidentThread.id as threadId',
      'incidentThread.determinedAt',
      'incidentThread.terminatedAt',
      'incidentThread.incidentNumber',
      'incidentThread.fdaToldAt',
      'incidentThread.partnersToldAt',
      'incidentReport.productName',
      'incidentReport.serialNumber',
      'location.name as locationName',
    ])
    .select(sql<string>`incident_report.form->>'classification'`.as('classification'))
    .where('incidentThread.terminatedAt', 'is', null)
    .where('incidentReport.reportType', '=', 'INITIAL')
    .where((eb) => eb.or([eb('incidentThread.fdaToldAt', 'is', null), eb('incidentThread.partnersToldAt', 'is', null)]))
    .orderBy('incidentThread.determinedAt')
    .orderBy('incidentReport.id')
    .execute()
}

export function selectNotifications(tx: CustomerTx, threadId: number) {
  return tx
    .selectFrom('incidentThread')
    .leftJoin('user as fda', 'fda.id', 'incidentThread.fdaToldById')
    .leftJoin('user as partners', 'partners.id', 'incidentThread.partnersToldById')
    .select([
      'incidentThread.incidentNumber',
      'incidentThread.fdaToldAt',
      'incidentThread.fdaToldReference',
      'fda.firstName as fdaFirstName',
      'fda.lastName as fdaLastName',
      'incidentThread.partnersToldAt',
      'incidentThread.partnersToldHow',
      'partners.firstName as partnersFirstName',
      'partners.lastName as partnersLastName',
    ])
    .where('incidentThread.id', '=', threadId)
}

type Stated = { fdaToldAt: Date | null; fdaToldById: number | null; fdaToldReference: string | null } | PartnersNotified
interface PartnersNotified {
  partnersToldAt: Date | null
  partnersToldById: number | null
  partnersToldHow: 'told' | 'none' | null
}

export async function updateNotified(tx: CustomerTx, threadId: number, values: Stated): Promise<void> {
  await tx.updateTable('incidentThread').set(values).where('id', '=', threadId).execute()
}
