import type { AccessScope } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/day.ts'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { sendDue } from '../../src/domains/webhook/send.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, PASSWORD } from '../make.ts'
import { listen, makeV2Client } from '../v2/v2-client.ts'
import { webhookKit } from './kit.ts'
import { useReceiver } from './receiver.ts'

const t = useTestDb({ config: { webhookTimeoutMs: 15_000 } })
const customer = useCustomer(t)
const receiver = useReceiver()
const { add, find, deliveries, pass } = webhookKit(t)

let webhookId: number
let secret: string
beforeEach(async () => {
  t.config.allowsLocalReceivers = true
  t.config.webhookTimeoutMs = 15_000
  ;({ id: webhookId, secret } = await add(customer.admin, { url: receiver.url }))
})

const calls = (by = customer.admin) => t.as(by).webhook
const sendTest = async () => {
  await calls().createOneTest({ webhookId })
  await t.runJobs()
}
const list = () => deliveries(customer.admin, webhookId)
const endpoint = () => find(customer.admin, webhookId)
const status = (code: number, headers: Record<string, string> = {}) => {
  receiver.answer = (response) => response.writeHead(code, headers).end(`Answer ${code}`)
}
/** Places a hold and releases it, which triggers two events about one subject. */
async function makeHold() {
  const order = await addOrder(customer)
  const { holdId } = await t.as(customer.staff).med.createOneHold({ target: { documentId: order.id }, reason: 'Torn seal' })
  await t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'Seal is fine' })
}

describe('an endpoint', () => {
  test('gets requests signed with the secret that was shown once, as the Standard Webhooks library confirms', async () => {
    await sendTest()
    receiver.verify(secret, receiver.received[0])
    expect(receiver.received[0]?.json).toEqual({
      type: 'webhook.test',
      timestamp: t.clock.now().toISOString(),
      data: { webhookId, locationId: null, url: 'http://localhost:3000/intake/webhooks' },
    })
    expect(await list()).toMatchObject([
      { state: 'delivered', attempts: 1, status: 204, type: 'webhook.test', messageId: receiver.ids()[0] },
    ])
    expect(await endpoint()).toMatchObject({ last: { status: 204, state: 'delivered' }, waiting: 0, failingSince: null })
    const stored = await t.query<{ text: string }>(
      'select webhook_endpoint::text as text from webhook_endpoint union all select audit::text from audit',
    )
    expect(stored.filter(({ text }) => text.includes(secret) || text.includes(secret.slice(6)))).toEqual([])
  })

  test('gets signatures made with both secrets for a day after a rotation, or with only the new secret if the old one has leaked', async () => {
    const second = await calls().updateOneSecret({ webhookId, keepsPrevious: true })
    await sendTest()
    receiver.verify(secret, receiver.received[0])
    receiver.verify(second.secret, receiver.received[0])
    await pass(DAY_MS)
    await sendTest()
    receiver.verify(second.secret, receiver.received[1])
    expect(() => receiver.verify(secret, receiver.received[1])).toThrow()
    const third = await calls().updateOneSecret({ webhookId, keepsPrevious: false })
    await sendTest()
    receiver.verify(third.secret, receiver.received[2])
    expect(() => receiver.verify(second.secret, receiver.received[2])).toThrow()
  })

  test('is refused if its address is private, is a cloud metadata address, uses http, or does not exist', async () => {
    t.config.allowsLocalReceivers = false
    for (const url of ['https://127.0.0.1/x', 'https://[::ffff:10.0.0.1]/', 'https://169.254.169.254/', 'https://localhost/', receiver.url])
      await expect(add(customer.admin, { url })).rejects.toMatchObject({
        message: expect.stringMatching(/public address|must begin with https/),
      })
    await expect(add(customer.admin, { url: 'https://seriatim-webhooks.invalid/' })).rejects.toThrow('was not found')
    t.config.allowsLocalReceivers = true
    await expect(add(customer.admin, { url: 'http://169.254.169.254/latest' })).rejects.toThrow('not a public address')
  })

  test('belongs to its location: admins of other locations and people without the right neither see nor change it', async () => {
    const own = await add(customer.lead, { url: receiver.url, locationId: customer.main.id })
    const seen = async (by: typeof customer.lead) => (await calls(by).readMany()).items.map(({ id }) => id)
    expect([await seen(customer.lead), await seen(customer.elsewhere), await seen(customer.admin)]).toEqual([
      [own.id],
      [],
      [webhookId, own.id],
    ])
    await expect(calls(customer.staff).readMany()).rejects.toThrow()
    await expect(calls(customer.elsewhere).deleteOne({ webhookId: own.id })).rejects.toThrow('does not exist')
    await expect(add(customer.lead, { url: receiver.url })).rejects.toThrow()
    await expect(add(customer.lead, { url: receiver.url, locationId: customer.branch.id })).rejects.toThrow()
  })

  test('that is off gets nothing, and a replay after it is turned on sends the events that it missed', async () => {
    const before = await endpoint()
    const change = (isOn: boolean) =>
      calls().updateOne({ webhookId, name: 'Fill system', url: receiver.url, events: before?.events ?? [], isOn })
    await change(false)
    const from = t.clock.now().toISOString()
    await addOrder(customer)
    t.clock.advance(MINUTE_MS)
    const until = t.clock.now().toISOString()
    expect(receiver.received).toEqual([])
    await expect(calls().updateManyReplay({ webhookId, from, until })).rejects.toThrow('is off')
    await change(true)
    expect(await calls().updateManyReplay({ webhookId, from, until })).toEqual({ events: 1 })
    await t.runJobs()
    expect(receiver.types()).toEqual(['order.imported'])
  })

  test('has each of its changes, tests and replays recorded in the audit trail', async () => {
    await sendTest()
    const [sent] = await list()
    await calls().updateOneReplay({ webhookId, deliveryId: sent?.id ?? 0 })
    await calls().updateOneSecret({ webhookId, keepsPrevious: true })
    await calls().updateOne({ webhookId, name: 'Changed', url: receiver.url, events: ['hold.placed'], isOn: true })
    await calls().deleteOne({ webhookId })
    const rows = await t.query<{ action: string }>(
      "select action from audit where customer_id = $1 and action like 'webhook.%' order by id",
      [customer.customerId],
    )
    expect(rows.map(({ action }) => action)).toEqual(
      ['create', 'test', 'replay', 'rotate', 'change', 'delete'].map((step) => `webhook.${step}`),
    )
    expect(await endpoint()).toBeUndefined()
  })
})

