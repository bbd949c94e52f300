import { randomUUID } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../call/deps.ts'
import { replyText } from '../../domains/exception/reply/reply.rules.ts'
import { receiveReply } from '../../domains/exception/reply/reply.service.ts'
import type { CaughtMail, DemoMailbox } from '../../outside/demo-mailbox.ts'

/** `?to=` lists only emails to this address. It may be repeated to list the emails to any of several addresses. */
interface MailQuery {
  Querystring: { to?: string | string[] }
}

/** Serves sent emails as a page and as JSON, outside production (decision 41). An email about a ticket can be answered as the partner would. */
export async function mountDemoMail(app: FastifyInstance, mailbox: DemoMailbox, deps: Deps): Promise<void> {
  app.get<MailQuery>('/demo/mail.json', async (request) =>
    (await mailbox.list(request.query.to)).map(({ to, from, subject, text, date }) => ({ to, from, subject, text, date })),
  )
  app.get<MailQuery>('/demo/mail', async (request, reply) =>
    reply.type('text/html').send(page(await mailbox.list(request.query.to), reply.cspNonce.style)),
  )
  app.get<{ Params: { id: string } }>('/demo/mail/:id/reply', async (request, reply) => {
    const mail = await mailbox.get(request.params.id)
    if (!mail) return reply.code(404).type('text/plain').send('There is no such email.')
    return reply.type('text/html').send(replyPage(mail, reply.cspNonce.style))
  })
  await app.register((scope, _options, done) => {
    void scope.register(multipart, { limits: { files: 5, fileSize: 40 * 1024 * 1024 } })
    scope.post<{ Params: { id: string } }>('/demo/mail/:id/reply', async (request, reply) => {
      const mail = await mailbox.get(request.params.id)
      if (!mail?.replyTo) return reply.code(404).type('text/plain').send('There is no such email.')
      let text = ''
      const attachments: { filename: string; content: Buffer }[] = []
      for await (const part of request.parts()) {
        if (part.type === 'field') text = String(part.value)
        else await keepPart(part, attachments)
      }
      const answer = {
        to: [mail.replyTo],
        from: mail.to,
        subject: `Re: ${mail.subject}`,
        writing: replyText(text),
        messageId: randomUUID(),
        headers: new Map(),
      }
      await receiveReply(deps, { ...answer, attachments })
      return reply.redirect('/demo/mail', 303)
    })
    done()
  })
}

async function keepPart(part: MultipartFile, attachments: { filename: string; content: Buffer }[]): Promise<void> {
  const content = await part.toBuffer()
  if (content.length > 0) attachments.push({ filename: part.filename, content })
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Only an email about a ticket has a reply address with a token. */
const isAboutTicket = ({ replyTo }: CaughtMail) => /\+[0-9a-z]+-[0-9a-z]+-[0-9a-f]{30}@/.test(replyTo ?? '')

function page(mails: readonly CaughtMail[], nonce: string): string {
  const items = mails.map(
    (mail) =>
      `<article><h2>${escaped(mail.subject)}</h2><p>To ${escaped(mail.to)}, ${escaped(mail.date)}</p><pre>${escaped(mail.text)}</pre>${
        isAboutTicket(mail) ? `<p><a href="/demo/mail/${encodeURIComponent(mail.id)}/reply">Reply</a></p>` : ''
      }</article>`,
  )
  return frame(
    'Captured emails',
    nonce,
    `<p>No email leaves this machine. The newest email is first, and the page refreshes every 5 seconds.</p>${items.join('') || '<p>No email yet.</p>'}`,
    '<meta http-equiv="refresh" content="5">',
  )
}

function replyPage(mail: CaughtMail, nonce: string): string {
  return frame(
    `Reply: ${mail.subject}`,
    nonce,
    `<p>You reply as ${escaped(mail.to)} would.</p><form method="post" enctype="multipart/form-data"><p><label for="text">Message</label></p><textarea id="text" name="text" rows="8" required></textarea>
<p><label for="files">Attachments</label></p><input id="files" type="file" name="files" multiple><p><button type="submit">Send the reply</button></p></form>`,
  )
}

function frame(title: string, nonce: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${escaped(title)}</title>
<style nonce="${nonce}">body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1a1916;background:#f7f6f3}article{background:#fff;border:1px solid #e3e2dd;border-radius:8px;padding:1rem;margin:1rem 0}
h1{font-size:1.5rem}h2{font-size:1rem;margin:0}p{color:#53514b;margin:.2rem 0}pre{white-space:pre-wrap;font:inherit;margin:.5rem 0 0}textarea{width:100%;font:inherit}button{font:inherit;padding:.4rem 1rem}</style></head>
<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`
}
