import { stringify } from 'csv-stringify/sync'

export type CsvCell = string | number | null

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/

/** A text that is text in every spreadsheet: one that begins like a formula gets an apostrophe, so that opening the file runs nothing. */
export function safeCell(value: CsvCell): string {
  if (value === null) return ''
  return typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
}

/** The mark by which spreadsheets know UTF-8; stands at the very beginning of a file. */
export const CSV_START = '\uFEFF'

/** Rows as RFC 4180 writes them, each cell safe; empty text for no rows. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: '\r\n' },
  )
}