describe('a failing receiver', () => {
  test('that does not answer within the time limit gets the event again with the same id', async () => {
    t.config.webhookTimeoutMs = 50
    receiver.answer = () => {}
    await sendTest()
    expect(await list()).toMatchObject([{ state: 'waiting', attempts: 1, status: null, error: 'No answer within 0.05 seconds.' }])
    t.config.webhookTimeoutMs = 15_000
    receiver.answer = (response) => response.writeHead(200).end('Got it')
    await pass(MINUTE_MS)
    expect(receiver.ids()).toEqual([receiver.ids()[0], receiver.ids()[0]])
    expect(await list()).toMatchObject([{ state: 'delivered', attempts: 2, status: 200, answer: 'Got it', error: null }])
  })

  test('that answers with a redirect is not contacted at the other URL, and the attempt counts as failed', async () => {
    status(301, { location: `${receiver.url}-moved` })
    await sendTest()
    expect(receiver.received.map(({ path }) => path)).toEqual([new URL(receiver.url).pathname])
    expect(await list()).toMatchObject([{ state: 'waiting', status: 301, error: expect.stringContaining('redirect') }])
  })

  test('that answers 410 is turned off with one email to each person who manages it', async () => {
    status(410)
    const { id } = await add(customer.lead, { url: receiver.url, locationId: customer.main.id })
    await calls(customer.lead).createOneTest({ webhookId: id })
    await t.runJobs()
    expect(await find(customer.lead, id)).toMatchObject({ offReason: 'gone', waiting: 0 })
    const mails = async (to: { emailAddress: string }) =>
      (await t.mailbox.list(to.emailAddress)).filter(({ subject }) => subject.includes('turned off')).length
    expect([await mails(customer.admin), await mails(customer.lead), await mails(customer.elsewhere)]).toEqual([1, 1, 0])
    await expect(calls(customer.lead).createOneTest({ webhookId: id })).rejects.toThrow('is off')
  })

  test('that answers 429 gets nothing before the time in its Retry-After header, not even other events', async () => {
    status(429, { 'retry-after': '1800' })
    await sendTest()
    status(200)
    await addOrder(customer)
    await pass(10 * MINUTE_MS)
    expect(receiver.types()).toEqual(['webhook.test'])
    await pass(21 * MINUTE_MS)
    expect(receiver.types().toSorted()).toEqual(['order.imported', 'webhook.test', 'webhook.test'])
  })

  test('gets nothing if its host name resolves to our own network when we send', async () => {
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    const { id } = await add(customer.admin, { url })
    t.config.allowsLocalReceivers = false
    await t.query("update webhook_endpoint set url = replace(url, 'http:', 'https:') where id = $1", [id])
    await calls().createOneTest({ webhookId: id })
    await t.runJobs()
    expect(receiver.received).toEqual([])
    expect(await deliveries(customer.admin, id)).toMatchObject([{ state: 'waiting', error: 'localhost is not a public address.' }])
  })

  test('that fails ten times over three days is turned off with one email; after it is turned on again, a replay sends the missed events', async () => {
    const from = t.clock.now().toISOString()
    status(500)
    await sendTest()
    for (const hours of [0.02, 0.1, 0.6, 2.3, 5.6, 11.1, 15.5, 22.1]) await pass(hours * HOUR_MS)
    expect([receiver.received.length, (await endpoint())?.offReason]).toEqual([9, null])
    await pass(26.5 * HOUR_MS)
    expect(new Set(receiver.ids()).size).toBe(1)
    expect(await list()).toMatchObject([{ state: 'failed', attempts: 10, status: 500, answer: 'Answer 500' }])
    expect(await endpoint()).toMatchObject({ offReason: 'failing', waiting: 0 })
    const mails = (await t.mailbox.list(customer.admin.emailAddress)).filter(({ subject }) => subject.includes('turned off'))
    expect(mails).toHaveLength(1)
    const { events, url, name } = (await endpoint()) ?? { events: [], url: '', name: '' }
    await calls().updateOne({ webhookId, events, url, name, isOn: true })
    status(204)
    receiver.received.length = 0
    const [failed] = await list()
    await calls().updateOneReplay({ webhookId, deliveryId: failed?.id ?? 0 })
    await t.runJobs()
    expect([receiver.ids(), (await calls().updateManyReplay({ webhookId, from, until: t.clock.now().toISOString() })).events]).toEqual([
      [failed?.messageId],
      0,
    ])
  })

  test('gets other events while a long transaction that wrote an event is still uncommitted', async () => {
    const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
    await withCustomer(t.deps.db, scope, 'read write', async (tx) => {
      await tx.listeners.uploadUnreadable?.(tx, { uploadId: 1, at: t.clock.now() })
      await sendTest()
      expect(await list()).toMatchObject([{ type: 'webhook.test', state: 'delivered' }])
    })
    await t.runJobs()
    expect(receiver.types()).toEqual(['webhook.test', 'order.refused'])
  })

  test('still gets events of other subjects while one subject’s first event is retried, and then gets that subject’s events in order', async () => {
    receiver.answer = (response, { json }) => response.writeHead(json.type === 'hold.placed' ? 500 : 200).end()
    await makeHold()
    await t.runJobs()
    expect(receiver.types().toSorted()).toEqual(['hold.placed', 'order.imported'])
    await addOrder(customer)
    expect(receiver.types().filter((type) => type !== 'hold.placed')).toEqual(['order.imported', 'order.imported'])
    status(200)
    await pass(HOUR_MS)
    expect(receiver.types().slice(-2)).toEqual(['hold.placed', 'hold.released'])
  })
})

