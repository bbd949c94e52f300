import type { ReportKind, ReportRange } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import type { Context } from '../../context.ts'
import { CSV_START, csvOf } from '../../csv.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { madeNow } from '../../print/made.ts'
import { printSheet } from '../../print/print-sheet.ts'
import { tableSheet } from './report.pdf.ts'
import { readTable } from './report-table.service.ts'

interface Wanted {
  kind: ReportKind
  range: ReportRange
}

const CSV_ROWS = 100_000
/** Some sixty pages; who wants more on paper asks for a shorter time. */
const PRINTED_ROWS = 2000

const nameOf = ({ kind, range: { from, to } }: Wanted, ending: string) => `${kind}-${from}-${to}.${ending}`

/** @throws AppError report_too_large */
export async function writeCsv(tx: CustomerTx, session: Session, wanted: Wanted) {
  const { columns, rows, left } = await readTable(tx, session, wanted.kind, wanted.range, CSV_ROWS)
  if (left > 0) throw new AppError('report_too_large')
  return { filename: nameOf(wanted, 'csv'), text: CSV_START + csvOf([columns.map((column) => column.name), ...rows]) }
}

/** @throws AppError pdf_failed */
export async function printPdf(ctx: Context, session: Session, wanted: Wanted) {
  const table = await ctx.inTx('read only', (tx) => readTable(tx, session, wanted.kind, wanted.range, PRINTED_ROWS))
  const bytes = await printSheet(ctx, session, tableSheet(table, wanted.range, madeNow(ctx, session)))
  return { filename: nameOf(wanted, 'pdf'), base64: Buffer.from(bytes).toString('base64') }
}
