/** The text of an incoming email: the part that its writer wrote (`own`), and the full text with quotations (`all`). */
export interface Writing {
  /** The text that the writer wrote, without quoted emails; the ticket shows this text. */
  own: string
  /** True if `own` contains everything that the writer wrote. If false, only `all` contains the full text. */
  isWhole: boolean
  /** All of the email's text in UTF-8, or the raw email if it could not be parsed. */
  all: Uint8Array
}

export interface MailHead {
  to: readonly string[]
  from: string
  subject: string
  messageId: string | undefined
  /** Header fields, keyed by lower-case name. */
  headers: ReadonlyMap<string, string>
}

export interface IncomingMail extends MailHead {
  /** The email as it arrived. Answers in the demo data have none. */
  raw?: Uint8Array
  writing: Writing
  attachments: readonly { filename: string; content: Buffer }[]
}

const AUTOMATIC_SUBJECT =
  /^(automatic reply|auto(matic)?[- ]?(reply|response)|out of (the )?office|undeliver(able|ed)|delivery status|mail delivery|returned mail|abwesen)/i

/** Whether a program wrote the email, judged by RFC 3834 and by common practice of mail servers. */
export function isAutomatic({ headers, subject, from }: MailHead): boolean {
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

const BOUNCE_SUBJECT = /^(undeliver(able|ed)|delivery status|mail delivery|returned mail)/i

/** Whether a mail server reports that an email of ours did not arrive (RFC 3464). */
export function isBounce({ headers, subject, from }: MailHead): boolean {
  return (
    /\bmultipart\/report\b/i.test(headers.get('content-type') ?? '') ||
    /^"?(mailer-daemon|postmaster)\b/i.test(from.replace(/^.*</, '')) ||
    BOUNCE_SUBJECT.test(subject.trim())
  )
}

/** Maximum length of a line that introduces a quote or a forwarded email; mail programs never write longer ones. */
const INTRODUCTION_LINE = 600
const BELOW = /^-{2,20} ?Original Message ?-{2,20}$/i
const FORWARDED = /^(-{2,20} ?Forwarded message ?-{2,20}|Begin forwarded message:)$/i
/** If the text above a quote has fewer letters and digits than this, as in "See below", the answer is taken from the text below. */
const FEW_LETTERS = 30
const LETTER = /[\p{L}\p{N}]/u

const isQuoted = (line: string) => line.startsWith('>')

/** Whether this line is a heading below which a mail program quotes the original email. Below such a heading, the quoted lines have no prefix. */
function isBelow(line: string): boolean {
  if (line.length > INTRODUCTION_LINE) return false
  const at = line.indexOf('@', 'From: '.length + 1)
  return BELOW.test(line) || (/^From: /i.test(line) && at !== -1 && at < line.length - 1)
}

const isForwarding = (line: string) => line.length <= INTRODUCTION_LINE && FORWARDED.test(line)

/**
 * Number of lines at the end that introduce a quote: one, such as "On Monday Ed wrote:", or two if a mail program broke this line because it contains
 * an email address.
 */
function countIntroduction(lines: readonly string[]): 0 | 1 | 2 {
  const [above = '', last = ''] = [lines.at(-2), lines.at(-1)]
  if (last.length > INTRODUCTION_LINE || !/\bwrote:$/i.test(last)) return 0
  const between = last.length - 'On '.length - 'wrote:'.length
  if (/^On /i.test(last)) return between >= 5 && between <= 300 ? 1 : 0
  const address = above.indexOf('<', 'On '.length + 5)
  return /^On /i.test(above) && above.length <= INTRODUCTION_LINE && last.length <= 206 && address !== -1 ? 2 : 0
}

/** Removes the quote at the end and the line that introduces it. An email that consists of nothing else is returned unchanged. */
function withoutLastQuote(text: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => line.trim() !== '' && !isQuoted(line))
  if (!lines.slice(last + 1).some(isQuoted)) return text
  const above = lines
    .slice(0, last + 1)
    .join('\n')
    .trim()
    .split('\n')
  const kept = above.slice(0, above.length - countIntroduction(above))
  return kept.join('\n').trim() || text
}

/** Whether the text has at least `wanted` letters and digits. Reads no further than needed. */
function hasLetters(text: string, wanted: number): boolean {
  let count = 0
  for (const char of text) {
    if (LETTER.test(char)) count += 1
    if (count >= wanted) return true
  }
  return false
}

/**
 * Extracts what the writer wrote from an email. Removes a quote at the end; a quote before or between answers stays, because the answers make no
 * sense without it. If the original email follows without `>` before its lines, it is removed only if there is enough text above it; it stays if the
 * email forwards it. `isWhole` is false if the removed lines may include some of the writer's own. Each line is read only once, because anybody can
 * send an email that is slow to parse otherwise.
 */
export function stripQuote(mail: string): { text: string; isWhole: boolean } {
  const whole = mail.replaceAll('\r\n', '\n').trim()
  const lines = whole.split('\n')
  const cut = lines.findIndex((line, at) => at > 0 && isBelow(line.trim()))
  const above = lines.slice(0, Math.max(cut, 0)).join('\n').trim()
  const isForwarded = lines.some((line) => isForwarding(line.trim()))
  if (cut > 0 && !isForwarded && hasLetters(above, FEW_LETTERS)) return { text: withoutLastQuote(above), isWhole: false }
  return { text: isForwarded ? whole : withoutLastQuote(whole), isWhole: true }
}

/** Text of an email as a ticket stores it. */
export function replyText(text: string): Writing {
  const { text: own, isWhole } = stripQuote(text)
  return { own, isWhole, all: Buffer.from(text) }
}