describe('an event that was not recorded as sent', () => {
  test('is sent again with the same id if the process died after the request', async () => {
    await calls().createOneTest({ webhookId })
    const dying = {
      ...t.deps,
      customerId: customer.customerId,
      userId: null,
      attempt: 1,
      isLastAttempt: false,
      signal: new AbortController().signal,
      inTx: (access: 'read only' | 'read write', work: Parameters<typeof withCustomer>[3]) => {
        if (access === 'read write') throw new Error('The process died.')
        return withCustomer(t.deps.db, { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] }, access, work)
      },
    }
    await expect(sendDue(dying as Parameters<typeof sendDue>[0], webhookId)).rejects.toThrow('died') // the parameter's `inTx` is generic, and the replacement is not
    expect(receiver.received).toHaveLength(1)
    await t.runJobs()
    expect(receiver.ids()).toEqual([receiver.ids()[0], receiver.ids()[0]])
    expect(await list()).toMatchObject([{ state: 'delivered' }])
  })

  test('is sent by the hourly job if its own job was lost, for example in a restored backup', async () => {
    await calls().createOneTest({ webhookId })
    await t.query("select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'webhook.send'")
    await t.runJobs()
    expect(receiver.received).toEqual([])
    await t.query("select graphile_worker.add_job('webhook.tidy', '{\"input\":{}}')")
    await t.runJobs()
    expect(receiver.types()).toEqual(['webhook.test'])
  })
})

