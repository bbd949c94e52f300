import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { simpleParser } from 'mailparser'
import type { Deps } from '../../deps.ts'
import type { Incoming } from './reply.rules.ts'
import { takeReply } from './reply.service.ts'

/** Where a mail service hands on what came for tickets, each mail as it came (RFC 5322). */
const MAIL_PATH = '/webhooks/mail'
const MOST_BYTES = 60 * 1024 * 1024

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Takes mails from the service that receives them. Whatever a mail says, the answer is the same: nobody learns here which address is good. */
export async function mountReplies(app: FastifyInstance, deps: Deps): Promise<void> {
  const { replySecret } = deps.config
  if (replySecret === undefined) return
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, parsed) => parsed(null, body))
    // Before the body is read: who does not know the secret sends nothing here.
    const mustKnow = async (request: FastifyRequest, reply: FastifyReply) => {
      const given = request.headers.authorization ?? ''
      if (timingSafeEqual(digest(given), digest(`Bearer ${replySecret}`))) return
      deps.log.warn({ path: MAIL_PATH }, 'a mail with a wrong secret was refused')
      await reply.code(401).send({ error: 'The secret is wrong.' })
    }
    scope.post(MAIL_PATH, { bodyLimit: MOST_BYTES, onRequest: mustKnow }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await takeReply(deps, await readMail(body))
      return reply.send({ ok: true })
    })
    done()
  })
}

/** A mail as it came, taken apart. */
async function readMail(raw: Buffer): Promise<Incoming> {
  const parsed = await simpleParser(raw)
  const headers = new Map(parsed.headerLines.map(({ key, line }) => [key.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
  const addressed = ['to', 'cc', 'delivered-to', 'x-original-to', 'x-forwarded-to', 'envelope-to'].flatMap(
    (name) => headers.get(name) ?? [],
  )
  return {
    to: addressed,
    from: parsed.from?.text ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    messageId: parsed.messageId,
    headers,
    attachments: parsed.attachments.map(({ filename, content }) => ({ filename: filename ?? 'attachment', content })),
  }
}
