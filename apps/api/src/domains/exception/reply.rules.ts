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

/** What somebody wrote, without what stood below it from before. */
export function withoutQuote(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const cut = lines.findIndex(
    (line, at) => /^(On .{5,200} wrote:|-{2,} ?Original Message ?-{2,}|From: .+@.+)$/i.test(line.trim()) && at > 0,
  )
  const kept = (cut < 0 ? lines : lines.slice(0, cut)).filter((line) => !line.startsWith('>'))
  return kept.join('\n').trim()
}
