import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../call/deps.ts'
import { QueueFullError } from '../../../outside/fair-queue.ts'
import { readMailHead } from './mail-head.rules.ts'
import { MailReader } from './mail-reader.ts'
import { acceptReply, dropUnknownAddress, type MailIntake, receiveReply, type Taken } from './reply.service.ts'
import { findReplyPlace } from './reply-token.ts'

/** Endpoint for the mail service, which posts each raw mail (RFC 5322) that arrived for a ticket. */
const MAIL_PATH = '/webhooks/mail'
const MOST_BYTES = 60 * 1024 * 1024
const RETRY_SECONDS = 60

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Accepts mails from the receiving service. The response never depends on the mail, so senders cannot probe for valid addresses.
 *
 * @param others handle mails to addresses that do not belong to a ticket.
 */
export async function mountReplyWebhook(app: FastifyInstance, deps: Deps, others: readonly MailIntake[]): Promise<void> {
  const { replySecret } = deps.config
  if (replySecret === undefined) return
  const reader = new MailReader()
  app.addHook('onClose', () => reader.close())
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, parsed) => parsed(null, body))
    // Checks the secret before the body is read, so strangers cannot upload anything.
    const mustKnow = async (request: FastifyRequest, reply: FastifyReply) => {
      const given = request.headers.authorization ?? ''
      if (timingSafeEqual(digest(given), digest(`Bearer ${replySecret}`))) return
      deps.log.warn({ path: MAIL_PATH }, 'an email with a wrong secret was rejected')
      await reply.code(401).send({ error: 'The secret is wrong.' })
    }
    scope.post(MAIL_PATH, { bodyLimit: MOST_BYTES, onRequest: mustKnow }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      try {
        await receiveMail(deps, reader, others, body)
        return await reply.send({ ok: true })
      } catch (error) {
        if (!(error instanceof QueueFullError)) throw error
        // On a 503 the mail service keeps the mail and retries.
        return reply.code(503).header('retry-after', RETRY_SECONDS).send({ error: 'Too many emails are being read. Try again later.' })
      }
    })
    done()
  })
}

/**
 * Checks the token first, so that mail for an unknown ticket costs next to nothing, then whether the ticket accepts another mail, and only then
 * parses it.
 *
 * @throws QueueFullError when too many mails are waiting.
 */
async function receiveMail(deps: Deps, reader: MailReader, others: readonly MailIntake[], raw: Buffer): Promise<Taken> {
  const head = readMailHead(raw)
  for (const other of others) {
    const customerId = await other.accept(deps, head)
    if (customerId !== undefined) return other.receive(deps, await reader.read(raw, customerId))
  }
  const place = findReplyPlace(deps.secrets, head.to)
  if (!place) return dropUnknownAddress(deps, head)
  const first = await acceptReply(deps, place, head)
  return first === 'taken' ? receiveReply(deps, await reader.read(raw, place.customerId)) : first
}
