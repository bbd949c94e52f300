/** An element of the list, as text, and the line of the file that it begins in. */
export interface JsonItem {
  text: string
  line: number
}

/** What a file is that cannot be read: says the line. */
export class FeedFileError extends Error {}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])
const BRACKET = 0x5b

/** An entry has a few kilobytes, a recall at most some dozens; one without an end must not fill the memory. */
const ITEM_MAX = 4_000_000

/**
 * Cuts `{"meta": {…}, "results": [{…}, …]}` into its entries while it is read, so that a file of any size needs the memory of one entry.
 * The text of another member of the outermost object, `meta`, is handed to `onMember`.
 *
 * @throws FeedFileError when the brackets do not match, the list is missing, or the file ends in the middle.
 */
export async function* jsonItems(
  chunks: AsyncIterable<Uint8Array>,
  { list, onMember }: { list: string; onMember(name: string, text: string): void },
): AsyncGenerator<JsonItem> {
  let depth = 0
  let line = 1
  let inString = false
  let isEscaped = false
  let isList = false
  let wasList = false
  /** The last text at depth 1 or the one being read there: a member's name when a value follows. */
  let name = ''
  let nameFrom = -1
  let kept: Buffer[] = []
  let keptBytes = 0
  let keptLine = 0
  for await (const piece of chunks) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    const wanted = () => depth > (isList ? 2 : 1)
    let from = wanted() ? 0 : -1
    const begin = (at: number) => {
      from = at
      keptLine = line
    }
    const end = (at: number): string => {
      kept.push(chunk.subarray(from, at + 1))
      const text = Buffer.concat(kept).toString('utf8')
      kept = []
      keptBytes = 0
      from = -1
      return text
    }
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk[at] as number // within its length
      if (sign === NEWLINE) line += 1
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (sign === BACKSLASH) isEscaped = true
        else if (sign === QUOTE) {
          inString = false
          if (depth === 1) name = (nameFrom < 0 ? name : '') + chunk.toString('utf8', Math.max(0, nameFrom), at)
        }
      } else if (sign === QUOTE) {
        inString = true
        nameFrom = at + 1
        if (depth === 1) name = ''
      } else if (OPENING.has(sign)) {
        depth += 1
        if (depth === 2 && sign === BRACKET && name === list) {
          isList = true
          wasList = true
        } else if (depth === (isList ? 3 : 2)) begin(at)
      } else if (CLOSING.has(sign)) {
        depth -= 1
        if (depth < 0) throw new FeedFileError(`Line ${line}: a bracket is closed that was never opened.`)
        if (isList && depth === 2) yield { text: end(at), line: keptLine }
        else if (depth === 1 && isList) isList = false
        else if (depth === 1) onMember(name, end(at))
      }
    }
    // A name that goes on in the next piece.
    if (inString && depth === 1) name += chunk.toString('utf8', Math.max(0, nameFrom))
    nameFrom = -1
    if (from >= 0) {
      kept.push(Buffer.from(chunk.subarray(from)))
      keptBytes += chunk.length - from
      if (keptBytes > ITEM_MAX) throw new FeedFileError(`Line ${keptLine}: an entry that begins here has no end.`)
    }
  }
  if (depth !== 0 || inString) throw new FeedFileError(`Line ${line}: the file ends in the middle.`)
  if (!wasList) throw new FeedFileError(`The file has no list "${list}": it is not a download of openFDA.`)
}
