import type { IncidentClock, IncidentClocks, IncidentDetail, IncidentNotified, Ok } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { toInstant } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { readInOneQuery, type Together, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { incidentReportErrors } from '../incident-report.facts.ts'
import { findReport, lockThread } from '../incident-report.queries.ts'
import { isAhead, isFdaNotified, notificationClock } from '../incident-report.rules.ts'
import {
  collectFirstMails,
  type FirstMails,
  listUnnotified,
  selectFirstMails,
  selectNotifications,
  updateNotified,
} from './incident-clock.queries.ts'

interface Thread {
  threadId: number
  determinedAt: Date
  terminatedAt: Date | null
  incidentNumber: string | null
  fdaToldAt: Date | null
  partnersToldAt: Date | null
}

/** The running clocks of these incidents with the ids of their first reports, keyed by incident. */
export function runningClocks(threads: readonly Thread[], first: FirstMails): Map<number, { reportId: number; clock: IncidentClock }> {
  const clocks = new Map<number, { reportId: number; clock: IncidentClock }>()
  for (const thread of threads) {
    const report = first.get(thread.threadId)
    const running = notificationClock({ ...thread, fdaMails: report?.mails.map((mail) => mail.status) })
    if (report && running)
      clocks.set(thread.threadId, { reportId: report.reportId, clock: { dueAt: running.dueAt.toISOString(), missing: running.missing } })
  }
  return clocks
}

/** Lists the incidents whose 24-hour clock is running, each with its own deadline; the earliest deadline first. */
export async function readClocks(tx: CustomerTx): Promise<IncidentClocks> {
  const rows = await listUnnotified(tx)
  const threadIds = rows.map((row) => row.threadId)
  const clocks = runningClocks(rows, collectFirstMails(await readInOneQuery(tx, { firstMails: selectFirstMails(tx, threadIds) })))
  return rows.flatMap(({ id, threadId, productName, serialNumber, classification, locationName }) => {
    const running = clocks.get(threadId)
    return running?.reportId === id ? [{ id, productName, serialNumber, classification, locationName, clock: running.clock }] : []
  })
}

/** The queries whose results {@link describeNotifications} needs. The caller can run them together with its other queries. */
export const selectAllNotifications = (tx: CustomerTx, threadId: number) => ({
  told: selectNotifications(tx, threadId),
  firstMails: selectFirstMails(tx, [threadId]),
})

/** Describes the notifications of an incident for the screen, each with the person who recorded it. */
export function describeNotifications(
  threadId: number,
  found: Together<ReturnType<typeof selectAllNotifications>>,
): IncidentDetail['told'] {
  const [row] = withInstants(found.told, 'fdaToldAt', 'partnersToldAt')
  if (!row) throw new AppError(incidentReportErrors.incident_not_found)
  const mails = collectFirstMails(found).get(threadId)?.mails ?? []
  const byMail = isFdaNotified({ fdaMails: mails.map((mail) => mail.status), incidentNumber: null, fdaToldAt: null })
  const lastMail = mails.reduce((last, { sentAt }) => Math.max(last, sentAt?.getTime() ?? 0), 0)
  return {
    fda: row.fdaToldAt
      ? {
          at: row.fdaToldAt.toISOString(),
          by: makePersonName({ firstName: row.fdaFirstName, lastName: row.fdaLastName }),
          how: 'told',
          reference: row.fdaToldReference,
        }
      : byMail
        ? { at: new Date(lastMail).toISOString(), by: null, how: 'mail', reference: null }
        : row.incidentNumber !== null
          ? { at: null, by: null, how: 'number', reference: null }
          : null,
    partners:
      row.partnersToldAt && row.partnersToldHow
        ? {
            at: row.partnersToldAt.toISOString(),
            by: makePersonName({ firstName: row.partnersFirstName, lastName: row.partnersLastName }),
            how: row.partnersToldHow,
            reference: null,
          }
        : null,
  }
}

/**
 * Records that the FDA or the partners were notified, or withdraws that record. If the same notification is recorded already, its time and reference
 * stay as they are.
 * @throws AppError incident_not_found; incident_terminated if the incident was terminated, so that its clock has ended; incident_told_ahead.
 */
export async function recordNotification(tx: CustomerTx, session: Session, input: IncidentNotified): Promise<Ok> {
  const { incidentId, who, how } = input
  const report = await findReport(tx, incidentId)
  if (!report) throw new AppError(incidentReportErrors.incident_not_found)
  must(session, 'incident:write', report.locationId)
  const thread = await lockThread(tx, report.threadId)
  if (!thread) throw new AppError(incidentReportErrors.incident_not_found)
  if (thread.terminatedAt) throw new AppError(incidentReportErrors.incident_terminated)
  const before = describeNotifications(report.threadId, await readInOneQuery(tx, selectAllNotifications(tx, report.threadId)))[who]
  const stated = before === null || before.how === 'mail' || before.how === 'number' ? 'notYet' : before.how
  if (stated === how) {
    auditNothing(session)
    return { ok: true }
  }
  const { at, reference } = pickReport(session, input)
  const by = how === 'notYet' ? null : session.userId
  await updateNotified(
    tx,
    report.threadId,
    who === 'fda'
      ? { fdaToldAt: at, fdaToldById: by, fdaToldReference: reference }
      : { partnersToldAt: at, partnersToldById: by, partnersToldHow: how === 'notYet' ? null : how },
  )
  const words = { told: 'notified', none: 'there are none', notYet: 'not yet' }
  const made = who === 'fda' && at ? { reportedAt: at.toISOString(), reference } : {}
  await audit(tx, session, {
    action: how === 'notYet' ? 'incident.notTold' : 'incident.told',
    subject: 'incident',
    subjectId: incidentId,
    detail: {
      field: who === 'fda' ? 'fda' : 'tradingPartners',
      before: words[stated],
      after: words[how],
      threadId: report.threadId,
      ...made,
    },
  })
  return { ok: true }
}

/** Time and reference of the notification; both null for "not yet". For partners, the time of recording it, without a reference. */
function pickReport(session: Session, input: IncidentNotified): { at: Date | null; reference: string | null } {
  if (input.how === 'notYet') return { at: null, reference: null }
  if (input.who === 'partners') return { at: session.now, reference: null }
  const at = toInstant(input.day, input.time, session.timeZone)
  if (isAhead(at, session.now)) throw new AppError(incidentReportErrors.incident_told_ahead, { facts: { field: 'day' } })
  return { at, reference: input.reference || null }
}
