import { describeFigure, formatAmount, formatFigure, type Ok, readFigures, SCORECARD_FIGURES, type ScorecardKey } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { toDay } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { findZone } from '../../location/location.joins.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { addToMonth } from '../compute/months.rules.ts'
import { listMonthRows, listOwners } from '../read/month-rows.queries.ts'
import { assignRows, type PartnerRows, totalOf } from '../read/scorecard.rules.ts'
import { scorecardMails } from '../scorecard.mails.ts'
import { deleteReader, insertReader, listReaders, markSent, type Reader } from './reader.queries.ts'

/** Turns the caller's monthly email on or off. */
export async function chooseMonthlyMail(tx: CustomerTx, session: Session, { wanted }: { wanted: boolean }): Promise<Ok> {
  const { userId, now } = session
  if (wanted) await insertReader(tx, { userId, since: now, sentMonth: addToMonth(toDay(now, await findZone(tx)).slice(0, 7), -1) })
  else await deleteReader(tx, userId)
  await audit(tx, session, { action: 'scorecard.mail', subject: 'user', subjectId: userId, detail: { wanted } })
  return { ok: true }
}

/**
 * The day of the month on which the previous month's figures are mailed. By then, the pharmacy has received the orders that arrived at the end of
 * that month.
 */
const FIRST_DAY = 3

/** Emails the previous month's figures to everybody who wants them, once. Returns the number of emails. */
export async function sendMonthlyMails(tx: CustomerTx, { now, link }: { now: Date; link: string }): Promise<number> {
  const today = toDay(now, await findZone(tx))
  if (Number(today.slice(8)) < FIRST_DAY) return 0
  const month = addToMonth(today.slice(0, 7), -1)
  const readers = await listReaders(tx, month)
  if (readers.length === 0) return 0
  const rows = await listMonthRows(tx, { months: [month], locationId: null, gtin: '' })
  const owners = await listOwners(tx)
  for (const reader of readers) {
    const { partners } = assignRows(
      rows.filter((row) => maySee(reader, row.locationId)),
      owners.filter(({ locationId }) => locationId === null || maySee(reader, locationId)),
    )
    const mail = { to: [reader.emailAddress], ...makeMonthlyMail(month, partners, link) }
    await sendMail(tx, { userId: null, now }, { kind: scorecardMails, ...mail })
    await markSent(tx, reader.userId, month)
  }
  return readers.length
}

const maySee = ({ isCustomerAdmin, locationIds }: Reader, locationId: number | null) =>
  isCustomerAdmin || (locationId !== null && locationIds.includes(locationId))

const MAILED: readonly ScorecardKey[] = ['firstTimeRight', 'statement', 'minutes', 'missing', 'hoursToFix']
const MONTHS = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function makeMonthlyMail(month: string, partners: readonly PartnerRows[], link: string): { subject: string; text: string } {
  const words = MONTHS.format(new Date(`${month}-01T00:00:00Z`))
  const withOrders = partners
    .map(({ partner, rows }) => ({ name: partner.name, figures: readFigures(totalOf(rows)) }))
    .filter(({ figures }) => figures.orders.amount > 0)
    .toSorted((a, b) => b.figures.orders.amount - a.figures.orders.amount || a.name.localeCompare(b.name, 'en'))
  const text = withOrders.flatMap(({ name, figures }) => [
    `${name}: ${formatAmount(figures.orders.amount, 'order')}, ${formatAmount(figures.units.amount, 'package')}`,
    ...MAILED.map((key) => `- ${SCORECARD_FIGURES[key].label}: ${formatFigure(key, figures[key])} (${describeFigure(key, figures[key])})`),
    '',
  ])
  const none = ['No orders from your suppliers arrived that month.', '']
  const end = `All figures with their definitions: ${link}/tradingpartner/scorecards\nTo stop these emails, turn off "Email me each month" on that page.`
  return { subject: `Supplier scorecards for ${words}`, text: [...(text.length > 0 ? text : none), end].join('\n') }
}
