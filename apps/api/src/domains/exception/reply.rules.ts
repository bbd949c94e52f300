/** A mail that came in. */
export interface Incoming {
  to: readonly string[]
  from: string
  subject: string
  text: string
  messageId: string | undefined
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>
  attachments: readonly { filename: string; content: Buffer }[]
}

const AUTOMATIC_SUBJECT =
  /^(automatic reply|auto(matic)?[- ]?(reply|response)|out of (the )?office|undeliver(able|ed)|delivery status|mail delivery|returned mail|abwesen)/i

/** Whether a program wrote it: RFC 3834 and what mail servers do instead. */
export function isAutomatic({ headers, subject, from }: Pick<Incoming, 'headers' | 'subject' | 'from'>): boolean {
  const submitted = headers.get('auto-submitted')?.trim().toLowerCase()
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /bulk|junk|auto_reply|list/i.test(headers.get('precedence') ?? '') ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond') ||
    headers.get('return-path')?.trim() === '<>' ||
    /^"?(mailer-daemon|postmaster)\b/i.test(from.replace(/^.*</, '')) ||
    AUTOMATIC_SUBJECT.test(subject.trim())
  )
}

/** Where the mail that was answered begins, without a sign before each of its lines. */
const BELOW = /^(-{2,} ?Original Message ?-{2,}|From: .+@.+)$/i
const FORWARDED = /^(-{2,} ?Forwarded message ?-{2,}|Begin forwarded message:)$/i
/** The line above a quote; mail programs break it in two after an address. */
const INTRODUCTION = /(^|\n)On ([^\n]{5,300}|[^\n]{5,300}<[^\n]{0,200}\n[^\n]{0,200})\bwrote:$/i
/** Fewer letters above a mail say that what is below is the answer: "See below". */
const FEW_LETTERS = 30

const isQuoted = (line: string) => line.startsWith('>')

/** The same without a quote at its end and the line above that. A mail that is nothing else is its quote. */
function withoutLastQuote(text: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => line.trim() !== '' && !isQuoted(line))
  if (!lines.slice(last + 1).some(isQuoted)) return text
  const above = lines
    .slice(0, last + 1)
    .join('\n')
    .trim()
  return above.replace(INTRODUCTION, '').trim() || text
}

/**
 * What somebody wrote. A quote at the end goes; between or above answers it stays, because they make no sense without it. A mail below that has no signs
 * of a quote goes only where enough is said above it, and never where it was forwarded. `isWhole` is false where lines went that may be the writer's own.
 */
export function ownWords(mail: string): { text: string; isWhole: boolean } {
  const whole = mail.replaceAll('\r\n', '\n').trim()
  const lines = whole.split('\n')
  const cut = lines.findIndex((line, at) => at > 0 && BELOW.test(line.trim()))
  const above = lines.slice(0, Math.max(cut, 0)).join('\n').trim()
  const isForwarded = lines.some((line) => FORWARDED.test(line.trim()))
  if (cut > 0 && !isForwarded && (above.match(/[\p{L}\p{N}]/gu) ?? []).length >= FEW_LETTERS)
    return { text: withoutLastQuote(above), isWhole: false }
  return { text: isForwarded ? whole : withoutLastQuote(whole), isWhole: true }
}
