import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../call/deps.ts'
import { QueueFullError } from '../../../outside/fair-queue.ts'
import { type MailReceiver, MOST_MAIL_BYTES } from './mail-receiver.ts'

/** Endpoint for the mail service, which posts each raw email (RFC 5322) that arrived for a ticket. */
const MAIL_PATH = '/webhooks/mail'
const RETRY_SECONDS = 60

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Accepts emails from the receiving service. The response never depends on the email, so senders cannot probe for valid addresses. */
export async function mountReplyWebhook(app: FastifyInstance, deps: Deps, receiver: MailReceiver): Promise<void> {
  const { replySecret } = deps.config
  if (replySecret === undefined) return
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_MAIL_BYTES }, (_request, body, parsed) => parsed(null, body))
    // Checks the secret before the body is read, so strangers cannot upload anything.
    const mustKnow = async (request: FastifyRequest, reply: FastifyReply) => {
      const given = request.headers.authorization ?? ''
      if (timingSafeEqual(digest(given), digest(`Bearer ${replySecret}`))) return
      deps.log.warn({ path: MAIL_PATH }, 'an email with a wrong secret was rejected')
      await reply.code(401).send({ error: 'The secret is wrong.' })
    }
    scope.post(MAIL_PATH, { bodyLimit: MOST_MAIL_BYTES, onRequest: mustKnow }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      try {
        await receiver.receive(body)
        return await reply.send({ ok: true })
      } catch (error) {
        if (!(error instanceof QueueFullError)) throw error
        // On a 503 the mail service keeps the email and retries.
        return reply.code(503).header('retry-after', RETRY_SECONDS).send({ error: 'Too many emails are being read. Try again later.' })
      }
    })
    done()
  })
}
