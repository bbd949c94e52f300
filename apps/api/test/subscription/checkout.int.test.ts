import { beforeEach, describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, type TestCustomer } from '../make.ts'
import { atProvider } from './at-provider.ts'

const t = useTestDb()
beforeEach(() => Object.assign(t.simulator.switches, { fail: 'none', failCalls: null, sessionWithoutId: false, withoutPrice: [] }))

const one = (product: string, quantity = 1) => ({ product, quantity })
const own = (customer: TestCustomer) => t.as(customer).subscription
const trail = async ({ customerId }: TestCustomer) =>
  (
    await t.query<{ action: string }>(`select action from audit where customer_id = $1 and action like 'subscription.%' order by id`, [
      customerId,
    ])
  ).map((row) => row.action)
const readSessions = (account: string) => t.simulator.shop.state.sessions.filter((session) => session.account === account)

describe('a cart', () => {
  test('[BILL-019] is checked out in a session of the provider; the first purchase creates the account', async () => {
    const customer = await newCustomer(t, { subscriptions: [] })
    const { id, checkoutUrl } = await own(customer).createCart({ items: [one('basic', 2), one('training-session-1-hour')] })
    expect(checkoutUrl).toBe(`${t.simulator.url}/session/${id}`)
    const { account, contact } = await own(customer).readOneAccountByUserid()
    expect(readSessions(account ?? '')).toMatchObject([
      {
        id,
        items: [
          { product: 'basic', quantity: 2 },
          { product: 'training-session-1-hour', quantity: 1 },
        ],
      },
    ])
    expect(contact.email).toBeNull() // null until the first poll of the provider fills it in
    t.simulator.pay(id ?? '')
    expect(await own(customer).updateFromProvider()).toMatchObject({
      isReachable: true,
      subscriptions: [{ product: 'basic', quantity: 2, active: true, subtotal: 118 }],
    })
    expect(await own(customer).readOneAccountByUserid()).toMatchObject({
      account,
      contact: { email: customer.admin.emailAddress, company: customer.name },
    })
    expect(await trail(customer)).toEqual(['subscription.checkout', 'subscription.order', 'subscription.begin', 'subscription.entitlement'])
  })

  test('[BILL-017 BILL-018] with Enterprise and Basic, or Enterprise and additional users, is refused by the server, not just by the page', async () => {
    const customer = await newCustomer(t, { subscriptions: [] })
    await expect(own(customer).createCart({ items: [one('enterprise'), one('basic')] })).rejects.toThrow(
      'You cannot buy Enterprise and Basic together.',
    )
    await expect(own(customer).createCart({ items: [one('additional-user-monthly'), one('enterprise')] })).rejects.toThrow(
      'with additional users',
    )
    await expect(own(customer).createCart({ items: [one('basic', 0)] })).rejects.toThrow('at least 1')
    await expect(own(customer).createCart({ items: [one('basic'), one('BASIC')] })).rejects.toMatchObject({
      message: expect.stringContaining('twice'),
    })
    await expect(own(customer).createCart({ items: [one('moon')] })).rejects.toThrow('moon is not for sale.')
  })

  test('[BILL-024] opens no checkout if the provider’s session has no id, and logs the error', async () => {
    const customer = await newCustomer(t, { subscriptions: [] })
    const said: string[] = []
    const log = t.deps.log
    t.deps.log = { ...log, error: (_facts: unknown, text?: string) => void said.push(String(text)) } as typeof log // only this method is observed
    Object.assign(t.simulator.switches, { sessionWithoutId: true })
    expect(await own(customer).createCart({ items: [one('basic')] })).toEqual({ id: null, checkoutUrl: null })
    t.deps.log = log
    expect(said).toEqual(['the payment provider returned no session'])
  })

  test('of a new customer gets a checkout from only one of several concurrent calls, and only one account is created', async () => {
    const customer = await newCustomer(t, { subscriptions: [] })
    const begun = await Promise.allSettled([1, 2, 3].map((quantity) => own(customer).createCart({ items: [one('plus', quantity)] })))
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const { account } = await own(customer).readOneAccountByUserid()
    expect(readSessions(account ?? '')).toHaveLength(1)
    expect(await t.query('select from payment_account_owner where customer_id = $1', [customer.customerId])).toHaveLength(1)
  })

  test('is refused with an explanation while the provider is unavailable, and the rest of the product keeps working', async () => {
    const customer = await newCustomer(t, { subscriptions: [['basic', 1]] })
    await atProvider(customer)
    Object.assign(t.simulator.switches, { fail: 'down' })
    const refused = { message: 'The payment provider is not responding. Everything else works. Try again in a minute.' }
    await expect(own(customer).createCart({ items: [one('basic')] })).rejects.toMatchObject(refused)
    await expect(own(customer).readUpgrade()).rejects.toMatchObject(refused)
    await expect(own(customer).readAllProducts()).rejects.toMatchObject(refused)
    const [basic] = await own(customer).readAllSubscriptionsByUserid()
    await expect(own(customer).cancelOneSubscriptionById({ subscriptionId: basic?.id ?? 0 })).rejects.toMatchObject(refused)
    expect(await own(customer).updateFromProvider()).toMatchObject({
      isReachable: false,
      subscriptions: [{ product: 'basic', active: true, state: 'active' }],
    })
    expect(await own(customer).readOverview()).toMatchObject({ isActive: true, locations: { used: 2, allowed: 1 } })
  })

  test('shows no amount computed from stale data while the provider limits our calls', async () => {
    const customer = await newCustomer(t, { subscriptions: [['basic', 1]] })
    await atProvider(customer)
    const { readAt } = await own(customer).updateFromProvider()
    const asked = { fail: 'slowDown', failCalls: 3 }
    const refused = { message: 'The payment provider is not responding. Everything else works. Try again in a minute.' }
    for (const ask of [
      () => own(customer).createCart({ items: [one('plus')] }),
      () => own(customer).readUpgrade(),
      () => own(customer).createUpgrade(),
    ]) {
      Object.assign(t.simulator.switches, asked)
      await expect(ask()).rejects.toMatchObject(refused)
    }
    Object.assign(t.simulator.switches, asked)
    expect(await own(customer).updateFromProvider()).toMatchObject({ isReachable: false, readAt, subscriptions: [{ product: 'basic' }] })
  })
})

