import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { lockOrder, lockOrders } from '../../src/domains/order/order.queries.ts'
import { useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, type TestCustomer, type TestOrder } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'
import { whileHeld } from './hold-row.ts'

const t = useTestDb({ poolSize: 12 })
let customer: TestCustomer
let order: TestOrder
beforeAll(async () => {
  customer = await newCustomer(t)
  order = await addOrder(customer, { meds: 12, perCase: 2, casesPerPallet: 2 })
})

const refusal = { cause: { key: 'order_busy' } }
const staff = () => t.as(customer.staff)
const lead = () => t.as(customer.lead)

const expectWaiting = (amount: number) => expect.poll(() => t.countWaiting(), { timeout: 30_000 }).toBe(amount)

/** Returns, by name, calls that people make about an order: each is refused while the order is locked, and succeeds after the lock is released. */
async function makeCalls(): Promise<Record<string, () => Promise<unknown>>> {
  const { id, serials } = order
  const [first] = await t.query<{ sscc: string; product: number }>(
    `select (select min(sscc) from document_med where document_id = $1) as sscc,
      (select min(epcis_med_vocabulary_id)::int from document_med where document_id = $1 and not is_package) as product`,
    [id],
  )
  const { receiptId } = await staff().order.updateReceiveManyBySerialnumber({ documentId: id, serialNumber: serials.at(-1) ?? '' })
  const ticket = await staff().documentException.createOneTicket({ documentId: id, kind: 'damage' })
  const { documentExceptionId } = ticket
  return {
    scan: () => staff().order.updateReceiveManyBySerialnumber({ documentId: id, serialNumber: serials[0] ?? '', how: 'scan' }),
    container: () => staff().order.updateReceiveManyByShippingContainerCode({ documentId: id, shippingContainerCode: first?.sscc ?? '' }),
    product: () => staff().order.updateReceiveManyByEpcismedvocabularyid({ documentId: id, epcisMedVocabularyId: first?.product ?? 0 }),
    undo: () => staff().order.updateUndoReceipt({ documentId: id, receiptId: receiptId ?? 0, reason: 'sealed badly' }),
    ticket: () => staff().documentException.createOneTicket({ documentId: id, kind: 'unknownScan', items: [{ serialNumber: 'Z9' }] }),
    'a ticket’s day': () => lead().documentException.updateOneDue({ documentExceptionId, dueOn: '2031-01-01', reason: 'later' } as never),
    hold: () => lead().med.createOneHold({ target: { documentId: id }, reason: 'wet' }),
    close: () => lead().order.updateCloseOne({ documentId: id, reason: 'one did not come' }),
    reopen: () => lead().order.updateReopenOne({ documentId: id, reason: 'it came' }),
    void: () => lead().order.updateVoidOne({ documentId: id, reason: 'sent by mistake' }),
  }
}

describe('a locked order', () => {
  test('makes other interactive calls fail immediately without effect; they succeed once it is free', async () => {
    const calls = await makeCalls()
    const before = await t.query('select count(*)::int as n from receipt where document_id = $1', [order.id])
    const answers = await whileHeld(customer, order.id, () => Promise.allSettled(Object.values(calls).map((call) => call())))
    const names = Object.keys(calls)
    for (const [at, answer] of answers.entries())
      expect([names[at], answer]).toMatchObject([names[at], { status: 'rejected', reason: refusal }])
    expect(await t.query('select count(*)::int as n from receipt where document_id = $1', [order.id])).toEqual(before)
    for (const [name, call] of Object.entries(calls)) await expect(call(), name).resolves.toBeTruthy()
  })

  test('is reported over REST as 503 with a retry time', async () => {
    const { id, serials } = await addOrder(customer)
    const rest = makeRestClient(await t.app(), await t.signIn(customer.staff))
    const scan = () => rest.put('/update/receive/many/by/serialnumber', { documentId: id, serialNumber: serials[0] })
    const answer = await whileHeld(customer, id, scan)
    expect(answer).toMatchObject({ status: 503, json: { payload: { msg: expect.stringContaining('Try again in a moment') } } })
    expect(answer.headers['retry-after']).toBe('1')
    expect((await scan()).json).toMatchObject({ received: 1 })
  })

  test('makes Receive All and background work wait', async () => {
    const { id } = await addOrder(customer)
    const scope = { customerId: customer.customerId, userId: customer.admin.userId, scope: 'all', locationIds: [] } as const
    let all: Promise<unknown> | undefined
    let job: Promise<unknown> | undefined
    await whileHeld(customer, id, async () => {
      all = staff().order.updateReceiveAllByDocumentid({ documentId: id })
      job = withCustomer(t.deps.db, scope, 'read write', (tx) => lockOrders(tx, [id]).then(() => lockOrder(tx, id)))
      await expectWaiting(2)
    })
    expect(await all).toMatchObject({ received: 3 })
    expect(await job).toMatchObject({ id })
  })

  test('does not delay work on other orders, reads of the locked order, or new records that refer to it', async () => {
    const [held, other] = [await addOrder(customer), await addOrder(customer)]
    await whileHeld(customer, held.id, async () => {
      expect(await staff().order.updateReceiveAllByDocumentid({ documentId: other.id })).toMatchObject({ received: 3 })
      expect(await staff().order.readOneById({ documentId: held.id })).toMatchObject({ amountNotReceived: 3 })
      await t.query(
        'insert into receipt (customer_id, document_id, location_id, user_id, at, how, amount, lines) select customer_id, id, location_id, $2, now(), $3, 1, $4 from "order" where id = $1',
        [held.id, customer.staff.userId, 'scan', '{[1,2)}'],
      )
    })
  })
})

test('a call that has locked an order waits for other locks with the default timeout', async () => {
  const { id } = await addOrder(customer)
  const scope = { customerId: customer.customerId, userId: 1, scope: 'all', locationIds: [], isHurried: true } as const
  const limits = await withCustomer(t.deps.db, scope, 'read write', async (tx) => {
    const read = async () => (await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(tx)).rows[0]?.limit
    const found: unknown[] = [await read(), (await lockOrder(tx, id))?.id, await read()]
    await lockOrders(tx, [id, order.id])
    found.push(await read())
    await lockOrders(tx, [4711])
    return [...found, await read(), await lockOrder(tx, 4711), await read()]
  })
  expect(limits).toEqual(['20s', id, '20s', '20s', '20s', undefined, '20s'])
})
