import { parentPort } from 'node:worker_threads'
import { simpleParser } from 'mailparser'
import type { ParsedMail, RawMail } from './mail-reader.ts'
import { replyText } from './reply.rules.ts'

/** Thread that parses emails. `MailReader` terminates it when an email takes too long or too much memory. */

/** Maximum length of HTML that is converted to text. Converting a table of one megabyte already takes seconds. */
const HTML_LENGTH = 1_000_000
/** Maximum length of `own`. The ticket shows 20,000 characters of it; `all` has the whole text. */
const OWN_LENGTH = 100_000

const USUAL = { skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true, keepCidLinks: true }
const BOUNDED = { ...USUAL, maxHtmlLengthToParse: HTML_LENGTH }
const SHORT = { ...USUAL, skipHtmlToText: true }

/** Parses an email. `isCut` means that its text is in HTML that was not converted. */
async function parse({ raw, withoutHtml }: RawMail) {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const whole = withoutHtml ? undefined : await simpleParser(bytes, BOUNDED).catch(() => undefined)
  const mail = whole ?? (await simpleParser(bytes, SHORT))
  const { html, text = '' } = mail
  if (!html) return { ...mail, text, html: '', isCut: false }
  if (!whole || html.length > HTML_LENGTH) return { ...mail, text, html, isCut: true }
  return { ...mail, text: text.trim() === '' ? await htmlToText(html) : text, html, isCut: false }
}

/** Converts the HTML of an email to text. Needed for emails that have attachments but no text part, because mailparser does not convert those. */
async function htmlToText(html: string): Promise<string> {
  const mail = await simpleParser(`Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${html}`, BOUNDED)
  return mail.text ?? ''
}

async function parseMail(asked: RawMail): Promise<void> {
  const { from, subject, text, html, isCut, messageId, attachments } = await parse(asked)
  const writing = replyText(text)
  const parsed: ParsedMail = {
    from: from?.text ?? '',
    subject: subject ?? '',
    messageId,
    writing: {
      own: writing.own.slice(0, OWN_LENGTH),
      isWhole: writing.isWhole && !isCut && writing.own.length <= OWN_LENGTH,
      // Copies the bytes, because a small Buffer shares its memory with others (Node's pool), and shared memory cannot be transferred to another
      // thread.
      all: new Uint8Array(isCut ? Buffer.from(html) : writing.all),
    },
    attachments: attachments.map(({ filename, content }) => ({ filename: filename ?? 'attachment', content: new Uint8Array(content) })),
  }
  // this worker allocated the buffers, so each is an ArrayBuffer and none is shared
  parentPort?.postMessage(parsed, [parsed.writing.all.buffer, ...parsed.attachments.map(({ content }) => content.buffer)] as ArrayBuffer[])
}

// `MailReader` posts only values of this type. If parsing fails, the error ends the thread. `MailReader` then tries again without the HTML; if that
// fails too, it uses the raw email as the text.
parentPort?.on('message', (asked: RawMail) => void parseMail(asked))