describe('canceling', () => {
  test('[BILL-040 BILL-006] leaves the subscription usable until its period ends, and then ends it', async () => {
    const customer = await newCustomer(t, { subscriptions: [['basic', 2]] })
    const account = await atProvider(customer)
    await own(customer).updateFromProvider()
    const [basic] = await own(customer).readAllSubscriptionsByUserid()
    const canceled = await own(customer).cancelOneSubscriptionById({ subscriptionId: basic?.id ?? 0 })
    expect(canceled).toMatchObject({
      state: 'canceled',
      status: 'canceled',
      active: true,
      autoRenew: false,
      nextChargeDate: null,
      endsDateDisplay: basic?.nextChargeDateDisplay,
    })
    expect(canceled.canceledDateDisplay).toMatch(/^\d\d\/\d\d\/\d\d$/)
    expect(await own(customer).readOverview()).toMatchObject({ isActive: true, locations: { allowed: 2 } })
    await expect(own(customer).cancelOneSubscriptionById({ subscriptionId: basic?.id ?? 0 })).rejects.toMatchObject({
      message: 'This subscription is already canceled.',
    })
    const [told] = await t.query<{ detail: object }>(`select detail from audit where customer_id = $1 and action = 'subscription.cancel'`, [
      customer.customerId,
    ])
    expect(told?.detail).toEqual({
      product: 'basic',
      quantity: 2,
      before: { state: 'active', renewedByItself: true, nextCharge: basic?.nextChargeDateDisplay, usableUntil: null },
      after: { state: 'canceled', renewedByItself: false, nextCharge: null, usableUntil: basic?.nextChargeDateDisplay },
    })

    const [sub] = t.simulator.shop.listSubscriptions(account)
    if (sub) t.simulator.shop.cancel(sub, 'now')
    await own(customer).updateFromProvider()
    // After the subscription has ended, both locations stay open during a grace period, although the customer's allowance is zero.
    expect(await own(customer).readOverview()).toMatchObject({
      isActive: false,
      graceUntil: expect.any(String),
      locations: { used: 2, allowed: 0 },
    })
  })

  test('fails with the provider’s message for a subscription that the provider has already ended', async () => {
    const customer = await newCustomer(t, { subscriptions: [['basic', 1]] })
    const [sub] = t.simulator.shop.listSubscriptions(await atProvider(customer))
    if (sub) t.simulator.shop.cancel(sub, 'now')
    const [basic] = await own(customer).readAllSubscriptionsByUserid()
    await expect(own(customer).cancelOneSubscriptionById({ subscriptionId: basic?.id ?? 0 })).rejects.toThrow('Subscription is not active.')
  })
})

