import { addTallies, readFigure, type ScorecardKey, type ScorecardTally } from '@seriatim/schema'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, newCustomer, newParty, type TestCustomer } from '../make.ts'
import { countNaively } from './naive.ts'
import { type PlantedOrder, type PlantedTicket, plantOrders } from './plant.ts'
import { day, makeYear, NORTH, P, Q, SOUTH } from './year.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2027-01-05T15:00:00Z'))
const customer = useCustomer(t)

/** Refreshes the scorecards, and returns the tallies, each keyed by `month location sender gtin`. */
async function refresh(of: TestCustomer = customer): Promise<Record<string, ScorecardTally>> {
  await t.as(of.admin).scorecard.createOneRefresh()
  await t.runJobs()
  const rows = await t.query<{ key: string; tally: ScorecardTally }>(
    `select concat_ws(' ', month, coalesce(location_id::text, 'null'), sender, gtin) as key, tally from scorecard_month where customer_id = $1`,
    [of.customerId],
  )
  return Object.fromEntries(rows.map(({ key, tally }) => [key, tally]))
}

describe('a year of orders with known faults', () => {
  test('gives the figures worked out by hand', async () => {
    await plantOrders(customer, makeYear())
    const rows = await refresh()
    const months = Object.entries(rows).filter(([key]) => key.endsWith(`${NORTH} `))
    expect(months).toHaveLength(24)
    const year = addTallies(months.map(([, tally]) => tally))
    const figure = (key: ScorecardKey) => readFigure(key, year)
    expect(figure('orders')).toMatchObject({ value: 144 })
    expect(figure('units')).toMatchObject({ value: 14_400 })
    // Each month has 12 orders and 1 failed file; orders 4 to 8 are wrong, so 7 of 13 are right.
    expect(figure('firstTimeRight')).toEqual({ value: 53.8, amount: 84, of: 156, basis: 144 })
    expect(figure('statement')).toEqual({ value: 91.7, amount: 132, of: 144, basis: 144 })
    expect(figure('guideline')).toEqual({ value: 91.7, amount: 132, of: 144, basis: 144 })
    expect(figure('minutes')).toEqual({ value: 60, amount: 0, of: 144, basis: 144 })
    expect(figure('missing')).toEqual({ value: 1.7, amount: 24, of: 14_400, basis: 144 })
    expect(figure('unexpected')).toEqual({ value: 0.8, amount: 12, of: 14_400, basis: 144 })
    expect(figure('labelDifferences')).toEqual({ value: 2.5, amount: 36, of: 14_376, basis: 144 })
    // Twelve of the 24 fixes took five hours and twelve took one hour, so the median is three. Two tickets a month stay open and do not count: the
    // one for the file error and the one for the wrong GLN.
    expect(figure('hoursToFix')).toEqual({ value: 3, amount: 24, of: 24, basis: 24 })
    expect(figure('resent')).toEqual({ value: 8.3, amount: 12, of: 144, basis: 144 })
    expect(figure('wrongGln')).toEqual({ value: 7.7, amount: 12, of: 156, basis: 144 })
    expect(figure('recalls')).toEqual({ value: 0, amount: 0, of: 288, basis: 144 })
    expect(figure('returnsCredited')).toEqual({ value: null, amount: 0, of: 0, basis: 0 })
    const ofQ = addTallies(Object.entries(rows).flatMap(([key, tally]) => (key.endsWith(Q) ? [tally] : [])))
    expect(readFigure('units', ofQ).value).toBe(5760)
    expect(readFigure('missing', ofQ)).toEqual({ value: 4.2, amount: 24, of: 5760, basis: 144 })
    expect(readFigure('unexpected', ofQ)).toMatchObject({ amount: 0, of: 5760 })
  })
})

const GTINS = [P, Q]
const instant = fc
  .date({ min: new Date('2026-02-27T00:00:00Z'), max: new Date('2026-04-03T00:00:00Z'), noInvalidDate: true })
  .map((at) => new Date(Math.round(at.getTime() / 60_000) * 60_000).toISOString())
