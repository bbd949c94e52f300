import { afterEach, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { newCustomer } from '../make.ts'
import { atProvider, buy } from './at-provider.ts'

const t = useTestDb()
afterEach(() => void Object.assign(t.simulator.switches, { declineRenewals: false }))

test('a declined renewal keeps everything working, is mailed once, and is paid on the page of the provider', async () => {
  const customer = await newCustomer(t, { subscriptions: [['basic', 2]] })
  const account = await atProvider(customer)
  const own = t.as(customer).subscription
  const mails = () =>
    t.look<{ subject: string }>(`select subject from mail where customer_id = $1 and kind = 'subscription.declined'`, [customer.customerId])
  await own.updateFromProvider()
  t.simulator.switches.declineRenewals = true
  t.simulator.shop.pass(32)
  await own.updateFromProvider()
  expect(await own.readOverview()).toMatchObject({ isActive: true, subscriptions: [{ state: 'overdue', active: true }] })
  expect(await mails()).toEqual([{ subject: 'Your card was declined: Basic was not renewed' }])
  t.simulator.shop.pass(2)
  await own.updateFromProvider()
  expect(await mails()).toHaveLength(1)

  const { url } = await own.readAccountPage()
  expect(await (await fetch(url)).text()).toContain('Basic × 2')
  const pay = (card: string) => fetch(url, { method: 'POST', body: new URLSearchParams({ card }) }).then((answer) => answer.text())
  expect(await pay('declined')).toContain('The card was declined.')
  expect(await pay('good')).toContain('Nothing is overdue.')
  await own.updateFromProvider()
  expect(await own.readOverview()).toMatchObject({ subscriptions: [{ state: 'active', active: true }] })

  t.simulator.shop.pass(32)
  t.simulator.shop.pass(14)
  await own.updateFromProvider()
  const over = await own.readOverview()
  expect(over).toMatchObject({ isActive: false, subscriptions: [{ active: false }] })
  expect(over.graceUntil).not.toBeNull()
  expect(t.simulator.shop.listSubscriptions(account)).toMatchObject([{ state: 'deactivated' }])
})

test('who never bought anything has no page there', async () => {
  const customer = await newCustomer(t, { subscriptions: [] })
  await expect(t.as(customer).subscription.readAccountPage()).rejects.toThrow('There is no payment account yet.')
})

test('payments are listed with their invoices, newest first, and those that were paid once say so', async () => {
  const customer = await newCustomer(t, { subscriptions: [] })
  const account = await atProvider(customer)
  const own = t.as(customer).subscription
  expect(await own.readManyPayments()).toEqual([])
  buy(customer, account, ['plus', 2])
  await own.updateFromProvider()
  expect(await own.readManyPayments()).toMatchObject([{ items: [{ display: 'Plus', quantity: 2, isOnce: false }] }])
  buy(customer, account, ['training-session-1-hour', 1])
  await own.updateFromProvider()
  const [newest, first] = await own.readManyPayments()
  expect(newest).toMatchObject({ items: [{ display: '1-hour training session', isOnce: true }], at: expect.any(String) })
  expect(first?.totalCents).toBeGreaterThan(0)
  expect(await (await fetch(newest?.invoiceUrl ?? '')).text()).toContain('1-hour training session × 1')
})
