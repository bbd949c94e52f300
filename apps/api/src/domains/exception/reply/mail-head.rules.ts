import type { MailHead } from './reply.rules.ts'

/**
 * Number of bytes at the start of an email that are searched for its header; no mail server writes a longer header. The rest of the email is ignored
 * until the ticket's token has been found in the header.
 */
const HEAD_BYTES = 256 * 1024
const ADDRESSED = ['to', 'cc', 'delivered-to', 'x-original-to', 'x-forwarded-to', 'envelope-to']

/** Reads the header of a raw email (RFC 5322) without decoding encoded words. The cost is bounded for any input. */
export function readMailHead(raw: Uint8Array): MailHead {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEAD_BYTES)).toString('latin1')
  const headers = new Map<string, string>()
  const to: string[] = []
  for (const { name, value } of unfold(text)) {
    // Only the first occurrence of this header counts, because the receiving mail server wrote it. The sender may have forged others below it.
    if (name !== 'authentication-results' || !headers.has(name)) headers.set(name, value)
    if (ADDRESSED.includes(name)) to.push(value)
  }
  const find = (name: string) => headers.get(name)
  return { to, from: find('from') ?? '', subject: find('subject') ?? '', messageId: find('message-id'), headers }
}

/** The header of a raw email exactly as the sender and the mail servers wrote it, with repeated fields in their original order. */
export function readHeaderBlock(raw: Uint8Array): string {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEAD_BYTES)).toString('utf8').replaceAll('\r\n', '\n')
  const end = text.indexOf('\n\n')
  return end === -1 ? text : text.slice(0, end)
}

/** Yields the header fields up to the empty line, each unfolded into one line. */
function* unfold(text: string): Generator<{ name: string; value: string }> {
  let field: string[] = []
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf('\n', at)
    const next = end === -1 ? text.length : end
    const line = text.slice(at, text.charAt(next - 1) === '\r' && next > at ? next - 1 : next)
    at = next + 1
    if (field.length && (line.startsWith(' ') || line.startsWith('\t'))) field.push(line)
    else {
      yield* splitParameters(field.join(''))
      if (line === '') return
      field = [line]
    }
  }
  yield* splitParameters(field.join(''))
}

function* splitParameters(field: string): Generator<{ name: string; value: string }> {
  const colon = field.indexOf(':')
  if (colon > 0) yield { name: field.slice(0, colon).trim().toLowerCase(), value: field.slice(colon + 1).trim() }
}
