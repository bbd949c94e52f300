import { parse } from 'csv-parse/sync'
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
export function makeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    // Its own rule quotes only what holds the whole record delimiter; a lone line feed in a note would begin a row.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
}

/** The apostrophe of {@link safeCell}. */
const SAVED = /^'(?=[=+\-@\t\r\n])/

/**
 * Rows of a CSV file (RFC 4180, also with line feeds only or semicolons), each cell without spaces around it; the apostrophe that keeps a text from being a
 * formula is taken off again. A row may have more or fewer cells than the head, a quote may stand inside a cell: people edit such files by hand.
 */
export function readCsv(text: string): string[][] {
  const [head = ''] = text.split(/\r?\n/, 1)
  return parse(text, {
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    delimiter: head.split(';').length > head.split(',').length ? ';' : ',',
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    cast: (cell) => cell.replace(SAVED, '').trim(),
  })
}
