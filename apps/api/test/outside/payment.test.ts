import { createHmac } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Simulator, startSimulator } from '@seriatim/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPaymentProvider, type PaymentOptions, PaymentRefusedError, PaymentUnreachableError } from '../../src/outside/payment.ts'
import { SIMULATED_PRODUCTS } from '../../src/seed/demo-subscriptions.ts'

const credentials = { username: 'store', password: 'secret' }
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ ...credentials, webhookSecret: 'a-secret-of-sixteen', products: SIMULATED_PRODUCTS })
})
afterAll(() => simulator.close())
beforeEach(() =>
  Object.assign(simulator.switches, { delayMs: 0, fail: 'none', failCalls: null, sessionWithoutId: false, withoutPrice: [] }),
)

const client = (options: Partial<PaymentOptions> = {}) =>
  createPaymentProvider({ ...credentials, url: simulator.url, storeUrl: simulator.url, retryMs: [1, 1], ...options })

const contact = { first: 'Ada', last: 'Tester', email: 'ada@mail.tst', company: 'Corner Pharmacy' }
let count = 0
const newKey = () => `contract-${process.pid}-${Date.now()}-${++count}`

/** The provider's own test store, if the environment has its credentials. These tests must pass both against it and against the simulator. */
function makeStore(env: NodeJS.ProcessEnv): PaymentOptions | undefined {
  const { PAYMENT_TEST_URL: url, PAYMENT_TEST_STORE_URL: storeUrl, PAYMENT_TEST_USERNAME: username, PAYMENT_TEST_PASSWORD: password } = env
  const given = [url, storeUrl, username, password].filter(Boolean)
  if (given.length > 0 && given.length < 4) throw new Error('Of the four PAYMENT_TEST_… variables one is missing.')
  return url && storeUrl && username && password ? { url, storeUrl, username, password } : undefined
}
const store = makeStore(process.env)
const { PAYMENT_TEST_PRODUCT = 'basic' } = process.env

test('the payment tests use the provider’s test store if its credentials are in the environment, and reject incomplete credentials', async () => {
  const given = {
    PAYMENT_TEST_URL: simulator.url,
    PAYMENT_TEST_STORE_URL: simulator.url,
    PAYMENT_TEST_USERNAME: credentials.username,
    PAYMENT_TEST_PASSWORD: credentials.password,
  }
  const options = makeStore(given)
  if (!options) throw new Error('There is no store.')
  expect((await createPaymentProvider(options).readPrices()).map(({ product }) => product)).toContain('basic')
  expect(makeStore({})).toBeUndefined()
  expect(() => makeStore({ ...given, PAYMENT_TEST_PASSWORD: '' })).toThrow('one is missing')
})

