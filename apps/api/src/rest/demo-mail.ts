import type { FastifyInstance } from 'fastify'
import type { CaughtMail, DemoMailbox } from '../outside/demo-mailbox.ts'

/** `?to=` once, or several times for the mails to any of them. */
interface Asked {
  Querystring: { to?: string | string[] }
}

/** Outside production: the mails that were sent, as a page and as JSON (decision 41). */
export function mountDemoMail(app: FastifyInstance, mailbox: DemoMailbox): void {
  app.get<Asked>('/demo/mail.json', async (request) =>
    (await mailbox.list(request.query.to)).map(({ to, from, subject, text, date }) => ({ to, from, subject, text, date })),
  )
  app.get<Asked>('/demo/mail', async (request, reply) =>
    reply.type('text/html').send(page(await mailbox.list(request.query.to), reply.cspNonce.style)),
  )
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function page(mails: readonly CaughtMail[], nonce: string): string {
  const items = mails.map(
    (mail) =>
      `<article><h2>${escaped(mail.subject)}</h2><p>To ${escaped(mail.to)}, ${escaped(mail.date)}</p><pre>${escaped(mail.text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5"><title>Caught mails</title>
<style nonce="${nonce}">body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1a1916;background:#f7f6f3}article{background:#fff;border:1px solid #e3e2dd;border-radius:8px;padding:1rem;margin:1rem 0}
h1{font-size:1.5rem}h2{font-size:1rem;margin:0}p{color:#53514b;margin:.2rem 0}pre{white-space:pre-wrap;font:inherit;margin:.5rem 0 0}</style></head>
<body><main><h1>Caught mails</h1><p>Nothing leaves this machine. The newest comes first; the page looks again every 5 seconds.</p>${items.join('') || '<p>No mail yet.</p>'}</main></body></html>`
}
