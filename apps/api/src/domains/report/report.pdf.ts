import { formatAmount, formatCount, type ReportRange } from '@seriatim/schema'
import { type Clock, printDay, printMoment } from '../../print/dates.ts'
import { html } from '../../print/html.ts'
import { type Made, printStampText } from '../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../print/sheet.ts'
import type { ReportTable } from './report-table.ts'

/** Prints a report in landscape, because its tables are wide. `clock`: time zone and notation of the times, as in the customer's other papers. */
export function tableSheet(
  { title, totals, columns, rows, left, parts = [], rowsTitle = '' }: ReportTable,
  { from, to }: ReportRange,
  made: Made,
  clock: Clock,
): Sheet {
  const days = `${printDay(from)} to ${printDay(to)}`
  const print = (row: ReportTable['rows'][number]) => row.map((cell) => printCell(cell, clock))
  const cut = html`<p class="note">These are the first ${formatAmount(rows.length, 'row')}. The CSV of this report has all of them. For a complete PDF, choose a shorter period.</p>`
  const body = rows.length ? table(rowsTitle, columns, rows.map(print)) : html`<p>No activity in this period.</p>`
  return {
    kind: 'Report',
    title: `${title}, ${days}`,
    footer: `${title}, ${days} · ${printStampText(made)}`,
    body: html`${facts(totals)}${parts.map((part) => part.rows.length > 0 && table(part.title, part.columns, part.rows.map(print)))}${left > 0 && cut}${body}`,
    landscape: true,
  }
}

/** Adds thousands separators to numbers, and writes instants and days as on paper. */
function printCell(cell: ReportTable['rows'][number][number], clock: Clock): string | null {
  if (typeof cell === 'number') return formatCount(cell)
  if (cell instanceof Date) return printMoment(cell.toISOString(), clock)
  return cell !== null && /^\d{4}-\d{2}-\d{2}$/.test(cell) ? printDay(cell) : cell
}
