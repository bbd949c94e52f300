import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
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

const PIECE_BYTES = 4096

/** The apostrophe of {@link safeCell}. */
const SAVED = /^'(?=[=+\-@\t\r\n])/

/**
 * Rows of a CSV file (RFC 4180, also with line feeds only or semicolons), each cell without spaces around it; the apostrophe that keeps a text from being a
 * formula is taken off again. A row may have more or fewer cells than the head, a quote may stand inside a cell: people edit such files by hand.
 *
 * @param most rows that are read: whoever asks for one more than it takes knows that there are too many.
 * @throws CsvError for what is no table.
 */
export async function readCsv(text: string, most = Number.MAX_SAFE_INTEGER): Promise<string[][]> {
  const [head = ''] = text.split(/\r?\n/, 1)
  const parser = parse({
    to: most,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    delimiter: head.split(';').length > head.split(',').length ? ';' : ',',
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    cast: (cell) => cell.replace(SAVED, '').trim(),
  })
  const rows: string[][] = []
  Readable.from(cutPieces(Buffer.from(text))).pipe(parser)
  for await (const row of parser as AsyncIterable<string[]>) rows.push(row) // of a parser without column names
  return rows
}

/** Others have their turn between two pieces: a megabyte of commas takes seconds. */
async function* cutPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES)
    await nextTurn()
  }
}
