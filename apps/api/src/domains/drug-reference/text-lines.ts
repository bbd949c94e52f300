import { isUtf8 } from 'node:buffer'
import { FeedFileError } from '../../feed/json-items.ts'

const NEWLINE = 0x0a
/** The longest line of the directory has some four kilobytes. */
const LINE_MAX = 1_000_000
const western = new TextDecoder('windows-1252')

/** The FDA writes Windows-1252; a file that somebody saved anew is UTF-8. */
const textOf = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : western.decode(bytes))

/** The cells of each line of a file with tabs between them, the first line giving the columns' names. Empty lines are passed over. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ cells: string[]; line: number }> {
  let line = 0
  for await (const bytes of splitLines(chunks)) {
    line += 1
    if (bytes.length > LINE_MAX) throw new FeedFileError(`Line ${line} is too long: this is no file with tabs.`)
    const text = textOf(bytes)
      .replace(/^\ufeff/, '')
      .replace(/\r$/, '')
    if (text !== '') yield { cells: text.split('\t').map(unquoted), line }
  }
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const piece = chunk.subarray(from, at)
      yield rest.length ? Buffer.concat([rest, piece]) : piece
      rest = Buffer.alloc(0)
      from = at + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(from)])
    if (rest.length > LINE_MAX) yield rest
  }
  if (rest.length) yield rest
}

/** A cell that holds quotes is itself in quotes, and they are doubled. */
function unquoted(cell: string): string {
  return cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}
