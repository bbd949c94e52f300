import { createHmac } from 'node:crypto'
import type { Event } from './shop.ts'
import type { Switches } from './state.ts'

export interface WebhookOptions {
  /** URL to which webhooks are sent; absent if nobody receives any. */
  url: string | undefined
  secret: string
}

/** Sent events, kept so that they can be repeated. */
export interface SentWebhook {
  body: string
  status: number | null
}

/**
 * Sends events as the provider does: several in one call, with a signature of the body, and again if the call is not accepted. The switches make it
 * drop, repeat, delay and reorder events.
 */
export function createWebhooks(options: WebhookOptions, switches: () => Switches) {
  const log: SentWebhook[] = []
  let waiting: Event[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function post(body: string): Promise<number | null> {
    if (!options.url) return null
    const signature = createHmac('sha256', options.secret).update(body).digest('base64')
    const headers = { 'content-type': 'application/json', 'x-fs-signature': signature }
    return fetch(options.url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).then(
      (answer) => answer.status,
      () => null,
    )
  }

  async function deliver(events: Event[]): Promise<void> {
    const { loseWebhooks, repeatWebhooks, turnWebhooks } = switches()
    const batch = (turnWebhooks ? events.toReversed() : events).map((event) => ({ ...event, processed: false, live: false }))
    const body = JSON.stringify({ events: batch })
    const sent: SentWebhook = { body, status: null }
    log.push(sent)
    if (loseWebhooks) return
    for (let times = 0; times <= repeatWebhooks; times += 1) sent.status = await post(body)
    for (let attempt = 0; attempt < 5 && (sent.status === null || sent.status >= 300) && options.url; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt).unref())
      sent.status = await post(body)
    }
  }

  return {
    log,
    send(event: Event): void {
      waiting.push(event)
      timer ??= setTimeout(() => {
        const events = waiting
        waiting = []
        timer = undefined
        running = running.then(() => deliver(events))
      }, switches().delayWebhooksMs)
    },
    /** Delivers all pending events at once, without the configured delay. */
    async settle(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      const events = waiting
      waiting = []
      if (events.length) running = running.then(() => deliver(events))
      await running
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}
