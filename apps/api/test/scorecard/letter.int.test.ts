import { beforeEach, describe, expect, test } from 'vitest'
import { makeRows } from '../csv-text.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { readPages } from '../pdf-text.ts'
import { type PlantedOrder, plantOrders } from './plant.ts'
import { day, makeYear, NORTH, P, Q } from './year.ts'

const t = useTestDb()
const customer = useCustomer(t)
beforeEach(() => t.clock.set('2026-12-20T15:00:00Z'))
const calls = () => t.as(customer.admin).scorecard

const createPartner = (name: string, more: object = {}) =>
  t
    .as(customer.admin)
    .tradingPartner.createOne({ name, type: 'upstream', globalLocationNumbers: [{ globalLocationNumber: NORTH }], ...more })

async function plant(orders: readonly PlantedOrder[]): Promise<void> {
  await plantOrders(customer, orders)
  await calls().createOneRefresh()
  await t.runJobs()
}

const received = (date: number, more: Partial<PlantedOrder>): PlantedOrder => ({
  at: day(11, date),
  sender: NORTH,
  products: { [P]: 5 },
  received: 5,
  firstScanAt: day(11, date + 1),
  ...more,
})
const overage = (gtin: string) => [{ kind: 'overage' as const, createdAt: day(11, 15), items: [gtin] }]
const tickets = () =>
  t.query<{ n: number }>('select ticket_number::int as n from document_exception where customer_id = $1 order by id', [customer.customerId])

/** Returns the numbers of the tickets that the letter lists as examples. */
async function examples(input: Parameters<ReturnType<typeof calls>['readOneLetter']>[0]): Promise<number[]> {
  const { base64 } = await calls().readOneLetter(input)
  const words = (await readPages(Buffer.from(base64, 'base64'))).join(' ').replace(/\s+/g, ' ')
  const [, table = ''] = /Examples(.*?)Please reply/.exec(words) ?? []
  return (await tickets()).map(({ n }) => n).filter((n) => new RegExp(`\\b${n} 11/15/2026`).test(table))
}

describe('the examples of a letter', { timeout: 60_000 }, () => {
  test('come only from the orders counted in its figures, not from other products, other months or voided orders', async () => {
    const north = await createPartner('North & Sons')
    await plant([
      received(3, { tickets: overage(P) }),
      received(4, { products: { [Q]: 5 }, tickets: overage(Q) }),
      received(5, { voidedAt: day(11, 9), tickets: overage(P) }),
      received(6, { at: day(7, 6), tickets: overage(P) }),
    ])
    const [ofP, ofQ] = (await tickets()).map(({ n }) => n)
    expect(await examples({ partnerId: north.id, months: 3 })).toEqual([ofP, ofQ])
    expect(await examples({ partnerId: north.id, months: 3, gtin: Q })).toEqual([ofQ])
  })

  test('are not those of another location’s partner with the same GLN', async () => {
    const ofMain = await createPartner('North of Main', { customerLocationId: customer.main.id })
    const ofBranch = await createPartner('North of Branch', { customerLocationId: customer.branch.id })
    await plant([received(3, { tickets: overage(P) }), received(4, { locationId: customer.branch.id, tickets: overage(P) })])
    const [main, branch] = (await tickets()).map(({ n }) => n)
    expect(await examples({ partnerId: ofMain.id, months: 3 })).toEqual([main])
    expect(await examples({ partnerId: ofBranch.id, months: 3 })).toEqual([branch])
  })
})

describe('the products of a supplier', () => {
  test('are limited to the chosen location on the supplier’s page, but include all locations in the list of suppliers', async () => {
    const north = await createPartner('North & Sons')
    await plant(makeYear())
    const branch = await calls().readOne({ partnerId: north.id, customerLocationId: customer.branch.id })
    expect(branch.products).toEqual([])
    const { products, items } = await calls().readMany({ gtin: Q, months: 12 })
    expect(products).toEqual([
      { gtin: P, name: null, orders: 144 },
      { gtin: Q, name: null, orders: 144 },
    ])
    expect(items[0]?.figures.units.value).toBe(5760)
  })
})

describe('a deactivated supplier without orders', { timeout: 60_000 }, () => {
  test('has an empty letter and an empty CSV, like its empty page', async () => {
    const north = await createPartner('North & Sons')
    await t.query("update trading_partner set deactivated_at = '2026-12-01T00:00:00Z' where id = $1", [north.id])
    expect((await calls().readOne({ partnerId: north.id })).partner.isActive).toBe(false)
    const { base64 } = await calls().readOneLetter({ partnerId: north.id, months: 3 })
    expect((await readPages(Buffer.from(base64, 'base64'))).join(' ')).toContain('We recorded no deliveries in this period.')
    const [, ...rows] = makeRows((await calls().readManyCsv({ partnerId: north.id, months: 3 })).text)
    expect(rows.map(([name, month, orders]) => [name, month, orders])).toEqual([
      ['North & Sons', '2026-10', '0'],
      ['North & Sons', '2026-11', '0'],
      ['North & Sons', '2026-12', '0'],
    ])
  })
})
