import { beforeEach, describe, expect, test } from 'vitest'
import { monthlyMailJob } from '../../src/domains/scorecard/scorecard.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { makeRows } from '../csv-text.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { PASSWORD } from '../make.ts'
import { readPages } from '../pdf-text.ts'
import { listen, makeV2Client } from '../v2/v2-client.ts'
import { plantOrders } from './plant.ts'
import { day, makeYear, NORTH, P, Q, SOUTH } from './year.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-12-20T15:00:00Z'))
const customer = useCustomer(t)

const calls = (user: TestUser = customer.admin) => t.as(user).scorecard
async function refresh() {
  await calls().createOneRefresh()
  await t.runJobs()
}
const createPartner = (name: string, gln: string, more: { customerLocationId?: number } = {}) =>
  t.as(customer.admin).tradingPartner.createOne({
    name,
    type: 'upstream',
    globalLocationNumbers: [{ globalLocationNumber: gln }],
    addresses: [{ addressLineOne: '1 Dock Street', city: 'Newark', postalCode: '07114', addressType: 'physical' }],
    ...more,
  })

/**
 * Creates two suppliers: North, whose orders of the year have faults, and South, with twelve correct orders in November. A third sender is no trading
 * partner.
 */
async function plantYear() {
  const north = await createPartner('North & Sons', NORTH)
  const south = await createPartner('South Wholesale', SOUTH)
  const right = Array.from({ length: 12 }, (_, at) => ({
    at: day(11, at + 1),
    sender: SOUTH,
    products: { [P]: 10 },
    received: 10,
    firstScanAt: day(11, at + 1, 17),
  }))
  await plantOrders(customer, [...makeYear(), ...right, { at: day(11, 20), sender: '0399990000030', products: { [P]: 1 } }])
  await refresh()
  return { north, south }
}

