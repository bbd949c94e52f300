import type { EndingLicense } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import { audit } from '../../audit.ts'
import { dayOf } from '../../day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { sendMail } from '../mail/mail.service.ts'
import { type Admin, readAdmins } from '../user/admin.service.ts'
import { addDays, daysBetween, EXPIRING_DAYS } from './authorization.rules.ts'
import { findZone, listEnding, markTold, type EndingLicense as Row } from './license-reminder.queries.ts'
import { licenseMails } from './trading-partner.mails.ts'

/** Days before its end at which a license is told of. */
const STAGES = [0, 7, 30, 90] as const

/** Licenses that end within 90 days and that nothing follows: for home. */
export async function readEnding(tx: CustomerTx, session: Session): Promise<EndingLicense[]> {
  const today = dayOf(session.now, session.timeZone)
  const rows = await listEnding(tx, today, addDays(today, EXPIRING_DAYS))
  return rows.map(({ locationId: _, ...row }) => ({ ...row, daysLeft: daysBetween(today, row.validTo) }))
}

/**
 * Tells once for each stage that licenses end: one mail to each admin, with all that concern their locations.
 *
 * @returns how many mails were made.
 */
export async function remind(tx: CustomerTx, now: Date): Promise<number> {
  const today = dayOf(now, await findZone(tx))
  const due: Row[] = []
  for (const row of await listEnding(tx, today, addDays(today, EXPIRING_DAYS))) {
    const left = daysBetween(today, row.validTo)
    const days = STAGES.find((stage) => left <= stage)
    if (days !== undefined && (await markTold(tx, { partnerLicenseId: row.id, validTo: row.validTo, days, at: now }))) due.push(row)
  }
  if (!due.length) return 0
  let mails = 0
  for (const admin of await readAdmins(tx)) {
    const theirs = due.filter((row) => concerns(admin, row))
    if (!theirs.length) continue
    await sendMail(tx, { userId: null, now }, { kind: licenseMails, to: [admin.emailAddress], ...wordsOf(theirs, today) })
    mails += 1
  }
  const detail = { licenses: due.map((row) => `${row.partnerName}: ${row.number}`), mails }
  await audit(tx, { userId: null, now }, { action: 'partner.remind', subject: 'partner', subjectId: null, detail })
  return mails
}

function concerns({ isCustomerAdmin, locationIds }: Admin, { locationId }: Row): boolean {
  return isCustomerAdmin || locationId === null || locationIds.includes(locationId)
}

function wordsOf(rows: readonly Row[], today: string): { subject: string; text: string } {
  const [first] = rows
  const subject =
    rows.length === 1 && first
      ? `A license of ${first.partnerName} ${endWords(first, today)}`
      : `${rows.length} licenses of trading partners end soon`
  const lines = rows.map(
    (row) =>
      `- ${row.partnerName}: ${row.kind} license ${row.number}, ${row.stateName ?? 'federal'}, ${endWords(row, today)} (${row.validTo}).`,
  )
  const text = [
    'After its last day the partner may not sell to you, and its goods cannot be received until someone decides what happens to them.',
    '',
    ...lines,
    '',
    'Ask the partner for the renewed license, verify it, and add it on the partner’s page in Seriatim.',
  ].join('\n')
  return { subject: subject.slice(0, 200), text }
}

function endWords({ validTo }: Row, today: string): string {
  const left = daysBetween(today, validTo)
  return left === 0 ? 'ends today' : `ends in ${left} ${left === 1 ? 'day' : 'days'}`
}
