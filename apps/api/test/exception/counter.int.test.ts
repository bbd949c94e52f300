import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enterCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import { nextTicketNumber } from '../../src/domains/exception/ticket.queries.ts'
import { openTestDb, type TestDb } from '../harness.ts'
import { addOrder, newCustomer, type TestCustomer } from '../make.ts'

let t: TestDb
let customer: TestCustomer
beforeAll(async () => {
  t = await openTestDb({ poolSize: 8 })
})
afterAll(() => t.close())
beforeEach(async () => {
  customer = await newCustomer(t)
})

const calls = (user = customer.staff) => t.as(user).documentException

/** Keeps everybody from making a ticket until each of the calls waits for a lock: none of them has seen what another writes. */
async function atOnce<T>(...work: (() => Promise<T>)[]): Promise<T[]> {
  let answers: Promise<T[]> | undefined
  await withSystem(t.deps.system, async (tx) => {
    await nextTicketNumber(await enterCustomer(tx, { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] }))
    answers = Promise.all(work.map((one) => one()))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await t.look(waiting)).length, { timeout: 30_000 }).toBe(work.length)
  })
  return (await answers) ?? []
}

describe('unknown packages', () => {
  test('that two people scan at the same moment are one ticket', async () => {
    const order = await addOrder(customer)
    const scan = (user: typeof customer.staff, serialNumber: string) => () =>
      calls(user).createOneTicket({ documentId: order.id, kind: 'unknownScan', items: [{ gtin: '00312345678906', serialNumber }] })
    const [first, second] = await atOnce(scan(customer.staff, 'A1'), scan(customer.colleague, 'A2'))
    expect(second).toEqual(first)
    const { items } = await calls().readManyByFilters({})
    expect(items.map(({ title }) => title)).toEqual(['2 packages were scanned but not listed in any file'])
  })
})

describe('an order that is closed short', () => {
  const receive = (documentId: number, serialNumber = '') =>
    t.as(customer.staff).order.updateReceiveManyBySerialnumber({ documentId, serialNumber })
  const closeShort = (documentId: number) => t.as(customer.lead).order.updateCloseOne({ documentId, reason: 'two never came' })

  test('has its open ticket say what is missing now, and why it was closed', async () => {
    const order = await addOrder(customer, { meds: 4 })
    await receive(order.id, order.serials[0])
    const early = await calls().createOneTicket({ documentId: order.id, kind: 'shortage' })
    expect(await calls().readOneById(early)).toMatchObject({ title: '3 packages are missing', amountOfItems: 3 })
    await receive(order.id, order.serials[1])
    await closeShort(order.id)
    expect((await calls().readManyByFilters({})).items.map(({ id }) => id)).toEqual([early.documentExceptionId])
    const ticket = await calls().readOneById(early)
    expect(ticket).toMatchObject({ title: '2 packages are missing', amountOfItems: 2 })
    expect(ticket.items.map(({ serialNumber }) => serialNumber)).toEqual(order.serials.slice(2))
    expect(ticket.activity.map(({ what, text }) => [what, text])).toContainEqual([
      'closed the order short: 2 packages are missing',
      'two never came',
    ])
  })

  test('says how many are missing by the order, also when that is more than a ticket lists', async () => {
    const order = await addOrder(customer, { meds: 4 })
    // As if 12,000 more lines were missing than the ticket lists.
    await t.look('update "order" set amount_of_meds = amount_of_meds + 12000 where customer_id = $1 and id = $2', [
      customer.customerId,
      order.id,
    ])
    await closeShort(order.id)
    expect((await calls().readManyByFilters({})).items[0]?.title).toBe('12,004 packages are missing')
  })
})
