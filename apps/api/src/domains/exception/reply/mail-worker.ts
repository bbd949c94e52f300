import { parentPort } from 'node:worker_threads'
import { simpleParser } from 'mailparser'
import type { Asked, Read } from './mail-reader.ts'
import { replyText } from './reply.rules.ts'

/** The thread in which mails are taken apart; its owner ends it when a mail takes too long or too much memory. */

/** Turning a table of a megabyte into text takes seconds already. */
const HTML_LENGTH = 1_000_000
/** The ticket shows 20,000 letters; the rest is in `all`. */
const OWN_LENGTH = 100_000

const USUAL = { skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true, keepCidLinks: true }
const BOUNDED = { ...USUAL, maxHtmlLengthToParse: HTML_LENGTH }
const SHORT = { ...USUAL, skipHtmlToText: true }

/** `isCut`: its words stand in HTML that was not turned into text. */
async function parse({ raw, withoutHtml }: Asked) {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const whole = withoutHtml ? undefined : await simpleParser(bytes, BOUNDED).catch(() => undefined)
  const mail = whole ?? (await simpleParser(bytes, SHORT))
  const { html, text = '' } = mail
  if (!html) return { ...mail, text, html: '', isCut: false }
  if (!whole || html.length > HTML_LENGTH) return { ...mail, text, html, isCut: true }
  return { ...mail, text: text.trim() === '' ? await htmlToText(html) : text, html, isCut: false }
}

/** mailparser makes no text of HTML that stands alone in a mail with attachments. */
async function htmlToText(html: string): Promise<string> {
  const mail = await simpleParser(`Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${html}`, BOUNDED)
  return mail.text ?? ''
}

async function parseMail(asked: Asked): Promise<void> {
  const { from, subject, text, html, isCut, messageId, attachments } = await parse(asked)
  const writing = replyText(text)
  const told: Read = {
    from: from?.text ?? '',
    subject: subject ?? '',
    messageId,
    writing: {
      own: writing.own.slice(0, OWN_LENGTH),
      isWhole: writing.isWhole && !isCut && writing.own.length <= OWN_LENGTH,
      // A copy of its own: a small Buffer lies in a pool, which cannot be handed over.
      all: new Uint8Array(isCut ? Buffer.from(html) : writing.all),
    },
    attachments: attachments.map(({ filename, content }) => ({ filename: filename ?? 'attachment', content: new Uint8Array(content) })),
  }
  parentPort?.postMessage(told, [told.writing.all.buffer, ...told.attachments.map(({ content }) => content.buffer)] as ArrayBuffer[]) // made here, none is shared
}

parentPort?.on('message', (asked: Asked) => void parseMail(asked)) // what `MailReader` posts; a failure ends the thread
