import { decodeText, type XmlHandler, type XmlProblem, type XmlReader } from '../src/index.ts'

export interface ReaderReport {
  /** One line for each start, text and end; consecutive texts are joined. */
  readonly events: readonly string[]
  readonly problem: XmlProblem | null
}

/**
 * Records everything that a reader reports for the bytes. Feeds the reader with chunks of the given sizes, starting over when the sizes are used up.
 * @param takesLeaves whether the reader may report a plain element (start, text and end) in one call; it is recorded as the same three lines as three
 * calls.
 */
export function reportedBy(
  create: (handler: XmlHandler) => XmlReader,
  bytes: Uint8Array,
  sizes: readonly number[],
  takesLeaves = false,
): ReaderReport {
  const events: string[] = []
  let text = ''
  let problem: XmlProblem | null = null
  const settle = () => {
    if (text !== '') events.push(`text ${JSON.stringify(text)}`)
    text = ''
  }
  const handler: XmlHandler = {
    start({ uri, local }, attributes) {
      settle()
      const values = attributes.map(({ name, value }) => ` {${name.uri}}${name.local}=${JSON.stringify(value)}`)
      events.push(`start {${uri}}${local} at ${reader.line}:${reader.column}${values.join('')}`)
    },
    text(from, start, end) {
      text += decodeText(from, start, end)
    },
    end() {
      settle()
      events.push('end')
    },
    malformed(found) {
      text = '' // drops the text before the error, because readers differ in how much of it they report
      problem = found
    },
  }
  if (takesLeaves)
    handler.leaf = (name, from, start, end) => {
      handler.start(name, [])
      handler.text(from, start, end, false)
      handler.end()
    }
  const reader: XmlReader = create(handler)
  for (let at = 0, round = 0; at < bytes.length; round += 1) {
    const size = Math.max(1, sizes[round % sizes.length] ?? bytes.length)
    reader.write(bytes.subarray(at, at + size))
    at += size
  }
  reader.end()
  settle()
  return { events, problem }
}

/** Leaves out white space between tags, because readers that emit `leaf` may skip it. */
export function withoutBlanks({ events, problem }: ReaderReport): ReaderReport {
  return { events: events.filter((event) => !/^text "(?:\s|\\[nrt])*"$/.test(event)), problem }
}

/** Errors that our reader reports and that sax reports later or never: how our message begins, and why our reader is stricter. */
const stricter: readonly (readonly [words: string, why: string])[] = [
  ['There is a ]]> in a text', 'XML 1.0, production 14; sax does not look for it'],
  ['There is a < in the value of an attribute', 'XML 1.0, production 10; sax does not look for it'],
  ['A processing instruction is not valid', 'production 16; sax takes any target, also none'],
  ['A <! begins neither', 'sax reads on to the next >, and takes CDATA in small letters'],
  ['An end tag has a character', 'production 42; sax allows a space before the name'],
  ['There is a space between <', 'sax allows it before /, ! and ?, and reads on to the end of a name'],
  ['A character reference is not defined', 'productions 66 and 68; sax knows &AMP; and &#X41; too'],
  ['The file has a DOCTYPE', 'sax reads it to its end first, and may find something else there'],
  ['This is a web page', 'the same'],
  ['The file does not begin with a tag', 'sax passes over a second byte order mark'],
]

/** The errors in `stricter` that sax also reports, but at a later position in the file. Each entry is the beginning of a message. */
const later = [
  'An end tag has a character',
  'The file has a DOCTYPE',
  'This is a web page',
  'A <! begins neither',
  'There is a space between <',
]

/**
 * Words in the errors about limits. Both readers have these limits but notice them at different positions, because sax emits its data only at the end
 * of its blocks.
 */
const counted = ['too long', 'too many']

/** Whether sax misreads these bytes: it doesn't accept `??>` as the end of an instruction. */
export function isBeyondSax(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x3f); at >= 0; at = bytes.indexOf(0x3f, at + 1))
    if (bytes[at + 1] === 0x3f && bytes[at + 2] === 0x3e) return true
  return false
}

/** Describes the first unexpected difference between the reports of sax and of our reader; null if there is none. */
export function difference(sax: ReaderReport, own: ReaderReport): string | null {
  const begins = (problem: XmlProblem | null, words: string) => problem?.message.startsWith(words) === true
  const isSame = sax.problem?.message === own.problem?.message
  const isStricter =
    stricter.some(([words]) => begins(own.problem, words)) && (!isSame || later.some((words) => begins(own.problem, words)))
  const isCounted = counted.some((words) => own.problem?.message.includes(words) || sax.problem?.message.includes(words))
  const problems = `sax ${JSON.stringify(sax.problem)}, own ${JSON.stringify(own.problem)}`
  const shared = Math.min(own.events.length, sax.events.length)
  for (let i = 0; i < shared; i += 1) {
    if (own.events[i] !== sax.events[i]) return `event ${i}: sax ${sax.events[i]}, own ${own.events[i]}; ${problems}`
  }
  if (isCounted) return null
  if (isStricter) return own.events.length <= sax.events.length && isBefore(own.problem, sax.problem) ? null : `stopped late: ${problems}`
  if (own.events.length !== sax.events.length) return `${sax.events.length} events of sax, ${own.events.length} of ours; ${problems}`
  return JSON.stringify(sax.problem) === JSON.stringify(own.problem) ? null : problems
}

function isBefore(one: XmlProblem | null, other: XmlProblem | null): boolean {
  if (one === null || other === null) return other === null
  return one.line < other.line || (one.line === other.line && one.column <= other.column)
}
