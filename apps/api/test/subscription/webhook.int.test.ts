import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compareJob } from '../../src/domains/subscription/provider/subscription-compare.jobs.ts'
import { makeTaskList } from '../../src/jobs/worker.ts'
import { useTestDb } from '../fixtures.ts'
import { mark, newCustomer, type TestCustomer } from '../make.ts'
import { atProvider, buy, ownAccount } from './at-provider.ts'

const t = useTestDb()
let app: FastifyInstance
const lines: string[] = []
beforeAll(async () => {
  app = await t.app()
  const keep = (facts: unknown, text?: string) => void lines.push(JSON.stringify([facts, text]))
  t.deps.log = { debug: keep, info: keep, warn: keep, error: keep } as typeof t.deps.log // only the messages are checked
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  t.simulator.listen(`${address}/webhooks/payment`)
})
beforeEach(() =>
  Object.assign(t.simulator.switches, { fail: 'none', failCalls: null, loseWebhooks: false, repeatWebhooks: 0, turnWebhooks: false }),
)

const SECRET = 'a-secret-of-sixteen'
const own = (customer: TestCustomer) => t.as(customer).subscription

interface SentEvent {
  id?: string
  type?: string
  data?: object
}
function send(events: SentEvent[] | string, { signature, secret = SECRET }: { signature?: string; secret?: string } = {}) {
  const body =
    typeof events === 'string'
      ? events
      : JSON.stringify({ events: events.map((one) => ({ id: mark(), type: 'subscription.updated', data: {}, ...one })) })
  return app.inject({
    method: 'POST',
    url: '/webhooks/payment',
    headers: {
      'content-type': 'application/json',
      'x-fs-signature': signature ?? createHmac('sha256', secret).update(body).digest('base64'),
    },
    payload: body,
  })
}
const readsWaiting = async () =>
  (
    await t.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'subscription.read' and locked_at is null`,
    )
  )[0]?.n

async function known(...subscriptions: [string, number][]) {
  const customer = await newCustomer(t, { subscriptions })
  return { customer, account: await atProvider(customer) }
}

describe('a webhook of the payment provider', () => {
  test('records a purchase even if no page polls for it', async () => {
    const { customer, account } = await known(['basic', 1])
    buy(customer, account, ['plus', 2])
    await t.simulator.settle()
    await t.runJobs()
    expect(await own(customer).readOverview()).toMatchObject({ locations: { allowed: 3 } })
  })

  test('without a valid signature over its bytes is refused and not stored', async () => {
    const { account } = await known()
    const id = mark()
    const event = { id, data: { account } }
    expect((await send([event], { secret: 'another-secret-of-theirs' })).statusCode).toBe(401)
    expect((await send([event], { signature: '' })).statusCode).toBe(401)
    expect((await send([event], { signature: 'not base64 at all' })).statusCode).toBe(401)
    expect(await t.query('select from payment_event where id = $1', [id])).toEqual([])
    expect((await send('{"events": 1}')).statusCode).toBe(400)
    expect((await send('nothing')).statusCode).toBe(400)
  })

  test('has no further effect if it is repeated, in a later call or within the same one', async () => {
    const { account } = await known()
    const event = { id: mark(), data: { account } }
    await t.runJobs()
    expect((await send([event, event])).statusCode).toBe(200)
    expect(await readsWaiting()).toBe(1)
    await t.runJobs()
    expect((await send([event])).statusCode).toBe(200)
    expect(await readsWaiting()).toBe(0)
  })

  test('only triggers a read from the provider; its contents are not trusted', async () => {
    const { customer, account } = await known(['basic', 1])
    await send([{ type: 'subscription.deactivated', data: { account, id: `basic`, active: false, state: 'deactivated', quantity: 99 } }])
    await t.runJobs()
    expect(await own(customer).readAllSubscriptionsByUserid()).toMatchObject([{ product: 'basic', active: true, quantity: 1 }])
  })

  test('of an unknown type, or for an unknown account, is logged and answered with 200', async () => {
    lines.length = 0
    const answer = await send([
      { type: 'moon.rose', data: {} },
      { data: { account: 'nobody' } },
      { type: 'account.created', data: {} },
      { data: undefined as never },
    ])
    expect(answer.statusCode).toBe(200)
    expect(lines.filter((line) => line.includes('unknown kind'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('unknown account'))).toHaveLength(2)
    expect(await readsWaiting()).toBe(0)
  })

  test('that is repeated, out of order or late still leaves the app with the provider’s current state', async () => {
    const { customer, account } = await known(['basic', 1])
    Object.assign(t.simulator.switches, { repeatWebhooks: 2, turnWebhooks: true })
    buy(customer, account, ['plus', 1])
    const plus = t.simulator.shop.listSubscriptions(account).find((one) => one.product === 'plus')
    if (plus) t.simulator.shop.cancel(plus, 'now')
    await t.simulator.settle()
    t.clock.advance(86_400_000)
    await t.runJobs()
    expect((await own(customer).readAllSubscriptionsByUserid()).map((one) => [one.product, one.active])).toEqual([
      ['basic', true],
      ['plus', false],
    ])
  })
})

describe('data read from the provider', () => {
  test('is ignored if it is older than the stored data', async () => {
    const { customer, account } = await known(['basic', 1])
    const [sub] = t.simulator.shop.listSubscriptions(account)
    await own(customer).updateFromProvider()
    const before = await own(customer).readAllSubscriptionsByUserid()
    if (sub) Object.assign(sub, { changed: sub.changed - 60_000, state: 'deactivated', active: false })
    await own(customer).updateFromProvider()
    expect(await own(customer).readAllSubscriptionsByUserid()).toEqual(before)
  })

  test('changes no subscriptions if the provider does not know the account', async () => {
    const customer = await newCustomer(t, { subscriptions: [['basic', 1]] })
    await ownAccount(t, customer.customerId, mark())
    lines.length = 0
    expect(await own(customer).updateFromProvider()).toMatchObject({ isReachable: false, subscriptions: [{ active: true }] })
    expect(lines.join()).toContain('does not know this account')
  })

  test('never gives one payment account to two customers', async () => {
    const { account } = await known()
    const other = await newCustomer(t)
    await expect(ownAccount(t, other.customerId, account)).rejects.toThrow('payment_account_owner_pkey')
    await expect(
      t.query('insert into payment_account (customer_id, account) values ($1, $2)', [other.customerId, account]),
    ).rejects.toThrow('payment_account__owner')
  })
})

describe('the nightly comparison with the payment provider', () => {
  /** Runs the scheduled job and the jobs that it enqueues. */
  const night = async () => {
    await makeTaskList(t.deps, [compareJob])['subscription.compare']?.({}, { job: { attempts: 1, max_attempts: 3, id: '1' } } as never) // the task reads no other field of the queue's helpers
    await t.runJobs()
  }
  /** Runs the job's retry at once; otherwise it would become due after a delay. */
  const later = async () => {
    await t.query(
      'select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where attempts < max_attempts and locked_at is null',
    )
    await t.runJobs()
  }

  test('covers all customers, even after lost webhooks, and logs the differences', async () => {
    const { customer, account } = await known(['basic', 1])
    await own(customer).updateFromProvider()
    Object.assign(t.simulator.switches, { loseWebhooks: true })
    buy(customer, account, ['additional-user-monthly', 4])
    await t.simulator.settle()
    expect(await own(customer).readOverview()).toMatchObject({ users: { allowed: 1 } })
    lines.length = 0
    await night()
    expect(await own(customer).readOverview()).toMatchObject({ users: { allowed: 5 } })
    expect(lines.find((line) => line.includes('differed from what'))).toContain('additional-user-monthly')
    lines.length = 0
    await night()
    expect(lines.filter((line) => line.includes(`"customerId":${customer.customerId},`) && line.includes('differed from'))).toEqual([])
  })

  test('skips and later retries a customer that cannot be read, and does not block the others', async () => {
    const broken = await known(['basic', 1])
    const fine = await known(['basic', 1])
    const [sub] = t.simulator.shop.listSubscriptions(broken.account)
    if (sub) Object.assign(sub, { state: null }) // makes the provider's data about this subscription violate the contract
    Object.assign(t.simulator.switches, { loseWebhooks: true })
    buy(fine.customer, fine.account, ['plus', 1])
    await night()
    expect(await own(fine.customer).readOverview()).toMatchObject({ locations: { allowed: 2 } })
    expect(await own(broken.customer).readOverview()).toMatchObject({ isActive: true, subscriptions: [{ quantity: 1 }] })
    if (sub) Object.assign(sub, { state: 'active', quantity: 3 })
    await later()
    expect(await own(broken.customer).readOverview()).toMatchObject({ subscriptions: [{ quantity: 3 }] })
  })

  test('is retried for every customer if the provider is unavailable', async () => {
    const both = [await known(['basic', 1]), await known(['basic', 1])]
    Object.assign(t.simulator.switches, { loseWebhooks: true })
    for (const { customer, account } of both) buy(customer, account, ['plus', 1])
    Object.assign(t.simulator.switches, { fail: 'down' })
    await night()
    Object.assign(t.simulator.switches, { fail: 'none' })
    const allowed = async () => {
      await later()
      return Promise.all(both.map(async ({ customer }) => (await own(customer).readOverview()).locations.allowed))
    }
    await expect.poll(allowed).toEqual([2, 2])
  })

  test('never logs a secret of the provider or anything that looks like a card number', () => {
    const all = lines.join('\n')
    expect(all).not.toContain(SECRET)
    expect(all).not.toMatch(/password|authorization|\b\d{13,19}\b|cvv/i)
  })
})
