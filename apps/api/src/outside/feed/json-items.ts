import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'

/** An element of the list and the line where it begins. */
export interface JsonItem {
  value: unknown
  line: number
}

/**
 * Thrown if the files of a feed cannot be read or loaded. The message is a sentence for the operator, with the line number if one line is at fault.
 */
export class FeedFileError extends Error {}

const NEWLINE = 0x0a

/**
 * Maximum size of an entry. A normal entry is a few kilobytes long, and a recall at most a few dozen kilobytes; the limit keeps an unterminated entry
 * from filling the memory.
 */
const ITEM_MAX = 4_000_000

/**
 * Yields the entries of the member `list` one by one, so that a file of any size needs memory for only one entry: the entries of `results` in
 * `{"meta": {…}, "results": [{…}, {…}]}`. Passes other top-level members, such as `meta`, to `onMember`.
 * @throws FeedFileError if the JSON is invalid, the list is missing, or the file is truncated.
 */
export async function* jsonItems(
  chunks: AsyncIterable<Uint8Array>,
  { list, onMember }: { list: string; onMember(name: string, value: unknown): void },
): AsyncGenerator<JsonItem> {
  const reader = new ItemReader(list, onMember)
  for await (const chunk of chunks) yield* reader.read(chunk)
  reader.end()
}

/** Tracks the position in the stream and cuts complete entries out of it. */
class ItemReader {
  private readonly tokenizer = new Tokenizer()
  private readonly parser: TokenParser
  private readonly lines = new Lines()
  private found: JsonItem[] = []
  private depth = 0
  /** Byte offset at which the current entry or member begins. */
  private begin = 0
  private hasList = false
  private readonly list: string

  constructor(list: string, onMember: (name: string, value: unknown) => void) {
    this.list = list
    this.parser = new TokenParser({ paths: ['$.*', `$.${list}.*`], keepStack: false })
    this.parser.onValue = ({ value, key, stack }) => {
      if (stack.length === 2) this.found.push({ value, line: this.lines.at(this.begin) })
      else if (key === list) this.hasList = Array.isArray(value)
      else onMember(String(key), value)
    }
    this.tokenizer.onToken = (token) => {
      const isOpening = token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET
      if (isOpening && this.depth <= 2) this.begin = token.offset
      if (isOpening) this.depth += 1
      else if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) this.depth -= 1
      this.parser.write(token)
    }
  }

  /** Adds a chunk, and returns the entries that are complete after it. */
  read(chunk: Uint8Array): JsonItem[] {
    this.lines.add(chunk)
    this.found = []
    this.tryTo(() => this.tokenizer.write(chunk))
    if (this.depth > 1 && this.lines.bytes - this.begin > ITEM_MAX + chunk.length)
      throw new FeedFileError(`Line ${this.lines.at(this.begin)}: an entry that begins here has no end.`)
    this.lines.forgetBefore(this.begin)
    return this.found
  }

  end(): void {
    if (this.depth > 0) throw new FeedFileError(`Line ${this.lines.last}: the file ends in the middle.`)
    this.tryTo(() => this.tokenizer.end())
    if (!this.hasList) throw new FeedFileError(`The file has no list "${this.list}": it is not an openFDA download.`)
  }

  private tryTo(read: () => void): void {
    try {
      read()
    } catch (error) {
      const where = this.depth > 1 ? `Line ${this.lines.at(this.begin)}: the entry that begins here` : `Line ${this.lines.last}: this`
      throw new FeedFileError(`${where} is not valid JSON.`, { cause: error })
    }
  }
}

/** Maps byte offsets of a file to line numbers. */
class Lines {
  bytes = 0
  /** Number of the line in which the newest chunk ends, counted from 1. */
  last = 1
  private ends: number[] = []
  private forgotten = 0

  add(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.ends.push(this.bytes + at)
    this.bytes += chunk.length
    this.last = this.forgotten + this.ends.length + 1
  }

  at(byte: number): number {
    const before = this.ends.findIndex((end) => end >= byte)
    return this.forgotten + (before < 0 ? this.ends.length : before) + 1
  }

  forgetBefore(byte: number): void {
    const before = this.ends.findIndex((end) => end >= byte)
    const amount = before < 0 ? this.ends.length : before
    this.ends = this.ends.slice(amount)
    this.forgotten += amount
  }
}
