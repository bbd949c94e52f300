import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'

export interface Mail {
  /** A single address, bare or as `Name <address>`. `to` and `cc` have one such address per entry. */
  from: string
  to: string[]
  cc?: string[]
  replyTo?: string
  /** The envelope sender, to which mail servers return an email that they cannot deliver (RFC 5321, section 4.4); `from` by default. */
  envelopeFrom?: string
  /** Id of the email, such as `<id@example.com>`. An email that bounces quotes it. */
  messageId?: string
  subject: string
  text: string
  html?: string
  /** Additional headers. Pass only fixed texts of ours, never a caller's text, because `send` does not check headers for line breaks. */
  headers?: Record<string, string>
  attachments?: { filename: string; contentType: string; content: Buffer | Readable }[]
}

export interface Mailer {
  /**
   * Resolves when the server has accepted the email for all recipients. Rejects with MailRefusedError or with nodemailer's error (`responseCode` from
   * the server).
   */
  send(mail: Mail): Promise<{ messageId: string }>
  /** Connects and signs in without sending; rejects if that fails. Used by /ready */
  check(): Promise<void>
  /** Closes idle connections at once, busy ones after their email */
  close(): Promise<void>
}

/** The email itself is invalid, so a retry is pointless: a line break in a header, no recipient, or a field that is not exactly one address. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError'
}

/** @param smtpUrl for example `smtps://user:password@mail.example.com:465`; nodemailer's options may follow as a query, such as `?requireTLS=true` */
export function createMailer(smtpUrl: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    // We pass all content ourselves, so the library never needs to open a path or URL inside an email.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ envelopeFrom, ...mail }) {
      refuseBadMail(envelopeFrom === undefined ? mail : { ...mail, envelopeFrom })
      const envelope = envelopeFrom === undefined ? {} : { envelope: { from: envelopeFrom, to: [...mail.to, ...(mail.cc ?? [])] } }
      const { messageId, rejected } = await transport.sendMail({ ...mail, ...envelope })
      // If the server accepts only some of several recipients, nodemailer reports success.
      if (rejected.length > 0) throw new MailRefusedError(`The mail server refused ${rejected.map(String).join(', ')}`)
      return { messageId }
    },
    async check() {
      await transport.verify()
    },
    async close() {
      transport.close()
    },
  }
}

function refuseBadMail(mail: Mail): void {
  const addresses = [mail.from, ...mail.to, ...(mail.cc ?? []), mail.replyTo ?? [], mail.envelopeFrom ?? []].flat()
  const names = (mail.attachments ?? []).flatMap(({ filename, contentType }) => [filename, contentType])
  for (const text of [mail.subject, mail.messageId ?? '', ...addresses, ...names]) {
    if (/[\r\n\0]/.test(text)) throw new MailRefusedError('The subject, a name or an address of an email contains a line break')
  }
  if (mail.to.length === 0) throw new MailRefusedError('An email has no recipient')
  for (const text of addresses) {
    const [first, ...more] = addressparser(text, { flatten: true })
    // A comma in an address would silently mean two recipients.
    if (more.length > 0 || !first?.address?.includes('@'))
      throw new MailRefusedError('A sender or recipient field does not contain exactly one email address')
  }
}
