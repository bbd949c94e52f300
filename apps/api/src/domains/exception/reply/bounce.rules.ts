import { type IncomingMail, isBounce } from './reply.rules.ts'

/**
 * Whether an email reports that one of ours did not arrive (RFC 3464). Read receipts, and reports that an email is delayed or was delivered, are not
 * bounces.
 */
export function isFailureReport(mail: IncomingMail): boolean {
  if (!isBounce(mail) || /report-type="?disposition-notification/i.test(mail.headers.get('content-type') ?? '')) return false
  const actions = [...textOf(mail).matchAll(/^Action:[ \t]*([a-z]+)/gim)].map(([, action = '']) => action.toLowerCase())
  return actions.length === 0 || actions.includes('failed')
}

/**
 * The sent email that a bounce is about: the newest whose Message-ID the bounce quotes, in `In-Reply-To`, in `References` or in the returned email.
 *
 * @param sent newest first.
 */
export function findReturned<Of extends { messageId: string }>(mail: IncomingMail, sent: readonly Of[]): Of | undefined {
  const text = [mail.headers.get('in-reply-to'), mail.headers.get('references'), textOf(mail)].join('\n').toLowerCase()
  return sent.find(({ messageId }) => text.includes(messageId))
}

const MOST_BYTES = 200_000

/**
 * Returns the texts in which a bounce may quote our email. A mail server puts its report and the returned email either into the bounce's text or into
 * attachments.
 */
const textOf = ({ writing, attachments }: IncomingMail): string =>
  [writing.all, ...attachments.map(({ content }) => content)]
    .map((bytes) => Buffer.from(bytes.subarray(0, MOST_BYTES)).toString('latin1'))
    .join('\n')
