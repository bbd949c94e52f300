/** What an upload looks like by its first bytes. */
export type Sniffed = { kind: 'xml' } | { kind: 'zip' } | { kind: 'empty' } | { kind: 'other'; looksLike: string }

/** Bytes that the decision needs. */
export const SNIFF_BYTES = 512

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF', 'a PDF'],
  ['\x89PNG', 'a picture (PNG)'],
  ['\xff\xd8\xff', 'a picture (JPEG)'],
  ['GIF8', 'a picture (GIF)'],
  ['\xd0\xcf\x11\xe0', 'an old Office document'],
  ['\x1f\x8b', 'a gzip archive: unpack it first'],
  ['Rar!', 'a RAR archive: unpack it first'],
  ['7z\xbc\xaf', 'a 7-Zip archive: unpack it first'],
  ['MZ', 'a program'],
  ['ISA*', 'an X12 message (EDI)'],
  ['UNA', 'an EDIFACT message'],
  ['UNB', 'an EDIFACT message'],
]

/**
 * Decides whether a file can be an EPCIS document: it begins as XML (white space and a byte order mark aside), or it is a zip.
 *
 * @param head the first bytes; fewer when the file is shorter.
 */
export function sniff(head: Uint8Array): Sniffed {
  if (!head.length) return { kind: 'empty' }
  const raw = Buffer.from(head).toString('latin1')
  if (raw.startsWith('PK\x03\x04') || raw.startsWith('PK\x05\x06')) return { kind: 'zip' }
  for (const [signature, looksLike] of SIGNATURES) if (raw.startsWith(signature)) return { kind: 'other', looksLike }
  const text = textOf(raw, head).trimStart()
  if (text === '') return { kind: 'empty' }
  if (/^<!doctype html|^<html/i.test(text)) return { kind: 'other', looksLike: 'a web page' }
  if (text.startsWith('<')) return { kind: 'xml' }
  if (text.startsWith('{') || text.startsWith('['))
    return { kind: 'other', looksLike: /"@context"|"epcisBody"/.test(text) ? 'an EPCIS 2.0 JSON document: ask the sender for XML' : 'JSON' }
  if (/^[^\n]{1,400}[,;\t][^\n]{0,400}(\r?\n|$)/.test(text)) return { kind: 'other', looksLike: 'a table (CSV)' }
  return { kind: 'other', looksLike: [...text].some((sign) => sign < '\t') ? 'no text at all' : 'plain text' }
}

function textOf(raw: string, head: Uint8Array): string {
  if (raw.startsWith('\xef\xbb\xbf')) return raw.slice(3)
  if (raw.startsWith('\xff\xfe')) return Buffer.from(head.subarray(2)).toString('utf16le')
  if (raw.startsWith('\xfe\xff'))
    return Buffer.from(head.subarray(2, head.length - (head.length % 2)))
      .swap16()
      .toString('utf16le')
  return raw
}

/** The sentence for what is refused. */
export function refusal(sniffed: Sniffed): string {
  if (sniffed.kind === 'empty') return 'The file is empty. Only EPCIS XML files are accepted.'
  return `Only EPCIS XML files are accepted; this looks like ${sniffed.kind === 'other' ? sniffed.looksLike : 'something else'}.`
}