test('a canceled subscription can be bought again even while it is still usable', async () => {
  const customer = await newCustomer(t, {
    subscriptions: [
      ['enterprise', 1],
      ['nrac-monthly-subscription', 1],
    ],
  })
  await atProvider(customer)
  await own(customer).updateFromProvider()
  const items = [one('nrac-monthly-subscription'), one('additional-user-monthly')]
  await expect(own(customer).createCart({ items })).rejects.toMatchObject({
    message: expect.stringContaining('A second one would add nothing.'),
  })
  for (const { id } of await own(customer).readAllSubscriptionsByUserid())
    await own(customer).cancelOneSubscriptionById({ subscriptionId: id })
  expect((await own(customer).createCart({ items })).id).toEqual(expect.any(String))
})

describe('the upgrade to Enterprise', () => {
  const basics = async () => {
    const customer = await newCustomer(t, {
      subscriptions: [
        ['basic', 2],
        ['additional-user-monthly', 3],
        ['nrac-monthly-subscription', 1],
      ],
    })
    const account = await atProvider(customer)
    await own(customer).updateFromProvider()
    return { customer, account }
  }

  test('[BILL-029 BILL-030 BILL-031] applies the credit as a discount to the first month, and ends Basic and the additional users once Enterprise is paid', async () => {
    const { customer, account } = await basics()
    const preview = await own(customer).readUpgrade()
    expect(preview).toMatchObject({
      quantity: 2,
      priceCents: 14_900,
      monthlyCents: 29_800,
      ends: [{ display: 'Additional user', quantity: 3 }],
    })
    expect(preview.creditCents + preview.firstMonthCents).toBe(29_800)
    const { id } = await own(customer).createUpgrade()
    expect(readSessions(account)).toMatchObject([
      { id, items: [{ product: 'enterprise', quantity: 2, discountPercent: preview.percent, discountPeriods: 1 }] },
    ])
    // No subscription ends before payment.
    await own(customer).updateFromProvider()
    await t.runJobs()
    expect((await own(customer).readAllSubscriptionsByUserid()).filter((sub) => sub.active)).toHaveLength(3)
    t.simulator.pay(id ?? '')
    await own(customer).updateFromProvider()
    await t.runJobs()
    const after = await own(customer).readAllSubscriptionsByUserid()
    expect(
      after
        .filter((sub) => sub.active)
        .map((sub) => [sub.product, sub.quantity, sub.autoRenew])
        .sort(),
    ).toEqual([
      ['enterprise', 2, true],
      ['nrac-monthly-subscription', 1, true],
    ])
    expect(t.simulator.shop.listSubscriptions(account).filter((sub) => !sub.active)).toHaveLength(2)
    expect(await own(customer).readOverview()).toMatchObject({
      locations: { allowed: 2 },
      users: { allowed: 'unlimited' },
      hasRecalls: true,
    })
  })

  test('[BILL-029 BILL-030] deducts the credit from the first month only; later months renew at the full price', async () => {
    const { customer, account } = await basics()
    const { firstMonthCents } = await own(customer).readUpgrade()
    const { id } = await own(customer).createUpgrade()
    t.simulator.pay(id ?? '')
    const { shop } = t.simulator
    const enterprise = shop.listSubscriptions(account).find(({ product }) => product === 'enterprise')
    const charges = () => shop.state.charges.filter(({ subscription }) => subscription === enterprise?.id).map(({ amount }) => amount)
    expect(charges()).toEqual([firstMonthCents / 100])
    expect(firstMonthCents).toBeLessThan(29_800)
    const before = shop.state.aheadMs
    try {
      shop.pass(32)
      expect(charges()).toEqual([firstMonthCents / 100, 298])
      shop.pass(31)
      expect(charges()).toEqual([firstMonthCents / 100, 298, 298])
      expect(enterprise).toMatchObject({ state: 'active', active: true, canceledDate: null })
    } finally {
      shop.state.aheadMs = before
    }
  })

  test('uses one checkout if it is started twice before payment, and two concurrent upgrades never become two purchases', async () => {
    const { customer, account } = await basics()
    const first = await own(customer).createUpgrade()
    expect(await own(customer).createUpgrade()).toEqual(first)
    expect(readSessions(account)).toHaveLength(1)
    const other = await basics()
    const both = await Promise.allSettled([own(other.customer).createUpgrade(), own(other.customer).createUpgrade()])
    const open = await t.query<{ session: string }>(`select session from checkout where customer_id = $1 and finished_at is null`, [
      other.customer.customerId,
    ])
    expect(open).toHaveLength(1)
    for (const one of both) {
      if (one.status === 'rejected') expect(one.reason.message).toContain('Somebody is starting a checkout')
      else expect([one.value.id, ...readSessions(other.account).map((session) => session.id)]).toContain(open[0]?.session)
    }
  })

  test('[BILL-025 BILL-026] reports which price is missing', async () => {
    const { customer } = await basics()
    Object.assign(t.simulator.switches, { withoutPrice: ['basic'] })
    await expect(own(customer).readUpgrade()).rejects.toThrow('Could not get price of Seriatim Basic')
    Object.assign(t.simulator.switches, { withoutPrice: ['enterprise'] })
    await expect(own(customer).createUpgrade()).rejects.toThrow('Could not get price of Seriatim Enterprise')
  })

  test('is the only way from Basic to Enterprise, and the caller cannot set the price', async () => {
    const { customer, account } = await basics()
    await expect(own(customer).createCart({ items: [one('enterprise')] })).rejects.toThrow(
      'To move from Basic to Enterprise, use Preview upgrade.',
    )
    const { percent } = await own(customer).readUpgrade()
    const free = { quantityDiscounts: { 1: 100 }, discountDuration: 12 }
    // The input's `pricing` has no fields, so the discount in it is dropped.
    await own(customer).createCart({ items: [{ ...one('enterprise', 50), pricing: free as never }] })
    expect(readSessions(account).at(-1)?.items).toEqual([
      { product: 'enterprise', quantity: 2, discountPercent: percent, discountPeriods: 1 },
    ])
    const none = await newCustomer(t, { subscriptions: [] })
    await expect(own(none).createUpgrade()).rejects.toThrow('You have no Basic subscription to upgrade.')
  })

  test('ends the replaced subscriptions even if the provider fails for a while, or one has already ended', async () => {
    const { customer, account } = await basics()
    const { id } = await own(customer).createUpgrade()
    t.simulator.pay(id ?? '')
    await own(customer).updateFromProvider()
    const [first] = t.simulator.shop.listSubscriptions(account)
    if (first) t.simulator.shop.cancel(first, 'now')
    Object.assign(t.simulator.switches, { fail: 'down', failCalls: 1 })
    await t.runJobs()
    // The job is retried after a delay, which the test skips.
    const activeNow = async () => {
      await t.query(
        'select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where attempts < max_attempts and locked_at is null',
      )
      await t.runJobs()
      return (await own(customer).readAllSubscriptionsByUserid()).filter((sub) => sub.active).map((sub) => sub.product)
    }
    await expect.poll(activeNow).toEqual(expect.not.arrayContaining(['basic']))
  })
})