describe.each([
  { name: 'the simulator', open: () => client() },
  ...(store ? [{ name: 'the provider’s test store', open: () => createPaymentProvider(store) }] : []),
])('the payment contract, as implemented by $name', ({ open }) => {
  test('creates one account per key, and can read it again', async () => {
    const payment = open()
    const key = newKey()
    const account = await payment.createAccount({ contact, key })
    expect(await payment.createAccount({ contact, key })).toBe(account)
    expect(await payment.readAccount(account)).toMatchObject({
      id: account,
      contact: { first: 'Ada', company: 'Corner Pharmacy' },
      subscriptions: [],
    })
    expect(await payment.readAccount('nobody-has-this')).toBeUndefined()
  })

  test('[BILL-010 BILL-039] includes prices with their currency, for the United States', async () => {
    const products = await open().readPrices()
    const basic = products.find((one) => one.product === PAYMENT_TEST_PRODUCT)
    expect(basic?.pricing.US).toMatchObject({ currency: 'USD', price: expect.any(Number), display: expect.stringMatching(/^\$/) })
  })

  test('opens a checkout session that lasts a day for a known account, and refuses an unknown product with the provider’s message', async () => {
    const payment = open()
    const account = await payment.createAccount({ contact, key: newKey() })
    const session = await payment.createSession(account, [{ product: PAYMENT_TEST_PRODUCT, quantity: 2 }])
    expect(session.id).toEqual(expect.any(String))
    expect((session.expiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect(payment.checkoutUrl(session.id ?? '')).toContain(`/session/${session.id}`)
    await expect(payment.createSession(account, [{ product: 'no-such-thing', quantity: 1 }])).rejects.toBeInstanceOf(PaymentRefusedError)
    await expect(payment.cancel('no-such-subscription', 'periodEnd')).rejects.toThrow()
  })
})

describe('the client of the payment provider', () => {
  const bought = async (...products: string[]) => {
    const payment = client()
    const account = await payment.createAccount({ contact, key: newKey() })
    simulator.pay(
      simulator.shop.addSession({ account, items: products.map((product) => ({ product, quantity: 1, discountPercent: 0 })) }).id,
    )
    return { account, ids: simulator.shop.listSubscriptions(account).map((one) => one.id) }
  }

  test('accepts one subscription as a bare object and several in a list, with amounts in whole cents', async () => {
    const one = await bought('basic')
    expect(await client().readSubscriptions(one.ids)).toMatchObject([
      { product: 'basic', active: true, state: 'active', subtotal: 5900, nextChargePreTax: 5900 },
    ])
    const two = await bought('plus', 'additional-user-monthly')
    expect((await client().readSubscriptions(two.ids)).map((sub) => sub.product)).toEqual(['plus', 'additional-user-monthly'])
    expect(await client().readSubscriptions([])).toEqual([])
  })

  test('keeps a canceled subscription active until its period ends, but not one that was ended immediately', async () => {
    const { ids } = await bought('basic', 'plus')
    const [basic = '', plus = ''] = ids
    await client().cancel(basic, 'periodEnd')
    await client().cancel(plus, 'now')
    expect(await client().readSubscriptions(ids)).toMatchObject([
      { state: 'canceled', active: true, autoRenew: false, deactivationDate: expect.any(Date), nextChargeDate: null },
      { state: 'deactivated', active: false },
    ])
    await client().cancel(basic, 'periodEnd') // the second call changes nothing
    await expect(client().cancel(plus, 'now')).rejects.toThrow('Subscription is not active.')
  })

  test('retries reads after failures and after a 404 that means "slow down", and never repeats calls that change something', async () => {
    const { account } = await bought('basic')
    for (const fail of ['down', 'slowDown'] as const) {
      Object.assign(simulator.switches, { fail, failCalls: 2 })
      expect(await client().readAccount(account)).toMatchObject({ id: account })
      Object.assign(simulator.switches, { fail, failCalls: 1 })
      const before = simulator.calls()
      await expect(client().createSession(account, [{ product: 'basic', quantity: 1 }])).rejects.toThrow()
      expect(simulator.calls() - before).toBe(1)
    }
  })

  test('reports "unreachable", not a refusal, if a session, an account or a cancellation is answered with "slow down"', async () => {
    for (const status of [429, 404]) {
      await serving(
        (_, response) => {
          response.statusCode = status
          response.end()
        },
        async (url) => {
          const payment = client({ url, retryMs: [] })
          const contact = { first: 'Ada', last: 'Tester', email: 'ada@mail.tst', company: 'Tests' }
          await expect(payment.createSession('some', [{ product: 'basic', quantity: 1 }])).rejects.toBeInstanceOf(PaymentUnreachableError)
          await expect(payment.createAccount({ contact, key: 'k' })).rejects.toBeInstanceOf(PaymentUnreachableError)
          await expect(payment.cancel('some', 'now')).rejects.toBeInstanceOf(PaymentUnreachableError)
        },
      )
    }
    // A 404 whose body states the error is the provider's answer, unlike the 404 that only means "slow down".
    await serving(
      (_, response) => {
        response.statusCode = 404
        response.end(JSON.stringify({ action: 'session.create', result: 'error', error: { account: 'account not found' } }))
      },
      async (url) => {
        const refused = client({ url, retryMs: [] }).createSession('some', [{ product: 'basic', quantity: 1 }])
        await expect(refused).rejects.toThrow('account not found')
        await expect(refused).rejects.toBeInstanceOf(PaymentRefusedError)
      },
    )
  })

  test('reports a list as "unreachable", never as empty, if the provider keeps answering 404', async () => {
    Object.assign(simulator.switches, { fail: 'slowDown', failCalls: null })
    await expect(client().readPrices()).rejects.toBeInstanceOf(PaymentUnreachableError)
    await expect(client().readSubscriptions(['some'])).rejects.toBeInstanceOf(PaymentUnreachableError)
  })

  test('reports a missing answer as "unreachable"', async () => {
    Object.assign(simulator.switches, { delayMs: 60_000 })
    await expect(client({ timeoutMs: 50, retryMs: [] }).readPrices()).rejects.toBeInstanceOf(PaymentUnreachableError)
    await expect(client({ url: 'http://127.0.0.1:9', retryMs: [] }).readPrices()).rejects.toBeInstanceOf(PaymentUnreachableError)
  })

  test('fails fast for a while after several timeouts in a row, then tries one call, and resumes calls once one is answered', async () => {
    let now = 0
    const payment = client({ retryMs: [], circuit: { failures: 3, openMs: 1000 }, now: () => now })
    Object.assign(simulator.switches, { fail: 'down', failCalls: null })
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(payment.readPrices()).rejects.toBeInstanceOf(PaymentUnreachableError)
    const before = simulator.calls()
    await expect(payment.readPrices()).rejects.toBeInstanceOf(PaymentUnreachableError)
    expect(simulator.calls()).toBe(before)
    now = 1000
    await expect(payment.readPrices()).rejects.toBeInstanceOf(PaymentUnreachableError)
    expect(simulator.calls()).toBe(before + 1)
    Object.assign(simulator.switches, { fail: 'none' })
    now = 2000
    expect((await payment.readPrices()).length).toBeGreaterThan(5)
    expect((await payment.readPrices()).length).toBeGreaterThan(5)
  })

  test('reports that the provider refuses wrong credentials or a missing user agent', async () => {
    await expect(client({ password: 'wrong' }).readPrices()).rejects.toThrow('not authorized')
    const bare = await fetch(`${simulator.url}/products/price`, {
      headers: { authorization: `Basic ${Buffer.from('store:secret').toString('base64')}`, 'user-agent': '' },
    })
    expect(bare.status).toBe(400)
  })

  test('reads every page, and accepts known variants of a response', async () => {
    const pages = [
      { products: [{ product: 'a', pricing: { US: { currency: 'USD', price: 1.1, display: '$1.10' } } }], nextPage: 2 },
      { products: [{ product: 'b', pricing: {} }], nextPage: null },
    ]
    await serving(
      (request, response) => {
        const url = new URL(request.url ?? '', 'http://x')
        const account = { id: 'x', contact: { first: 'A' }, address: { city: 'B', region: 'US-CA', postalCode: 90210 }, subscriptions: [] }
        response.end(
          JSON.stringify(url.pathname === '/accounts/x' ? { accounts: [account] } : pages[Number(url.searchParams.get('page')) - 1]),
        )
      },
      async (url) => {
        const payment = client({ url })
        expect((await payment.readPrices()).map((one) => one.product)).toEqual(['a', 'b'])
        expect((await payment.readAccount('x'))?.address).toMatchObject({ postalCode: '90210', region: 'US-CA' })
      },
    )
  })

  test('reports an answer that violates the contract as "unreachable"', async () => {
    await serving(
      (_request, response) => response.end('<html>'),
      async (url) => {
        await expect(client({ url }).readPrices()).rejects.toBeInstanceOf(PaymentUnreachableError)
      },
    )
  })
})

describe('the simulator of the payment provider', () => {
  test('signs the bytes of its webhooks, sends events in batches, and repeats them until they are accepted', async () => {
    const got: { body: string; signature: unknown }[] = []
    await serving(
      (request, response) => {
        let body = ''
        request.on('data', (chunk) => {
          body += String(chunk)
        })
        request.on('end', () => {
          got.push({ body, signature: request.headers['x-fs-signature'] })
          response.writeHead(got.length === 1 ? 503 : 200).end()
        })
      },
      async (url) => {
        simulator.listen(url)
        const account = await client().createAccount({ contact, key: newKey() })
        simulator.pay(simulator.shop.addSession({ account, items: [{ product: 'basic', quantity: 1, discountPercent: 0 }] }).id)
        await simulator.settle()
      },
    )
    expect(got.length).toBeGreaterThan(1)
    const { body = '', signature } = got.at(-1) ?? {}
    expect(signature).toBe(createHmac('sha256', 'a-secret-of-sixteen').update(body).digest('base64'))
    expect(JSON.parse(body).events.map((event: { type: string }) => event.type)).toContain('subscription.activated')
  })

  test('advances time: canceled subscriptions end, and the others are charged for another month, with an invoice', async () => {
    const own = await startSimulator({ ...credentials, webhookSecret: 'a-secret-of-sixteen', products: SIMULATED_PRODUCTS })
    const { shop } = own
    const { id: account } = shop.addAccount({ key: null, contact: { ...contact, phone: null }, address: null })
    const basic = shop.begin({ account, product: 'basic', quantity: 1, discountPercent: 0 })
    const plus = shop.begin({ account, product: 'plus', quantity: 1, discountPercent: 0 })
    shop.cancel(basic, 'periodEnd')
    shop.pass(30)
    shop.pass(2)
    expect(basic).toMatchObject({ state: 'deactivated', active: false })
    expect(plus).toMatchObject({ state: 'active' })
    expect(plus.nextChargeDate).toBeGreaterThan(shop.now())
    const [order, ...more] = shop.state.orders
    expect(order).toMatchObject({ account, reference: 'SIM-00001', items: [{ product: 'plus', quantity: 1, amount: 99 }] })
    expect(more).toEqual([])
    expect(shop.account(account)?.orders).toEqual([order?.id])
    expect(await (await fetch(`${own.url}/invoice/${order?.id}`)).text()).toContain('Plus × 1')
    await own.close()
  })

  test('applies a discount to as many charges as its duration allows, or to all of them if it has no duration', async () => {
    const own = await startSimulator({ ...credentials, webhookSecret: 'a-secret-of-sixteen', products: SIMULATED_PRODUCTS })
    const { shop } = own
    const { id: account } = shop.addAccount({ key: null, contact: { ...contact, phone: null }, address: null })
    const charged = (...duration: { discountPeriods?: number }[]) =>
      duration.map((more) => {
        const session = shop.addSession({ account, items: [{ product: 'basic', quantity: 2, discountPercent: 25, ...more }] })
        own.pay(session.id)
        const bought = shop.listSubscriptions(account).at(-1)
        for (const _ of [1, 2]) shop.pass(31)
        return shop.state.charges.filter(({ subscription }) => subscription === bought?.id).map(({ amount }) => amount)
      })
    expect(charged({ discountPeriods: 1 }, { discountPeriods: 2 }, {}).map((amounts) => amounts.slice(0, 3))).toEqual([
      [88.5, 118, 118],
      [88.5, 88.5, 118],
      [88.5, 88.5, 88.5],
    ])
    await own.close()
  })

  test('shows a checkout, declines a card, accepts one payment, and closes the checkout after a day', async () => {
    const own = await startSimulator({ ...credentials, webhookSecret: 'a-secret-of-sixteen', products: SIMULATED_PRODUCTS })
    const { shop } = own
    const { id: account } = shop.addAccount({ key: null, contact: { ...contact, company: '<b>Corner</b>', phone: null }, address: null })
    const open = () =>
      shop.addSession({ account, items: [{ product: 'enterprise', quantity: 5, discountPercent: 22.439, discountPeriods: 1 }] })
    const { id } = open()
    const page = async (session: string, card?: string) =>
      (await fetch(`${own.url}/session/${session}`, card ? { method: 'POST', body: new URLSearchParams({ card }) } : {})).text()
    expect(await page(id)).toContain('$577.83')
    expect(await page(id)).toContain('22.439% off the first month')
    expect(await page(id)).not.toContain('<b>Corner</b>')
    expect(await page(id, 'declined')).toContain('The card was declined')
    expect(await page(id, 'good')).toContain('<h1>Paid</h1>')
    await page(id, 'good')
    expect(shop.listSubscriptions(account)).toHaveLength(1)
    const later = open()
    shop.pass(2)
    expect(await page(later.id, 'good')).toContain('expired')
    expect(shop.listSubscriptions(account)).toHaveLength(1)
    await own.close()
  })
})

async function serving(answer: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // a server that listens on a port has this kind of address
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
