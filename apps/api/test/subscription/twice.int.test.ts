import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/core/day.ts'
import { createSecrets } from '../../src/core/secrets.ts'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { buy } from './at-provider.ts'
import { goShopping, one } from './shopping.ts'

const t = useTestDb()
const shopping = goShopping(t)
beforeEach(() => Object.assign(t.simulator.switches, { fail: 'none', failCalls: null, sessionWithoutId: false }))

const readSessions = (account: string) => t.simulator.shop.state.sessions.filter((session) => session.account === account)

describe('an upgrade started twice', () => {
  test.each([
    { name: 'first the newer one', order: [1, 0] },
    { name: 'first the older one', order: [0, 1] },
  ])('leaves one Enterprise subscription after both checkouts are paid, $name, and notifies the admin', async ({ order }) => {
    const { customer, account } = await shopping.basics()
    const first = await shopping.own(customer).createUpgrade()
    buy(customer, account, ['basic', 1])
    const second = await shopping.own(customer).createUpgrade()
    expect(second.id).not.toBe(first.id)
    const before = (await t.mailbox.list(customer.admin.emailAddress)).length
    for (const at of order) {
      t.simulator.pay([first, second][at]?.id ?? '')
      await shopping.own(customer).updateFromProvider()
      await t.runJobs()
    }
    expect(shopping.renewing(account)).toEqual(['enterprise × 2'])
    const mails = await t.mailbox.list(customer.admin.emailAddress)
    expect(mails.length - before).toBe(1)
    expect(mails[0]).toMatchObject({ subject: 'You paid twice: Enterprise (Unlimited) is canceled' })
    expect(mails[0]?.text).toContain('not refunded automatically')
    expect(await shopping.readTrail(customer, 'subscription.paidTwice')).toMatchObject([
      { detail: { toBeCanceled: 'enterprise × 1', kept: 'enterprise × 2' } },
    ])
    await shopping.own(customer).updateFromProvider()
    await t.runJobs()
    expect(await t.mailbox.list(customer.admin.emailAddress)).toHaveLength(mails.length)
  })

  test('gets a new checkout if the number of subscriptions to replace or the price of Enterprise has changed in the meantime', async () => {
    const { customer, account } = await shopping.basics()
    const first = await shopping.own(customer).createUpgrade()
    const [basic] = t.simulator.shop.listSubscriptions(account)
    Object.assign(basic ?? {}, { quantity: 3, changed: Date.now() + 1000 })
    const second = await shopping.own(customer).createUpgrade()
    expect(second.id).not.toBe(first.id)
    expect(readSessions(account).at(-1)?.items).toMatchObject([{ product: 'enterprise', quantity: 3 }])
    const enterprise = t.simulator.shop.product('enterprise')
    const price = enterprise?.price
    try {
      Object.assign(enterprise ?? {}, { price: 159 })
      expect((await shopping.own(customer).createUpgrade()).id).not.toBe(second.id)
    } finally {
      Object.assign(enterprise ?? {}, { price })
    }
  })

  test('still cancels the Basic plan if the upgrade is paid just after its checkout was abandoned', async () => {
    const { customer, account } = await shopping.basics()
    const { id } = await shopping.own(customer).createUpgrade()
    t.clock.advance(2 * DAY_MS)
    await shopping.own(customer).updateFromProvider()
    t.simulator.pay(id ?? '')
    await shopping.own(customer).updateFromProvider()
    await t.runJobs()
    t.clock.advance(-2 * DAY_MS)
    expect(shopping.renewing(account)).toEqual(['enterprise × 1'])
  })

  test('is not offered again once it is paid, even before the replaced subscriptions have ended', async () => {
    const { customer, account } = await shopping.basics()
    const { id } = await shopping.own(customer).createUpgrade()
    t.simulator.pay(id ?? '')
    await expect(shopping.own(customer).readUpgrade()).rejects.toThrow('You have no Basic subscription to upgrade.')
    await expect(shopping.own(customer).createUpgrade()).rejects.toThrow('You have no Basic subscription to upgrade.')
    expect(readSessions(account)).toHaveLength(1)
  })
})

test('[BILL-027] the credit is computed from the provider’s current data, not from the stored data', async () => {
  const { customer, account } = await shopping.basics()
  const [basic] = t.simulator.shop.listSubscriptions(account)
  Object.assign(basic ?? {}, { quantity: 2, changed: Date.now() + 1000 })
  expect(await shopping.own(customer).readUpgrade()).toMatchObject({ quantity: 2, lines: [{ quantity: 2, subtotalCents: 11_800 }] })
})

