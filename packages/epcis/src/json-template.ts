import type { ByteStore } from './columns.ts'
import { EventTemplate, GAPS, type GapRange, LIST, LONGEST_TEXT, NULL, type RepeatedEvent } from './event-template.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const TOKEN = /\s*(?:"([^"\\]*)"|([{}[\],:])|([^\s"{}[\],:]+))/y

interface Value {
  readonly name: string
  /** The range of a string between its quotation marks, or of a list between its brackets. */
  readonly from: number
  readonly to: number
  /** The range of each string in a list, between its quotation marks; null if the value is not a list of strings. */
  readonly items: readonly { readonly from: number; readonly to: number }[] | null
}

/**
 * Lists the members of an event, and of the objects in it, whose values are strings or lists of strings. Returns null if the event contains JSON that
 * this function cannot read.
 */
function collectMembers(json: string): Value[] | null {
  const found: Value[] = []
  let name: string | null = null
  let last: { text: string; from: number; to: number } | null = null
  let list: { name: string; from: number; items: { from: number; to: number }[] } | null = null
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < json.length) {
    const match = TOKEN.exec(json)
    if (match === null) return null
    const [, text, mark] = match
    const end = TOKEN.lastIndex
    if (text !== undefined) {
      last = { text, from: end - 1 - text.length, to: end - 1 }
      if (name !== null) found.push({ name, from: last.from, to: last.to, items: null })
      else list?.items.push({ from: last.from, to: last.to })
      if (name !== null) last = null
      name = null
    } else if (mark === ':') {
      if (last === null) return null
      name = last.text
    } else if (mark === '[') {
      list = name === null ? null : { name, from: end, items: [] }
      name = null
    } else if (mark === ']') {
      if (list !== null) found.push({ ...list, to: end - 1 })
      list = null
    } else {
      if (mark !== ',') list = null
      name = null
    }
  }
  return found
}

const local = (name: string): string => name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('#'), name.lastIndexOf('/')) + 1)

/**
 * Makes a template that recognizes events which repeat this JSON event. Returns null if a template could misread such events; then each of them is
 * parsed.
 */
export function makeJsonTemplate(json: string, model: RepeatedEvent): EventTemplate | null {
  const { event } = model
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII is left to the reader
  if (/[\\]|[^\x00-\x7f]/.test(json)) return null
  const members = collectMembers(json)
  if (members === null) return null
  const lists = members.filter(({ name }) => ['epcList', 'childEPCs'].includes(local(name)))
  const [list] = lists
  if (list?.items == null || lists.length > 1 || list.items.length !== event.epcCount) return null
  const gaps: GapRange[] = [{ gap: LIST, from: list.from, to: list.to }]
  for (const { gap, local: wanted, fact } of GAPS) {
    if (event[fact] === null) continue
    // The value of a fact is looked up by member name. If several members have the wanted name, the one that holds the fact is unknown, so there is
    // no template.
    const [one, other] = members.filter(({ name }) => local(name) === wanted)
    if (one === undefined || other !== undefined || one.items !== null) return null
    gaps.push({ gap, from: one.from, to: one.to })
  }
  if (!isUnique(json)) return null
  const [first, second] = list.items
  const between = first && second ? json.slice(first.to, second.from) : null
  return new EventTemplate(model, json, gaps, { before: '"', after: '"', between, separator: COMMA, textEnd })
}

/**
 * Whether no gap's name and no name of an EPC list occurs twice as a member name in the text, at any depth. Otherwise, the text in a gap might not be
 * the only one with that name.
 */
function isUnique(json: string): boolean {
  const names = [...json.matchAll(/"([^"]*)"\s*:/g)].map(([, name = '']) => local(name))
  return [...GAPS.map((gap) => gap.local), 'epcList', 'childEPCs'].every((wanted) => names.filter((name) => name === wanted).length < 2)
}

const isPlain = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== 0x5c ? 1 : 0))

/**
 * Returns the index of the quotation mark that ends a plain text, or the index after the last byte; -1 if the text isn't plain. Text with leading
 * white space isn't plain, because it could hide a URL.
 */
function textEnd({ bytes, words }: ByteStore, from: number): number {
  let at = from
  while (isPlain[bytes[at] ?? 0] === 1) at += 1
  if (bytes[from] === 0x20) return -1
  if (bytes[at] === 0) return at
  const isText = bytes[at] === QUOTE && at > from && at - from <= LONGEST_TEXT
  return isText && !(at - from === 4 && words.getInt32(from, true) === NULL) ? at : -1
}
