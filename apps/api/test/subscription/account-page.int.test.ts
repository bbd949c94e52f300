import { afterEach, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { newCustomer } from '../make.ts'
import { atProvider, buy } from './at-provider.ts'

const t = useTestDb()
afterEach(() => void Object.assign(t.simulator.switches, { declineRenewals: false }))

test('after a declined renewal everything keeps working, one email is sent, and the amount can be paid on the provider’s page', async () => {
  const customer = await newCustomer(t, { subscriptions: [['basic', 2]] })
  const account = await atProvider(customer)
  const own = t.as(customer).subscription
  const mails = () =>
    t.query<{ subject: string }>(`select subject from mail where customer_id = $1 and kind = 'subscription.declined'`, [
      customer.customerId,
    ])
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
  expect(await own.readManyPayments()).toMatchObject([{ items: [{ display: 'Basic', quantity: 2 }], totalCents: 11_800 }])

  t.simulator.shop.pass(32)
  t.simulator.shop.pass(14)
  await own.updateFromProvider()
  const over = await own.readOverview()
  expect(over).toMatchObject({ isActive: false, subscriptions: [{ active: false }] })
  expect(over.graceUntil).not.toBeNull()
  expect(t.simulator.shop.listSubscriptions(account)).toMatchObject([{ state: 'deactivated' }])
})

test('subscriptions whose payments are declined at the same time share one email, which mentions the grace period only if no plan remains', async () => {
  const decline = async (subscriptions: [string, number][], isOverdue: (product: string) => boolean) => {
    const customer = await newCustomer(t, { subscriptions })
    const account = await atProvider(customer)
    const own = t.as(customer).subscription
    await own.updateFromProvider()
    for (const sub of t.simulator.shop.listSubscriptions(account))
      if (isOverdue(sub.product)) Object.assign(sub, { state: 'overdue', changed: t.simulator.shop.now() })
    await own.updateFromProvider()
    return t.query<{ subject: string; body: string }>(
      `select subject, body from mail where customer_id = $1 and kind = 'subscription.declined'`,
      [customer.customerId],
    )
  }
  const all = await decline(
    [
      ['basic', 2],
      ['additional-user-monthly', 1],
    ],
    () => true,
  )
  expect(all).toEqual([
    {
      subject: 'Your card was declined: Basic and Additional user were not renewed',
      body: expect.stringContaining('could not charge $118.00 for Basic × 2 and $12.00 for Additional user × 1: your card was declined.'),
    },
  ])
  expect(all[0]?.body).toContain('Basic × 2 and Additional user × 1 end. You can then keep working for 30 more days.')
  const [one] = await decline(
    [
      ['basic', 2],
      ['additional-user-monthly', 1],
    ],
    (product) => product !== 'basic',
  )
  expect(one?.subject).toBe('Your card was declined: Additional user was not renewed')
  expect(one?.body).toContain('If it is not paid, Additional user × 1 ends.')
  expect(one?.body).not.toContain('30 more days')
})

test('a customer without purchases has no account page at the provider', async () => {
  const customer = await newCustomer(t, { subscriptions: [] })
  await expect(t.as(customer).subscription.readAccountPage()).rejects.toThrow('There is no payment account yet.')
})

test('payments are listed with their invoices, newest first, and one-time payments are marked', async () => {
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
