import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { nameHalf, writeWholeFile } from '../core/whole-file.ts'

export interface CaughtMail {
  id: string
  /** All envelope recipients, joined by comma and space */
  to: string
  from: string
  subject: string
  text: string
  /** reply address; absent: replies go to the sender */
  replyTo?: string
  /** The envelope sender, to which a mail server would return the email. */
  returnTo?: string
  messageId?: string
  /** time of receipt, ISO 8601 in UTC */
  date: string
}

/** An email with the parts that a list doesn't need. */
export interface CaughtMailDetail extends CaughtMail {
  html?: string
  attachments: { filename: string; contentType: string; content: Buffer }[]
}

export interface DemoMailbox {
  /** Address to which the mailer connects; valid until `close` is called. */
  smtpUrl: string
  /** Newest first. With `to`: only emails to one of these addresses, ignoring case */
  list(to?: string | readonly string[]): Promise<CaughtMail[]>
  /** undefined if the id is unknown or the email was dropped */
  get(id: string): Promise<CaughtMailDetail | undefined>
  close(): Promise<void>
}

/** Number of emails kept; the oldest are dropped first. */
export const MAX_MAILS = 500
const MAX_MAIL_BYTES = 40 * 1024 * 1024

/**
 * Starts an SMTP server inside this process that delivers nothing: it keeps the last {@link MAX_MAILS} emails in the folder, as `<id>.eml` plus
 * `<id>.json`, so that they survive a restart. Accepts an email only after writing it.
 */
export async function startDemoMailbox(dir: string): Promise<DemoMailbox> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  let mails = await load(dir)
  let count = 0

  async function keep(stream: Readable, recipients: string[], sender: string): Promise<void> {
    const raw = await collect(stream)
    // The id begins with the time, so ids sort by time of receipt, even across restarts.
    const id = `${String(Date.now()).padStart(14, '0')}-${String(count++).padStart(6, '0')}`
    const parsed = await simpleParser(raw)
    const caught: CaughtMail = {
      id,
      to: recipients.join(', '),
      from: parsed.from?.text ?? sender,
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      date: new Date().toISOString(),
      ...(parsed.replyTo ? { replyTo: parsed.replyTo.text } : {}),
      returnTo: sender,
      ...(parsed.messageId ? { messageId: parsed.messageId } : {}),
    }
    await writeWholeFile(join(dir, `${id}.eml`), raw)
    await writeWholeFile(join(dir, `${id}.json`), JSON.stringify(caught))
    mails = [caught, ...mails].sort(newestFirst)
    const dropped = mails.splice(MAX_MAILS)
    for (const old of dropped) await remove(dir, old.id)
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    onData(stream, session, callback) {
      const { rcptTo, mailFrom } = session.envelope
      keep(
        stream,
        rcptTo.map(({ address }) => address),
        mailFrom === false ? '' : mailFrom.address,
      ).then(
        () => callback(),
        (error: Error) => callback(error),
      )
    },
  })
  // A client that drops its connection is harmless, but without a listener the error would end the process.
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve, reject) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
    listener.once('error', reject)
  })

  return {
    smtpUrl: `smtp://127.0.0.1:${port}/?ignoreTLS=true`,
    async list(to) {
      if (to === undefined) return [...mails]
      const wanted = [to].flat().map((address) => address.trim().toLowerCase())
      return mails.filter((mail) => wanted.some((address) => mail.to.toLowerCase().split(', ').includes(address)))
    },
    async get(id) {
      const caught = mails.find((mail) => mail.id === id)
      if (!caught) return undefined
      const parsed = await simpleParser(await readFile(join(dir, `${id}.eml`)))
      return {
        ...caught,
        ...(parsed.html === false ? {} : { html: parsed.html }),
        attachments: parsed.attachments.map(({ filename, contentType, content }) => ({
          filename: filename ?? 'attachment',
          contentType,
          content,
        })),
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function newestFirst(one: CaughtMail, other: CaughtMail): number {
  return one.id < other.id ? 1 : -1
}

async function load(dir: string): Promise<CaughtMail[]> {
  const mails: CaughtMail[] = []
  for (const name of await readdir(dir)) {
    if (name.endsWith(nameHalf(''))) await rm(join(dir, name), { force: true })
    if (!name.endsWith('.json')) continue
    try {
      mails.push(JSON.parse(await readFile(join(dir, name), 'utf8')) as CaughtMail) // written by this module
    } catch {
      // The file was edited or truncated. This is a demo, so skip the email and show the others.
    }
  }
  mails.sort(newestFirst)
  for (const old of mails.splice(MAX_MAILS)) await remove(dir, old.id)
  return mails
}

async function remove(dir: string, id: string): Promise<void> {
  await rm(join(dir, `${id}.json`), { force: true })
  await rm(join(dir, `${id}.eml`), { force: true })
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const incoming = stream as AsyncIterable<Buffer> // Node's types declare stream chunks as any
  for await (const chunk of incoming) {
    size += chunk.length
    // Keeps reading past the size limit, because SMTP allows the reply only at the end of the email.
    if (size <= MAX_MAIL_BYTES) chunks.push(chunk)
  }
  if (size > MAX_MAIL_BYTES) throw Object.assign(new Error('the email is too large'), { responseCode: 552 })
  return Buffer.concat(chunks)
}
