import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { SIMULATED_PRODUCTS } from '../../src/seed/demo-subscriptions.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'
import { atProvider } from './at-provider.ts'

const t = useTestDb()
let app: FastifyInstance
let customer: TestCustomer
let account: string
beforeAll(async () => {
  app = await t.app()
  customer = await newCustomer(t, {
    subscriptions: [
      ['basic', 1],
      ['plus', 1],
    ],
  })
  account = await atProvider(customer)
  await t.as(customer).subscription.updateFromProvider()
})

const program = async () => makeRestClient(app, await t.signIn(customer.admin))

describe('the REST interface for subscriptions', () => {
  test('[REST-074] turns a cart into a checkout session and returns the session’s id', async () => {
    const { status, json } = await (await program()).post('/fastspring/create/cart', {
      account,
      items: [{ product: 'basic', quantity: 2 }],
    })
    expect(status).toBe(200)
    expect(t.simulator.shop.session(json.id)?.items).toEqual([{ product: 'basic', quantity: 2, discountPercent: 0 }])
    const refused = await (await program()).post('/fastspring/create/cart', { account, items: [{ product: 'basic', quantity: 0 }] })
    expect(refused.status).toBe(400)
  })

  test('[REST-075 BILL-008] returns the payment account', async () => {
    expect((await (await program()).get('/fastspring/read/one/account/by/userid')).json).toEqual({
      account,
      contact: { company: customer.name, email: customer.admin.emailAddress, first: 'Ada', last: 'Tester', phone: null },
      address: { addressLine1: '1 Main Street', addressLine2: null, city: 'Louisville', postalCode: '40218', region: 'US-KY' },
    })
  })

  test('[REST-076 BILL-007] returns the customer’s subscriptions as a bare list with every documented field', async () => {
    const { json } = await (await program()).get('/fastspring/read/all/subscriptions/by/userid')
    expect(json).toHaveLength(2)
    expect(json[0]).toEqual({
      id: expect.any(Number),
      product: 'basic',
      state: 'active',
      status: 'active',
      active: true,
      autoRenew: true,
      quantity: 1,
      display: 'Basic',
      beginDisplay: expect.stringMatching(/^\d\d\/\d\d\/\d\d$/),
      nextChargeDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      nextChargeDateDisplay: expect.stringMatching(/^\d\d\/\d\d\/\d\d$/),
      nextChargePreTax: 59,
      nextChargePreTaxDisplay: '$59.00',
      canceledDateDisplay: null,
      endsDateDisplay: null,
      subtotal: 59,
      subtotalDisplay: '$59.00',
    })
  })

  test('[REST-077 BILL-010 CONST-002] returns the products with their prices in US dollars', async () => {
    const { json } = await (await program()).get('/fastspring/read/all/products')
    const priced = json.map((one: { product: string; pricing: { US: { currency: string; price: number } } }) => [
      one.product,
      one.pricing.US.currency,
      one.pricing.US.price,
    ])
    expect(priced).toEqual(expect.arrayContaining(SIMULATED_PRODUCTS.map(({ product, price }) => [product, 'USD', price])))
    expect(json).toContainEqual({ product: 'premier-annual', pricing: { US: { currency: 'USD', price: 1290, display: '$1,290.00' } } })
  })

  test('[REST-078] cancels a subscription', async () => {
    const rest = await program()
    const plus = (await rest.get('/fastspring/read/all/subscriptions/by/userid')).json.find(
      (one: { product: string }) => one.product === 'plus',
    )
    const cancel = async (subscriptionId: number) =>
      app.inject({
        method: 'DELETE',
        url: '/api/v1/fastspring/cancel/one/subscription/by/id',
        headers: { authorization: `Bearer ${await t.signIn(customer.admin)}` },
        payload: { subscriptionId },
      })
    const answer = await cancel(plus.id)
    expect([answer.statusCode, answer.json().status, answer.json().active]).toEqual([200, 'canceled', true])
    expect(t.simulator.shop.subscription(t.simulator.shop.listSubscriptions(account)[1]?.id ?? '')?.state).toBe('canceled')
    expect((await cancel(999_999_999)).statusCode).toBe(404)
    expect((await cancel(plus.id)).statusCode).toBe(409)
  })

  test('[ROLE-020] is reserved for the customer admin', async () => {
    const lead = makeRestClient(app, await t.signIn(customer.lead))
    for (const path of [
      '/fastspring/read/one/account/by/userid',
      '/fastspring/read/all/subscriptions/by/userid',
      '/fastspring/read/all/products',
    ])
      expect((await lead.get(path)).status).toBe(403)
    expect((await lead.post('/fastspring/create/cart', { items: [{ product: 'basic', quantity: 1 }] })).status).toBe(403)
  })
})
