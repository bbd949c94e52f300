import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'

export type CsvCell = string | number | null

/** Characters that make a spreadsheet treat a cell as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/

/** Makes a cell plain text in every spreadsheet: an apostrophe before text that looks like a formula, so that opening the file runs nothing. */
export function safeCell(value: CsvCell): string {
  if (value === null) return ''
  return typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
}

/** The byte order mark by which spreadsheets recognize UTF-8; it is the first character of a file. */
export const CSV_START = '\uFEFF'

/** Formats rows according to RFC 4180; each cell passes through {@link safeCell}. Returns empty text if there are no rows. */
export function makeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    // By default, the library quotes only cells that contain a complete CRLF, so a single line feed in a note would start a new row.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
}

const PIECE_BYTES = 4096

/** The apostrophe that {@link safeCell} adds. */
const SAVED = /^'(?=[=+\-@\t\r\n])/

/**
 * Reads the rows of a CSV file (RFC 4180, also with bare line feeds or semicolons). Cells are trimmed, and the apostrophe of `safeCell` is removed.
 * Rows may have more or fewer cells than the header, and a cell may contain a quotation mark, because people edit such files.
 *
 * @param most rows to read: pass one more than the limit to detect a longer file.
 * @param delimiters that may separate cells. The most frequent one in the first line is used, or the first of the list if none occurs.
 * @throws CsvError if the text is not a table.
 */
export async function readCsv(
  text: string,
  most = Number.MAX_SAFE_INTEGER,
  delimiters: readonly [string, ...string[]] = [',', ';'],
): Promise<string[][]> {
  const [head = ''] = text.split(/\r?\n/, 1)
  const count = (delimiter: string) => head.split(delimiter).length
  const parser = parse({
    to: most,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    delimiter: delimiters.reduce((best, one) => (count(one) > count(best) ? one : best)),
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    cast: (cell) => cell.replace(SAVED, '').trim(),
  })
  const rows: string[][] = []
  Readable.from(cutPieces(Buffer.from(text))).pipe(parser)
  for await (const row of parser as AsyncIterable<string[]>) rows.push(row) // the parser has no column names, so each row is an array
  return rows
}

/** Yields the bytes in chunks and lets other work run between two chunks, because parsing a megabyte of commas takes seconds. */
async function* cutPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES)
    await nextTurn()
  }
}
