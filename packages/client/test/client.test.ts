import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConnectionError, createClient, ProblemError } from '../src/index.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
type Reply = (response: ServerResponse, seen: Seen) => void

let seen: Seen[] = []
let replies: Reply[] = []
const server = createServer(async (request, response) => {
  const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: await text(request) }
  seen.push(one)
  const reply = replies.shift()
  if (reply) reply(response, one)
  else response.destroy()
})
let baseUrl = ''
beforeEach(async () => {
  ;[seen, replies] = [[], []]
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the server listens on a port, not on a socket file
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const busy = json(503, { type: 'x', title: 'Busy', status: 503, detail: 'Try again.', key: 'busy' }, { 'retry-after': '0' })
const check = { checkId: 1, allowed: true, reasons: [] }
const make = (options: object = {}) => createClient({ baseUrl: `${baseUrl}/`, token: 'secret', ...options })
const ask = (options: object = {}) => make().call('POST /dispense-checks', { body: { barcode: '0100312345678906' } }, options)

describe('a call', () => {
  test('sends path, query, body and token, and omits fields without a value', async () => {
    replies = [json(200, { documentId: 7 }), json(200, { items: [] }), json(200, check)]
    await make().call('GET /orders/{documentId}', { path: { documentId: 7 } })
    await make().call('GET /orders', { query: { senderName: 'A & B', limit: 5 } })
    await ask()
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v2/orders/7',
      'GET /api/v2/orders?senderName=A+%26+B&limit=5',
      'POST /api/v2/dispense-checks',
    ])
    expect(seen.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true)
    expect(JSON.parse(seen[2]?.body ?? '')).toEqual({ barcode: '0100312345678906' })
  })

  test('is repeated with the same key if the connection is lost or the server is busy', async () => {
    replies = [(response) => response.destroy(), busy, json(200, check)]
    expect(await ask()).toEqual(check)
    expect(seen).toHaveLength(3)
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('is retried after a conflict if an earlier attempt with the same key is still running, but not after any other conflict', async () => {
    const conflict = { type: 'x', title: 'Conflict', status: 409, detail: 'Still running.', key: 'call_running' }
    replies = [json(409, conflict, { 'retry-after': '0' }), json(200, check), json(409, conflict)]
    expect(await ask()).toEqual(check)
    await expect(ask()).rejects.toBeInstanceOf(ProblemError)
    expect(seen).toHaveLength(3)
  })

  test('sends the idempotency key that the caller gives, or a new key for each call', async () => {
    replies = [json(200, check), json(200, check), json(200, check)]
    await ask({ idempotencyKey: 'fill 12' })
    await ask()
    await ask()
    const keys = seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toBe('fill 12')
    expect(new Set(keys).size).toBe(3)
  })

  test('fails with the server’s problem response, and is not repeated if a retry cannot help', async () => {
    const problem = { type: 'x', title: 'Not allowed', status: 403, detail: 'The token lacks the scope.', key: 'scope_missing' }
    replies = [json(403, problem)]
    const error = await ask().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ message: problem.detail, problem })
    expect(seen).toHaveLength(1)
  })

  test('fails with the status if a proxy answers with an HTML page', async () => {
    replies = [(response) => response.writeHead(404).end('<h1>Nothing here</h1>')]
    await expect(ask()).rejects.toMatchObject({ problem: { status: 404, detail: '<h1>Nothing here</h1>', key: '' } })
  })

  test('fails after its retries if no answer arrives', async () => {
    const client = make({ retries: 1 })
    await expect(client.call('GET /locations')).rejects.toBeInstanceOf(ConnectionError)
    expect(seen).toHaveLength(2)
  })

  test('never follows a redirect, because the token would go with it', async () => {
    replies = [(response) => response.writeHead(307, { location: `${baseUrl}/elsewhere` }).end()]
    await expect(make({ retries: 0 }).call('GET /locations')).rejects.toBeInstanceOf(ConnectionError)
    expect(seen).toHaveLength(1)
  })

  test('stops with the reason of the abort signal, even between two attempts', async () => {
    const { signal, abort } = aborting()
    replies = [
      (response, one) => {
        json(503, {}, { 'retry-after': '60' })(response, one)
        setImmediate(abort)
      },
    ]
    await expect(make().call('GET /locations', {}, { signal })).rejects.toThrow('enough')
  })
})

function aborting() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) }
}

describe('a list', () => {
  const page = (ids: number[], link?: string) => json(200, { items: ids.map((id) => ({ id })) }, link ? { link } : {})
  const collect = async (amount = Number.POSITIVE_INFINITY) => {
    const ids: number[] = []
    for await (const { id } of make().list('GET /locations')) if (ids.push(id) >= amount) break
    return ids
  }

  test('returns the items of all pages', async () => {
    replies = [page([1, 2], '</api/v2/locations?cursor=b>; rel="next"'), page([3])]
    expect(await collect()).toEqual([1, 2, 3])
    expect(seen.map(({ url }) => url)).toEqual(['/api/v2/locations', '/api/v2/locations?cursor=b'])
  })

  test('requests no more pages than the caller reads', async () => {
    replies = [page([1, 2], '</api/v2/locations?cursor=b>; rel="next"')]
    expect(await collect(2)).toEqual([1, 2])
    expect(seen).toHaveLength(1)
  })

  test('never sends the token to another server, even if the link to the next page points there', async () => {
    replies = [page([1], '<http://127.0.0.1:9/api/v2/locations>; rel="next"')]
    expect(await collect()).toEqual([1])
    expect(seen).toHaveLength(1)
  })
})

describe('a delivery', () => {
  test.each([
    ['text', '<a/>'],
    ['bytes', new TextEncoder().encode('<a/>')],
    ['a Blob', new Blob(['<a/>'])],
  ])('may be %s, and arrives with its type and name', async (_, file) => {
    replies = [json(202, { id: 1 })]
    await make().deliver(file, { filename: 'Größe (1).xml', contentType: 'application/xml' })
    expect(seen[0]).toMatchObject({
      url: '/api/v2/intake',
      body: '<a/>',
      headers: { 'content-type': 'application/xml', 'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.xml" },
    })
  })

  test('is polled until it has a result', async () => {
    replies = [json(200, { id: 1, status: 'processing' }), json(200, { id: 1, status: 'imported' })]
    expect(await make().waitForDelivery(1, { pollMs: 1 })).toEqual({ id: 1, status: 'imported' })
  })
})
