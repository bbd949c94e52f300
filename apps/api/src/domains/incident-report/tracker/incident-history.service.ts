import type { IncidentHistory } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { AppError } from '../../../core/errors.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { readPrepared, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { incidentReportErrors } from '../incident-report.facts.ts'
import { selectReports, selectThreadId } from '../incident-report.queries.ts'
import { selectMails } from '../send/incident-mail.queries.ts'
import { listIncidentLines } from './incident-history.queries.ts'
import { historyWords } from './incident-history.rules.ts'

/**
 * The history of an incident, newest first: what people did, and the state of its emails.
 *
 * @throws AppError incident_not_found.
 */
export async function readHistory(tx: CustomerTx, session: Session, incidentId: number): Promise<IncidentHistory> {
  const thread = selectThreadId(tx, incidentId)
  const found = await readPrepared(tx, { reports: selectReports(tx, thread), mails: selectMails(tx, thread) })
  const reports = withInstants(found.reports, 'createdAt')
  const report = reports.find((one) => one.id === incidentId)
  if (!report) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:read', report.locationId)
  const since = new Date(Math.min(...reports.map((one) => one.createdAt.getTime())))
  const lines = await listIncidentLines(tx, { threadId: report.threadId, reportIds: reports.map((one) => one.id), since })
  const done = lines.flatMap((line) => {
    const words = historyWords(line.action, line.detail as Readonly<Record<string, unknown>>) // a CHECK constraint allows only objects
    return words ? [{ at: line.at.toISOString(), by: makePersonName(line), ...words }] : []
  })
  const mails = withInstants(found.mails, 'sentAt').flatMap((mail) => {
    if (!mail.sentAt) return []
    const what = mail.kind === 'notice' ? `Notice to ${mail.partnerName} accepted by its mail server` : 'Email accepted by the mail server'
    return [{ at: mail.sentAt.toISOString(), by: null, what, detail: mail.toAddresses.join(', ') }]
  })
  return [...done, ...mails].sort((a, b) => b.at.localeCompare(a.at))
}
