import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { FeedFileError } from '../../outside/feed/json-items.ts'

/** The longest line of the directory has some four kilobytes. */
const LINE_MAX = 1_000_000
const western = new TextDecoder('windows-1252')

/** The FDA writes Windows-1252; a file that somebody saved anew is UTF-8. */
const decodeLine = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : western.decode(bytes))

/** The cells of each line of a file with tabs between them, the first line giving the columns' names. Empty lines are passed over. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ cells: string[]; line: number }> {
  const records = pipeline(
    chunks,
    parse({
      bom: true,
      delimiter: '\t',
      record_delimiter: ['\r\n', '\n'],
      // Bytes, because the two encodings may even mix; without quotes, because a sign for inches must not swallow the lines behind it.
      encoding: null,
      quote: false,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LINE_MAX,
      info: true,
    }),
    // Whoever reads the records is told.
    () => {},
  )
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: Buffer[]; info: { lines: number } }>) // by the options
      yield { cells: record.map((cell) => unquoted(decodeLine(cell))), line: info.lines }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new FeedFileError(`Line ${String(error.lines)} is too long: this is no file with tabs.`, { cause: error })
  }
}

/** A cell that holds quotes is itself in quotes, and they are doubled. */
function unquoted(cell: string): string {
  return cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}
