import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../call/deps.ts'
import { enterCustomer } from '../../../db/customer-tx.ts'
import { withSystem } from '../../../db/system-tx.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { isSigned, keepEvents, readEvents } from './payment-message.service.ts'

/** Webhook address of the payment provider. */
export const WEBHOOK_PATH = '/webhooks/payment'

/**
 * Mounts the webhook for messages of the payment provider. For signed messages, one transaction stores them and queues a job that reads the
 * provider's current state; then the webhook answers. Unsigned messages are refused; unknown ones are logged and answered 200, because sending them
 * again would not help.
 */
export async function mountPaymentWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  const secret = deps.config.payment?.webhookSecret
  if (!deps.payment || !secret) return
  await app.register((scope, _options, done) => {
    // The signature covers the raw bytes of the body, so the body must not be parsed before the signature is checked.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.post(WEBHOOK_PATH, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers['x-fs-signature']
      if (!isSigned(body, typeof signature === 'string' ? signature : undefined, secret)) {
        deps.log.warn({ path: WEBHOOK_PATH }, 'a message with a wrong signature was rejected')
        return reply.code(401).send({ error: 'The signature is wrong.' })
      }
      const events = readEvents(body)
      if (!events) return reply.code(400).send({ error: 'The body contains no events.' })
      await withSystem(deps.system, async (tx) => {
        for (const customerId of await keepEvents(tx, events, { now: deps.clock.now(), log: deps.log })) {
          const scoped = await enterCustomer(tx, { customerId, userId: null, scope: 'all', locationIds: [] })
          await enqueue(scoped, 'subscription.read', {}, { key: `subscription.read ${customerId}` })
        }
      })
      return reply.send({ received: events.length })
    })
    done()
  })
}
