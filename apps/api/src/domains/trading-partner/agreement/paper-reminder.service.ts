import type { DuePaper } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { toDay } from '../../../core/day.ts'
import { readInOneQuery } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { findZone } from '../../location/location.joins.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { type Admin, listAdmins } from '../../user/access/admin.joins.ts'
import { addCalendarDays, CHECK_DAYS, daysBetween, EXPIRING_DAYS } from '../license/authorization.rules.ts'
import { paperMails } from '../trading-partner.mails.ts'
import { type Due, markPaperReminded, selectChecks, selectEnding, selectEndingAgreements } from './paper-reminder.queries.ts'

/**
 * For each kind of paper, how many days before the due date its reminders are sent, one reminder per number. A license check that is overdue without
 * the reminder for day 0 gets that reminder late.
 */
const STAGES = { license: [0, 7, 30, 90], check: [0, 7], agreement: [0, 7, 30, 90] } as const

/** All licenses, checks and agreements that are due: first those due today or later, soonest first; then overdue ones, latest first. */
async function listDue(tx: CustomerTx, today: string): Promise<Due[]> {
  const soon = addCalendarDays(today, EXPIRING_DAYS)
  const { ending, checks, agreements } = await readInOneQuery(tx, {
    ending: selectEnding(today, soon),
    checks: selectChecks(today, addCalendarDays(today, CHECK_DAYS)),
    agreements: selectEndingAgreements(today, soon),
  })
  const byDay = [...ending, ...checks, ...agreements].toSorted((one, other) => (one.on < other.on ? -1 : Number(one.on > other.on)))
  // Overdue papers come last: Home shows only the first few of the list, and licenses that expired long ago must not displace the others.
  return [...byDay.filter(({ on }) => on >= today), ...byDay.filter(({ on }) => on < today).toReversed()]
}

/** Due dates for Home: licenses that have ended or end within 90 days without a successor, licenses to check again, and agreements that end soon. */
export async function readDue(tx: CustomerTx, session: Session): Promise<DuePaper[]> {
  const today = toDay(session.now, session.timeZone)
  return (await listDue(tx, today)).map(({ locationId: _, ...row }) => ({ ...row, daysLeft: daysBetween(today, row.on) }))
}

/**
 * Emails reminders of licenses and agreements that are due, once for each paper and stage. Each admin gets one email about everything that became due
 * at the admin's locations.
 * @returns number of emails.
 */
export async function remindOfPapers(tx: CustomerTx, now: Date): Promise<number> {
  const today = toDay(now, await findZone(tx))
  const due: Due[] = []
  for (const row of await listDue(tx, today)) {
    const left = daysBetween(today, row.on)
    // No email for an expired license: the email on its last day reported it, and Home still shows it.
    if (row.what === 'license' && left < 0) continue
    const days = STAGES[row.what].find((stage) => left <= stage)
    if (days !== undefined && (await markPaperReminded(tx, row, { days, at: now }))) due.push(row)
  }
  if (!due.length) return 0
  let mails = 0
  for (const admin of await listAdmins(tx)) {
    const theirs = due.filter((row) => isAdminOf(admin, row))
    if (!theirs.length) continue
    await sendMail(tx, { userId: null, now }, { kind: paperMails, to: [admin.emailAddress], ...makeMail(theirs, today) })
    mails += 1
  }
  const detail = { due: due.map((row) => `${row.partnerName}: ${row.words}`), mails }
  await audit(tx, { userId: null, now }, { action: 'partner.remind', subject: 'partner', subjectId: null, detail })
  return mails
}

function isAdminOf({ isCustomerAdmin, locationIds }: Admin, { locationId }: Due): boolean {
  return isCustomerAdmin || locationId === null || locationIds.includes(locationId)
}

const SECTIONS = {
  license: {
    one: 'A license of',
    many: 'licenses of trading partners end soon',
    title: 'Licenses ending soon',
    what: 'After its last day the partner is not authorized to sell to you, and its goods cannot be received until someone decides what happens to them. Ask the partner for the renewed license, verify it, and add it on the partner’s page.',
  },
  check: {
    one: 'A license check of',
    many: 'licenses of trading partners are due for a check',
    title: 'Licenses to check again',
    what: 'Look the license up where it was issued. Then edit it on the partner’s page: enter when, by whom and where it was checked, and the day of the next check.',
  },
  agreement: {
    one: 'An agreement with',
    many: 'agreements with trading partners end soon',
    title: 'Agreements ending soon',
    what: 'Renew the agreement and add the new one on the partner’s page, or keep the transaction data yourself from then on.',
  },
} as const

function makeMail(rows: readonly Due[], today: string): { subject: string; text: string } {
  const [first] = rows
  const kinds = (['license', 'check', 'agreement'] as const).filter((what) => rows.some((row) => row.what === what))
  const [kind] = kinds
  const subject =
    rows.length === 1 && first
      ? `${SECTIONS[first.what].one} ${first.partnerName} ${dayWords(first, today)}`
      : kinds.length === 1 && kind
        ? `${rows.length} ${SECTIONS[kind].many}`
        : `${rows.length} trading partner records need your attention`
  const text = kinds.flatMap((what) => [
    SECTIONS[what].title,
    SECTIONS[what].what,
    ...rows
      .filter((row) => row.what === what)
      .map((row) => `- ${row.partnerName}: ${row.words}, ${dayWords(row, today)} (${printDay(row.on)}).`),
    '',
  ])
  return { subject: subject.slice(0, 200), text: text.join('\n').trim() }
}

/** Words for a due day: "ends in 7 days", "is due today", "was due 3 days ago". */
function dayWords({ what, on }: Due, today: string): string {
  const left = daysBetween(today, on)
  const days = (amount: number) => `${amount} ${amount === 1 ? 'day' : 'days'}`
  if (what === 'check') return left < 0 ? `was due ${days(-left)} ago` : left === 0 ? 'is due today' : `is due in ${days(left)}`
  return left === 0 ? 'ends today' : `ends in ${days(left)}`
}