describe('an open checkout', () => {
  const dscsa = { items: [one('dscsa-sop-creation')] }

  test('causes another cart to be refused with a message that shows the open checkout, unless the user asks to replace it', async () => {
    const { customer, account } = await shopping.basics()
    const first = await shopping.own(customer).createCart({ items: [one('plus')] })
    const other = shopping.own(customer).createCart(dscsa)
    await expect(other).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { key: 'checkout_open', facts: { items: [one('plus')], checkoutUrl: first.checkoutUrl, by: 'Admin Tester' } },
    })
    await expect(shopping.own(customer).createUpgrade()).rejects.toMatchObject({ cause: { key: 'checkout_open' } })
    expect(readSessions(account)).toHaveLength(1)
    const second = await shopping.own(customer).createCart({ ...dscsa, instead: true })
    expect(second.id).not.toBe(first.id)
    expect(await shopping.own(customer).createCart(dscsa)).toEqual(second)
    await expect(shopping.own(customer).createCart({ items: [one('plus')] })).rejects.toMatchObject({ cause: { key: 'checkout_open' } })
  })

  test('that has only one-time items is closed as soon as it is paid', async () => {
    const { customer } = await shopping.basics()
    const { id } = await shopping.own(customer).createCart(dscsa)
    t.simulator.pay(id ?? '')
    expect((await shopping.own(customer).createCart({ items: [one('plus')] })).id).toEqual(expect.any(String))
  })

  test('exists once even if two carts are checked out concurrently', async () => {
    const { customer, account } = await shopping.basics()
    const both = await Promise.allSettled([
      shopping.own(customer).createCart({ items: [one('plus')] }),
      shopping.own(customer).createCart({ items: [one('plus', 2)] }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(readSessions(account)).toHaveLength(1)
  })

  test('stays open if the provider creates no checkout session for its replacement', async () => {
    const { customer } = await shopping.basics()
    const first = await shopping.own(customer).createCart({ items: [one('plus')] })
    Object.assign(t.simulator.switches, { sessionWithoutId: true })
    expect(await shopping.own(customer).createCart({ ...dscsa, instead: true })).toEqual({ id: null, checkoutUrl: null })
    Object.assign(t.simulator.switches, { sessionWithoutId: false })
    await expect(shopping.own(customer).createCart({ items: [one('moon')], instead: true })).rejects.toThrow()
    expect(await shopping.own(customer).createCart({ items: [one('plus')] })).toEqual(first)
  })

  test('is replaced over REST by a newer cart without confirmation', async () => {
    const { customer, account } = await shopping.basics()
    const headers = { authorization: `Bearer ${await t.signIn(customer.admin)}` }
    const app = await t.app()
    const post = (payload: object) => app.inject({ method: 'POST', url: '/api/v1/fastspring/create/cart', headers, payload })
    expect((await post({ account: 'x', items: [one('plus')] })).statusCode).toBe(200)
    expect((await post({ account: 'x', items: [one('plus', 2)] })).statusCode).toBe(200)
    expect(readSessions(account)).toHaveLength(2)
  })

  test.each([
    { name: 'first and then second', order: [0, 1] },
    { name: 'second and then first', order: [1, 0] },
  ])(
    'that is paid along with its replacement ($name) is not charged again: only the replacement renews, and the admin is notified',
    async ({ order }) => {
      const { customer, account } = await shopping.basics()
      const first = await shopping.own(customer).createCart({ items: [one('plus', 2)] })
      const second = await shopping.own(customer).createCart({ items: [one('plus')], instead: true })
      const before = (await t.mailbox.list(customer.admin.emailAddress)).length
      for (const at of order) {
        t.simulator.pay([first, second][at]?.id ?? '')
        await shopping.own(customer).updateFromProvider()
        await t.runJobs()
      }
      expect(shopping.renewing(account)).toEqual(['basic × 1', 'plus × 1'])
      const mails = await t.mailbox.list(customer.admin.emailAddress)
      expect(mails.length - before).toBe(1)
      expect(mails[0]?.text).toContain('× 2, so it will not be charged again')
      expect((await shopping.own(customer).readOverview()).endings).toMatchObject([{ why: 'twice', quantity: 2, isDone: true }])
    },
  )
})

describe('a replaced subscription that could not be ended yet', () => {
  /** Pays for an upgrade twice. The jobs that end the replaced subscriptions at the provider have not run yet. */
  async function stuck() {
    const { customer, account } = await shopping.basics()
    const first = await shopping.own(customer).createUpgrade()
    buy(customer, account, ['basic', 1])
    const second = await shopping.own(customer).createUpgrade()
    for (const { id } of [first, second]) {
      t.simulator.pay(id ?? '')
      await shopping.own(customer).updateFromProvider()
    }
    return { customer, account }
  }
  const endings = async (customer: TestCustomer) => (await shopping.own(customer).readOverview()).endings
  const readMails = async (customer: TestCustomer) =>
    (await t.mailbox.list(customer.admin.emailAddress)).filter(({ subject }) => subject.startsWith('You paid twice'))

  test('is shown on the page, is not announced as ended, and is ended by the nightly comparison with the provider', async () => {
    const { customer, account } = await stuck()
    expect(await readMails(customer)).toEqual([])
    Object.assign(t.simulator.switches, { fail: 'down' })
    await t.runJobs()
    const scope = [
      'select attempts, max_attempts, run_at from graphile_worker.jobs where task_identifier = $1',
      ['subscription.end'],
    ] satisfies [string, string[]]
    expect(await t.query(...scope)).not.toEqual([])
    // Removes the jobs from the queue although they did not succeed, as if they had used up their attempts.
    await t.query(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where key like 'subscription.end %'`)
    expect((await endings(customer)).map(({ why, isDone, failedAt }) => [why, isDone, failedAt !== null])).toEqual(
      expect.arrayContaining([
        ['replaced', false, true],
        ['twice', false, true],
      ]),
    )
    expect(await readMails(customer)).toEqual([])
    Object.assign(t.simulator.switches, { fail: 'none' })
    await withCustomer(t.deps.db, { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] }, 'read write', (tx) =>
      enqueue(tx, 'subscription.compareOne', {}),
    )
    await t.runJobs()
    expect(shopping.renewing(account)).toEqual(['enterprise × 2'])
    expect((await endings(customer)).map(({ why, isDone }) => [why, isDone])).toEqual([['twice', true]])
    await t.runJobs()
    expect(await readMails(customer)).toHaveLength(1)
  })

  test('counts as ended if somebody ended it at the provider', async () => {
    const { customer, account } = await stuck()
    Object.assign(t.simulator.switches, { fail: 'down' })
    await t.runJobs()
    Object.assign(t.simulator.switches, { fail: 'none' })
    for (const sub of t.simulator.shop.listSubscriptions(account))
      if (sub.product === 'basic') t.simulator.shop.cancel(sub, 'now')
      else if (sub.quantity === 1) t.simulator.shop.cancel(sub, 'periodEnd')
    await shopping.own(customer).updateFromProvider()
    expect((await endings(customer)).every(({ isDone }) => isDone)).toBe(true)
    await t.runJobs()
    expect(await readMails(customer)).toHaveLength(1)
  })
})

describe('a cart', () => {
  test('that is checked out again before payment reuses the checkout, and after payment starts a new one', async () => {
    const { customer, account } = await shopping.basics()
    const items = [one('training-session-1-hour'), one('additional-user-monthly', 2)]
    const first = await shopping.own(customer).createCart({ items })
    expect(await shopping.own(customer).createCart({ items })).toEqual(first)
    t.simulator.pay(first.id ?? '')
    expect((await shopping.own(customer).createCart({ items })).id).not.toBe(first.id)
    expect(readSessions(account)).toHaveLength(2)
  })

  test('with the upgrade and another item is refused, because the upgrade would drop the item', async () => {
    const { customer, account } = await shopping.basics()
    const items = [{ ...one('enterprise'), pricing: {} }, one('dscsa-sop-creation')]
    await expect(shopping.own(customer).createCart({ items })).rejects.toThrow('Check out the upgrade by itself')
    expect(readSessions(account)).toHaveLength(0)
  })

  test('of one-time items is recorded as an order once it is paid', async () => {
    const { customer } = await shopping.basics()
    const { id } = await shopping.own(customer).createCart({ items: [one('dscsa-sop-creation')] })
    const before = await shopping.own(customer).updateFromProvider()
    t.simulator.pay(id ?? '')
    const after = await shopping.own(customer).updateFromProvider()
    expect(after.subscriptions).toEqual(before.subscriptions)
    expect(after.orders).toBe(before.orders + 1)
    expect(await shopping.readTrail(customer, 'subscription.order')).toHaveLength(1)
  })
})

test('an account’s key at the payment provider cannot be guessed, and differs in every installation', async () => {
  const customer = await newCustomer(t, { subscriptions: [] })
  await shopping.own(customer).createCart({ items: [one('basic')] })
  const { account } = await shopping.own(customer).readOneAccountByUserid()
  const key = t.simulator.shop.account(account ?? '')?.key ?? ''
  expect(key).toMatch(/^seriatim-[\w-]{43}$/)
  const elsewhere = createSecrets('another installation’s own secret')
  expect(key).not.toContain(elsewhere.mac('payment account', customer.customerId).toString('base64url'))
})

test('[BILL-040] if the provider does not answer a cancellation, the attempt and its later outcome are recorded under the user who tried it', async () => {
  const { customer, account } = await shopping.basics()
  const [basic] = await shopping.own(customer).readAllSubscriptionsByUserid()
  Object.assign(t.simulator.switches, { fail: 'down' })
  await expect(shopping.own(customer).cancelOneSubscriptionById({ subscriptionId: basic?.id ?? 0 })).rejects.toThrow('is not responding')
  Object.assign(t.simulator.switches, { fail: 'none' })
  const userId = String(customer.admin.userId)
  expect(await shopping.readTrail(customer, 'subscription.cancel')).toMatchObject([
    { user_id: userId, detail: { product: 'basic', outcome: 'The payment provider did not answer' } },
  ])
  // The provider received the cancellation although its answer did not arrive, and carries it out.
  const [sub] = t.simulator.shop.listSubscriptions(account)
  if (sub) t.simulator.shop.cancel(sub, 'periodEnd')
  await t.runJobs()
  expect((await shopping.readTrail(customer, 'subscription.change')).at(-1)).toMatchObject({
    user_id: userId,
    detail: { after: { state: 'canceled' } },
  })
})
