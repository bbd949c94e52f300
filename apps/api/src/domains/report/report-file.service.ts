import type { ReportKind, ReportRange } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { wallClock } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { CSV_START, makeCsv } from '../../core/text/csv.ts'
import type { CustomerTx } from '../../db/types.ts'
import { printSheet } from '../../print/print-sheet.ts'
import { printStamp } from '../../print/print-stamp.ts'
import { reportErrors } from './report.facts.ts'
import { tableSheet } from './report.pdf.ts'
import { readTable } from './report-table.service.ts'

interface Wanted {
  kind: ReportKind
  range: ReportRange
}

const CSV_ROWS = 100_000
/** Maximum number of rows in a PDF: about sixty pages. To print more, the user picks a shorter range. */
const PRINTED_ROWS = 2000

const reportFilename = ({ kind, range: { from, to } }: Wanted, ending: string) => `${kind}-${from}-${to}.${ending}`

const describeReport = ({ kind, range: { customerLocationId, ...range } }: Wanted) => ({
  report: kind,
  ...Object.fromEntries(Object.entries(range).filter(([, value]) => value !== undefined && value !== '')),
  ...(customerLocationId ? { locationId: customerLocationId } : {}),
})

/**
 * Writes a report as a CSV file and records the download in the audit trail.
 * @throws AppError report_too_large if the report has more rows than the file may have.
 */
export async function writeReportCsv(tx: CustomerTx, session: Session, wanted: Wanted) {
  const { columns, rows, left } = await readTable(tx, session, wanted.kind, wanted.range, CSV_ROWS)
  if (left > 0) throw new AppError(reportErrors.report_too_large)
  await audit(tx, session, { action: 'report.csv', subject: 'report', subjectId: null, detail: describeReport(wanted) })
  const clock = wallClock(session.timeZone)
  const lines = rows.map((row) => row.map((cell) => (cell instanceof Date ? clock(cell) : cell)))
  return { filename: reportFilename(wanted, 'csv'), text: CSV_START + makeCsv([columns.map((column) => column.name), ...lines]) }
}

/** @throws AppError pdf_failed */
export async function printPdf(ctx: Context, session: Session, wanted: Wanted) {
  const table = await ctx.inTx('read write', async (tx) => {
    const read = await readTable(tx, session, wanted.kind, wanted.range, PRINTED_ROWS)
    await audit(tx, session, { action: 'report.pdf', subject: 'report', subjectId: null, detail: describeReport(wanted) })
    return read
  })
  const bytes = await printSheet(ctx, session, tableSheet(table, wanted.range, printStamp(ctx, session), session))
  return { filename: reportFilename(wanted, 'pdf'), base64: Buffer.from(bytes).toString('base64') }
}