test('events are deleted after 90 days, with their deliveries', async () => {
  await sendTest()
  t.clock.advance(91 * DAY_MS)
  await t.query("select graphile_worker.add_job('webhook.tidy', '{\"input\":{}}')")
  await t.runJobs()
  expect(await list()).toEqual([])
})

test('a program can list the endpoints if its token has the scope webhooks:read, but it never gets their secrets', async () => {
  const app = await listen(await t.app())
  const ask = async (scopes: AccessScope[]) => {
    const { accessToken } = await t.as(customer.admin).auth.createOneAccessToken({ name: 'Program', days: 1, scopes, password: PASSWORD })
    return makeV2Client(app, accessToken).get('/webhooks')
  }
  const answer = await ask(['webhooks:read'])
  expect([answer.status, answer.json]).toMatchObject([200, { items: [{ id: webhookId, url: receiver.url }] }])
  expect(JSON.stringify(answer.json)).not.toContain('whsec_')
  expect((await ask(['orders:read'])).status).toBe(403)
})

test('a program adds and deletes endpoints with a token that has the scope', async () => {
  const app = await listen(await t.app())
  const { accessToken } = await t
    .as(customer.admin)
    .auth.createOneAccessToken({ name: 'Program', days: 1, scopes: ['webhooks:read', 'webhooks:write'], password: PASSWORD })
  const program = makeV2Client(app, accessToken)
  const body = JSON.stringify({ name: 'Second', url: receiver.url, events: ['order.imported'], locationId: null })
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'second' }
  const added = await program.send('POST', '/webhooks', { body, headers })
  expect([added.status, added.json]).toEqual([201, { id: expect.any(Number), secret: expect.stringMatching(/^whsec_/) }])
  expect((await program.send('POST', '/webhooks', { body, headers })).json).toEqual(added.json)
  const ids = async () => (await program.get('/webhooks')).json.items.map((item: { id: number }) => item.id)
  expect(await ids()).toEqual(expect.arrayContaining([webhookId, added.json.id]))
  expect((await program.send('DELETE', `/webhooks/${added.json.id}`, {})).status).toBe(200)
  expect(await ids()).toEqual([webhookId])
  const { accessToken: reader } = await t
    .as(customer.admin)
    .auth.createOneAccessToken({ name: 'Reader', days: 1, scopes: ['webhooks:read'], password: PASSWORD })
  expect((await makeV2Client(app, reader).send('DELETE', `/webhooks/${webhookId}`, {})).status).toBe(403)
})