describe('usage', () => {
  test('counts open locations, active and invited people, files, and meds per day', async () => {
    const customer = await newCustomer(t, { subscriptions: [['basic', 3]] })
    await addOrder(customer, { meds: 7 })
    const { locations, users, storageGb, meds } = await own(customer).readOverview()
    expect([locations, users]).toEqual([
      { used: 2, allowed: 3 },
      { used: 5, active: 5, invited: 0, allowed: 3 },
    ])
    expect(storageGb.used).toBeGreaterThan(0)
    expect(storageGb.lastMonth).toBeCloseTo(storageGb.used, 6)
    expect(meds.days).toHaveLength(30)
    expect(meds.days.map((day) => day.amount)).toEqual([...Array(29).fill(0), 7])
    await t.query('update location set closed_at = now(), closed_by_id = $2, close_reason = $3 where id = $1', [
      customer.branch.id,
      customer.admin.userId,
      'moved',
    ])
    expect((await own(customer).readOverview()).locations).toEqual({ used: 1, allowed: 3 })
  })
})

describe('permissions', () => {
  test('[REST-101] let everybody list the products and see which are active', async () => {
    const customer = await newCustomer(t, { subscriptions: [['basic', 1]] })
    expect(await t.as(customer.staff).subscription.readList()).toEqual([{ product: 'basic', active: true }])
    await t.query('update subscription set is_active = false where customer_id = $1', [customer.customerId])
    expect(await t.as(customer.staff).subscription.readList()).toEqual([{ product: 'basic', active: false }])
  })

  test('[ROLE-020] let only the customer admin buy, change and cancel', async () => {
    const customer = await newCustomer(t, { subscriptions: [['basic', 1]] })
    const lead = t.as(customer.lead).subscription
    const no = { code: 'FORBIDDEN', message: 'You do not have the right to do this.' }
    await expect(lead.createCart({ items: [one('basic')] })).rejects.toMatchObject(no)
    await expect(lead.createUpgrade()).rejects.toMatchObject(no)
    await expect(lead.cancelOneSubscriptionById({ subscriptionId: 1 })).rejects.toMatchObject(no)
    await expect(lead.readOverview()).rejects.toMatchObject(no)
  })
})