const ticket: fc.Arbitrary<PlantedTicket> = fc.record({
  kind: fc.constantFrom('unknownScan', 'overage', 'wrongProduct', 'shortage', 'damage', null),
  rejects: fc.integer({ min: 0, max: 2 }),
  status: fc.constantFrom('OPEN', 'RESOLVED', 'CLOSED'),
  reason: fc.constantFrom('accepted', 'withdrawn'),
  createdAt: fc.constant('2026-04-10T10:00:00Z'),
  settledAt: fc.integer({ min: 1, max: 9 }).map((hours) => `2026-04-10T1${hours}:00:00Z`),
  items: fc.array(fc.constantFrom(...GTINS), { maxLength: 3 }),
})
const planted: fc.Arbitrary<PlantedOrder> = fc
  .record({
    at: instant,
    sender: fc.constantFrom(NORTH, SOUTH, ''),
    isBranch: fc.boolean(),
    p: fc.integer({ min: 1, max: 9 }),
    q: fc.integer({ min: 1, max: 9 }),
    hasStatement: fc.boolean(),
    guideline: fc.constantFrom(null, 'GS1 US DSCSA R1.2', 'GS1 US DSCSA R1.3'),
    received: fc.integer({ min: 0, max: 2 }),
    tickets: fc.array(ticket, { maxLength: 2 }),
    again: fc.constantFrom(undefined, 'web', 'mail'),
    labels: fc.array(fc.constantFrom(...GTINS), { maxLength: 2 }),
    isFailed: fc.boolean(),
    isVoided: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ p, q, isBranch, received, isFailed, isVoided, again, ...order }) => ({
    ...order,
    locationId: isBranch ? -1 : 0,
    products: { [P]: p, [Q]: q },
    received: [0, Math.min(3, p + q), p + q][received] ?? 0,
    ...(received > 0 && { firstScanAt: '2026-04-09T10:00:00Z' }),
    ...(again && { againBy: again as 'web' | 'mail' }),
    // Keeps only the first ticket without a kind, because a document has at most one: the ticket about the file itself.
    tickets: order.tickets.filter((one, at) => one.kind !== null || order.tickets.findIndex((other) => other.kind === null) === at),
    ...(isFailed && isVoided > 3 ? { isFailed: true, tickets: order.tickets.filter(({ kind }) => kind === null).slice(0, 1) } : {}),
    ...(isVoided === 0 && { voidedAt: '2026-04-09T10:00:00Z' }),
  }))

