import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { FeedFileError } from '../../outside/feed/json-items.ts'

/** Maximum length of a line in bytes, far above the directory's longest line, which is about four kilobytes long. */
const LINE_MAX = 1_000_000
const western = new TextDecoder('windows-1252')

/** The FDA's files are in Windows-1252, but a file that somebody saved again is in UTF-8. */
const decodeLine = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : western.decode(bytes))

/** Cells of each line of a tab-separated file whose first line names the columns. Skips empty lines. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ cells: string[]; line: number }> {
  const records = pipeline(
    chunks,
    parse({
      bom: true,
      delimiter: '\t',
      record_delimiter: ['\r\n', '\n'],
      // Cells stay bytes, because each is decoded separately: a file may mix UTF-8 and Windows-1252. Quotes are ignored, because an inch mark must
      // not swallow the lines that follow.
      encoding: null,
      quote: false,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LINE_MAX,
      info: true,
    }),
    // Nothing to do here: the loop below throws the same error.
    () => {},
  )
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: Buffer[]; info: { lines: number } }>) // the options above make the parser yield this
      yield { cells: record.map((cell) => unquoted(decodeLine(cell))), line: info.lines }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new FeedFileError(`Line ${String(error.lines)} is too long: this is not a tab-separated file.`, { cause: error })
  }
}

/** Removes the quotes of a quoted cell. A cell that contains quotes is quoted itself, with its quotes doubled. */
function unquoted(cell: string): string {
  return cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}
