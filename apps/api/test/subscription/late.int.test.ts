import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/core/day.ts'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import type { PaymentProvider } from '../../src/outside/payment.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { atProvider } from './at-provider.ts'
import { goShopping, one } from './shopping.ts'

const t = useTestDb()
const shopping = goShopping(t)
beforeEach(() => Object.assign(t.simulator.switches, { fail: 'none', failCalls: null, sessionWithoutId: false }))

describe('a late payment, or the payment of an abandoned checkout', () => {
  const readMails = async (customer: TestCustomer, subject: string) =>
    (await t.mailbox.list(customer.admin.emailAddress)).filter((mail) => mail.subject.startsWith(subject))

  test('for Enterprise leaves Basic active until the end of the month that was just charged, and notifies the admin', async () => {
    const { customer, account } = await shopping.basics()
    const { id } = await shopping.own(customer).createUpgrade()
    const [basic] = t.simulator.shop.listSubscriptions(account)
    Object.assign(basic ?? {}, { nextChargeDate: (basic?.nextChargeDate ?? 0) + 31 * DAY_MS, changed: Date.now() })
    t.simulator.pay(id ?? '')
    await shopping.own(customer).updateFromProvider()
    await t.runJobs()
    expect(shopping.renewing(account)).toEqual(['enterprise × 1'])
    expect(basic).toMatchObject({ active: true, state: 'canceled' })
    expect((await shopping.own(customer).readOverview()).endings).toMatchObject([{ why: 'renewed', isDone: true }])
    await shopping.own(customer).updateFromProvider()
    await t.runJobs()
    const mails = await readMails(customer, 'Charged again when you upgraded')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`name the subscription ${basic?.id}`)
  })

  test('leaves Basic active for a month that was charged before Basic could be canceled, and notifies the admin', async () => {
    const { customer, account } = await shopping.basics()
    const { id } = await shopping.own(customer).createUpgrade()
    t.simulator.pay(id ?? '')
    await shopping.own(customer).updateFromProvider()
    Object.assign(t.simulator.switches, { fail: 'down' })
    await t.runJobs()
    Object.assign(t.simulator.switches, { fail: 'none' })
    expect((await shopping.own(customer).readOverview()).endings).toMatchObject([{ why: 'replaced', isDone: false }])
    const [basic] = t.simulator.shop.listSubscriptions(account)
    Object.assign(basic ?? {}, { nextChargeDate: (basic?.nextChargeDate ?? 0) + 31 * DAY_MS, changed: Date.now() })
    await t.query(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where key like 'subscription.end %'`)
    await withCustomer(t.deps.db, { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] }, 'read write', (tx) =>
      enqueue(tx, 'subscription.end', {}),
    )
    await t.runJobs()
    expect(basic).toMatchObject({ active: true, state: 'canceled' })
    expect(shopping.renewing(account)).toEqual(['enterprise × 1'])
    expect((await shopping.own(customer).readOverview()).endings).toMatchObject([{ why: 'renewed', isDone: true }])
    await t.runJobs()
    expect(await readMails(customer, 'Charged again when you upgraded')).toHaveLength(1)
  })

  test.each([
    { name: 'before', order: [0, 1] },
    { name: 'after', order: [1, 0] },
  ])(
    'keeps both purchases if the newer checkout is for another product and was paid $name the abandoned one; the admin is notified once',
    async ({ order }) => {
      const { customer, account } = await shopping.basics()
      const first = await shopping.own(customer).createCart({ items: [one('plus', 2), one('additional-user-monthly')] })
      const second = await shopping.own(customer).createCart({ items: [one('dscsa-sop-creation')], instead: true })
      for (const at of order) {
        t.simulator.pay([first, second][at]?.id ?? '')
        await shopping.own(customer).updateFromProvider()
        await t.runJobs()
      }
      await shopping.own(customer).updateFromProvider()
      await t.runJobs()
      expect(shopping.renewing(account)).toEqual(['basic × 1', 'plus × 2', 'additional-user-monthly × 1'])
      expect((await shopping.own(customer).readOverview()).endings).toEqual([])
      expect(await readMails(customer, 'You paid for two checkouts')).toEqual([])
      const mails = await readMails(customer, 'Two checkouts appear to have been paid')
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text).toContain('Plus × 2, Additional user × 1 with one for DSCSA SOP creation × 1')
    },
  )

  test('does not charge twice for an item in both checkouts, but keeps and reports an item that only the first checkout had', async () => {
    const { customer, account } = await shopping.basics()
    const first = await shopping.own(customer).createCart({ items: [one('plus', 2), one('additional-user-monthly')] })
    const second = await shopping.own(customer).createCart({ items: [one('plus')], instead: true })
    for (const { id } of [first, second]) {
      t.simulator.pay(id ?? '')
      await shopping.own(customer).updateFromProvider()
      await t.runJobs()
    }
    expect(shopping.renewing(account)).toEqual(['basic × 1', 'additional-user-monthly × 1', 'plus × 1'])
    expect((await shopping.own(customer).readOverview()).endings).toMatchObject([{ display: expect.stringMatching(/plus/i), isDone: true }])
    expect(await readMails(customer, 'Two checkouts appear to have been paid')).toHaveLength(1)
  })

  test('starts no second plan: if the checkouts for Basic and Enterprise are both paid, only Enterprise renews', async () => {
    const customer = await newCustomer(t, { subscriptions: [] })
    const account = await atProvider(customer)
    await shopping.own(customer).updateFromProvider()
    const first = await shopping.own(customer).createCart({ items: [one('basic')] })
    const second = await shopping.own(customer).createCart({ items: [one('enterprise')], instead: true })
    for (const { id } of [first, second]) {
      t.simulator.pay(id ?? '')
      await shopping.own(customer).updateFromProvider()
      await t.runJobs()
    }
    expect(shopping.renewing(account)).toEqual(['enterprise × 1'])
    expect((await shopping.own(customer).readOverview()).endings).toMatchObject([{ why: 'givenUp', isDone: true }])
    expect(await readMails(customer, 'You paid for two checkouts')).toHaveLength(1)
  })

  test('starts the plan if no other checkout was paid', async () => {
    const { customer, account } = await shopping.basics()
    const { id } = await shopping.own(customer).createCart({ items: [one('plus')] })
    await shopping.own(customer).createCart({ items: [one('dscsa-sop-creation')], instead: true })
    t.simulator.pay(id ?? '')
    await shopping.own(customer).updateFromProvider()
    await t.runJobs()
    expect(shopping.renewing(account)).toEqual(['basic × 1', 'plus × 1'])
    expect((await shopping.own(customer).readOverview()).endings).toEqual([])
  })

  test('is reported once if both paid checkouts contain the same item with a one-time price', async () => {
    const { customer } = await shopping.basics()
    const first = await shopping.own(customer).createCart({ items: [one('dscsa-sop-creation')] })
    const second = await shopping.own(customer).createCart({ items: [one('dscsa-sop-creation', 2)], instead: true })
    t.simulator.pay(second.id ?? '')
    await shopping.own(customer).updateFromProvider()
    await t.runJobs()
    expect(await readMails(customer, 'Two checkouts appear to have been paid')).toEqual([])
    t.simulator.pay(first.id ?? '')
    for (let times = 0; times < 2; times += 1) {
      await shopping.own(customer).updateFromProvider()
      await t.runJobs()
    }
    const mails = await readMails(customer, 'Two checkouts appear to have been paid')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('a checkout for DSCSA SOP creation × 1 with one for DSCSA SOP creation × 2')
    expect(await shopping.readTrail(customer, 'subscription.paidBoth')).toHaveLength(1)
  })

  /**
   * Runs `work` while the method `call` of the payment provider is replaced with what `stand` returns, for example with a method that delays its
   * answer.
   */
  async function during<K extends 'createSession' | 'readSubscriptions'>(
    call: K,
    stand: (real: PaymentProvider[K]) => PaymentProvider[K],
    work: () => Promise<unknown>,
  ): Promise<void> {
    const { payment } = t.deps
    if (!payment) throw new Error('There is no payment provider.')
    const real = payment[call]
    Object.assign(payment, { [call]: stand(real) })
    try {
      await work()
    } finally {
      Object.assign(payment, { [call]: real })
    }
  }

  test('closes the paid checkout even if the provider creates no session for its replacement', async () => {
    const { customer } = await shopping.basics()
    const first = await shopping.own(customer).createCart({ items: [one('plus')] })
    const stand = () => async () => {
      t.simulator.pay(first.id ?? '')
      await shopping.own(customer).updateFromProvider()
      return { id: null, expiresAt: null }
    }
    await during('createSession', stand, () => shopping.own(customer).createCart({ items: [one('dscsa-sop-creation')], instead: true }))
    expect((await shopping.own(customer).createCart({ items: [one('dscsa-sop-creation')] })).id).toEqual(expect.any(String))
  })

  test('[BILL-040] does not undo a cancellation that is made while the provider’s data is being read', async () => {
    const { customer } = await shopping.basics()
    const [basic] = await shopping.own(customer).readAllSubscriptionsByUserid()
    let isFirst = true
    const stand =
      (real: PaymentProvider['readSubscriptions']): PaymentProvider['readSubscriptions'] =>
      async (ids) => {
        const answer = await real(ids)
        if (isFirst) {
          isFirst = false
          await shopping.own(customer).cancelOneSubscriptionById({ subscriptionId: basic?.id ?? 0 })
        }
        // Without the time of the change, the provider's data does not show whether it is older than the cancellation, which must stand anyway.
        return answer.map((sub) => ({ ...sub, changed: null }))
      }
    await during('readSubscriptions', stand, () => shopping.own(customer).updateFromProvider())
    expect(await shopping.own(customer).readAllSubscriptionsByUserid()).toMatchObject([{ state: 'canceled' }])
  })
})