describe('the figures of a month', () => {
  test('equal those of a simple recount of all rows, at first and after later changes', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(planted, { minLength: 1, maxLength: 14 }),
        fc.array(fc.nat({ max: 20 }), { maxLength: 3 }),
        async (some, replacing) => {
          t.clock.set('2026-04-12T15:00:00Z')
          const own = await newCustomer(t)
          await t.query(`update location set time_zone = 'Pacific/Auckland' where id = $1`, [own.branch.id])
          await t.query(`update location set time_zone = 'America/Los_Angeles' where id = $1`, [own.main.id])
          const orders = some.map((order, index) => {
            const old = index > 0 && replacing.includes(index) ? index - 1 : undefined
            const isGood = old !== undefined && !order.isFailed && !some[old]?.isFailed && !some[old]?.voidedAt && !order.voidedAt
            const locationId = order.locationId === -1 ? own.branch.id : own.main.id
            return { ...order, locationId, ...(isGood && { replaces: old }) }
          })
          const { ids } = await plantOrders(own, orders)
          expect(await refresh(own)).toEqual(await countNaively(own))
          const [first] = ids
          await t.query(`update "order" set voided_at = '2026-04-12T16:00:00Z' where id = $1 and voided_at is null`, [first])
          await t.query(
            `insert into audit (customer_id, at, action, subject, subject_id) select customer_id, '2026-04-12T16:00:00Z', 'order.void', 'order', id from "order" where id = $1`,
            [first],
          )
          t.clock.set('2026-04-12T17:00:00Z')
          expect(await refresh(own)).toEqual(await countNaively(own))
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('a month that is over', () => {
  test('keeps its rows until something in it changes, and then only that month is computed again', async () => {
    await plantOrders(customer, [
      { at: day(3, 2), sender: NORTH, products: { [P]: 1 }, received: 1, firstScanAt: day(3, 2) },
      { at: day(5, 2), sender: NORTH, products: { [P]: 1 } },
    ])
    await refresh()
    const stamps = async () => {
      const rows = await t.query<{ month: string; at: Date }>(
        'select month, min(computed_at) as at from scorecard_month where customer_id = $1 group by 1',
        [customer.customerId],
      )
      return Object.fromEntries(rows.map(({ month, at }) => [month, at.toISOString().slice(0, 10)]))
    }
    expect(await stamps()).toEqual({ '2026-03': '2027-01-05', '2026-05': '2027-01-05' })
    t.clock.set('2027-01-20T15:00:00Z')
    const [order] = await t.query<{ id: number }>('select min(id)::int as id from "order" where customer_id = $1', [customer.customerId])
    await t.as(customer.lead).order.updateVoidOne({ documentId: order?.id ?? 0, reason: 'Sent twice' })
    await refresh()
    expect(await stamps()).toEqual({ '2026-05': '2027-01-05' })
  })

  test('includes the first scan of an order whose file arrived in that month, even if the scan is made much later', async () => {
    const { ids } = await plantOrders(customer, [{ at: day(5, 2), sender: NORTH, products: { [P]: 1 } }])
    const key = `2026-05 ${customer.main.id} ${NORTH} `
    expect((await refresh())[key]).toMatchObject({ orders: 1, minutes: [], finishedOrders: 0 })
    t.clock.set('2027-01-20T15:00:00Z')
    await t.query(
      `insert into receipt (customer_id, document_id, location_id, user_id, at, how, amount, lines) values ($1, $2, $3, $4, $5, 'all', 1, '{[1,2)}')`,
      [customer.customerId, ids[0], customer.main.id, customer.staff.userId, '2027-01-20T14:00:00Z'],
    )
    await t.query('update "order" set amount_received = 1 where id = $1', [ids[0]])
    const minutes = (Date.parse('2027-01-20T14:00:00Z') - Date.parse(day(5, 2))) / 60_000
    expect((await refresh())[key]).toMatchObject({ orders: 1, minutes: [minutes], finishedOrders: 1 })
  })
})

describe('the minutes from the arrival of the file to the first scan', () => {
  test('are negative if a package was scanned as unknown before its file arrived', async () => {
    const sender = newParty('North & Sons')
    t.clock.set('2026-10-05T12:00:00Z')
    const other = await addOrder(customer)
    const file = documentFor(customer, { sender, meds: 1, serialSeed: 'early' })
    const serials = new Set([...file.matchAll(/sgtin:\d+\.\d+\.([^<]+)</g)].flatMap(([, serial]) => serial ?? []))
    const items = [...serials].map((serialNumber) => ({ serialNumber }))
    await t.as(customer.staff).documentException.createOneTicket({ documentId: other.id, kind: 'unknownScan', items })
    t.clock.set('2026-10-05T12:40:00Z')
    const upload = await importText(t, customer.staff, file)
    t.clock.set('2026-10-05T13:00:00Z')
    await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: upload.documentId ?? 0 })
    const rows = await refresh()
    expect(rows[`2026-10 ${customer.main.id} ${sender.owner.gln} `]).toMatchObject({ orders: 1, minutes: [-40] })
  })
})

describe('the boundary between two months', () => {
  test('is midnight at the location, also in the month of a clock change', async () => {
    await t.query(`update location set time_zone = 'America/New_York' where id = $1`, [customer.main.id])
    const orders = ['2026-11-01T03:59:00Z', '2026-11-01T04:00:00Z', '2026-12-01T04:59:00Z', '2026-12-01T05:00:00Z']
    await plantOrders(
      customer,
      orders.map((at) => ({ at, sender: NORTH, products: { [P]: 1 } })),
    )
    const months = async () =>
      Object.entries(await refresh()).flatMap(([key, { orders: amount }]) => (key.endsWith(' ') ? [[key.slice(0, 7), amount]] : []))
    expect(Object.fromEntries(await months())).toEqual({ '2026-10': 1, '2026-11': 2, '2026-12': 1 })
    await t.query(`update location set time_zone = 'UTC' where id = $1`, [customer.main.id])
    t.clock.advance(60_000)
    expect(Object.fromEntries(await months())).toEqual({ '2026-11': 2, '2026-12': 2 })
  })
})

describe('a corrected order', () => {
  test('counts once, in the month of its first file, and not among the orders that were right the first time', async () => {
    t.clock.set('2026-09-30T15:00:00Z')
    const same = { sender: newParty('North & Sons'), serialSeed: 'corrected', meds: 6, purchaseOrder: 'PO-1' }
    await addOrder(customer, { ...same, faults: ['missingReadPoint'] })
    t.clock.set('2026-10-01T15:00:00Z')
    await importText(t, customer.staff, documentFor(customer, same), { filename: 'corrected.xml' })
    const [found] = await t.query<{ id: number }>('select max(id)::int as id from document_correction where customer_id = $1', [
      customer.customerId,
    ])
    const before = await refresh()
    await t.as(customer.lead).documentException.updateReplace({ correctionId: found?.id ?? 0 })
    await t.runJobs()
    t.clock.set('2026-10-01T16:00:00Z')
    const after = await refresh()
    const total = (rows: Record<string, ScorecardTally>) => Object.entries(rows).filter(([key]) => key.endsWith(' '))
    for (const rows of [before, after]) {
      expect(total(rows)).toHaveLength(1)
      expect(total(rows)[0]?.[0]).toMatch(/^2026-09 /)
      expect(total(rows)[0]?.[1]).toMatchObject({ orders: 1, units: 6, right: 0, resent: 1, failedFiles: 0 })
    }
    const [fixed] = total(after)
    expect(fixed?.[1]).toMatchObject({ openTickets: 0, fixMinutes: [1440] })
    // After the replacement has been undone, the first file counts again, together with its open ticket.
    await t.as(customer.lead).documentException.updateUndoReplace({ correctionId: found?.id ?? 0 })
    t.clock.set('2026-10-01T17:00:00Z')
    const [undone] = total(await refresh())
    expect(undone?.[0]).toMatch(/^2026-09 /)
    expect(undone?.[1]).toMatchObject({ orders: 1, right: 0, openTickets: 1, fixMinutes: [] })
  })
})
