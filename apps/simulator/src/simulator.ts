import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountPage, checkoutPage, invoicePage } from './checkout-page.ts'
import { answerPayment } from './payment-api.ts'
import { type Seed, Shop } from './shop.ts'
import { NO_FAULTS, type Product, type Switches } from './state.ts'
import { createWebhooks, type SentWebhook } from './webhooks.ts'

export type { Seed } from './shop.ts'
export type { Product, Switches } from './state.ts'

export interface SimulatorOptions {
  port?: number
  username: string
  password: string
  /** URL for webhooks; if absent, none are sent until `listen` is called. */
  webhookUrl?: string
  webhookSecret: string
  products: readonly Product[]
  seeds?: readonly Seed[]
  /** File that stores the shop's state between runs. */
  file?: string
}

export interface Simulator {
  url: string
  shop: Shop
  switches: Switches
  /** Number of API calls so far. */
  calls(): number
  sent: readonly SentWebhook[]
  listen(webhookUrl: string): void
  /** Sends all pending webhooks now. */
  settle(): Promise<void>
  /** Pays a checkout as the buyer would on the checkout page. */
  pay(session: string): void
  close(): Promise<void>
}

const MOST_BYTES = 1_000_000

/** Implements the payment provider's HTTP contract, with a checkout page and fault switches (decision 54). Serves only this machine. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const switches: Switches = { ...NO_FAULTS }
  const hooks = { url: options.webhookUrl, secret: options.webhookSecret }
  const webhooks = createWebhooks(hooks, () => switches)
  const { products, seeds = [], file } = options
  const shop = new Shop({ products, seeds, file, send: (event) => webhooks.send(event), isDeclined: () => switches.declineRenewals })
  let calls = 0

  /** How this call should fail, according to the switches. */
  function failing(): Switches['fail'] {
    if (switches.fail === 'none' || switches.failCalls === null) return switches.fail
    if (switches.failCalls <= 0) return 'none'
    switches.failCalls -= 1
    return switches.fail
  }

  async function payment(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    calls += 1
    if (switches.delayMs) await new Promise((resolve) => setTimeout(resolve, switches.delayMs))
    const fail = failing()
    if (fail === 'down') return json(response, 503, {})
    if (fail === 'slowDown') return json(response, 404, {})
    if (!request.headers['user-agent']) return json(response, 400, { error: { 'user-agent': 'required' } })
    if (!isAuthorized(request.headers.authorization, options)) return json(response, 401, { error: { credentials: 'not authorized' } })
    const body = parse(await readBody(request))
    const reply = answerPayment(shop, switches, {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      body,
      url: makeUrl(),
    })
    json(response, reply.status, reply.body)
  }

  async function checkout(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const session = shop.session(id)
    let said: string | undefined
    if (request.method === 'POST' && session && session.paidAt === null && session.expires > shop.now()) {
      const form = new URLSearchParams(await readBody(request))
      if (form.get('card') === 'good') shop.pay(session)
      else said = 'The card was declined. Nothing was bought.'
    }
    response.writeHead(session ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(checkoutPage(shop, session, said))
  }

  async function page(response: ServerResponse, text: string): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
  }

  /** The account's page. Paying there with the card "good" settles overdue charges, even if renewals are declined. */
  async function account(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    let said: string | undefined
    if (request.method === 'POST') {
      const isPaid = new URLSearchParams(await readBody(request)).get('card') === 'good'
      if (isPaid) shop.payOverdue(id)
      said = isPaid ? 'Paid. Thank you.' : 'The card was declined.'
    }
    await page(response, accountPage(shop, id, said))
  }

  /** Serves `GET` and `PUT /simulator/switches`, and `POST /simulator/clock {"days":1}`. */
  async function control(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const body = request.method === 'GET' ? undefined : parse(await readBody(request))
    const fields = body !== null && typeof body === 'object' ? body : {}
    if (name === 'switches' && request.method === 'PUT') Object.assign(switches, fields)
    else if (name === 'clock' && request.method === 'POST') shop.pass(Number((fields as { days?: unknown }).days ?? 0))
    json(response, 200, { switches, now: new Date(shop.now()).toISOString() })
  }

  const makeUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a server that listens on a port has this kind of address
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://simulator')
    const [, first = '', second = ''] = url.pathname.split('/')
    const work =
      first === 'session'
        ? checkout(request, response, second)
        : first === 'simulator'
          ? control(request, response, second)
          : first === 'account'
            ? account(request, response, second)
            : first === 'invoice'
              ? page(response, invoicePage(shop, second))
              : payment(request, response, url)
    work.catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const url = makeUrl()

  return {
    url,
    shop,
    switches,
    sent: webhooks.log,
    calls: () => calls,
    listen(webhookUrl) {
      hooks.url = webhookUrl
    },
    settle: () => webhooks.settle(),
    pay(id) {
      const session = shop.session(id)
      if (session) shop.pay(session)
    },
    async close() {
      webhooks.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isAuthorized(header: string | undefined, { username, password }: SimulatorOptions): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MOST_BYTES) throw new Error('The body is too long.')
  }
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
