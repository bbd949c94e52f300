/** What a mail says. */
export interface Writing {
  /** The writer's own words, as the ticket shows them. */
  own: string
  /** Nothing of the writer's is missing from `own`. */
  isWhole: boolean
  /** All of the mail's text in UTF-8; of a mail that could not be read, the mail as it came. */
  all: Uint8Array
}

/** What stands above the text of a mail. */
export interface MailHead {
  to: readonly string[]
  from: string
  subject: string
  messageId: string | undefined
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>
}

/** A mail that came in. */
export interface Incoming extends MailHead {
  writing: Writing
  attachments: readonly { filename: string; content: Buffer }[]
}

const AUTOMATIC_SUBJECT =
  /^(automatic reply|auto(matic)?[- ]?(reply|response)|out of (the )?office|undeliver(able|ed)|delivery status|mail delivery|returned mail|abwesen)/i

/** Whether a program wrote it: RFC 3834 and what mail servers do instead. */
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

/** Longest line that can introduce a quote or a forwarded mail; mail programs never write longer ones. */
const INTRODUCTION_LINE = 600
const BELOW = /^-{2,20} ?Original Message ?-{2,20}$/i
const FORWARDED = /^(-{2,20} ?Forwarded message ?-{2,20}|Begin forwarded message:)$/i
/** Fewer letters above a mail say that what is below is the answer: "See below". */
const FEW_LETTERS = 30
const LETTER = /[\p{L}\p{N}]/u

const isQuoted = (line: string) => line.startsWith('>')

/** Whether the mail that was answered begins at this line, without a sign before each of its lines. */
function isBelow(line: string): boolean {
  if (line.length > INTRODUCTION_LINE) return false
  const at = line.indexOf('@', 'From: '.length + 1)
  return BELOW.test(line) || (/^From: /i.test(line) && at !== -1 && at < line.length - 1)
}

const isForwarding = (line: string) => line.length <= INTRODUCTION_LINE && FORWARDED.test(line)

/** How many lines at the end introduce a quote: "On Monday Ed wrote:". Mail programs break that line in two after an address. */
function countIntroduction(lines: readonly string[]): 0 | 1 | 2 {
  const [above = '', last = ''] = [lines.at(-2), lines.at(-1)]
  if (last.length > INTRODUCTION_LINE || !/\bwrote:$/i.test(last)) return 0
  const between = last.length - 'On '.length - 'wrote:'.length
  if (/^On /i.test(last)) return between >= 5 && between <= 300 ? 1 : 0
  const address = above.indexOf('<', 'On '.length + 5)
  return /^On /i.test(above) && above.length <= INTRODUCTION_LINE && last.length <= 206 && address !== -1 ? 2 : 0
}

/** The same without a quote at its end and the line above that. A mail that is nothing else is its quote. */
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

/** Whether a text has so many letters and digits; stops counting there. */
function hasLetters(text: string, wanted: number): boolean {
  let count = 0
  for (const sign of text) {
    if (LETTER.test(sign)) count += 1
    if (count >= wanted) return true
  }
  return false
}

/**
 * What somebody wrote. A quote at the end goes; between or above answers it stays, because they make no sense without it. A mail below that has no signs
 * of a quote goes only where enough is said above it, and never where it was forwarded. `isWhole` is false where lines went that may be the writer's own.
 * Anybody may have written the mail, so each line is looked at once.
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

/** The text of a mail, as a ticket keeps it. */
export function replyText(text: string): Writing {
  const { text: own, isWhole } = stripQuote(text)
  return { own, isWhole, all: Buffer.from(text) }
}
