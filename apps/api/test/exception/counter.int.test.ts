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
