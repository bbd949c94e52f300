import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { remind } from '../../src/domains/trading-partner/license-reminder.service.ts'
import { openTestDb, type TestDb } from '../harness.ts'
import { newCustomer, type TestCustomer } from '../make.ts'

let t: TestDb
let customer: TestCustomer
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())
beforeEach(async () => {
  customer = await newCustomer(t)
})

const partners = () => t.as(customer.admin).tradingPartner
const license = { kind: 'wholesaler' as const, number: '031-04418', validFrom: '2025-01-01', validTo: '2026-10-26' }

async function partner(customerLocationId: number | null = null) {
  const { id } = await partners().createOne({ customerLocationId, name: 'Northway', type: 'upstream' })
  const { licenses } = await partners().createOneLicense({ ...license, tradingPartnerId: id })
  return { id, licenseId: licenses[0]?.id ?? 0 }
}

/** Runs the reminder of a day; who got a mail of it. */
async function on(day: string): Promise<string[]> {
  const now = new Date(`${day}T15:00:00Z`)
  const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
  const before = await mails()
  await withCustomer(t.deps.db, scope, 'read write', (tx) => remind(tx, now))
  return (await mails()).slice(before.length).map((mail) => mail.to.split('.')[0] ?? '')
}

const mails = () =>
  t.look<{ to: string; subject: string }>(
    `select to_addresses[1] as to, subject from mail where customer_id = $1 and kind = 'partner.license' order by id`,
    [customer.customerId],
  )

test('licenses that end are told of 90, 30 and 7 days before and on the day, once each, to the admins', async () => {
  await partner()
  expect(await on('2026-07-27')).toEqual([])
  expect((await on('2026-07-28')).sort()).toEqual(['admin', 'elsewhere', 'lead'])
  expect(await on('2026-07-29')).toEqual([])
  for (const [day, next] of [
    ['2026-09-26', '2026-09-27'],
    ['2026-10-19', '2026-10-20'],
    ['2026-10-26', '2026-10-27'],
  ] as const) {
    expect(await on(day)).toHaveLength(3)
    expect(await on(day)).toEqual([])
    expect(await on(next)).toEqual([])
  }
  expect((await mails()).map((mail) => mail.subject)).toContain('A license of Northway ends today')
})

test('one that is entered late is told of once, at the stage that it has reached', async () => {
  await partner()
  expect(await on('2026-10-21')).toHaveLength(3)
  expect(await on('2026-10-22')).toEqual([])
  expect(await on('2026-10-26')).toHaveLength(3)
})

test('those of a location are told to its admins and the customer admin', async () => {
  await partner(customer.branch.id)
  expect((await on('2026-10-20')).sort()).toEqual(['admin', 'elsewhere'])
})

test('one that was renewed is told of no more, and again before its new end', async () => {
  const { id, licenseId } = await partner()
  await partners().createOneLicense({ ...license, tradingPartnerId: id, validFrom: '2026-10-27', validTo: '2027-10-26' })
  expect(await on('2026-10-20')).toEqual([])
  await partners().deleteOneLicense({ id: licenseId, reason: 'entered twice' })
  expect(await on('2027-10-26')).toHaveLength(3)
})

test('what ends within 90 days is told to those who see the partner', async () => {
  t.clock.set('2026-09-16T15:00:00Z')
  await partner()
  const mine = await partner(customer.branch.id)
  expect(await t.as(customer.staff).tradingPartner.readManyEnding()).toMatchObject([{ partnerName: 'Northway', daysLeft: 40 }])
  expect((await t.as(customer.elsewhere).tradingPartner.readManyEnding()).map((one) => one.partnerId)).toContain(mine.id)
  t.clock.set(new Date())
})
