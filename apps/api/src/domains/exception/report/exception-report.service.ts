import type { ExceptionReport } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { toDay } from '../../../core/day.ts'
import { readInOneQuery } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import {
  type FiguresRow,
  listReportedTickets,
  type ReportSpan,
  selectFigures,
  selectReportedAmount,
  selectWeeks,
} from './exception-report.queries.ts'

const NOTHING = { opened: 0, resolved: 0, closed: 0, open: 0, overdue: 0, medianDays: null, longestDays: null }

/**
 * Reports exceptions by partner, type and week, with the time to resolve them. The figures for opened, resolved and closed tickets cover the range;
 * those for open and overdue tickets are as of now, whenever the tickets were opened.
 */
export async function readExceptionReport(
  tx: CustomerTx,
  session: Session,
  { limit, ...range }: Omit<ReportSpan, 'today'> & { limit: number },
): Promise<ExceptionReport> {
  const span = { ...range, today: toDay(session.now, session.timeZone) }
  const rows = await listReportedTickets(tx, span, limit)
  const {
    figures,
    weeks,
    amount: [tickets],
  } = await readInOneQuery(tx, { figures: selectFigures(span), weeks: selectWeeks(span), amount: selectReportedAmount(span) })
  const all = figures.find((row) => row.of === 'all')
  return {
    ...(all ? pickFigures(all) : NOTHING),
    rows: rows.map(({ firstName, lastName, at, settledAt, ...row }) => ({
      ...row,
      at: at.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
      owner: firstName === null ? null : `${firstName} ${lastName ?? ''}`.trim(),
    })),
    tickets: tickets?.amount ?? 0,
    partners: figures.filter((row) => row.of === 'partner').map((row) => ({ partner: row.partner, gln: row.gln, ...pickFigures(row) })),
    types: figures.filter((row) => row.of === 'type').map((row) => ({ type: row.type ?? '', ...pickFigures(row) })),
    weeks,
  }
}

const pickFigures = ({ opened, resolved, closed, open, overdue, medianDays, longestDays }: FiguresRow) => ({
  opened,
  resolved,
  closed,
  open,
  overdue,
  medianDays,
  longestDays,
})
