import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  json: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Answer = (response: ServerResponse, received: Received) => void

export interface Receiver {
  url: string
  received: Received[]
  /** Answers each request: with 204 by default; a test may replace this function. */
  answer: Answer
  /** The types of the events, in the order in which they arrived. */
  types(): string[]
  ids(): (string | undefined)[]
  /** Verifies a request with the webhook specification's own library. Throws if the signature is wrong. */
  verify(secret: string, received: Received | undefined): void
}

const ACCEPT: Answer = (response) => response.writeHead(204).end()

/**
 * Starts a real HTTP receiver of webhooks for the tests of the calling file. Before each test, the receiver forgets what it received. Each test gets
 * another URL, without a query.
 */
export function useReceiver(): Receiver {
  let test = 0
  let base = ''
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: ACCEPT,
    types: () => receiver.received.map(({ json }) => json.type),
    ids: () => receiver.received.map(({ headers }) => headers['webhook-id']?.toString()),
    verify: (secret, received) => {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
      const headers = Object.fromEntries(names.map((name) => [name, received?.headers[name]?.toString() ?? '']))
      // The library compares the message's time with the real clock, but the tests move their own clock. So pretend that it is the time of the
      // message.
      vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1000, toFake: ['Date'] })
      try {
        new Webhook(secret).verify(received?.body ?? '', headers)
      } finally {
        vi.useRealTimers()
      }
    },
  }
  const server = createServer(async (request, response) => {
    const body = await readText(request)
    const received = { path: request.url ?? '', headers: request.headers, body, json: JSON.parse(body) }
    // This is a retry for an endpoint that an earlier test of the file left behind; it became due when this test advanced the clock, so it is
    // accepted and ignored.
    if (!received.path.startsWith(`/${test}/`)) return ACCEPT(response, received)
    receiver.received.push(received)
    receiver.answer(response, received)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a server that listens on TCP has an AddressInfo as its address
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    test += 1
    receiver.url = `${base}/${test}/hook`
    receiver.received.length = 0
    receiver.answer = ACCEPT
  })
  return receiver
}
