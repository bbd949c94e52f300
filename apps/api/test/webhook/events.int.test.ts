import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { replyText } from '../../src/domains/exception/reply/reply.rules.ts'
import { receiveReply } from '../../src/domains/exception/reply/reply.service.ts'
import { replyAddress } from '../../src/domains/exception/reply/reply-token.ts'
import { correctionKit } from '../exception/correction-kit.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, mark, newCustomer, newParty } from '../make.ts'
import { load, makeRecord, ownProducts } from '../recall/recalls.ts'
import { webhookKit } from './kit.ts'
import { useReceiver } from './receiver.ts'

const t = useTestDb({ config: { publicUrl: 'https://seriatim.tst' } })
const customer = useCustomer(t)
const receiver = useReceiver()
const { add } = webhookKit(t)

beforeEach(async () => {
  await add(customer.admin, { url: receiver.url })
})

/** Runs `work` and the jobs that it queues, and returns the events that the receiver got from them. */
async function eventsOf(work: () => Promise<unknown>) {
  await t.runJobs()
  receiver.received.length = 0
  await work()
  await t.runJobs()
  return receiver.received.map(({ json: { type, data } }) => ({ type, data }))
}

describe('an event is sent', () => {
  test('when an order is created from a file; the event has ids and a link, but not the contents of the order', async () => {
    const order = await addOrder(customer)
    expect(receiver.received).toMatchObject([
      {
        headers: { 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^msg_[\w-]{24}$/) },
        json: { type: 'order.imported', timestamp: t.clock.now().toISOString() },
      },
    ])
    expect(receiver.received[0]?.json.data).toEqual({
      documentId: order.id,
      locationId: customer.main.id,
      url: `https://seriatim.tst/orders/receive/${order.id}`,
    })
  })

  test('when a file creates no order, because it cannot be read or is for somebody else', async () => {
    const unreadable = await eventsOf(() => importText(t, customer.staff, `<broken${mark()}`))
    expect(unreadable.map(({ type }) => type)).toContain('order.refused')
    const [nothing] = await eventsOf(() => importText(t, customer.staff, Buffer.from('PK\u0003\u0004 cut off'), { filename: 'cut.zip' }))
    expect(nothing).toMatchObject({ type: 'order.refused', data: { uploadId: expect.any(Number), locationId: null } })
    const foreign = await eventsOf(() => importText(t, customer.staff, documentFor(customer, { receiver: newParty('Somebody Else') })))
    expect(foreign).toContainEqual({ type: 'order.refused', data: expect.objectContaining({ documentId: expect.any(Number) }) })
  })

  test('when the last package of an order has been received, or the order is closed short, but not when a single package is received', async () => {
    const [order, short] = [await addOrder(customer), await addOrder(customer)]
    const calls = t.as(customer.staff).order
    expect(
      await eventsOf(() => calls.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[0] ?? '' })),
    ).toEqual([])
    expect(await eventsOf(() => calls.updateReceiveAllByDocumentid({ documentId: order.id }))).toMatchObject([
      { type: 'order.received', data: { documentId: order.id, missing: 0 } },
    ])
    const closing = () => t.as(customer.lead).order.updateCloseOne({ documentId: short.id, reason: 'Never came' })
    expect((await eventsOf(closing)).find(({ type }) => type === 'order.received')).toMatchObject({
      data: { documentId: short.id, missing: 3 },
    })
  })

  test('when a ticket is opened by an import, answered by a partner, and closed', async () => {
    const { faulty } = correctionKit(t, customer)
    let ticketId = 0
    const opened = await eventsOf(async () => {
      ;({ ticketId } = await faulty())
    })
    expect(opened.map(({ type }) => type).toSorted()).toEqual(['order.imported', 'ticket.opened'])
    const reply = (headers = new Map<string, string>()) =>
      receiveReply(t.deps, {
        to: [replyAddress(t.deps.secrets, t.config.replyAddress ?? '', { customerId: customer.customerId, documentExceptionId: ticketId })],
        from: 'Marta Lind <marta@north.tst>',
        subject: 'Re: your ticket',
        writing: replyText('A corrected file follows.'),
        messageId: `<${mark()}@north.tst>`,
        headers,
        attachments: [],
      })
    expect(await eventsOf(() => reply(new Map([['auto-submitted', 'auto-generated']])))).toEqual([])
    expect(await eventsOf(() => reply())).toMatchObject([{ type: 'ticket.answered', data: { documentExceptionId: ticketId } }])
    const close = () => t.as(customer.lead).documentException.createOneStatus({ documentExceptionId: ticketId, status: 'CLOSED' })
    expect(await eventsOf(close)).toMatchObject([{ type: 'ticket.closed', data: { documentExceptionId: ticketId } }])
  })

  test('when a hold is placed and when it is released', async () => {
    const order = await addOrder(customer)
    let holdId = 0
    const placed = await eventsOf(async () => {
      const target = { documentId: order.id }
      ;({ holdId } = await t.as(customer.staff).med.createOneHold({ target, reason: 'Torn seal' }))
    })
    expect(placed).toMatchObject([{ type: 'hold.placed', data: { holdId, locationId: customer.main.id } }])
    expect(await eventsOf(() => t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'Seal is fine' }))).toMatchObject([
      { type: 'hold.released', data: { holdId } },
    ])
  })

  test('when a recall names a lot on file, once for each location', async () => {
    const products = ownProducts()
    const [first] = products
    await addOrder(customer, { meds: 12, products })
    const record = makeRecord({
      product_description: `Metformin HCl Tablets, bottle, NDC ${first?.ndc}`,
      code_info: `Lot #: ${first?.lot}, Exp 06/2029`,
    })
    const events = await eventsOf(() => load(t, [record]))
    expect(events).toMatchObject([{ type: 'recall.hit', data: { recallId: expect.any(Number), locationId: customer.main.id } }])
  })

  test('when a Form FDA 3911 is filed', async () => {
    const calls = t.as(customer.staff).incidentReport
    const jsonData = {
      ...EMPTY_INCIDENT_FORM,
      classification: 'COUNTERFEIT' as const,
      productFoundDate: '2026-11-01',
      nameOfProduct: 'Metformin',
      eventNotes: 'Wrong font',
      serialNumber: mark(),
      contactEmail: 'contact@mail.tst',
    }
    const input = { locationId: customer.main.id, jsonData }
    const { bufferData, seal } = await calls.createOne(input)
    expect(await eventsOf(() => calls.createSend({ ...input, bufferData, seal }))).toMatchObject([
      { type: 'incident.filed', data: { incidentId: expect.any(Number), locationId: customer.main.id } },
    ])
  })

  test('when a tracing request is recorded and when it is answered', async () => {
    const order = await addOrder(customer)
    const calls = t.as(customer.lead).tracing
    let requestId = 0
    const recorded = await eventsOf(async () => {
      const created = await calls.createOne({
        asker: 'state',
        organization: 'Board of Pharmacy',
        basis: 'recall',
        channel: 'phone',
        receivedAt: t.clock.now().toISOString(),
        locationId: customer.main.id,
        identityHow: 'Called back',
        items: [{ serialNumber: order.serials[0] ?? '' }],
        again: true,
      })
      requestId = created.id ?? 0
    })
    expect(recorded).toMatchObject([{ type: 'tracing.recorded', data: { requestId, locationId: customer.main.id } }])
    const answer = await calls.createOneAnswer({ requestId })
    await t.runJobs()
    expect(await eventsOf(() => calls.createOneMail({ requestId, ...answer, to: 'reader@board.tst', text: 'Here.' }))).toMatchObject([
      { type: 'tracing.answered', data: { requestId } },
    ])
  })
})