describe('a scorecard', () => {
  test('has the figures of each month and of the period, beside the median of all partners', async () => {
    const { north } = await plantYear()
    const card = await calls().readOne({ partnerId: north.id })
    expect(card).toMatchObject({
      partner: { name: 'North & Sons', isActive: true },
      computedAt: t.clock.now().toISOString(),
      wantsMail: false,
    })
    expect(card.months.map(({ month }) => month)).toEqual(Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`))
    const empty = await calls().readOne({ partnerId: north.id, months: 3, customerLocationId: customer.branch.id })
    expect(empty.months.map(({ figures }) => figures.firstTimeRight.value)).toEqual([null, null, null])
    expect(card.months[0]?.figures.firstTimeRight).toEqual({ value: 53.8, amount: 7, of: 13, basis: 12 })
    expect(card.total.firstTimeRight).toMatchObject({ amount: 84, of: 156 })
    expect(card.medians.firstTimeRight).toEqual({ value: 76.9, partners: 2 })
    expect(card.medians.returnsCredited).toEqual({ value: null, partners: 0 })
    expect(card.products).toEqual([
      { gtin: P, name: null, orders: 144 },
      { gtin: Q, name: null, orders: 144 },
    ])
    const ofQ = await calls().readOne({ partnerId: north.id, gtin: Q, months: 3 })
    expect(ofQ.total).toMatchObject({ units: { value: 1440 }, missing: { amount: 6, of: 1440 } })
    const branch = await calls().readOne({ partnerId: north.id, customerLocationId: customer.branch.id })
    expect(branch.total.orders.amount).toBe(0)
  })

  test('keeps its figures when the partner is renamed, and adds those of a partner that is merged into it', async () => {
    const { north, south } = await plantYear()
    await t.as(customer.admin).tradingPartner.updateOneTradingpartner({ ...north, name: 'North Star', type: 'upstream' })
    await t.as(customer.admin).tradingPartner.updateMergeOne({ id: north.id, mergedId: south.id })
    const card = await calls().readOne({ partnerId: north.id })
    expect(card.partner.name).toBe('North Star')
    expect(card.total.orders.amount).toBe(156)
    await expect(calls().readOne({ partnerId: south.id })).rejects.toThrow('This supplier has no scorecard.')
    const list = await calls().readMany({ months: 12 })
    expect(list.items.map(({ partnerName, figures }) => [partnerName, figures.orders.amount])).toEqual([['North Star', 156]])
  })

  test('shows only the locations of the caller', async () => {
    const { north } = await plantYear()
    expect((await calls(customer.elsewhere).readOne({ partnerId: north.id })).total.orders.amount).toBe(0)
    const own = await calls(customer.staff).readOne({ partnerId: north.id })
    // Files that could not be assigned to a location are left out.
    expect(own.total.firstTimeRight).toMatchObject({ amount: 84, of: 144 })
  })
})

describe('a program', () => {
  test('reads the scorecards with a token limited to scorecards', async () => {
    const { north } = await plantYear()
    const { accessToken } = await t
      .as(customer.admin)
      .auth.createOneAccessToken({ name: 'Dashboard', days: 30, scopes: ['scorecards:read'], password: PASSWORD })
    const program = makeV2Client(await listen(await t.app()), accessToken)
    const list = await program.get('/scorecards?months=12&sort=name&order=asc')
    expect(list.status).toBe(200)
    expect(list.json).toMatchObject({
      items: [{ partnerName: 'North & Sons', figures: { orders: { amount: 144 } } }, { partnerName: 'South Wholesale' }],
    })
    const one = await program.get(`/scorecards/${north.id}`)
    expect(one.json).toMatchObject({ partner: { id: north.id }, total: { missing: { value: 1.7, amount: 24, of: 14_400 } } })
    expect((await program.get('/scorecards/999999')).status).toBe(404)
    expect((await program.get('/scorecards?months=5')).status).toBe(400)
    expect((await program.get('/orders')).status).toBe(403)
  })
})

describe('returns', () => {
  test('are counted by month, and count as credited once they are settled', async () => {
    const { south } = await plantYear()
    const ship = (state: string, settledAt: string | null) =>
      t.query(
        `insert into shipment (customer_id, location_id, purpose, state, trading_partner_id, to_name, sender, receiver, guideline, with_ti, created_at,
          created_by_id, created_by, sent_at, sent_by, time_zone, settled_at, settled_by, voided_at, void_reason)
         values ($1, $2, 'return', $3, $4, 'South', '{}', '{}', 'r13', true, $5, $6, 'A', $5, 'A', 'UTC', $7, $8, $9, $10)`,
        [
          ...[customer.customerId, customer.main.id, state, south.id, day(11, 5), customer.admin.userId, settledAt, settledAt && 'A'],
          ...(state === 'voided' ? [day(11, 6), 'Wrong'] : [null, null]),
        ],
      )
    for (let amount = 0; amount < 10; amount += 1) await ship('sent', amount < 4 ? day(11, 8) : null)
    await ship('voided', null)
    t.clock.set('2026-12-21T15:00:00Z')
    await t.query('update shipment set settled_at = $2 where customer_id = $1 and settled_at is not null', [
      customer.customerId,
      t.clock.now(),
    ])
    await refresh()
    const { total } = await calls().readOne({ partnerId: south.id })
    expect(total.returnsCredited).toEqual({ value: 40, amount: 4, of: 10, basis: 10 })
  })
})

describe('the list of scorecards', () => {
  test('can be searched and sorted by each figure, with suppliers without a value last', async () => {
    await plantYear()
    await createPartner('Empty Supply', '0399990000047')
    const names = async (search: Parameters<ReturnType<typeof calls>['readMany']>[0]) =>
      (await calls().readMany(search)).items.map(({ partnerName }) => partnerName)
    expect(await names({})).toEqual(['North & Sons', 'South Wholesale', 'Empty Supply'])
    expect(await names({ sort: 'firstTimeRight', order: 'asc' })).toEqual(['North & Sons', 'South Wholesale', 'Empty Supply'])
    expect(await names({ sort: 'firstTimeRight', order: 'desc' })).toEqual(['South Wholesale', 'North & Sons', 'Empty Supply'])
    expect(await names({ sort: 'name', order: 'asc', name: 'o' })).toEqual(['North & Sons', 'South Wholesale'])
    expect((await calls().readMany({})).unassignedOrders).toBe(1)
  })

  test('is saved as CSV with the counts behind each figure', async () => {
    await plantYear()
    const { text, filename } = await calls().readManyCsv({ months: 3 })
    expect(filename).toBe('scorecards-2026-10-2026-12.csv')
    const [header = [], first = []] = makeRows(text)
    expect(header.slice(0, 7)).toEqual([
      ...['Supplier', 'Month', 'Orders', 'Units', 'Right the first time, %'],
      ...['Right the first time: counted', 'Right the first time: of (files)'],
    ])
    expect(first.slice(0, 7)).toEqual(['North & Sons', '2026-10', '12', '1200', '53.8', '7', '13'])
  })
})

describe('the letter', () => {
  test('describes in plain words what was recorded and what the supplier should do, with counts and example tickets', {
    timeout: 60_000,
  }, async () => {
    const { north } = await plantYear()
    const { base64, filename } = await calls().readOneLetter({ partnerId: north.id, months: 3 })
    expect(filename).toBe(`letter-${north.id}-2026-12-20.pdf`)
    const words = (await readPages(Buffer.from(base64, 'base64'))).join(' ').replace(/\s+/g, ' ')
    for (const sentence of [
      '1 Dock Street',
      'from October 2026 to December 2026: 36 orders with 3,600 packages',
      '21 of 39 files were right the first time (53.8%).',
      '6 of 3,600 listed packages were missing (1.7 per 1,000).',
      'Address your files to our GLNs.',
      'file-',
    ])
      expect(words).toContain(sentence)
    const limited = await calls().readOneLetter({ partnerId: north.id, months: 3, customerLocationId: customer.main.id, gtin: Q })
    const [first = ''] = await readPages(Buffer.from(limited.base64, 'base64'))
    expect(first).toContain(`only orders with GTIN ${Q}, only deliveries to Main`)
  })
})

describe('the monthly email', () => {
  const mails = async () => {
    t.clock.set('2027-01-03T15:00:00Z')
    const run = () => monthlyMailJob.run({}, t.deps as unknown as JobContext) // this job uses only the context fields in `t.deps`
    await run()
    await run()
    await t.runJobs()
    return (await t.mailbox.list()).filter(({ subject }) => subject.startsWith('Supplier scorecards'))
  }

  test('goes once to each person who wants it, and to nobody by default', async () => {
    await plantYear()
    await calls(customer.staff).updateOneMail({ wanted: true })
    await calls(customer.colleague).updateOneMail({ wanted: true })
    await calls(customer.colleague).updateOneMail({ wanted: false })
    expect((await calls(customer.staff).readMany({})).wantsMail).toBe(true)
    const sent = await mails()
    expect(sent).toMatchObject([{ to: customer.staff.emailAddress, subject: 'Supplier scorecards for December 2026' }])
    expect(sent[0]?.text).toContain('North & Sons: 12 orders, 1,200 packages')
    expect(sent[0]?.text).toContain('- Missing packages: 1.7 per 1,000 (2 of 1,200 packages in 12 orders)')
  })
})
