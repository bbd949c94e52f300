import type { FileKind } from './file-kinds.ts'
import type { Unreadable } from './upload-outcome.ts'

/** Kind of an uploaded file, as far as its first bytes show. */
export type Sniffed = { kind: 'xml' } | { kind: 'epcisJson' } | { kind: 'zip' } | { kind: 'empty' } | { kind: 'other'; looks: FileKind }

/** Number of a file's first bytes that {@link sniff} needs for its decision. */
export const SNIFF_BYTES = 4096

const SIGNATURES: readonly (readonly [string, FileKind])[] = [
  ['%PDF', 'pdf'],
  ['\x89PNG', 'png'],
  ['\xff\xd8\xff', 'jpeg'],
  ['GIF8', 'gif'],
  ['\xd0\xcf\x11\xe0', 'oldOffice'],
  ['\x1f\x8b', 'gzip'],
  ['Rar!', 'rar'],
  ['7z\xbc\xaf', 'sevenZip'],
  ['MZ', 'program'],
  ['ISA*', 'x12'],
  ['UNA', 'edifact'],
  ['UNB', 'edifact'],
]

/**
 * Decides whether a file can be an EPCIS document: it begins like XML (after white space and a byte order mark), it is a JSON object with a member of
 * EPCIS 2.0, or it is a zip.
 *
 * @param head the first bytes; fewer if the file is shorter.
 */
export function sniff(head: Uint8Array): Sniffed {
  if (!head.length) return { kind: 'empty' }
  const raw = String.fromCharCode(...head.subarray(0, SNIFF_BYTES))
  if (raw.startsWith('PK\x03\x04') || raw.startsWith('PK\x05\x06')) return { kind: 'zip' }
  for (const [signature, looks] of SIGNATURES) if (raw.startsWith(signature)) return { kind: 'other', looks }
  const text = toText(raw, head).trimStart()
  if (text === '') return { kind: 'empty' }
  if (/^<!doctype html|^<html/i.test(text)) return { kind: 'other', looks: 'webPage' }
  if (text.startsWith('<')) return { kind: 'xml' }
  if (text.startsWith('{')) return EPCIS_MEMBER.test(text) ? { kind: 'epcisJson' } : { kind: 'other', looks: 'json' }
  if (text.startsWith('[')) return { kind: 'other', looks: 'json' }
  if (/^[^\n]{1,400}[,;\t][^\n]{0,400}(\r?\n|$)/.test(text)) return { kind: 'other', looks: 'csv' }
  return { kind: 'other', looks: [...text].some((char) => char < '\t') ? 'noText' : 'plainText' }
}

/**
 * Finds a member name or a document type of EPCIS 2.0 in the first bytes of a JSON file. Its position is not checked, because JSON members have no
 * fixed order.
 */
const EPCIS_MEMBER = /"(@context|epcisBody|epcisHeader|EPCISDocument|EPCISQueryDocument)"/

/** Whether a file begins as XML (also in UTF-16, with its zero bytes) or as EPCIS 2.0 in JSON. */
export function beginsAsDocument(head: Uint8Array): boolean {
  const { kind } = sniff(head)
  return kind === 'xml' || kind === 'epcisJson'
}

/** Outcome for a file that is not a document; undefined if it may be one. */
export function refusalOfSniffed(sniffed: Sniffed): Unreadable | undefined {
  if (sniffed.kind === 'empty') return { kind: 'empty', facts: {} }
  return sniffed.kind === 'other' ? { kind: 'notXml', facts: { looks: sniffed.looks } } : undefined
}

function toText(raw: string, head: Uint8Array): string {
  if (raw.startsWith('\xef\xbb\xbf')) return raw.slice(3)
  if (raw.startsWith('\xff\xfe')) return textOfPairs(head, (one, two) => one + two * 256)
  if (raw.startsWith('\xfe\xff')) return textOfPairs(head, (one, two) => one * 256 + two)
  return raw
}

/** Decodes UTF-16 text and skips its byte order mark (the first two bytes). */
function textOfPairs(head: Uint8Array, unitOf: (one: number, two: number) => number): string {
  let text = ''
  for (let at = 2; at + 1 < Math.min(head.length, SNIFF_BYTES); at += 2)
    text += String.fromCharCode(unitOf(head[at] ?? 0, head[at + 1] ?? 0))
  return text
}