describe('an event', () => {
  test('reaches the endpoints that subscribe to its type, if they belong to its location or to the whole customer', async () => {
    const at = (path: string) => ({ url: receiver.url.replace('/hook', path) })
    await add(customer.lead, { ...at('/main'), locationId: customer.main.id })
    await add(customer.elsewhere, { ...at('/branch'), locationId: customer.branch.id })
    await add(customer.admin, { ...at('/holds'), events: ['hold.placed'] })
    await addOrder(customer)
    expect(receiver.received.map(({ path }) => path.split('/').at(-1)).toSorted()).toEqual(['hook', 'main'])
  })

  test('never reaches an endpoint of another customer', async () => {
    const other = await newCustomer(t)
    await addOrder(other)
    expect(receiver.received).toEqual([])
  })

  test('is not written if the change is rolled back, or if no endpoint subscribes to it', async () => {
    const count = async () => (await t.query('select from webhook_event where customer_id = $1', [customer.customerId])).length
    const order = await addOrder(customer)
    const before = await count()
    const calls = t.as(customer.staff).med
    await calls.createOneHold({ target: { documentId: order.id }, reason: 'Torn seal' })
    await expect(calls.createOneHold({ target: { documentId: 999_999_999 }, reason: 'Torn seal' })).rejects.toThrow()
    expect(await count()).toBe(before + 1)
    const other = await newCustomer(t)
    await addOrder(other)
    expect(await t.query('select from webhook_event where customer_id = $1', [other.customerId])).toEqual([])
  })
})
